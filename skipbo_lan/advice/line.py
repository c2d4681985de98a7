"""The line of play that a player of some strength would follow, from a view alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from engine.actions import Action
from engine.ruleset import MIN_SEATS
from engine.view import View
from skipbo_lan.advice.evaluation import Evaluation, Weights, fitted_weights
from skipbo_lan.advice.features import LAYS_STOCK
from skipbo_lan.advice.search import Flow, Leaf, Search
from skipbo_lan.advice.situation import Situation, situation_of

_SCARCE_FROM: Final = 4
"""With fewer cards to draw than so many for each seat, hands begin to dry up."""
_DRY: Final = Flow(play=0.3, completion=0.8, variety=0.3, answered=0.3)
"""What it is worth that cards keep flowing when nothing is left to draw; it grows up to that."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well somebody plays."""

    nodes: int
    """Positions looked at."""
    noise: float = 0.0
    """The standard deviation of the error made in valuing a line, in stock cards."""
    opponents: bool = True
    """Whether it matters what the opponents wait for."""


HARD: Final = Strength(nodes=200)
"""The strongest: what hints come from. With half of the positions it misses the best line in every fortieth stretch."""


@dataclass(frozen=True, slots=True)
class Line:
    """The way to the next unknown card, or to the end of the turn."""

    actions: tuple[Action, ...]
    leaf: Leaf
    search: Search

    @property
    def wins(self) -> bool:
        """Whether it wins the round."""
        return self.search.wins


def best_line(view: View, strength: Strength, chance: Random, *, stock_bonus: float = 0.0) -> Line | None:
    """What a player of this strength does for the seat to act; None when the view offers nothing to a seat.

    `stock_bonus` is added to the value of lines that lay a stock card.
    """
    situation = situation_of(view)
    weights = fitted_weights(situation.seats, bool(situation.mates), strength.opponents)
    search = search_from(situation, weights, strength.nodes)
    if not search.leaves:
        return None

    def value(leaf: Leaf) -> float:
        error = chance.gauss(0.0, strength.noise) if strength.noise else 0.0
        return leaf.value + error + (stock_bonus if leaf.kind in LAYS_STOCK else 0.0)

    return line_to(max(search.leaves, key=value), search, situation)


def search_from(situation: Situation, weights: Weights, nodes: int) -> Search:
    """Search with any weights."""
    return Search(situation, Evaluation(situation, weights), flow_of(situation), nodes)


def line_to(leaf: Leaf, search: Search, situation: Situation) -> Line:
    """The line that ends with a leaf."""
    return Line(tuple(map(situation.action, search.moves(leaf))), leaf, search)


def flow_of(situation: Situation) -> Flow:
    """What keeps the cards flowing as they run out; with two seats they never do."""
    if situation.seats == MIN_SEATS:
        return Flow()
    scarcity = max(0.0, 1 - situation.supply / (_SCARCE_FROM * situation.seats))
    return Flow(*(scarcity * part for part in (_DRY.play, _DRY.completion, _DRY.variety, _DRY.answered)))
