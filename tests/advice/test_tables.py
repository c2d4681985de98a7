"""Arithmetic on sets of values, against laying one card after the other."""

from __future__ import annotations

from random import Random

from skipbo_lan.advice.odds import Odds
from skipbo_lan.advice.situation import accessible
from skipbo_lan.advice.tables import SEQUENCE, fitting, mask_of, row, row_below

CHANCE = Random(5)
HANDS = [[CHANCE.randint(1, 12) for _ in range(CHANCE.randrange(9))] for _ in range(200)]


def after(need: int) -> int:
    return need % 12 + 1


def test_the_sequence_to_a_card_is_what_lies_between() -> None:
    assert SEQUENCE[4][7] == mask_of([4, 5, 6])
    assert SEQUENCE[11][2] == mask_of([11, 12, 1])
    assert SEQUENCE[7][7] == SEQUENCE[7][0] == 0


def test_a_row_ends_at_the_first_value_that_is_missing() -> None:
    for hand in HANDS:
        for need in range(1, 13):
            length, value = 0, need
            while value in hand and length < 12:
                length, value = length + 1, after(value)
            assert row(need, mask_of(hand)) == length


def test_a_row_below_a_card_counts_downwards() -> None:
    assert row_below(8, mask_of([7, 6, 4])) == 2
    assert row_below(1, mask_of([12, 11])) == 2
    assert row_below(8, mask_of([6, 5])) == 0


def test_a_card_fits_when_no_more_than_so_many_are_missing_before_it() -> None:
    for hand in HANDS:
        mask = mask_of(hand)
        for need in range(1, 13):
            for lacking in range(3):
                fits = [card for card in range(1, 13) if (SEQUENCE[need][card] & ~mask).bit_count() <= lacking]
                assert fitting(need, mask, lacking) == mask_of(fits)


def test_a_discard_pile_gives_its_top_and_what_follows_in_order_below() -> None:
    assert accessible((12, 9, 8, 8, 7)) == mask_of([7, 8, 9])
    assert accessible((9, 7)) == mask_of([7])
    assert accessible((6, 5, 0)) == 0
    assert accessible((5, 0, 4)) == mask_of([4])
    assert accessible(()) == 0


def test_the_chance_of_one_value_counts_wilds_and_draws() -> None:
    odds = Odds((2, *[3] * 6, *[0] * 6))  # 20 cards: 2 wilds, three each of 1 to 6
    assert odds.chance(mask_of([4]), 0, 1) == 1 - (1 - 5 / 20)
    assert odds.chance(mask_of([4]), 0, 2) == 1 - (1 - 5 / 20) ** 2
    assert odds.chance(mask_of([9]), 0, 1) == 1 - (1 - 2 / 20)
    assert odds.chance(mask_of([4, 9]), 1, 1) == odds.chance(mask_of([4]), 0, 1)
    assert odds.chance(mask_of([4]), 1, 0) == 1
    assert odds.chance(mask_of([4]), 0, 0) == 0


def test_the_share_of_values_counts_wilds() -> None:
    odds = Odds((2, *[3] * 6, *[0] * 6))
    assert odds.share(mask_of([1, 2])) == 8 / 20
    assert odds.share(0) == 2 / 20


def test_chances_where_everything_has_been_seen_are_none() -> None:
    assert Odds((0,) * 13).chance(mask_of([3]), 0, 5) == 0
