"""What happened at the table, in the order in which it happened.

An event is made with everything in it; `engine.observe.redact` turns it into what one observer may know.
Only `Drew` holds something that others may not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.actions import Source
from engine.cards import Card
from engine.outcome import Outcome
from engine.ruleset import Seat


@dataclass(frozen=True, slots=True)
class DealerCard:
    """A seat drew a card for the deal (R3)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Dealt:
    """The stocks have been dealt (R5)."""

    dealer: Seat
    stock_size: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this seat's turn (R11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew cards into its hand (R12, R26)."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None
    """The cards in drawing order; None for everyone but the seat itself."""


@dataclass(frozen=True, slots=True)
class DrewUnder:
    """Cards went unseen under a seat's stock: drawn too many (R82)."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Played:
    """A card was laid on a building pile (R13 to R18)."""

    seat: Seat
    source: Source
    card: Card
    pile: int
    value: int
    """What the card stands for there, 1 to 12."""


@dataclass(frozen=True, slots=True)
class StockTurned:
    """The next card of a stock was turned up, or the stock is empty (R13, R66)."""

    owner: Seat
    card: Card | None
    left: int


@dataclass(frozen=True, slots=True)
class PileCompleted:
    """A building pile reached twelve and was set aside (R21)."""

    pile: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded and ended its turn (R29)."""

    seat: Seat
    card: Card
    pile: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat ended its turn without a discard (R35)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Recycled:
    """The set-aside cards were shuffled into a new draw pile (R24)."""

    count: int


@dataclass(frozen=True, slots=True)
class Tucked:
    """The cards below the tops of the building piles became the draw pile (R25)."""

    count: int


@dataclass(frozen=True, slots=True)
class Rescued:
    """The round was blocked; the cards below the tops became the draw pile (R44)."""

    count: int


@dataclass(frozen=True, slots=True)
class Intruded:
    """A seat began to play out of turn (R81)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Objected:
    """Somebody noticed an out-of-turn play: it ended, and the offender draws nothing in the next turn (R81)."""

    seat: Seat
    offender: Seat


@dataclass(frozen=True, slots=True)
class Penalised:
    """Penalty cards went unseen under a stock (R70, R71)."""

    offender: Seat
    count: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round has ended (R40, R44, R67)."""

    outcome: Outcome


Event: TypeAlias = (
    DealerCard
    | Dealt
    | TurnBegan
    | Drew
    | DrewUnder
    | Played
    | StockTurned
    | PileCompleted
    | Discarded
    | Passed
    | Recycled
    | Tucked
    | Rescued
    | Intruded
    | Objected
    | Penalised
    | RoundOver
)
