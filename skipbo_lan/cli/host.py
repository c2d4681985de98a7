"""`skipbo-lan host`: the table in a child process, and its owner's seat here; or, headless, the table alone."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from engine.ruleset import MAX_SEATS, Ruleset
from skipbo_lan.cli import names, own_table, seat
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.password import password_of
from skipbo_lan.cli.preferences import display_of
from skipbo_lan.cli.rules import check_capacity, ruleset_of
from skipbo_lan.cli.terminal import Display
from skipbo_lan.locale import endings, usage
from skipbo_lan.locale import hosting as words


def run(options: Namespace) -> int:
    """Open a table and play at it, or only open it, or go on with an earlier match; the exit code."""
    if options.resume is not None:
        from skipbo_lan.cli import resume

        return resume.run(options)
    ruleset = ruleset_of(options)
    check_capacity(ruleset, options.seats)
    _check_bots(options)
    if options.headless:
        from skipbo_lan.cli import headless

        return headless.run(options, ruleset)
    if options.json:
        raise CommandError(usage.only_with("--json", "--headless"))
    return seat.conclude(*play(options, ruleset, display_of(options)))


def play(options: Namespace, ruleset: Ruleset, display: Display) -> seat.Stay:
    """Open a table by these options of `host`, and play at it. Raises CommandError when it does not open."""
    name = names.own_name(options.name, display.preferences.name)
    table = own_table.OwnTable(
        name=options.table or words.table_of(name),
        owner=name,
        arguments=(*_arguments(options), *own_table.rules_arguments(ruleset), *own_table.pace_arguments(display)),
        seed=options.seed,
        display=display,
        port_given=options.port is not None,
        password=password_of(options),
    )
    departure = seat.run(display.mode, partial(own_table.return_or_open, table))
    return departure, endings.Whereabouts(table=table.name, address=own_table.LOOPBACK)


def _arguments(options: Namespace) -> tuple[str, ...]:
    """The options that the child gets as they were given."""
    given = {"--port": options.port, "--seats": options.seats, "--bots": own_table.bots_argument(options)}
    given |= {"--grace": options.grace, "--absent": options.absent, "--turn-timer": options.turn_timer}
    given["--idle-limit"] = options.idle_limit
    named = [word for key, value in given.items() if value is not None for word in (key, str(value))]
    switches = {"--start-when-full": options.start_when_full, "--no-spectators": options.no_spectators}
    return (*named, *(switch for switch, on in switches.items() if on))


def _check_bots(options: Namespace) -> None:
    free = (options.seats or MAX_SEATS) - (0 if options.headless else 1)
    if options.bots.count > free:
        raise CommandError(usage.too_many_bots(options.bots.count, free))
