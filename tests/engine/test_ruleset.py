"""Options, presets and what can be played by how many (R1, R4, R6, R60, R61; "Options and presets")."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.errors import IllegalAction, Refusal
from engine.options import OPTIONS, option_text
from engine.ruleset import (
    PRESETS,
    SHORT_STOCK,
    Ruleset,
    Sides,
    Teams,
    check,
    largest_stock,
    partners,
    side_of,
    sides_of,
    stock_size,
)

CLASSIC, GERMAN, FRENCH, MODERN = PRESETS.values()

TABLE_OF_PRESETS = """
first_dealer     draw     draw     draw     host_choice
stock_size       auto     auto     auto     auto
scoring          yes      no       yes      no
points_per_card  5        5        1        5
target           500      500      500      500
rounds           auto     auto     auto     auto
teams            none     none     none     none
coaching         mute     mute     mute     mute
coaching_cards   2        2        0        2
out_of_turn      refuse   refuse   refuse   refuse
manual_draw      no       no       no       no
dry_rule         play_on  play_on  play_on  tuck
on_block         rescue   rescue   rescue   void
wild_on_wild     yes      yes      yes      yes
wild_discard     yes      yes      yes      yes
"""


def refused(ruleset: Ruleset, seats: int) -> bool:
    """Whether the game is refused, as a bad configuration."""
    try:
        check(ruleset, seats)
    except IllegalAction as illegal:
        return illegal.refusal is Refusal.BAD_CONFIG
    return False


def test_the_presets_are_the_table_in_the_rules() -> None:
    rows = [row.split() for row in TABLE_OF_PRESETS.split("\n") if row]
    assert [row[0] for row in rows] == list(OPTIONS)
    for key, *texts in rows:
        assert [option_text(preset, key) for preset in (CLASSIC, GERMAN, FRENCH, MODERN)] == texts


def test_there_are_these_presets_and_classic_is_the_default() -> None:
    assert tuple(PRESETS) == ("classic", "german", "french", "modern")
    assert Ruleset() == PRESETS["classic"]


def test_every_field_of_the_ruleset_is_an_option() -> None:
    assert [field.name for field in fields(Ruleset)] == list(OPTIONS)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_preset_can_be_played_by_two_to_six(preset: str, seats: int) -> None:
    assert not refused(PRESETS[preset], seats)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_no_other_number_of_players(seats: int) -> None:
    """R1."""
    assert refused(Ruleset(stock_size=SHORT_STOCK), seats)
    assert refused(Ruleset(teams=Teams.PAIRS), seats)
    assert refused(Ruleset(teams=Teams.TRIOS), seats)


@pytest.mark.parametrize(("seats", "size"), [(2, 30), (3, 30), (4, 30), (5, 20), (6, 20)])
def test_stock_sizes(seats: int, size: int) -> None:
    """R4."""
    assert stock_size(Ruleset(), seats) == size
    assert stock_size(Ruleset(stock_size=7), seats) == 7


def test_the_short_game_has_stocks_of_ten() -> None:
    """R6."""
    assert SHORT_STOCK == 10


@pytest.mark.parametrize(("seats", "size"), [(2, 76), (3, 49), (4, 35), (5, 27), (6, 22)])
def test_largest_stock_leaves_everyone_a_first_hand(seats: int, size: int) -> None:
    """R6."""
    assert largest_stock(seats) == size
    assert not refused(Ruleset(stock_size=size), seats)
    assert refused(Ruleset(stock_size=size + 1), seats)


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(stock_size=0),
        Ruleset(stock_size=-1),
        Ruleset(points_per_card=-1),
        Ruleset(target=0),
        Ruleset(rounds=0),
        Ruleset(coaching_cards=-1),
    ],
    ids=str,
)
def test_numbers_that_mean_nothing_are_refused(ruleset: Ruleset) -> None:
    assert refused(ruleset, 2)


@pytest.mark.parametrize("ruleset", [Ruleset(stock_size=1), Ruleset(points_per_card=0), Ruleset(rounds=1)], ids=str)
def test_the_smallest_numbers_are_accepted(ruleset: Ruleset) -> None:
    assert not refused(ruleset, 2)


@pytest.mark.parametrize(
    ("teams", "seats", "sides"),
    [
        (Teams.NONE, 3, ((0,), (1,), (2,))),
        (Teams.PAIRS, 4, ((0, 2), (1, 3))),
        (Teams.PAIRS, 6, ((0, 3), (1, 4), (2, 5))),
        (Teams.TRIOS, 6, ((0, 2, 4), (1, 3, 5))),
        (((0, 1), (2, 3)), 4, ((0, 1), (2, 3))),
    ],
)
def test_teams(teams: Teams | Sides, seats: int, sides: Sides) -> None:
    """R60, R61."""
    ruleset = Ruleset(teams=teams)
    assert not refused(ruleset, seats)
    assert sides_of(ruleset, seats) == sides


@pytest.mark.parametrize(
    ("teams", "seats"),
    [
        *((Teams.PAIRS, seats) for seats in (2, 3, 5)),
        *((Teams.TRIOS, seats) for seats in (2, 3, 4, 5)),
        ((), 4),
        (((0, 1, 2, 3),), 4),
        (((0,), (1,)), 2),
        (((0, 2), (1,)), 3),
        (((0, 2), (1, 1)), 4),
        (((0, 2), (1, 4)), 4),
        (((0, 2), (1, -1)), 4),
        (((0, 2), (1, 3)), 6),
        (((0, 1), (2, 3, 4, 5)), 6),
        (((0, 1, 2, 3), ()), 4),
    ],
)
def test_teams_that_name_not_every_seat_once_in_equal_teams_are_refused(teams: Teams | Sides, seats: int) -> None:
    """R60."""
    assert refused(Ruleset(teams=teams), seats)


def test_sides_and_partners() -> None:
    pairs = ((0, 3), (1, 4), (2, 5))
    assert [side_of(pairs, seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert [partners(pairs, seat) for seat in range(6)] == [(3,), (4,), (5,), (0,), (1,), (2,)]
    assert partners(((0, 2, 4), (1, 3, 5)), 4) == (0, 2)
    assert partners(((0,), (1,)), 1) == ()
