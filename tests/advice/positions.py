"""Views built by hand, with just what a test is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.cards import Card
from engine.ruleset import Ruleset, sides_of
from engine.view import BuildingPile, SeatView, View

S: Final = 0
"""A wild, as short as in the game's notation."""


def position(
    *,
    hand: Sequence[int] = (),
    stocks: Sequence[int] = (12, 12),
    needs: Sequence[int] = (1, 1, 1, 1),
    discards: Sequence[Sequence[int]] = (),
    others: Sequence[Sequence[Sequence[int]]] = (),
    stock_counts: Sequence[int] | None = None,
    draw: int = 50,
    ruleset: Ruleset | None = None,
    wild_tops: Sequence[int] = (),
) -> View:
    """The view of seat 0, which is on turn. `stocks` are the tops by seat, `others` the others' discard piles.

    The building piles hold numbers only, except those in `wild_tops`, on which a wild lies.
    """
    ruleset = ruleset or Ruleset()
    counts = stock_counts or [10] * len(stocks)
    piles = [discards, *others, *[()] * len(stocks)]
    return View(
        observer=0,
        hand=_cards(hand),
        seats=tuple(
            SeatView(
                stock_top=Card(top) if counts[seat] else None,
                stock_count=counts[seat],
                hand_count=len(hand) if seat == 0 else 5,
                discards=_four(piles[seat]),
                no_draw=False,
            )
            for seat, top in enumerate(stocks)
        ),
        building=tuple(_pile(need, wild=pile in wild_tops) for pile, need in enumerate(needs)),
        draw_count=draw,
        set_aside=(),
        dealer=len(stocks) - 1,
        turn=0,
        intruder=None,
        draw_due=False,
        ruleset=ruleset,
        sides=sides_of(ruleset, len(stocks)),
        outcome=None,
    )


def banned_from_drawing(view: View) -> View:
    """The same, when seat 0 may draw nothing in this turn (R81)."""
    return replace(view, seats=(replace(view.seats[0], no_draw=True), *view.seats[1:]))


def _pile(need: int, *, wild: bool) -> BuildingPile:
    cards = tuple(Card(value) for value in range(1, need))
    return BuildingPile((*cards[:-1], Card.WILD) if wild else cards, need - 1)


def _four(piles: Sequence[Sequence[int]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(_cards(piles[place]) if place < len(piles) else () for place in range(4))


def _cards(values: Sequence[int]) -> tuple[Card, ...]:
    return tuple(Card(value) for value in values)
