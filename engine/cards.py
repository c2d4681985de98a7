"""The cards: twelve numbers, the wild Skip-Bo card, and the deck they make (R2)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final


class Card(IntEnum):
    """A card. The number is the one used on the wire, on disk and in the shuffle's vectors."""

    WILD = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    ELEVEN = 11
    TWELVE = 12


TOP_VALUE: Final = 12
"""The value that completes a building pile (R21)."""

HAND_SIZE: Final = 5
"""How many cards a hand is filled to (R12, R26)."""

PILES: Final = 4
"""How many building piles the table has, and discard piles each seat (R7)."""

COPIES: Final = 12
WILDS: Final = 18


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted from 1 to 12, wilds last: the order every shuffle starts from."""
    return tuple(sorted(cards, key=lambda card: card or TOP_VALUE + 1))


DECK: Final = in_order([number for number in Card if number is not Card.WILD] * COPIES + [Card.WILD] * WILDS)
"""The 162 cards in order."""
