"""What self-play remembers for the fitting: the lines chosen, and the stock cards that were laid after them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine.actions import Action, Play, Stock
from engine.events import Event
from engine.ruleset import Seat, Sides, side_of
from engine.view import View
from skipbo_lan.advice.evaluation import Weights
from skipbo_lan.advice.line import line_to, search_from
from skipbo_lan.advice.search import Leaf
from skipbo_lan.advice.situation import situation_of


@dataclass(slots=True)
class Entries:
    """The lines that a seat chose, in order; the lists run parallel."""

    kinds: array[int] = field(default_factory=lambda: array("b"))
    features: array[float] = field(default_factory=lambda: array("f"))
    """One vector after the other."""
    rewards: array[float] = field(default_factory=lambda: array("f"))
    """Stock cards laid from then until the next line: the own side's, less the others', each discounted."""
    discounts: array[float] = field(default_factory=lambda: array("f"))
    """What the time until the next line is discounted by; 0 for the last one."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is worth how much."""

    discount: float
    """Of everything that happens a time around the table later."""
    envy: float
    """What the stock cards of all opponents are worth to lose, for each of one's own."""
    nodes: int = 100
    noise: float = 0.12
    """The standard deviation of the error made on purpose in valuing a line, in stock cards."""


class Diary:
    """One round of self-play by players who try things out."""

    def __init__(self, sides: Sides, aim: Aim, weights: Weights, chance: Random) -> None:
        self._sides, self._aim, self._weights, self._chance = sides, aim, weights, chance
        seats = sum(map(len, sides))
        self.entries: Final = [Entries() for _ in range(seats)]
        self._since = [0.0] * seats
        self._waiting: tuple[Seat, int, Sequence[float]] | None = None
        self._now = 0.0

    def think(self, view: View) -> Sequence[Action]:
        """Choose a line, and remember it once it has been played."""
        self._write()
        situation = situation_of(view)
        search = search_from(situation, self._weights, self._aim.nodes)
        line = line_to(self._choice(search.leaves), search, situation)
        if not line.wins:
            self._waiting = view.turn, line.leaf.kind, line.search.features(line.leaf)
        return line.actions

    def watch(self, seat: Seat, action: Action, turn: int, _: tuple[Event, ...]) -> None:
        """Count a stock card for its side and against the others."""
        self._now = turn / len(self._since)
        if not (isinstance(action, Play) and isinstance(action.source, Stock)):
            return
        winner = side_of(self._sides, seat)
        for side, members in enumerate(self._sides):
            gain = 1.0 if side == winner else -self._aim.envy / (len(self._sides) - 1)
            for member in members:
                if self.entries[member].rewards:
                    later = self._aim.discount ** (self._now - self._since[member])
                    self.entries[member].rewards[-1] += gain * later

    def _choice(self, leaves: Sequence[Leaf]) -> Leaf:
        """The best, or now and then one that is hardly worse: what is never done is never learnt."""
        return max(leaves, key=lambda leaf: leaf.value + self._chance.gauss(0.0, self._aim.noise))

    def _write(self) -> None:
        if self._waiting is None:
            return
        seat, kind, features = self._waiting
        self._waiting = None
        entries = self.entries[seat]
        if entries.discounts:
            entries.discounts[-1] = self._aim.discount ** (self._now - self._since[seat])
        self._since[seat] = self._now
        entries.kinds.append(kind)
        entries.features.extend(features)
        entries.rewards.append(0.0)
        entries.discounts.append(0.0)
