"""The whole state of one round, secrets included. It lives where the referee is, and has no form on the wire."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import HAND_SIZE, PILES, Card
from engine.outcome import Outcome
from engine.ruleset import Ruleset, Seat, Sides, sides_of
from engine.shuffle import Label
from engine.view import BuildingPile


@dataclass(frozen=True, slots=True)
class SeatCards:
    """The cards of one seat."""

    stock: tuple[Card, ...] = ()
    """Bottom to top."""
    hand: tuple[Card, ...] = ()
    """In the order drawn, so that a card keeps its place while others come and go."""
    discards: tuple[tuple[Card, ...], ...] = ((),) * PILES
    """Each bottom to top."""
    no_draw: bool = False
    """The seat draws nothing in its next or present turn (R81)."""

    @property
    def missing(self) -> int:
        """How many cards the hand lacks to five."""
        return max(0, HAND_SIZE - len(self.hand))


@dataclass(frozen=True, slots=True)
class Table:
    """One round at one moment."""

    ruleset: Ruleset
    dealer: Seat
    seed: bytes
    """The round's seed of 32 bytes: every shuffle follows from it."""
    seats: tuple[SeatCards, ...]
    turn: Seat
    draw_pile: tuple[Card, ...] = ()
    """The first card is drawn next."""
    building: tuple[BuildingPile, ...] = (BuildingPile(),) * PILES
    set_aside: tuple[Card, ...] = ()
    """The real cards of completed piles (R23)."""
    intruder: Seat | None = None
    """Who is playing out of turn (R81)."""
    draw_due: bool = False
    """The start-of-turn draw is still to be made by hand (R82)."""
    played: bool = False
    """Somebody has laid a card since the turn began."""
    idle_turns: int = 0
    """Turns in a row that brought no play (R43)."""
    passes: int = 0
    """Turns in a row that were passed without a play (R43)."""
    shuffles: tuple[Label, ...] = ()
    """The shuffles made since the deal, which number the next of each label."""
    outcome: Outcome | None = None

    @property
    def sides(self) -> Sides:
        """Who plays together."""
        return sides_of(self.ruleset, len(self.seats))


def with_seat(table: Table, seat: Seat, cards: SeatCards) -> Table:
    """The table with one seat's cards replaced."""
    return replace(table, seats=(*table.seats[:seat], cards, *table.seats[seat + 1 :]))


def with_pile(table: Table, number: int, pile: BuildingPile) -> Table:
    """The table with one building pile replaced."""
    return replace(table, building=(*table.building[:number], pile, *table.building[number + 1 :]))
