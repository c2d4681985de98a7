"""What is counted of a position: the features that the weights are for, in groups that depend on the same things.

A position is the moment after a line of play: the needs of the building piles (sorted), the cards left in the hand, the
own discard piles, and what can be laid from them. How a line ended is its kind.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final

from skipbo_lan.advice.odds import Odds
from skipbo_lan.advice.situation import Cards, Other
from skipbo_lan.advice.tables import BIT, SEQUENCE, fitting, row, row_below, row_mask

_MOST_LACKING: Final = 6
"""More missing cards than these are all the same."""
_DEEP: Final = 6
"""The cards above so many on a discard pile count as buried."""
_NEAR: Final = 3
"""A card covered by one so much lower is wanted not long after it."""
_SOON: Final = 2
"""What fits after so many cards is wanted soon."""
_LATER: Final = 0.7
"""How much less each opponent counts who is a turn further away."""
_FULL_DRAW: Final = 5


class Kind(IntEnum):
    """How a line of play ends."""

    DISCARD = 0
    """With a discard, or a pass: the turn is over."""
    STOCK = 1
    """The seat's own stock card was laid, and the next one is not known."""
    REFILL = 2
    """The hand is empty, and five unknown cards are drawn."""
    PARTNER = 3
    """A partner's stock card was laid, and the next one is not known."""


LAYS_STOCK: Final = (Kind.STOCK, Kind.PARTNER)

NEEDS: Final = (
    *("need_one", "need_low", "need_high"),
    *("rival_chance", "rival_ready", "rival_near", "rival_lacks", "rival_piles", "rival_row"),
    *("later_chance", "later_ready", "mate_chance", "mate_ready"),
)
"""Building piles that need 1, 2 to 4, 9 to 12; the next opponent's stock card; those of later ones; the partner's."""
OWN: Final = ("own_chance", "own_ready", "own_near", "own_lacks", "own_piles", "own_row")
"""The own stock card: chance that it fits on the best pile at the next turn, whether nothing or one card is missing,
how many are, the chances on all piles added, and the row of values at hand below it."""
COMING: Final = ("next_fits", "next_near")
"""The next stock card: the parts of the unseen cards that fit at once, and after one more card."""
ROWS: Final = ("row_best", "row_total", "hand_stuck")
"""The rows of cards that could be laid at once: the longest, all together, and the hand cards that are part of none."""
HAND: Final = (
    *("hand_none", "hand_one", "hand_two", "hand_three"),
    *("hand_wilds", "hand_values", "hand_fits", "hand_far", "hand_leads"),
)
"""Cards left in the hand; wilds and different values among them; cards that fit at once, steps to the others,
and those that lead to the own stock card on the pile that is nearest to it."""
PILES: Final = ("pile_rows", "pile_twins", "pile_empty", "pile_cards", "pile_deep", "pile_wilds")
"""The own discard piles: steps down and equal cards from the top, empty piles, cards, cards above six, wilds."""
THROWN: Final = (
    *("thrown_down", "thrown_same", "thrown_near", "thrown_far", "thrown_buries", "thrown_soon"),
    *("thrown_steps", "thrown_leads"),
)
"""The discard itself: whether it lies on the next higher value, an equal one, one up to three higher, one higher still,
a lower one or a wild; whether what it covers fits soon; the steps until it would have fitted; whether it leads to the
own stock card."""
REST: Final = ("pile_far", "bias", "cover")
"""The steps until the tops of the own discard piles fit; 1; how many values can be laid from hand and discard piles."""

GROUPS: Final = (NEEDS, OWN, COMING, HAND, PILES, ROWS, THROWN)
NAMES: Final = (*NEEDS, *OWN, *COMING, *HAND, *PILES, *ROWS, *THROWN, *REST)


def needs_features(needs: Cards, rivals: tuple[Other, ...], mates: tuple[Other, ...], odds: Odds) -> tuple[float, ...]:
    """What the building piles mean for the others."""
    one = low = high = 0
    for need in needs:
        one += need == 1
        low += 2 <= need <= 4
        high += need >= 9
    rival = _outlook(needs, rivals[0], odds) if rivals else (0.0, 0, 0, 0, 0.0)
    rival_row = sum(row(need, rivals[0].cover) for need in set(needs)) if rivals else 0
    later_chance = later_ready = 0.0
    weight = 1.0
    for other in rivals[1:]:
        weight *= _LATER
        chance, ready, *_ = _outlook(needs, other, odds)
        later_chance += weight * chance
        later_ready += weight * ready
    mate_chance = mate_ready = 0.0
    for other in mates:
        chance, ready, *_ = _outlook(needs, other, odds)
        mate_chance += chance
        mate_ready += ready
    return (one, low, high, *rival, rival_row, later_chance, later_ready, mate_chance, mate_ready)


