"""What happens to a stored match, one value for each kind of change; a transaction is a tuple of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.actions import Action
from engine.outcome import Outcome
from engine.ruleset import MAX_SEATS, Ruleset, Seat
from skipbo_lan.fairness.attempts import Call


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
    offered: bool = False
    """The seat of an absent player waits for a newcomer."""


@dataclass(frozen=True, slots=True)
class SavedTerms:
    """What was settled for the table beside the rules. Times are seconds."""

    capacity: int = MAX_SEATS
    grace: float = 120.0
    absent: str = "bot"
    turn_timer: float | None = None
    idle_limit: float = 1800.0
    spectators: bool = True
    password_key: bytes | None = field(default=None, repr=False)
    """What the password of a locked table stands for, at this table only."""


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
    terms: SavedTerms = SavedTerms()


@dataclass(frozen=True, slots=True)
class Reopened:
    """A stored match is gone on with, by a host that listens on this port."""

    epoch: int
    port: int


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A seat has changed hands, or is offered, or is not any more."""

    seat: Seat
    saved: SavedSeat


@dataclass(frozen=True, slots=True)
class MixBegun:
    """A round is about to be dealt together; rounds count from 0."""

    number: int
    secret: bytes = field(repr=False)
    """The host's."""
    wish: Seat
    """Who deals the first round where the rules leave it to the host."""


@dataclass(frozen=True, slots=True)
class AttemptMade:
    """An attempt to deal a round together is announced."""

    round_number: int
    call: Call


@dataclass(frozen=True, slots=True)
class Committed:
    """The client of a seat has committed to a number."""

    round_number: int
    attempt: int
    seat: Seat
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Listed:
    """The commitments of an attempt are published."""

    round_number: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The client of a seat has shown its number."""

    round_number: int
    attempt: int
    seat: Seat
    nonce: bytes = field(repr=False)


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

    seat: Seat | None
    """None for a spectator."""
    text: str
    team: bool
    name: str = ""
    """The speaker's, at that time."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match will not go on: it was won, or its table was closed for good."""

    winners: tuple[Seat, ...]
    """Empty when the table was closed before its end."""


Change: TypeAlias = (
    MatchBegun
    | Reopened
    | SeatChanged
    | MixBegun
    | AttemptMade
    | Committed
    | Listed
    | Revealed
    | RoundBegun
    | ActionTaken
    | RoundEnded
    | ChatSaid
    | MatchEnded
)
