"""`skipbo-lan join`: find a table, sit down, play until it is over; asks for another name when one is taken."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import Final

from protocol.codes import RejectCode
from skipbo_lan.cli import names, seat
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.target import find_target, sit_down
from skipbo_lan.cli.terminal import ask, is_interactive, mode_of
from skipbo_lan.locale import joining as words
from skipbo_lan.locale import usage
from skipbo_lan.locale.people import safe_name
from skipbo_lan.locale.refusals import bad_name_line, name_reason

_MOST_NUMBERED: Final = 9
"""More players than a table has cannot have the same name."""


def run(options: Namespace) -> int:
    """Join and play; the exit code."""
    if options.bot is not None:
        from skipbo_lan.cli import bot  # a screen needs no bot

        return bot.run(options)
    if options.json:
        raise CommandError(usage.only_with("--json", "--bot"))
    name = names.own_name(options.name)
    mode = mode_of(options)
    target = find_target(options, asks=is_interactive(), waits=not options.no_wait)
    for suggestion in _suggestions(name):
        session = sit_down(target, name, options)
        departure = seat.run(mode, partial(seat.visit, session, mode))
        other = _another_name(departure, name, suggestion, given=options.name is not None)
        if other is None:
            break
        name = other
    return seat.conclude(departure, target.told)


def _suggestions(name: str) -> list[str]:
    """What to call oneself when the name is taken: `Anna 2` and so on."""
    return [names.numbered(name, number) for number in range(2, _MOST_NUMBERED + 1)]


def _another_name(departure: seat.Departure, name: str, suggestion: str, *, given: bool) -> str | None:
    """Another name to try when the table refused this one; None when it did not, or nobody can say."""
    code = departure.ended.why
    if not isinstance(code, RejectCode) or name_reason(code) is None:
        return None
    if not is_interactive():
        return suggestion if code is RejectCode.NAME_TAKEN and not given else None
    return _asked_name(name, code, suggestion)


def _asked_name(name: str, code: RejectCode, suggestion: str) -> str | None:
    if code is RejectCode.NAME_TAKEN:
        question = words.ask_name(safe_name(name), suggestion)
    else:
        print(bad_name_line(safe_name(name), code))
        question = words.another_name(suggestion)
    while (answer := ask(question)) is not None:
        try:
            return names.own_name(answer or suggestion)
        except CommandError as error:
            print(error)
    return None
