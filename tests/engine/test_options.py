"""The options by name, as a person types them and a file stores them."""

from __future__ import annotations

import pytest

from engine.options import OPTIONS, OptionError, changed_options, option_text, with_option
from engine.ruleset import PRESETS, OutOfTurn, Ruleset, Teams

VALUES = {
    "first_dealer": ("draw", "random", "host_choice"),
    "stock_size": ("auto", "1", "10", "76"),
    "scoring": ("yes", "no"),
    "points_per_card": ("0", "1", "5"),
    "target": ("1", "500"),
    "rounds": ("auto", "1", "12"),
    "teams": ("none", "pairs", "trios", "0+2,1+3", "0+1+2,3+4+5"),
    "coaching": ("mute", "accuse", "off"),
    "coaching_cards": ("0", "2"),
    "out_of_turn": ("refuse", "table"),
    "manual_draw": ("yes", "no"),
    "dry_rule": ("play_on", "tuck"),
    "on_block": ("rescue", "void"),
    "wild_on_wild": ("yes", "no"),
    "wild_discard": ("yes", "no"),
}
EVERY_VALUE = [(key, text) for key, texts in VALUES.items() for text in texts]


def test_there_are_these_options() -> None:
    assert list(OPTIONS) == list(VALUES)


@pytest.mark.parametrize(("key", "text"), EVERY_VALUE)
def test_a_value_reads_back_as_it_was_written(key: str, text: str) -> None:
    changed = with_option(Ruleset(), key, text)
    assert option_text(changed, key) == text
    assert with_option(Ruleset(), key, option_text(changed, key)) == changed


@pytest.mark.parametrize(("key", "text"), EVERY_VALUE)
def test_one_option_changes_nothing_else(key: str, text: str) -> None:
    changed = with_option(Ruleset(), key, text)
    others = OPTIONS.keys() - {key}
    assert all(option_text(changed, other) == option_text(Ruleset(), other) for other in others)


@pytest.mark.parametrize("text", [" Table ", "TABLE"])
def test_case_and_space_around_a_value_do_not_matter(text: str) -> None:
    assert with_option(Ruleset(), "out_of_turn", text).out_of_turn is OutOfTurn.TABLE


@pytest.mark.parametrize(("text", "value"), [("on", True), ("true", True), ("off", False), ("0", False)])
def test_other_words_for_yes_and_no(text: str, value: bool) -> None:
    assert with_option(Ruleset(), "scoring", text).scoring is value


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *((key, "") for key in VALUES),
        *((key, "perhaps") for key in VALUES),
        ("stock_size", "0"),
        ("stock_size", "-1"),
        ("stock_size", "1.5"),
        ("stock_size", "1e3"),
        ("stock_size", "+1"),
        ("stock_size", "1_0"),
        ("stock_size", "9" * 5000),
        ("stock_size", "1000000"),
        ("stock_size", "\N{ARABIC-INDIC DIGIT ONE}"),
        ("target", "0"),
        ("rounds", "0"),
        ("points_per_card", "auto"),
        ("scoring", "2"),
        ("teams", "0+2,1+"),
        ("teams", "0+-2"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_refused_with_what_it_takes(key: str, text: str) -> None:
    with pytest.raises(OptionError) as caught:
        with_option(Ruleset(), key, text)
    assert (caught.value.key, caught.value.allowed) == (key, OPTIONS[key].allowed)


@pytest.mark.parametrize(
    ("key", "most"),
    [
        ("stock_size", 999_999),
        ("points_per_card", 1_000),
        ("target", 800_000),
        ("rounds", 999_999),
        ("coaching_cards", 162),
    ],
)
def test_numbers_are_bounded_so_that_every_score_can_travel(key: str, most: int) -> None:
    """A score has at most six digits: a target and what one win of 1000 a card adds stay below a million."""
    assert option_text(with_option(Ruleset(), key, str(most)), key) == str(most)
    with pytest.raises(OptionError):
        with_option(Ruleset(), key, str(most + 1))


def test_an_option_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(OptionError, match=r"first_dealer, stock_size, .*wild_discard"):
        with_option(Ruleset(), "blank_cards", "yes")


def test_changed_options_make_the_ruleset_again() -> None:
    for preset in PRESETS.values():
        again = Ruleset()
        for key, text in changed_options(preset).items():
            again = with_option(again, key, text)
        assert again == preset
    assert changed_options(Ruleset()) == {}
    assert changed_options(PRESETS["french"]) == {"points_per_card": "1", "coaching_cards": "0"}
    assert changed_options(Ruleset(teams=Teams.PAIRS)) == {"teams": "pairs"}
