"""Who may say what, and when: the whole state machine of a connection.

Rule 1: everything about the order of messages stands in the table below.
Rule 2: the table does not know which end it runs at; both ends run both sides of it, so that an illegal message is
caught before it is sent, and again when it is received.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

from protocol import dealing as d
from protocol import messages as m


class Role(Enum):
    """Which end of a connection."""

    CLIENT = "client"
    HOST = "host"

    @property
    def other(self) -> Role:
        """The peer's role."""
        return Role.HOST if self is Role.CLIENT else Role.CLIENT


class Phase(Enum):
    """How far a connection has come. Up to JOINED exactly one side has something to say."""

    OPENING = "opening"
    """The client says Hello."""
    GREETED = "greeted"
    """The host answers with its Challenge."""
    CHALLENGED = "challenged"
    """The client proves who it is."""
    PROVED = "proved"
    """The host lets it in, or not."""
    JOINED = "joined"
    """The client is at the table; both may speak at any time."""
    CLOSED = "closed"
    """One side has said its last message."""


Step: TypeAlias = Mapping[type[m.Message], Phase]

_REQUESTS: Final = (
    m.Sit,
    m.Swap,
    m.AddBot,
    m.RemoveBot,
    m.RemovePlayer,
    m.BotNow,
    m.WaitLonger,
    m.Give,
    m.Configure,
    m.Start,
    m.Ready,
    m.Pace,
    m.Accuse,
    m.Confirm,
    m.Again,
    m.CloseTable,
    m.Act,
    m.Say,
    d.Commit,
    d.Reveal,
)
"""Whether a request fits the table's stage, and whether the owner asks, is for the host to answer."""

_NEWS: Final = (m.Welcome, m.Room, m.Update, m.Refused, m.Said, d.Deal, d.Commitments, d.DealProof, d.DealActions)
_HEARTBEAT: Final = (m.Ping, m.Pong)


def _joined(kinds: tuple[type[m.Message], ...]) -> Step:
    return {**dict.fromkeys(kinds, Phase.JOINED), m.Bye: Phase.CLOSED}


_CLIENT: Final[Mapping[Phase, Step]] = {
    Phase.OPENING: {m.Hello: Phase.GREETED, m.Bye: Phase.CLOSED},
    Phase.GREETED: {m.Bye: Phase.CLOSED},
    Phase.CHALLENGED: {m.Prove: Phase.PROVED, m.Bye: Phase.CLOSED},
    Phase.PROVED: {m.Bye: Phase.CLOSED},
    Phase.JOINED: _joined(_REQUESTS + _HEARTBEAT),
    Phase.CLOSED: {},
}

_HOST: Final[Mapping[Phase, Step]] = {
    Phase.OPENING: {m.Rejected: Phase.CLOSED, m.Bye: Phase.CLOSED},
    Phase.GREETED: {m.Challenge: Phase.CHALLENGED, m.Rejected: Phase.CLOSED, m.Bye: Phase.CLOSED},
    Phase.CHALLENGED: {m.Rejected: Phase.CLOSED, m.Bye: Phase.CLOSED},
    Phase.PROVED: {m.Welcome: Phase.JOINED, m.Rejected: Phase.CLOSED, m.Bye: Phase.CLOSED},
    Phase.JOINED: _joined(_NEWS + _HEARTBEAT),
    Phase.CLOSED: {},
}

TABLE: Final[Mapping[Role, Mapping[Phase, Step]]] = MappingProxyType({Role.CLIENT: _CLIENT, Role.HOST: _HOST})
"""Role -> phase -> message -> next phase. What is not here is forbidden."""

MESSAGES: Final[tuple[type[m.Message], ...]] = tuple(
    dict.fromkeys(kind for side in TABLE.values() for step in side.values() for kind in step)
)
"""Every message, in the order of the table."""


def after(phase: Phase, sender: Role, kind: type[m.Message]) -> Phase | None:
    """The phase after this sender's message; None when it may not send that now."""
    return TABLE[sender][phase].get(kind)
