"""The value of positions: weights times features, where each group of features is worth computing only once.

A value is in stock cards: how many more of them the seat will lay than its opponents, the near future counting most.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Final, TypeAlias

from engine.cards import HAND_SIZE
from skipbo_lan.advice import features
from skipbo_lan.advice.features import LAYS_STOCK, Kind
from skipbo_lan.advice.odds import Odds
from skipbo_lan.advice.position import Position
from skipbo_lan.advice.situation import Cards, Situation
from skipbo_lan.advice.tables import SEQUENCE

Vector: TypeAlias = tuple[float, ...]

_BLIND_TO: Final = frozenset(name for name in features.NAMES if name.startswith(("rival_", "later_")))


@dataclass(frozen=True, slots=True)
class Weights:
    """A weight for each feature, in the order of `features.NAMES`, for each kind of line."""

    by_kind: tuple[Vector, ...]

    def without_opponents(self) -> Weights:
        """Blind to what opponents wait for."""
        keep = [0.0 if name in _BLIND_TO else 1.0 for name in features.NAMES]
        return Weights(tuple(tuple(map(mul, vector, keep)) for vector in self.by_kind))


def read_weights(text: str) -> Weights:
    """Weights as a file of this folder has them: feature, kind, number; what is not named counts nothing."""
    table = json.loads(text)["weights"]
    return Weights(
        tuple(tuple(float(table.get(name, {}).get(kind.name.lower(), 0.0)) for name in features.NAMES) for kind in Kind)
    )


@cache
def fitted_weights(seats: int, teams: bool, opponents: bool = True) -> Weights:
    """The weights fitted for a table of this size."""
    name = "teams" if teams else str(seats)
    weights = read_weights((files("skipbo_lan.advice") / "weights" / f"{name}.json").read_text("utf-8"))
    return weights if opponents else weights.without_opponents()


class Evaluation:
    """Values of positions that one moment of a turn can lead to."""

    def __init__(self, situation: Situation, weights: Weights) -> None:
        self._situation = situation
        self._odds = Odds(situation.unseen)
        self._valuers = tuple(Valuer(situation, self._odds, kind, weights.by_kind[kind]) for kind in Kind)

    def of(self, kind: Kind) -> Valuer:
        """The values of positions to which lines of this kind lead."""
        return self._valuers[kind]

    def value(self, kind: Kind, position: Position, *, finished: bool = False) -> float:
        """The value of a position; `finished`: the stock that was played from has no next card."""
        valuer = self._valuers[kind]
        needs, hand, cover = position.needs, position.hand, position.cover
        value = valuer.needs(needs) + valuer.hand(needs, hand) + valuer.cover * cover.bit_count()
        far = valuer.far(needs)
        for pile in position.piles:
            if pile:
                value += far[pile[-1]]
            value += valuer.pile(pile)
        if kind is not Kind.STOCK:
            value += valuer.own(needs, cover, position.wilds, len(hand))
        if kind in LAYS_STOCK:
            value += valuer.coming(position, finished)
        return value + valuer.rows(needs, cover, hand)

    def features(self, kind: Kind, position: Position, *, finished: bool = False) -> Vector:
        """All features of a position, in the order of `features.NAMES`."""
        needs, hand = position.needs, position.hand
        own: Vector = (0.0,) * len(features.OWN)
        coming: Vector = (0.0,) * len(features.COMING)
        if kind is not Kind.STOCK:
            cover = position.cover & relevant_to(self._situation.own_stock, needs)
            own = _own_features(self._situation, self._odds, needs, cover, position.wilds, len(hand))
        if kind in LAYS_STOCK:
            coming = _coming_features(self._odds, position, finished)
        piles = map(sum, zip(*map(features.pile_features, position.piles), strict=True))
        others = features.needs_features(needs, self._situation.rivals, self._situation.mates, self._odds)
        held = features.hand_features(needs, hand, _known_stock(self._situation, kind))
        rows = features.rows_features(needs, position.cover, hand)
        steps = features.steps_to_fit(needs)
        far = sum(steps[pile[-1]] for pile in position.piles if pile)
        thrown: Vector = (0.0,) * len(features.THROWN)
        if position.thrown is not None:
            thrown = features.thrown_features(needs, self._situation.own_stock, *position.thrown)
        return (*others, *own, *coming, *held, *piles, *rows, *thrown, far, 1.0, position.cover.bit_count())


class Valuer:
    """The values of one kind of line, each group of features by itself; it remembers what it has worked out."""

    def __init__(self, situation: Situation, odds: Odds, kind: Kind, vector: Vector) -> None:
        self._situation, self._odds, self._stock = situation, odds, _known_stock(situation, kind)
        self._groups, self._far_weight, self._bias, self.cover = _grouped(vector)
        """What each value is worth that can be laid."""
        self._needs: dict[Cards, float] = {}
        self._own: dict[tuple[Cards, int, int, int], float] = {}
        self._hand: dict[tuple[Cards, Cards], float] = {}
        self._piles: dict[Cards, float] = {}
        self._rows: dict[tuple[Cards, int, Cards], float] = {}
        self._far: dict[Cards, Vector] = {}
        self._thrown: dict[tuple[Cards, int, int], float] = {}
        self._relevant: dict[Cards, int] = {}

    def needs(self, needs: Cards) -> float:
        """The part of the value that the building piles alone decide, and what is always there."""
        found = self._needs.get(needs)
        if found is None:
            counted = features.needs_features(needs, self._situation.rivals, self._situation.mates, self._odds)
            found = self._needs[needs] = self._bias + _sum(self._groups[0], counted)
        return found

    def own(self, needs: Cards, cover: int, wilds: int, held: int) -> float:
        """The part that the own stock card decides."""
        relevant = self._relevant.get(needs)
        if relevant is None:
            relevant = self._relevant[needs] = relevant_to(self._situation.own_stock, needs)
        cover &= relevant
        key = (needs, cover, wilds, held)
        found = self._own.get(key)
        if found is None:
            counted = _own_features(self._situation, self._odds, needs, cover, wilds, held)
            found = self._own[key] = _sum(self._groups[1], counted)
        return found

    def coming(self, position: Position, finished: bool) -> float:
        """The part that the stock card to come decides."""
        return _sum(self._groups[2], _coming_features(self._odds, position, finished))

    def hand(self, needs: Cards, hand: Cards) -> float:
        """The part that the cards in the hand decide."""
        key = (needs, hand)
        found = self._hand.get(key)
        if found is None:
            found = self._hand[key] = _sum(self._groups[3], features.hand_features(needs, hand, self._stock))
        return found

    def pile(self, pile: Cards) -> float:
        """The part that one of the own discard piles decides."""
        found = self._piles.get(pile)
        if found is None:
            found = self._piles[pile] = _sum(self._groups[4], features.pile_features(pile))
        return found

    def far(self, needs: Cards) -> Vector:
        """The part of each card on top of an own discard pile; none for no card (-1)."""
        found = self._far.get(needs)
        if found is None:
            found = self._far[needs] = tuple([self._far_weight * steps for steps in features.steps_to_fit(needs)])
        return found

    def rows(self, needs: Cards, cover: int, hand: Cards) -> float:
        """The part that the cards decide which could be laid at once."""
        key = (needs, cover, hand)
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = _sum(self._groups[5], features.rows_features(needs, cover, hand))
        return found

    def thrown(self, needs: Cards, card: int, below: int) -> float:
        """The part of the discard itself, onto a card or nothing (-1)."""
        key = (needs, card, below)
        found = self._thrown.get(key)
        if found is None:
            counted = features.thrown_features(needs, self._stock, card, below)
            found = self._thrown[key] = _sum(self._groups[6], counted)
        return found


_FINISHED: Final = (1.0, 0.0)
"""A stock that is empty is as good as one whose next card surely fits."""


@cache
def _grouped(vector: Vector) -> tuple[tuple[Vector, ...], float, float, float]:
    """The weights of each group of features, and those of the rest."""
    by_name = dict(zip(features.NAMES, vector, strict=True))
    far, bias, cover = (by_name[name] for name in features.REST)
    return tuple(tuple(by_name[name] for name in group) for group in features.GROUPS), far, bias, cover


def _known_stock(situation: Situation, kind: Kind) -> int:
    """The own stock card after a line of this kind; -1 when the next one is not known."""
    return -1 if kind is Kind.STOCK else situation.own_stock


def relevant_to(stock: int, needs: Cards) -> int:
    """The values that could lead to a stock card."""
    relevant = 0
    if stock > 0:
        for need in needs:
            relevant |= SEQUENCE[need][stock]
    return relevant


def _own_features(situation: Situation, odds: Odds, needs: Cards, cover: int, wilds: int, held: int) -> Vector:
    draws = min(HAND_SIZE - held, situation.supply) if held < HAND_SIZE else 0
    return features.own_features(needs, situation.own_stock, cover, wilds, draws, odds)


def _coming_features(odds: Odds, position: Position, finished: bool) -> Vector:
    if finished:
        return _FINISHED
    return features.coming_features(position.needs, position.cover, position.wilds, odds)


def _sum(weights: Vector, counted: Vector) -> float:
    return sum(map(mul, weights, counted), 0.0)
