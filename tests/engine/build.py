"""Small tables for tests: only what a test is about has to be said."""

from __future__ import annotations

from engine.cards import PILES, Card
from engine.notation import read_card
from engine.ruleset import Ruleset
from engine.table import SeatCards, Table
from engine.view import BuildingPile


def cards(text: str) -> tuple[Card, ...]:
    """The cards written with spaces between them, `1` to `12` and `S`."""
    return tuple(read_card(word) for word in text.split())


def seat(hand: str = "", *discards: str, stock: str = "9 9", no_draw: bool = False) -> SeatCards:
    """A seat's cards; piles bottom to top."""
    piles = tuple(cards(pile) for pile in discards)
    return SeatCards(cards(stock), cards(hand), piles + ((),) * (PILES - len(piles)), no_draw)


def pile(text: str, tucked: int = 0) -> BuildingPile:
    """A building pile from which so many cards were taken."""
    lying = cards(text)
    return BuildingPile(lying, len(lying) + tucked)


def table(
    *seats: SeatCards,
    ruleset: Ruleset | None = None,
    turn: int = 0,
    draw: str = "",
    piles: tuple[BuildingPile, ...] = (),
    set_aside: str = "",
) -> Table:
    """A table in mid-turn, dealt by the last seat; the draw pile in drawing order."""
    return Table(
        ruleset=ruleset or Ruleset(),
        dealer=len(seats) - 1,
        seed=bytes(32),
        seats=seats,
        turn=turn,
        draw_pile=cards(draw),
        building=piles + (BuildingPile(),) * (PILES - len(piles)),
        set_aside=cards(set_aside),
    )
