"""`skipbo-lan practice`: a private table with bots, started by itself."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from engine.options import with_option
from skipbo_lan.cli import host, names, seat
from skipbo_lan.cli.preferences import display_of
from skipbo_lan.cli.rules import check_players, ruleset_of
from skipbo_lan.locale import endings
from skipbo_lan.locale import hosting as words


def run(options: Namespace) -> int:
    """Play one round after the other, as long as the player likes; the exit code."""
    ruleset = ruleset_of(options)
    if ruleset.rounds is None:
        ruleset = with_option(ruleset, "rounds", "1")
    players = options.bots.count + 1
    check_players(ruleset, players)
    display = display_of(options)
    table = host.OwnTable(
        name=words.practice_table(),
        owner=names.own_name(options.name, display.preferences.name),
        arguments=(
            "--private",
            "--start-when-full",
            *("--port", "0", "--seats", str(players), "--bots", host.bots_argument(options)),
            *host.rules_arguments(ruleset),
            *host.pace_arguments(display),
        ),
        seed=options.seed,
        display=display,
        private=True,
    )
    departure = seat.run(display.mode, partial(host.open_and_play, table))
    return seat.conclude(departure, endings.Whereabouts(table=table.name))
