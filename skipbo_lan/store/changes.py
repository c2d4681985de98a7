"""What happens to a stored match, one value for each kind of change; a transaction is a tuple of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.actions import Action
from engine.outcome import Outcome
from engine.ruleset import Ruleset, Seat


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """Who sits on a seat for the whole match."""

    name: str
    bot: bool
    level: str | None
    """Of a bot of the host's own."""
    owner: bool
    key: bytes = field(repr=False)
    """SHA-256 of the seat's token: enough to recognise it, not enough to show it."""


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A new match, which gets a file of its own."""

    table_id: bytes
    table: str
    app: str
    epoch: int
    ruleset: Ruleset
    seats: tuple[SavedSeat, ...]
    seed: bytes | None = field(repr=False)
    """The match's seed of 32 bytes, when every round follows from one that was given."""


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round was dealt; rounds count from 0."""

    number: int
    dealer: Seat
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """An accepted action; those of a round count from 0."""

    round_number: int
    number: int
    seat: Seat | None
    """None for the referee."""
    action: Action
    act_id: int | None
    """The id by which the seat's player asked for it; None when somebody acted in the player's stead."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over."""

    number: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """A line of chat during the match."""

    seat: Seat
    text: str
    team: bool


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match will not go on: it was won, or its table was closed for good."""

    winners: tuple[Seat, ...]
    """Empty when the table was closed before its end."""


Change: TypeAlias = MatchBegun | RoundBegun | ActionTaken | RoundEnded | ChatSaid | MatchEnded
