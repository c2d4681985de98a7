"""The entries of a client's log: what happened at the table and around it, as values that have no words yet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf
from typing import TypeAlias

from engine.events import Event
from protocol.messages import Said
from skipbo_lan.fairness.verdict import Verdict


class NoteKind(StrEnum):
    """What happened around the table rather than on it."""

    JOINED = "JOINED"
    LEFT = "LEFT"
    AWAY = "AWAY"
    BOT_PLAYS = "BOT_PLAYS"
    BACK = "BACK"
    RULES_CHANGED = "RULES_CHANGED"
    ACCUSED = "ACCUSED"
    SETTLED = "SETTLED"
    """An accusation was decided, or lapsed; a penalty is an event of its own."""
    RELIEVED = "RELIEVED"
    """The turn timer ran out: a bot plays the rest of the turn."""
    OFFERED = "OFFERED"
    """The seat is there for whoever comes next."""
    NOT_SAVED = "NOT_SAVED"
    SAVED_AGAIN = "SAVED_AGAIN"
    SEEDED = "SEEDED"
    """The cards follow from a seed that the host was given."""
    NO_NUMBER = "NO_NUMBER"
    """No number of this player's arrived for the deal, which goes on without it."""
    DEAL_AGAIN = "DEAL_AGAIN"
    """This player's number was not shown in time; `count` is the attempt that follows."""
    DEAL_RESTARTED = "DEAL_RESTARTED"
    """The same, and the host started again meanwhile."""
    BACK_AGAIN = "BACK_AGAIN"
    """This client's own connection is back; `count` turns were played meanwhile."""
    WELCOME_BACK = "WELCOME_BACK"
    """This player has returned; a bot played `count` turns for him."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A game event, in the round with this number (from 1)."""

    event: Event
    round_number: int
    at: float = field(default=-inf, compare=False)
    """Monotonic seconds when this client heard of it; the session sets it."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of chat as the host sent it, not yet made safe for a terminal."""

    said: Said
    at: float = field(default=-inf, compare=False)
    """Monotonic seconds when this client heard of it; the session sets it."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something about a player, about the table, or about the rules."""

    kind: NoteKind
    name: str = ""
    count: int = 0
    """Of turns, or of the seconds for which an absent player's seat waits."""
    mine: bool = False
    """Whether it is about this client's player."""
    options: tuple[tuple[str, str], ...] = ()
    """The options that have changed, with their new values."""
    at: float = field(default=-inf, compare=False)
    """Monotonic seconds when this client heard of it; the session sets it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on the deal of a round."""

    verdict: Verdict
    at: float = field(default=-inf, compare=False)
    """Monotonic seconds when this client heard of it; the session sets it."""


LogEntry: TypeAlias = Happened | Chat | Note | Judged


def stamped(before: tuple[LogEntry, ...], after: tuple[LogEntry, ...], now: float) -> tuple[LogEntry, ...]:
    """The log `after`, which has grown from `before`, with the time of its new entries."""
    if after is before:
        return after
    last = before[-1] if before else None
    old = next((number for number in range(len(after), 0, -1) if after[number - 1] is last), 0)
    return after[:old] + tuple(replace(entry, at=now) for entry in after[old:])
