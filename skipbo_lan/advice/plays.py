"""What a play does to building piles, hand and discard piles, as the search writes them down."""

from __future__ import annotations

from skipbo_lan.advice.situation import FROM_DISCARDS, FROM_HAND, NEED, WILD_ON_TOP, Cards, Move
from skipbo_lan.advice.tables import NEXT


def played(
    piles: Cards, hand: Cards, depths: Cards, move: Move, card: int, *, wild_on_wild: bool
) -> tuple[Cards, Cards, Cards]:
    """The building piles, the hand, and the cards left on the discard piles after a play."""
    kind, what, place = move
    if kind == FROM_HAND:
        hand = without(hand, card)
    elif kind == FROM_DISCARDS:
        depths = (*depths[:what], depths[what] - 1, *depths[what + 1 :])
    return laid(piles, place, card, wild_on_wild=wild_on_wild), hand, depths


def laid(piles: Cards, place: int, card: int, *, wild_on_wild: bool) -> Cards:
    """The building piles after a card was laid; a full pile is empty again (R21)."""
    need = NEXT[piles[place] & NEED]
    if card == 0 and need > 1 and not wild_on_wild:
        need += WILD_ON_TOP
    return (*piles[:place], need, *piles[place + 1 :])


def needs_of(piles: Cards) -> Cards:
    """What the building piles need, sorted."""
    return tuple(sorted([pile & NEED for pile in piles]))


def without(hand: Cards, card: int) -> Cards:
    """The hand without one of these cards."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
