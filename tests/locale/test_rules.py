"""The rules in words: whatever is agreed at a table can be read there."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engine.options import OPTIONS, with_option
from engine.ruleset import PRESETS, Ruleset, Teams
from skipbo_lan.locale.plain import WIDTH
from skipbo_lan.locale.rules import THE_GAME, options_lines, rules_in_words, short_rules

OTHER_VALUES = {
    "first_dealer": "random",
    "stock_size": "12",
    "scoring": "no",
    "points_per_card": "1",
    "target": "200",
    "rounds": "3",
    "teams": "pairs",
    "coaching": "off",
    "coaching_cards": "1",
    "out_of_turn": "table",
    "manual_draw": "yes",
    "dry_rule": "tuck",
    "on_block": "void",
    "wild_on_wild": "no",
    "wild_discard": "no",
}


@pytest.mark.parametrize("key", [field.name for field in fields(Ruleset)])
def test_a_changed_option_can_be_read(key: str) -> None:
    """Advice matters among partners, and its price where one can be accused."""
    plain = Ruleset()
    if key == "coaching":
        plain = replace(plain, teams=Teams.PAIRS)
    if key == "coaching_cards":
        plain = with_option(replace(plain, teams=Teams.PAIRS), "coaching", "accuse")
    changed = with_option(plain, key, OTHER_VALUES[key])
    assert rules_in_words(changed) != rules_in_words(plain)


def test_the_number_of_players_decides_the_stocks() -> None:
    assert rules_in_words(Ruleset())[0] == "Stock: 30 stock cards each (20 with five or six players)."
    assert rules_in_words(Ruleset(), 5)[0] == "Stock: 20 stock cards each."


def test_seats_are_counted_from_one() -> None:
    teams = rules_in_words(Ruleset(teams=((0, 1), (2, 3))))[3]
    assert teams.startswith("Teams: seats 1+2 against 3+4;")


@pytest.mark.parametrize("name", PRESETS)
def test_no_preset_needs_a_line_wider_than_plain_mode(name: str) -> None:
    for line in (*rules_in_words(PRESETS[name]), *THE_GAME):
        assert len(line) <= 2 * WIDTH


def test_the_game_in_a_few_lines_fits_a_page_of_the_screen() -> None:
    assert max(map(len, THE_GAME)) <= 80 - 4


def test_the_rules_in_one_line() -> None:
    assert short_rules(Ruleset(stock_size=10), 2) == "10 stock cards each, first to 500"
    assert short_rules(Ruleset(teams=Teams.TRIOS), 6) == "20 stock cards each, first to 500, trios"


def test_every_option_is_listed_with_its_value() -> None:
    lines = options_lines(Ruleset(target=250))
    assert [line.split(" = ")[0] for line in lines[: len(OPTIONS)]] == list(OPTIONS)
    assert f"target = 250  ({OPTIONS['target'].allowed})" in lines
