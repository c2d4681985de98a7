"""The ruleset that the options of the command line make, and `skipbo-lan rules`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace

from engine.options import OptionError, with_option
from engine.ruleset import (
    MAX_SEATS,
    MIN_SEATS,
    PRESETS,
    SHORT_STOCK,
    Ruleset,
    Teams,
    fits,
    largest_stock,
    stock_size,
)
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.locale import usage as words


def ruleset_of(options: Namespace) -> Ruleset:
    """The preset, then the single options, then those of --option in their order. Raises CommandError."""
    ruleset = PRESETS[options.preset]
    for key, text in _given(options):
        try:
            ruleset = with_option(ruleset, key, text)
        except OptionError as error:
            raise CommandError(words.bad_rule(error.key, error.allowed)) from None
    return ruleset


def check_players(ruleset: Ruleset, players: int) -> None:
    """Raise CommandError, which says what is wrong, unless so many can play by these rules (R1, R6, R60)."""
    if not fits(ruleset, players):
        raise CommandError(_misfit(ruleset, players))


def check_capacity(ruleset: Ruleset, capacity: int | None) -> None:
    """Raise CommandError unless a table of so many seats can be filled; without a number, unless any can."""
    if capacity is not None:
        check_players(ruleset, capacity)
    elif not any(fits(ruleset, players) for players in range(MIN_SEATS, MAX_SEATS + 1)):
        raise CommandError(_misfit(ruleset, _fewest(ruleset)))


def run(options: Namespace) -> int:
    """Print the game and the rules in force."""
    from skipbo_lan.locale.plain import wrapped
    from skipbo_lan.locale.rules import THE_GAME, options_lines, rules_in_words

    ruleset = ruleset_of(options)
    check_capacity(ruleset, None)
    sections = (THE_GAME, rules_in_words(ruleset), (words.HOW_TO_CHANGE_RULES, *options_lines(ruleset)))
    print("\n\n".join("\n".join(part for line in lines for part in wrapped(line)) for lines in sections))
    return Exit.FINE


def _given(options: Namespace) -> Iterator[tuple[str, str]]:
    """The options of rules that were given, by the names that `engine.options` knows."""
    if getattr(options, "short", False):
        yield "stock_size", str(SHORT_STOCK)
    named = {"stock": "stock_size"} | {key: key for key in ("teams", "points_per_card", "target", "rounds")}
    for argument, key in named.items():
        value = getattr(options, argument, None)
        if value is not None:
            yield key, str(value)
    for text in options.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise CommandError(words.no_equals(text))
        yield key, value


def _fewest(ruleset: Ruleset) -> int:
    """The smallest number of players that could make these teams."""
    match ruleset.teams:
        case Teams.NONE:
            return MIN_SEATS
        case Teams.PAIRS:
            return 4
        case Teams.TRIOS:
            return MAX_SEATS
        case sides:
            return sum(map(len, sides))


def _misfit(ruleset: Ruleset, players: int) -> str:
    size, most = stock_size(ruleset, players), largest_stock(players)
    if size > most:
        return words.stock_too_large(size, players, most)
    if not fits(ruleset, players) and fits(replace(ruleset, teams=Teams.NONE), players):
        return words.teams_do_not_fit(players)
    return words.rules_do_not_fit(players)
