"""Arithmetic on sets of card values, as 12-bit masks: value v is bit v-1, and a wild is no value at all.

There are 4096 sets and 12 values, so what has been worked out is kept: the search asks for it thousands of times.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.cards import TOP_VALUE

ALL: Final = (1 << TOP_VALUE) - 1
BIT: Final = (0, *(1 << place for place in range(TOP_VALUE)))
"""The mask of a card; empty for a wild (0)."""
NEXT: Final = (0, *range(2, TOP_VALUE + 1), 1)
"""What a pile needs after this value; a full pile is empty again (R21)."""


def _between(need: int, target: int) -> int:
    mask = 0
    while need != target:
        mask |= BIT[need]
        need = NEXT[need]
    return mask


SEQUENCE: Final = tuple(
    tuple(_between(need, target) if need and target else 0 for target in range(TOP_VALUE + 1))
    for need in range(TOP_VALUE + 1)
)
"""SEQUENCE[need][card]: the values to be laid on a pile before the card fits; none for a wild."""


def mask_of(cards: Iterable[int]) -> int:
    """The values among these cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


@cache
def values_of(mask: int) -> tuple[int, ...]:
    """The values of a mask, in order."""
    return tuple(value for value in range(1, TOP_VALUE + 1) if mask & BIT[value])


@cache
def row(need: int, mask: int) -> int:
    """How many cards can be laid one after the other on a pile, when these values are at hand: 0 to 12."""
    turned = ((mask | mask << TOP_VALUE) >> (need - 1)) & ALL
    return (~turned & (turned + 1)).bit_length() - 1


@cache
def row_below(card: int, mask: int) -> int:
    """How many of these values follow each other downwards from below this card: 0 to 11."""
    count = 0
    value = (card - 2) % TOP_VALUE
    while mask >> value & 1 and count < TOP_VALUE - 1:
        count += 1
        value = (value - 1) % TOP_VALUE
    return count


@cache
def row_mask(need: int, length: int) -> int:
    """The values of a row of this length from this need."""
    mask = 0
    for _ in range(length):
        mask |= BIT[need]
        need = NEXT[need]
    return mask


@cache
def fitting(need: int, mask: int, lacking: int) -> int:
    """The cards that fit on a pile when these values can be laid before them, and so many more may be lacking."""
    found = 0
    for _ in range(TOP_VALUE):
        found |= BIT[need]
        lacking -= not mask & BIT[need]
        if lacking < 0:
            break
        need = NEXT[need]
    return found
