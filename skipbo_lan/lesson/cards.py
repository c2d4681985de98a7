"""The arranged table of the lesson: a round in its midst, with all cards of the deck, and real rules from there on."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.cards import DECK, Card
from engine.notation import read_card
from engine.ruleset import Ruleset, Seat
from engine.shuffle import Label, shuffled
from engine.table import SeatCards, Table
from engine.view import BuildingPile

LEARNER: Final[Seat] = 0
BOT: Final[Seat] = 1
RULES: Final = Ruleset(scoring=False, stock_size=10)
"""A short game of one round, as in practice."""

_UNDER: Final = 6
"""Stock cards under the arranged ones, of each seat."""


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(read_card(word) for word in text.split())


def _pile(text: str) -> BuildingPile:
    lying = _cards(text)
    return BuildingPile(lying, len(lying))


_STOCKS: Final = (_cards("12 4 5"), _cards("4 9"))
_HANDS: Final = (_cards("11 S 4 12 10"), _cards("1 6 11 12 12"))
_DISCARDS: Final = (
    (_cards("12 9"), _cards("12 11"), (), _cards("7")),
    (_cards("5"), _cards("10"), _cards("5 11"), ()),
)
"""Of both seats; stocks and discard piles from bottom to top."""
_BUILDING: Final = (_pile("1 2 3 4"), _pile("1 2 3 4 5 6 7 8 9 10 11"), _pile("1"), _pile("1 2 3 4 5 6 7"))
"""Needing 5, 12, 2 and 8."""
_DRAWN: Final = _cards("3 2 12")
"""What the learner draws at the second turn."""


def arranged_table() -> Table:
    """The table at which the lesson begins, on the learner's turn; the same each time."""
    shown = (*_STOCKS, *_HANDS, *_DISCARDS[LEARNER], *_DISCARDS[BOT], *(pile.cards for pile in _BUILDING), _DRAWN)
    left = Counter(DECK) - Counter(card for cards in shown for card in cards)
    rest = shuffled(left.elements(), Label.DEAL, 0, bytes(32))
    under = (rest[:_UNDER], rest[_UNDER : 2 * _UNDER])
    return Table(
        ruleset=RULES,
        dealer=BOT,
        seed=bytes(32),
        seats=tuple(SeatCards(under[seat] + _STOCKS[seat], _HANDS[seat], _DISCARDS[seat]) for seat in (LEARNER, BOT)),
        turn=LEARNER,
        draw_pile=_DRAWN + rest[2 * _UNDER :],
        building=_BUILDING,
    )
