"""The search: every line of play of one turn up to the next unknown card, and what each of them is worth.

Within a turn nothing is left to chance until a stock card is laid and the next one turned, or the hand is emptied and
filled again. So the turn falls into stretches, and a line is a way through one of them: plays, and then its end (see
`features.Kind`). All positions that plays can lead to are looked at, those without wilds first, up to a number of
positions: no clock decides, so that the same view always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.cards import PILES, TOP_VALUE
from skipbo_lan.advice.discards import Discards
from skipbo_lan.advice.evaluation import Evaluation, Vector
from skipbo_lan.advice.features import Kind
from skipbo_lan.advice.plays import needs_of, played, without
from skipbo_lan.advice.position import Position, Spread
from skipbo_lan.advice.situation import (
    FROM_DISCARDS,
    FROM_HAND,
    FROM_STOCK,
    NEED,
    PASS,
    TO_DISCARDS,
    WILD_ON_TOP,
    Cards,
    Move,
    Situation,
    StockTop,
)
from skipbo_lan.advice.tables import mask_of

ENDED: Final = 6
"""Positions from which every discard is weighed, those worth most before it: the best is nearly always among them."""

_NOTHING: Final[Move] = (PASS, 0, 0)


class Node(NamedTuple):
    """A position within the stretch, and the play that led there."""

    piles: Cards
    needs: Cards
    """Sorted."""
    hand: Cards
    depths: Cards
    """How many cards are left on each discard pile in reach."""
    parent: int
    move: Move
    refills: bool
    """Whether an emptied hand is filled again."""
    bonus: float
    """What the plays so far are worth by themselves."""


class Leaf(NamedTuple):
    """The end of a line."""

    value: float
    kind: Kind
    node: int
    """After which plays."""
    move: Move
    """The last move."""
    finished: bool = False
    """That move empties a stock."""


@dataclass(frozen=True, slots=True)
class Flow:
    """What it is worth by itself that cards keep flowing."""

    play: float = 0.0
    """To play a number from hand or discards; a wild is the last help where nothing fits any more."""
    completion: float = 0.0
    """To complete a pile."""
    variety: float = 0.0
    """Each different value that the building piles need."""
    answered: float = 0.0
    """Each of them that an open card of anybody meets."""

    def of(self, need: int, card: int) -> float:
        """What a card played on a pile with this need adds."""
        return (self.play if card else 0.0) + (self.completion if need == TOP_VALUE else 0.0)


class Search:
    """One search of at most so many positions; `leaves` are the lines found, `moves` is the way to one of them."""

    def __init__(self, situation: Situation, evaluation: Evaluation, flow: Flow, nodes: int) -> None:
        self._situation, self._evaluation, self._flow, self._most = situation, evaluation, flow, nodes
        self._spreads: dict[Cards, Spread] = {}
        self._discards = Discards(evaluation.of(Kind.DISCARD))
        depths = tuple(map(len, situation.discards))
        needs = needs_of(situation.piles)
        self._nodes = [Node(situation.piles, needs, situation.hand, depths, -1, _NOTHING, situation.refills, 0.0)]
        self._seen = {(tuple(sorted(situation.piles)), situation.hand, depths)}
        self._seen_stocks: set[tuple[int, Cards, Cards, Cards]] = set()
        self.leaves: list[Leaf] = []
        if not self._explore():
            self._end_turns()

    @property
    def wins(self) -> bool:
        """Whether the only leaf is the last card of the last stock (R40, R67)."""
        return self._situation.side_stock == 1 and self.leaves[0].kind in (Kind.STOCK, Kind.PARTNER)

    def moves(self, leaf: Leaf) -> list[Move]:
        """The line that ends with this leaf."""
        line = [leaf.move]
        node = self._nodes[leaf.node]
        while node.parent >= 0:
            line.append(node.move)
            node = self._nodes[node.parent]
        return line[::-1]

    def features(self, leaf: Leaf) -> Vector:
        """What was counted of the position that a line leads to."""
        return self._evaluation.features(leaf.kind, self.position(leaf), finished=leaf.finished)

    def features_before(self) -> Vector:
        """What is counted before anything is played, as if the turn ended there."""
        start = self._nodes[0]
        return self._evaluation.features(Kind.DISCARD, self._spread(start.depths).position(start.needs, start.hand))

    def position(self, leaf: Leaf) -> Position:
        """What a line leads to."""
        node = self._nodes[leaf.node]
        kind, what, pile = leaf.move
        spread = self._spread(node.depths)
        if kind == PASS:
            return spread.position(node.needs, node.hand)
        if kind == TO_DISCARDS:
            return self._discarded(spread, pile, what, node)
        piles, hand, depths = self._played(node, leaf.move, self._card(node, leaf.move))
        return self._spread(depths).position(needs_of(piles), hand)

    def _explore(self) -> bool:
        """Look at all positions, and note lines that end in their midst; whether one wins the round."""
        natural, wild = [0], list[int]()
        while natural or wild:
            if not natural:
                natural, wild = wild[::-1], []
            index = natural.pop()
            node = self._nodes[index]
            spots = {pile: place for place, pile in reversed(tuple(enumerate(node.piles)))}
            if self._lay_stocks(index, node, spots):
                return True
            if len(self._nodes) >= self._most:
                return False
            for kind, what, card in self._open_cards(node):
                for place in self._places(card, spots):
                    if self._add(index, node, (kind, what, place), card):
                        (natural if card else wild).append(len(self._nodes) - 1)
        return False

    def _lay_stocks(self, index: int, node: Node, spots: dict[int, int]) -> bool:
        """Note the lines that end here by laying a stock card; whether that wins the round."""
        for which, stock in enumerate(self._situation.stocks):
            for place in self._places(stock.card, spots):
                move = (FROM_STOCK, which, place)
                if self._situation.side_stock == 1:
                    self.leaves = [Leaf(0.0, Kind.STOCK, index, move, True)]
                    return True
                self._lay_stock(index, node, stock, move)
        return False

    def _lay_stock(self, index: int, node: Node, stock: StockTop, move: Move) -> None:
        needs = needs_of(self._played(node, move, stock.card)[0])
        key = (move[1], needs, node.hand, node.depths)
        if key in self._seen_stocks:
            return
        self._seen_stocks.add(key)
        kind = Kind.STOCK if stock.owner == self._situation.me else Kind.PARTNER
        finished = stock.count == 1
        position = self._spread(node.depths).position(needs, node.hand)
        value = self._evaluation.value(kind, position, finished=finished)
        completion = self._flow.of(node.piles[move[2]] & NEED, 0)
        worth = 1.0 + node.bonus + completion + self._openness(needs) + value
        self.leaves.append(Leaf(worth, kind, index, move, finished))

    def _open_cards(self, node: Node) -> Iterator[Move]:
        """The cards that may be played from hand and discard piles, equal ones once: from where, which, the card."""
        last = -1
        for card in node.hand:
            if card != last:
                yield FROM_HAND, card, card
                last = card
        for place, top in enumerate(self._spread(node.depths).tops):
            if top >= 0:
                yield FROM_DISCARDS, place, top

    def _places(self, card: int, spots: dict[int, int]) -> Iterable[int]:
        """Where a card may be laid (R15, R17, R18), on one of several equal piles only."""
        if card:
            return [spots[pile] for pile in (card, card + WILD_ON_TOP) if pile in spots]
        return [place for pile, place in spots.items() if pile < WILD_ON_TOP]

    def _add(self, index: int, node: Node, move: Move, card: int) -> bool:
        """Follow a play; whether there is a new position to go on from."""
        piles, hand, depths = self._played(node, move, card)
        in_order = tuple(sorted(piles))
        key = (in_order, hand, depths)
        if key in self._seen:
            return False
        self._seen.add(key)
        needs = in_order if self._situation.wild_on_wild else needs_of(piles)
        need = node.piles[move[2]] & NEED
        bonus = node.bonus + self._flow.of(need, card)
        refills = node.refills or (self._situation.may_draw and need >= self._situation.refills_from)
        if not hand and refills:
            value = self._evaluation.value(Kind.REFILL, self._spread(depths).position(needs, hand))
            self.leaves.append(Leaf(bonus + self._openness(needs) + value, Kind.REFILL, index, move))
            return False
        self._nodes.append(Node(piles, needs, hand, depths, index, move, refills, bonus))
        return True

    def _end_turns(self) -> None:
        """Note the lines that end with a discard or a pass, the best from each position."""
        indices = list(range(len(self._nodes)))
        if len(indices) > ENDED:
            indices.sort(key=self._promise, reverse=True)
        for index in indices[:ENDED]:
            node = self._nodes[index]
            if node.hand:
                worth, card, pile = self._discards.best(node.needs, node.hand, self._spread(node.depths))
                worth += node.bonus + self._openness(node.needs)
                self.leaves.append(Leaf(worth, Kind.DISCARD, index, (TO_DISCARDS, card, pile)))
            elif not node.refills:
                position = self._spread(node.depths).position(node.needs, ())
                value = node.bonus + self._openness(node.needs) + self._evaluation.value(Kind.DISCARD, position)
                self.leaves.append(Leaf(value, Kind.DISCARD, index, _NOTHING))

    def _promise(self, index: int) -> float:
        """About what the end of the turn is worth in a position, before the discard is chosen."""
        node = self._nodes[index]
        held = node.hand[1:] if node.hand and node.hand[0] else node.hand[:-1]
        position = self._spread(node.depths).position(node.needs, held)
        return node.bonus + self._openness(node.needs) + self._evaluation.value(Kind.DISCARD, position)

    def _openness(self, needs: Cards) -> float:
        """What it is worth that others can play on these piles."""
        flow = self._flow
        if not flow.variety and not flow.answered:
            return 0.0
        different = mask_of(needs)
        answered = different & self._situation.open_cards
        return flow.variety * different.bit_count() + flow.answered * answered.bit_count()

    def _discarded(self, spread: Spread, pile: int, card: int, node: Node) -> Position:
        """The position after a discard."""
        piles = (*spread.piles[:pile], (*spread.piles[pile], card), *spread.piles[pile + 1 :])
        partners = [content[:depth] for content, depth in zip(self._situation.discards, node.depths, strict=True)]
        after = (*piles, *partners[PILES:])
        position = Spread(after, tuple(map(len, after))).position(node.needs, without(node.hand, card))
        return position._replace(thrown=(card, spread.tops[pile]))

    def _played(self, node: Node, move: Move, card: int) -> tuple[Cards, Cards, Cards]:
        """The building piles, the hand, and the depths of the discard piles after a play."""
        return played(node.piles, node.hand, node.depths, move, card, wild_on_wild=self._situation.wild_on_wild)

    def _spread(self, depths: Cards) -> Spread:
        found = self._spreads.get(depths)
        if found is None:
            found = self._spreads[depths] = Spread(self._situation.discards, depths)
        return found

    def _card(self, node: Node, move: Move) -> int:
        kind, what, _ = move
        if kind == FROM_STOCK:
            return self._situation.stocks[what].card
        return what if kind == FROM_HAND else self._spread(node.depths).tops[what]
