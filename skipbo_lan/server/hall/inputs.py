"""Everything that the dealer hears, in the one order in which it happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.actions import Action
from engine.ruleset import Ruleset
from protocol import dealing as d
from protocol import messages as m

PeerId: TypeAlias = int
"""A connection, by a number that is never used again: what an old one says late concerns nobody (P29)."""

BotId: TypeAlias = int
"""A bot of the host's own, by a number that is never used again."""

Request: TypeAlias = (
    m.Sit
    | m.Swap
    | m.AddBot
    | m.RemoveBot
    | m.RemovePlayer
    | m.BotNow
    | m.WaitLonger
    | m.Give
    | m.Start
    | m.Ready
    | m.Pace
    | m.Accuse
    | m.Confirm
    | m.Again
    | m.CloseTable
    | m.Say
    | d.Commit
    | d.Reveal
)
"""What a client asks for in the words of the wire; requests that hold engine values are inputs of their own."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A connection says who it is."""

    peer: PeerId
    prove: m.Prove = field(repr=False)
    transcript: bytes = field(repr=False)
    """What a proof must be about."""
    address: str = ""
    """Where it comes from, to slow down whoever guesses; nothing for a connection within this program."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A client asks for something."""

    peer: PeerId
    request: Request


@dataclass(frozen=True, slots=True)
class Configured:
    """A client asks for other rules."""

    peer: PeerId
    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class Acted:
    """A client asks for a game action, made on the view with this epoch and sequence number."""

    peer: PeerId
    id: int
    epoch: int
    seq: int
    action: Action


@dataclass(frozen=True, slots=True)
class Left:
    """A client said that it leaves."""

    peer: PeerId


@dataclass(frozen=True, slots=True)
class Lost:
    """A connection is gone."""

    peer: PeerId


@dataclass(frozen=True, slots=True)
class BotEnded:
    """A bot of the host's own has ended, whether it ever came to the table or not."""

    bot: BotId


@dataclass(frozen=True, slots=True)
class TimePassed:
    """A deadline has come."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The host's program is told to stop."""

    resumable: bool
    """Whether a match that has begun is kept, to be gone on with."""


@dataclass(frozen=True, slots=True)
class Slept:
    """The host's computer, or this process, stood still for a while, and nobody could act meanwhile (F72)."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Saving:
    """The disk has begun to refuse what is to be stored, or takes it again; nothing is forgotten meanwhile."""

    works: bool


Input: TypeAlias = (
    Proved | Asked | Configured | Acted | Left | Lost | BotEnded | TimePassed | Interrupted | Slept | Saving
)


@dataclass(frozen=True, slots=True)
class Moment:
    """What the outside gives to one step."""

    now: float
    """Monotonic seconds."""
    random_bytes: Callable[[int], bytes]
    """So many bytes that nobody can foresee."""
