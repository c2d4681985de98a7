"""What a line of play leads to, as far as it is valued."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import PILES
from skipbo_lan.advice.situation import Cards, accessible
from skipbo_lan.advice.tables import mask_of


class Position(NamedTuple):
    """A moment in a turn."""

    needs: Cards
    """What the building piles need, sorted."""
    hand: Cards
    """Sorted, wilds first."""
    piles: tuple[Cards, ...]
    """The own discard piles."""
    cover: int
    """The values that can be laid from the hand and the discard piles in reach."""
    wilds: int
    """The wilds in the hand and on those piles."""
    thrown: tuple[int, int] | None = None
    """The discard that led here, and what it lies on (-1: nothing)."""


class Spread:
    """The discard piles in reach when so many cards are left on each."""

    __slots__ = ("cover", "loose", "piles", "reach", "tops", "wilds")

    def __init__(self, discards: tuple[Cards, ...], depths: Cards) -> None:
        left = [pile[:depth] for pile, depth in zip(discards, depths, strict=True)]
        self.piles: Final = tuple(left[:PILES])
        """The own ones."""
        self.reach: Final = [accessible(pile) for pile in left]
        """The values that can be laid from each."""
        self.tops: Final = [pile[-1] if pile else -1 for pile in left]
        self.loose: Final = [top == 0 for top in self.tops]
        """Whether a wild lies on top of each."""
        self.cover: Final = union(self.reach)
        self.wilds: Final = sum(self.loose)

    def position(self, needs: Cards, hand: Cards) -> Position:
        """The position with these needs and this hand."""
        return Position(needs, hand, self.piles, self.cover | mask_of(hand), self.wilds + hand.count(0))


def union(masks: list[int]) -> int:
    """The values of all of these masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found
