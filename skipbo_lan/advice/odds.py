"""Chances of cards that nobody has seen yet, from how many of each are hidden."""

from __future__ import annotations

from math import prod

from engine.cards import HAND_SIZE
from skipbo_lan.advice.situation import Cards
from skipbo_lan.advice.tables import values_of


class Odds:
    """Chances for one moment of a round; asked for the same again and again, it remembers."""

    def __init__(self, unseen: Cards) -> None:
        self._unseen = unseen
        self._total = max(1, sum(unseen))
        self._by_draws = [self._drawn(draws) for draws in range(HAND_SIZE + 1)]
        self._chances: dict[tuple[int, int, int], float] = {}
        self._shares: dict[int, float] = {}

    def chance(self, lacking: int, wilds: int, draws: int) -> float:
        """The chance that so many draws (0 to 5) bring these values, wilds at hand standing for the rarest.

        Values count as if each were drawn for itself, so it is a little too high for several of them.
        """
        key = (lacking, wilds, draws)
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._chance(lacking, wilds, draws)
        return found

    def share(self, values: int) -> float:
        """The part of all unseen cards that have one of these values, or are wild."""
        found = self._shares.get(values)
        if found is None:
            count = self._unseen[0] + sum([self._unseen[value] for value in values_of(values)])
            found = self._shares[values] = count / self._total
        return found

    def _chance(self, lacking: int, wilds: int, draws: int) -> float:
        spare = lacking.bit_count() - wilds
        if spare <= 0:
            return 1.0
        by_value = self._by_draws[draws]
        parts = [by_value[value] for value in values_of(lacking)]
        if wilds:
            parts.sort(reverse=True)
        return prod(parts[:spare])

    def _drawn(self, draws: int) -> list[float]:
        wilds, total = self._unseen[0], self._total
        return [1 - (1 - min(1.0, (count + wilds) / total)) ** draws for count in self._unseen]
