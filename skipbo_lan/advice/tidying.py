"""Which hand card to discard, and where: piles stay usable when values run downwards or are equal (R29 to R31)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final

from engine.actions import Discard
from engine.cards import TOP_VALUE, Card
from engine.view import View
from skipbo_lan.advice.judging import missing, outlook
from skipbo_lan.advice.planning import chain, targets


class Spot(Enum):
    """What a discard does to the pile it goes on."""

    RUN = "run"
    """The card below is the next higher value: both can be played one after the other."""
    SAME = "same"
    """The card below has the same value."""
    EMPTY = "empty"
    """The pile was empty."""
    HIGHER = "higher"
    """The card below is higher, so it is wanted later."""
    BURIES = "buries"
    """The card below is lower, or a wild: it waits for the one above."""


_WORTH: Final = {Spot.RUN: 2.0, Spot.SAME: 1.2, Spot.EMPTY: 0.5, Spot.HIGHER: 0.4, Spot.BURIES: -1.5}
_LAST_EMPTY: Final = 0.3
"""Taken off for filling the last empty pile."""
_BURIED_WILD: Final = -5.0
_WANTED_SOON: Final = 1.5
"""Taken off for covering a card that leads to the stock card, or fits within two plays."""
_SOON: Final = 2
_KEEP_WANTED: Final = 0.8
"""Taken off for giving away a card that leads to the stock card."""
_KEEP_WILD: Final = 100.0
"""A wild is discarded only when there is nothing else."""
_KEEP_LOW_GAP: Final = 0.06
"""Taken off for each step a card is nearer to being playable: what fits last goes first."""
_TWIN: Final = 0.5
"""Added for a card of which the hand holds another."""


def best_discard(view: View, choices: tuple[Discard, ...]) -> Discard:
    """The tidiest of the discards that are legal; the first of equal ones."""
    wanted = wanted_values(view)
    return max(choices, key=lambda discard: _worth(view, discard, wanted))


def spot_of(view: View, discard: Discard) -> Spot:
    """What a discard does to its pile."""
    assert view.observer is not None
    pile = view.seats[view.observer].discards[discard.pile]
    if not pile:
        return Spot.EMPTY
    if Card.WILD in (pile[-1], discard.card):
        return Spot.BURIES
    gap = pile[-1] - discard.card
    if gap in (0, 1):
        return Spot.RUN if gap else Spot.SAME
    return Spot.HIGHER if gap > 0 else Spot.BURIES


def wanted_values(view: View) -> frozenset[int]:
    """The values that lead to a stock card of the player's side on the pile where fewest are missing."""
    return frozenset(_wanted(view))


def _wanted(view: View) -> Iterator[int]:
    look = outlook(view)
    for target, (_, cover) in zip(targets(view), look.own, strict=True):
        ways = [(missing(pile.need, target.card, cover), pile.need) for pile in view.building]
        fewest = min(lacking for lacking, _ in ways)
        for lacking, need in ways:
            if lacking == fewest:
                yield from chain(need, target.card)


def _worth(view: View, discard: Discard, wanted: frozenset[int]) -> float:
    card = discard.card
    if card is Card.WILD:
        return -_KEEP_WILD + _place_worth(view, discard, wanted)
    kept = _KEEP_WANTED * (card in wanted) + _KEEP_LOW_GAP * (TOP_VALUE - _steps_until_playable(view, card))
    twin = _TWIN * (view.hand.count(card) > 1)
    return _place_worth(view, discard, wanted) + twin - kept


def _place_worth(view: View, discard: Discard, wanted: frozenset[int]) -> float:
    assert view.observer is not None
    discards = view.seats[view.observer].discards
    spot = spot_of(view, discard)
    value = _WORTH[spot]
    if spot is Spot.EMPTY:
        return value - _LAST_EMPTY * (sum(not pile for pile in discards) == 1)
    covered = discards[discard.pile][-1]
    if covered is Card.WILD:
        return _BURIED_WILD
    if spot in (Spot.HIGHER, Spot.BURIES) and (covered in wanted or _steps_until_playable(view, covered) <= _SOON):
        value -= _WANTED_SOON
    return value - 0.05 * abs(covered - discard.card) * (spot in (Spot.HIGHER, Spot.BURIES))


def _steps_until_playable(view: View, card: Card) -> int:
    return min((card - pile.need) % TOP_VALUE for pile in view.building)
