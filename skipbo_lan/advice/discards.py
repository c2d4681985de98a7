"""The best discard from a position: every card on every own pile, valued as what would be left."""

from __future__ import annotations

from math import inf

from engine.cards import PILES
from skipbo_lan.advice.evaluation import Valuer
from skipbo_lan.advice.plays import without
from skipbo_lan.advice.position import Spread, union
from skipbo_lan.advice.situation import Cards, accessible
from skipbo_lan.advice.tables import mask_of


class Discards:
    """Weighs discards in one moment of a round; piles that were looked at before are remembered."""

    def __init__(self, valuer: Valuer) -> None:
        self._valuer = valuer
        self._grown: dict[tuple[Cards, int], tuple[int, float]] = {}

    def best(self, needs: Cards, hand: Cards, spread: Spread) -> tuple[float, int, int]:
        """What the turn's end is worth with the best discard, which card that is, and on which pile."""
        valuer, far = self._valuer, self._valuer.far(needs)
        others = [union(spread.reach[:pile] + spread.reach[pile + 1 :]) for pile in range(PILES)]
        piles = [pile for pile in range(PILES) if spread.piles[pile] not in spread.piles[:pile]]
        base = valuer.needs(needs) + sum(map(valuer.pile, spread.piles)) + sum(far[top] for top in spread.tops[:PILES])
        best, best_card, best_pile = -inf, -1, -1
        for card in dict.fromkeys(hand):
            if card == 0 and hand[-1]:
                continue  # a wild is kept while there is anything else (and may have to be, R34)
            rest = without(hand, card)
            held, wilds, left = mask_of(rest), rest.count(0) + spread.wilds + (card == 0), len(rest)
            worth = base + valuer.hand(needs, rest)
            for pile in piles:
                mask, change = self._grow(spread.piles[pile], card)
                cover = held | others[pile] | mask
                value = worth + change + valuer.cover * cover.bit_count() + valuer.rows(needs, cover, rest)
                value += far[card] - far[spread.tops[pile]] + valuer.thrown(needs, card, spread.tops[pile])
                value += valuer.own(needs, cover, wilds - spread.loose[pile], left)
                if value > best:
                    best, best_card, best_pile = value, card, pile
        return best, best_card, best_pile

    def _grow(self, pile: Cards, card: int) -> tuple[int, float]:
        """What can be laid from a pile after this card was discarded there, and the change in value."""
        found = self._grown.get((pile, card))
        if found is None:
            after = (*pile, card)
            found = self._grown[pile, card] = accessible(after), self._valuer.pile(after) - self._valuer.pile(pile)
        return found
