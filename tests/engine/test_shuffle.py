"""Every chance follows from the seed, by the published recipe (docs/PROTOCOL.md) and without favour."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice, pairwise

import pytest

from engine.cards import DECK, Card
from engine.shuffle import Label, chosen, round_seed, shuffled
from tests.engine.build import cards

NIL = bytes(32)
ROUND_0 = bytes.fromhex("39fbd6527785d396bd2a9ef33e7561030c024e4bd65093eb8d6dce80d3c0bf7f")


def test_round_seed_vector() -> None:
    assert round_seed(0, NIL) == ROUND_0


def test_deal_vector() -> None:
    deck = shuffled(DECK, Label.DEAL, 0, ROUND_0)
    assert deck[:12] == (1, 8, 1, 12, 0, 0, 6, 3, 6, 9, 11, 12)
    assert hashlib.sha256(bytes(deck)).hexdigest() == "e8532afb91134c7b1c08aa055e325f21e3ea26d1cc1c2bd51a75838a82d73b2c"


def test_dealer_vector() -> None:
    deck = shuffled(DECK, Label.DEALER, 0, ROUND_0)
    assert deck[:8] == (11, 1, 9, 8, 0, 8, 10, 1)
    assert hashlib.sha256(bytes(deck)).hexdigest() == "716e5290557cdb41e55ec971596bc10de195ec1808c4274a1fd3470a798f3078"


def test_recycle_vector() -> None:
    completed = cards("1 2 3 4 5 6 7 8 9 10 11 12")
    assert shuffled(completed, Label.RECYCLE, 0, ROUND_0) == cards("10 1 8 2 5 12 6 7 4 11 3 9")


def test_the_recipe_written_again_from_its_description() -> None:
    """Sorted pool, Fisher-Yates from the end, big-endian words of SHA-256(key + u64 counter)."""
    key = hashlib.sha256(b"skipbo/1" + b"tuck" + (3).to_bytes(4, "big") + ROUND_0).digest()
    stream = b"".join(hashlib.sha256(key + block.to_bytes(8, "big")).digest() for block in range(100))
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    pool = [*range(1, 13)] * 2 + [0, 0]
    pool.sort(key=lambda number: number or 13)
    for last in range(len(pool) - 1, 0, -1):
        other = words.pop(0) % (last + 1)  # no word of this stream is one to be skipped
        pool[last], pool[other] = pool[other], pool[last]
    assert [int(card) for card in shuffled(map(Card, pool), Label.TUCK, 3, ROUND_0)] == pool


def test_the_order_of_the_pool_does_not_matter() -> None:
    assert shuffled(reversed(DECK), Label.DEAL, 0, NIL) == shuffled(DECK, Label.DEAL, 0, NIL)


def test_labels_and_indices_give_shuffles_of_their_own() -> None:
    orders = [shuffled(DECK, label, index, NIL) for label in Label for index in range(3)]
    orders += [shuffled(DECK, Label.DEAL, 0, round_seed(index, NIL)) for index in range(3)]
    assert len(set(orders)) == len(orders)


def test_round_seeds_differ_from_round_to_round_and_match_to_match() -> None:
    assert len({round_seed(index, seed) for index in range(50) for seed in (NIL, b"\1" * 32)}) == 100


@pytest.mark.parametrize("pool", ["", "7", "S"])
def test_nothing_and_one_card_can_be_shuffled(pool: str) -> None:
    assert shuffled(cards(pool), Label.RESCUE, 0, NIL) == cards(pool)


def test_one_choice_is_the_first_word_of_the_first_stream() -> None:
    """`first_dealer=random`; this word is not one to be skipped."""
    key = hashlib.sha256(b"skipbo/1" + b"dealer" + bytes(4) + ROUND_0).digest()
    word = int.from_bytes(hashlib.sha256(key + bytes(8)).digest()[:4], "big")
    assert [chosen(seats, Label.DEALER, ROUND_0) for seats in range(2, 7)] == [word % seats for seats in range(2, 7)]


def test_words_that_would_favour_small_numbers_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^32 is no multiple of 3: its last word is skipped, the word before it is not."""
    streams = iter([[0xFFFFFFFF, 0xFFFFFFFE, 5], [0xFFFFFFFF, 0xFFFFFFFF, 7]])
    monkeypatch.setattr("engine.shuffle._words", lambda key: iter(next(streams)))
    assert chosen(3, Label.DEALER, NIL) == 0xFFFFFFFE % 3
    assert chosen(3, Label.DEALER, NIL) == 7 % 3


def test_no_word_is_skipped_when_they_divide_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.shuffle._words", lambda key: iter([0xFFFFFFFF]))
    assert chosen(4, Label.DEALER, NIL) == 3


def test_every_card_reaches_every_place_about_equally_often() -> None:
    """Chi-square over 13 x 13 cells with 12 x 12 degrees of freedom; 220 is beyond one in 20,000 fair samples."""
    pool, rounds = tuple(Card), 1300
    seen = Counter(
        (place, card) for index in range(rounds) for place, card in enumerate(shuffled(pool, Label.DEAL, index, NIL))
    )
    expected = rounds / len(pool)
    assert sum((seen[place, card] - expected) ** 2 / expected for place in range(13) for card in pool) < 220


def test_every_dealer_is_chosen_about_equally_often() -> None:
    seen = Counter(chosen(6, Label.DEALER, round_seed(index, NIL)) for index in range(1200))
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]
    assert all(150 < count < 250 for count in seen.values())


def test_neighbours_in_the_sorted_deck_are_parted() -> None:
    """A shuffled deck has about nine equal neighbours in 161 pairs; a deck hardly shuffled has far more."""
    decks = (shuffled(DECK, Label.DEAL, index, NIL) for index in range(100))
    equal = sum(first == second for deck in islice(decks, 100) for first, second in pairwise(deck))
    # 12 numbers with 12 x 11 ordered pairs and 18 x 17 of wilds among 162 x 161: 0.0725 x 161 = 11.7 a deck
    assert 1050 < equal < 1290
