"""What one seat, or a spectator, may know of a round (R9, R10)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.outcome import Outcome
from engine.ruleset import DryRule, Ruleset, Seat, Sides


@dataclass(frozen=True, slots=True)
class BuildingPile:
    """A building pile. Its height is kept apart from its cards, some of which may have been tucked away (R44)."""

    cards: tuple[Card, ...] = ()
    """The cards that really lie there, bottom to top; a wild stays a wild (R19)."""
    height: int = 0
    """The value the top card stands for, 0 to 11 (R15, R17)."""

    @property
    def need(self) -> int:
        """The value the pile takes next, 1 to 12."""
        return self.height + 1

    @property
    def wild_on_top(self) -> bool:
        """Whether the top card is a wild."""
        return self.cards[-1:] == (Card.WILD,)

    @property
    def under(self) -> tuple[Card, ...]:
        """The cards below the top one, which may be tucked away (R25, R44)."""
        return self.cards[:-1]


@dataclass(frozen=True, slots=True)
class SeatView:
    """The open part of a seat's cards: the same for every observer."""

    stock_top: Card | None
    stock_count: int
    hand_count: int
    discards: tuple[tuple[Card, ...], ...]
    """The four discard piles, each bottom to top, in full (R10)."""
    no_draw: bool
    """The seat draws nothing in its next or present turn (R81)."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything an observer may know, and nothing else. Built by `engine.observe` only."""

    observer: Seat | None
    """Whose view this is; None for a spectator."""
    hand: tuple[Card, ...]
    """The observer's own hand in the order drawn; empty for a spectator."""
    seats: tuple[SeatView, ...]
    building: tuple[BuildingPile, ...]
    draw_count: int
    set_aside: tuple[Card, ...]
    """The cards of completed piles, sorted: all of them were seen, their order was not."""
    dealer: Seat
    turn: Seat
    intruder: Seat | None
    """Who is playing out of turn at the moment (R81)."""
    draw_due: bool
    """The seat to act has not yet made its start-of-turn draw (manual drawing, R82)."""
    ruleset: Ruleset
    sides: Sides
    outcome: Outcome | None

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn, recycled and tucked ones included (R24, R25)."""
        tuckable = self.ruleset.dry_rule is DryRule.TUCK and any(pile.under for pile in self.building)
        return self.draw_count > 0 or bool(self.set_aside) or tuckable
