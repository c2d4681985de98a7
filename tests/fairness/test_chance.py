"""A host that would like wilds in its own stock, and a guest who helps it, get no more of them than chance gives.

They may do everything that leaves no trace in what the others are shown: the host chooses its secret, and the helper
his number, when the honest guest's commitment is known, and both know each other's. Only the honest guest's number they
do not know before theirs are fixed.
"""

from __future__ import annotations

import random
from math import sqrt
from typing import Final

from engine.cards import DECK, Card
from engine.deal import deal
from engine.ruleset import PRESETS
from protocol.fairness import mixed_seed, seat_commitment

DEALS: Final = 300
TRIES: Final = 12
STOCK: Final = 30
TABLE_ID: Final = bytes(16)
RULES: Final = PRESETS["classic"]
HONEST, HELPER, OWN = 0, 1, 2
EXPECTED: Final = STOCK * 18 / 162
"""Wilds in a stock: it is a sample of the deck."""
SPREAD: Final = sqrt(STOCK * (18 / 162) * (144 / 162) * (162 - STOCK) / (162 - 1))
"""Of the hypergeometric distribution."""


def wilds(secret: bytes, numbers: dict[int, bytes]) -> int:
    """How many wilds the host has in its stock, if these numbers make the deal."""
    table, _ = deal(RULES, 3, 0, mixed_seed(TABLE_ID, 0, 1, secret, numbers.items()))
    return sum(card is Card.WILD for card in table.seats[OWN].stock)


def mean_with(luck: random.Random, *, honest_number_known: bool) -> float:
    """The mean over many deals of what the cheats can get."""
    found = 0
    for _ in range(DEALS):
        honest = luck.randbytes(32)
        commitment = seat_commitment(TABLE_ID, 0, 1, HONEST, honest)
        guessed = honest if honest_number_known else commitment
        choices = [(luck.randbytes(32), luck.randbytes(32)) for _ in range(TRIES)]
        secret, helped = max(choices, key=lambda pair: wilds(pair[0], {HONEST: guessed, HELPER: pair[1]}))
        found += wilds(secret, {HONEST: honest, HELPER: helped})
    return found / DEALS


def test_the_cheats_get_no_more_wilds_than_chance() -> None:
    assert len(DECK) == 162
    mean = mean_with(random.Random("honest"), honest_number_known=False)
    assert abs(mean - EXPECTED) < 3 * SPREAD / sqrt(DEALS)


def test_with_the_honest_number_known_beforehand_they_would() -> None:
    """Or the test before this one would show nothing."""
    mean = mean_with(random.Random("known"), honest_number_known=True)
    assert mean > EXPECTED + 10 * SPREAD / sqrt(DEALS)
