"""The search: every line of play of one turn up to the next unknown card, and what each of them is worth.

Within a turn nothing is left to chance until a stock card is laid and the next one turned, or the hand is emptied and
filled again. So the turn falls into stretches, and a line is a way through one of them: plays, and then its end (see
`features.Kind`). All positions that plays can lead to are looked at, those without wilds first, up to a number of
positions: no clock decides, so that the same view always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from engine.cards import PILES, TOP_VALUE
from skipbo_lan.advice.evaluation import Evaluation, Vector
from skipbo_lan.advice.features import Kind
from skipbo_lan.advice.position import Position, Spread, union
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
    accessible,
)
from skipbo_lan.advice.tables import NEXT, mask_of

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
    """What it is worth by itself to play a card, and to complete a pile, so that cards keep flowing."""

    play: float = 0.0
    completion: float = 0.0

    def of(self, need: int) -> float:
        """What a card played on a pile with this need adds."""
        return self.play + (self.completion if need == TOP_VALUE else 0.0)


class Search:
    """One search of at most so many positions; `leaves` are the lines found, `moves` is the way to one of them."""

    def __init__(self, situation: Situation, evaluation: Evaluation, flow: Flow, nodes: int) -> None:
        self._situation, self._evaluation, self._flow, self._most = situation, evaluation, flow, nodes
        self._spreads: dict[Cards, Spread] = {}
        self._grown: dict[tuple[int, int, int], tuple[int, float]] = {}
        depths = tuple(map(len, situation.discards))
        needs = _needs(situation.piles)
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
        after = _after(node, leaf.move, self._card(node, leaf.move), self._situation.wild_on_wild)
        return self._spread(after[2]).position(_needs(after[0]), after[1])

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
        needs = _needs(_laid(node.piles, move[2], stock.card, self._situation.wild_on_wild))
        key = (move[1], needs, node.hand, node.depths)
        if key in self._seen_stocks:
            return
        self._seen_stocks.add(key)
        kind = Kind.STOCK if stock.owner == self._situation.me else Kind.PARTNER
        finished = stock.count == 1
        position = self._spread(node.depths).position(needs, node.hand)
        value = self._evaluation.value(kind, position, finished=finished)
        bonus = node.bonus + self._flow.of(node.piles[move[2]] & NEED) - self._flow.play
        self.leaves.append(Leaf(1.0 + bonus + value, kind, index, move, finished))

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
        free = self._situation.wild_on_wild
        piles, hand, depths = _after(node, move, card, free)
        in_order = tuple(sorted(piles))
        key = (in_order, hand, depths)
        if key in self._seen:
            return False
        self._seen.add(key)
        needs = in_order if free else _needs(piles)
        need = node.piles[move[2]] & NEED
        bonus = node.bonus + self._flow.of(need)
        refills = node.refills or (self._situation.may_draw and need >= self._situation.refills_from)
        if not hand and refills:
            value = self._evaluation.value(Kind.REFILL, self._spread(depths).position(needs, hand))
            self.leaves.append(Leaf(bonus + value, Kind.REFILL, index, move))
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
                self.leaves.append(self._best_discard(index, node))
            elif not node.refills:
                position = self._spread(node.depths).position(node.needs, ())
                value = node.bonus + self._evaluation.value(Kind.DISCARD, position)
                self.leaves.append(Leaf(value, Kind.DISCARD, index, _NOTHING))

    def _promise(self, index: int) -> float:
        """About what the end of the turn is worth in a position, before the discard is chosen."""
        node = self._nodes[index]
        held = node.hand[1:] if node.hand and node.hand[0] else node.hand[:-1]
        position = self._spread(node.depths).position(node.needs, held)
        return node.bonus + self._evaluation.value(Kind.DISCARD, position)

    def _best_discard(self, index: int, node: Node) -> Leaf:
        valuer, needs, spread = self._evaluation.of(Kind.DISCARD), node.needs, self._spread(node.depths)
        others = [union(spread.reach[:pile] + spread.reach[pile + 1 :]) for pile in range(PILES)]
        base = node.bonus + valuer.needs(needs)
        far = valuer.far(needs)
        base += sum(map(valuer.pile, spread.piles)) + sum(far[top] for top in spread.tops[:PILES])
        piles = [pile for pile in range(PILES) if spread.piles[pile] not in spread.piles[:pile]]
        best, best_move = -inf, _NOTHING
        for card in dict.fromkeys(node.hand):
            if card == 0 and node.hand[-1]:
                continue  # a wild is kept while there is anything else (and may have to be, R34)
            hand = _without(node.hand, card)
            held, wilds, left = mask_of(hand), hand.count(0) + spread.wilds + (card == 0), len(hand)
            worth = base + valuer.hand(needs, hand)
            for pile in piles:
                mask, change = self._grow(pile, node.depths[pile], card)
                cover = held | others[pile] | mask
                value = worth + change + valuer.cover * cover.bit_count() + valuer.rows(needs, cover, hand)
                value += far[card] - far[spread.tops[pile]]
                value += valuer.own(needs, cover, wilds - spread.loose[pile], left)
                if value > best:
                    best, best_move = value, (TO_DISCARDS, card, pile)
        return Leaf(best, Kind.DISCARD, index, best_move)

    def _grow(self, pile: int, depth: int, card: int) -> tuple[int, float]:
        """What can be laid from an own discard pile after this card was discarded there, and the change in value."""
        key = (pile, depth, card)
        found = self._grown.get(key)
        if found is None:
            before = self._situation.discards[pile][:depth]
            after = (*before, card)
            valuer = self._evaluation.of(Kind.DISCARD)
            found = self._grown[key] = accessible(after), valuer.pile(after) - valuer.pile(before)
        return found

    def _discarded(self, spread: Spread, pile: int, card: int, node: Node) -> Position:
        """The position after a discard."""
        piles = (*spread.piles[:pile], (*spread.piles[pile], card), *spread.piles[pile + 1 :])
        partners = [content[:depth] for content, depth in zip(self._situation.discards, node.depths, strict=True)]
        after = (*piles, *partners[PILES:])
        return Spread(after, tuple(map(len, after))).position(node.needs, _without(node.hand, card))

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


def _after(node: Node, move: Move, card: int, wild_on_wild: bool) -> tuple[Cards, Cards, Cards]:
    """The building piles, the hand, and the cards left on the discard piles after a play."""
    kind, what, place = move
    hand = _without(node.hand, card) if kind == FROM_HAND else node.hand
    depths = node.depths
    if kind == FROM_DISCARDS:
        depths = (*depths[:what], depths[what] - 1, *depths[what + 1 :])
    return _laid(node.piles, place, card, wild_on_wild), hand, depths


def _laid(piles: Cards, place: int, card: int, wild_on_wild: bool) -> Cards:
    """The building piles after a card was laid; a full pile is empty again (R21)."""
    need = NEXT[piles[place] & NEED]
    if card == 0 and need > 1 and not wild_on_wild:
        need += WILD_ON_TOP
    return (*piles[:place], need, *piles[place + 1 :])


def _needs(piles: Cards) -> Cards:
    return tuple(sorted([pile & NEED for pile in piles]))


def _without(hand: Cards, card: int) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