def own_features(needs: Cards, stock: int, cover: int, wilds: int, draws: int, odds: Odds) -> tuple[float, ...]:
    """How near the own stock card is; zeros without one."""
    if stock < 0:
        return (0.0,) * len(OWN)
    best, total, lacks = _chances(needs, stock, cover, wilds, draws, odds)
    back = row_below(stock, cover) if stock else 0
    return (best, lacks == 0, lacks == 1, min(lacks, _MOST_LACKING), total, back)


def coming_features(needs: Cards, cover: int, wilds: int, odds: Odds) -> tuple[float, ...]:
    """How well the next stock card is likely to fit."""
    fits = near = 0
    for need in needs:
        fits |= fitting(need, cover, wilds)
        near |= fitting(need, cover, wilds + 1)
    first = odds.share(fits)
    return (first, odds.share(near) - first)


def hand_features(needs: Cards, hand: Cards, stock: int) -> tuple[float, ...]:
    """What is left in the hand; `stock` is the own stock card, or -1 when it is not known."""
    size = len(hand)
    wilds = values = fits = far = 0
    steps = steps_to_fit(needs)
    for card in hand:
        if card == 0:
            wilds += 1
            continue
        values |= BIT[card]
        far += steps[card]
        fits += steps[card] == 0
    leads = (values & _shortest_way(needs, stock)).bit_count() if stock > 0 else 0
    return (size == 0, size == 1, size == 2, size == 3, wilds, values.bit_count(), fits, far, leads)


def thrown_features(needs: Cards, stock: int, card: int, below: int) -> tuple[float, ...]:
    """A discard onto a card, or onto an empty pile (-1)."""
    steps = steps_to_fit(needs)
    leads = bool(card) and stock > 0 and bool(_shortest_way(needs, stock) & BIT[card])
    gap = below - card
    covers = below >= 0 and gap not in (0, 1)
    if below < 0 or not (card and below):
        wild = below >= 0
        return (0, 0, 0, 0, wild, wild, steps[card], leads)
    soon = covers and steps[below] <= _SOON
    return (gap == 1, gap == 0, 1 < gap <= _NEAR, gap > _NEAR, gap < 0, soon, steps[card], leads)


@cache
def _shortest_way(needs: Cards, card: int) -> int:
    """The values to be laid before a card fits, on the pile where they are fewest."""
    return min([SEQUENCE[need][card] for need in needs], key=int.bit_count)


@cache
def steps_to_fit(needs: Cards) -> tuple[int, ...]:
    """By card, how many cards must be laid before it fits somewhere; 0 for a wild, and for no card (-1)."""
    return (0, *(min([(card - need) % 12 for need in needs]) for card in range(1, 13)), 0)


def rows_features(needs: Cards, cover: int, hand: Cards) -> tuple[float, ...]:
    """What could be laid at once."""
    best = total = taken = last = 0
    for need in needs:
        if need != last:
            last = need
            length = row(need, cover)
            total += length
            taken |= row_mask(need, length)
            if length > best:
                best = length
    return (best, total, sum([not taken & BIT[card] for card in hand if card]))


def pile_features(pile: Cards) -> tuple[float, ...]:
    """One discard pile."""
    rows = twins = 0
    above = pile[-1] if pile else 0
    for card in pile[-2::-1]:
        if not above or card not in (above, above + 1):
            break
        rows += card != above
        twins += card == above
        above = card
    size = len(pile)
    return (rows, twins, size == 0, size, max(0, size - _DEEP), pile.count(0))


def _outlook(needs: Cards, other: Other, odds: Odds) -> tuple[float, int, int, int, float]:
    """Chance, ready, near, lacking and chances added for the stock cards that another seat may play."""
    chance = total = 0.0
    ready = near = 0
    fewest = _MOST_LACKING
    for stock in other.stocks:
        best, piles, lacks = _chances(needs, stock, other.cover, other.wilds, _FULL_DRAW, odds)
        chance += best
        total += piles
        ready += lacks == 0
        near += lacks == 1
        fewest = min(fewest, lacks)
    return chance, ready, near, fewest, total


def _chances(needs: Cards, stock: int, cover: int, wilds: int, draws: int, odds: Odds) -> tuple[float, float, int]:
    """For a stock card: the chance on the best pile, on all piles added, and the fewest cards missing."""
    best = total = chance = 0.0
    fewest, last = 12, 0
    for need in needs:
        if need != last:
            last = need
            lacking = SEQUENCE[need][stock] & ~cover
            count = lacking.bit_count() - wilds
            if count < fewest:
                fewest = count
            chance = odds.chance(lacking, wilds, draws) if count > 0 else 1.0
            if chance > best:
                best = chance
        total += chance
    return best, total, max(0, fewest)
