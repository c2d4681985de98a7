"""`skipbo-lan practice`: a private table with bots, started by itself."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from functools import partial

from engine.ruleset import FirstDealer, Ruleset
from skipbo_lan.cli import names, own_table, seat
from skipbo_lan.cli.preferences import display_of
from skipbo_lan.cli.rules import check_players, ruleset_of
from skipbo_lan.cli.terminal import Display
from skipbo_lan.locale import endings
from skipbo_lan.locale import hosting as words


def run(options: Namespace) -> int:
    """Play one round after the other, as long as the player likes; the exit code."""
    return seat.conclude(*play(options, display_of(options)))


def play(options: Namespace, display: Display) -> seat.Stay:
    """The same at this display. Raises CommandError when the table does not open."""
    ruleset = _rules(options)
    players = options.bots.count + 1
    check_players(ruleset, players)
    table = own_table.OwnTable(
        name=words.practice_table(),
        owner=names.own_name(options.name, display.preferences.name),
        arguments=(
            "--private",
            "--start-when-full",
            *("--port", "0", "--seats", str(players), "--bots", own_table.bots_argument(options)),
            *own_table.rules_arguments(ruleset),
            *own_table.pace_arguments(display),
        ),
        seed=options.seed,
        display=display,
        private=True,
    )
    departure = seat.run(display.mode, partial(own_table.open_and_play, table))
    return departure, endings.Whereabouts(table=table.name)


def _rules(options: Namespace) -> Ruleset:
    """One round, which the player begins, unless the options say otherwise."""
    ruleset = ruleset_of(options)
    if ruleset.rounds is None:
        ruleset = replace(ruleset, rounds=1)
    if any(option.startswith("first_dealer") for option in options.option):
        return ruleset
    return replace(ruleset, first_dealer=FirstDealer.HOST_CHOICE)
