"""`skipbo-lan join`: find a table, sit down or watch, until it is over; asks again for what was not accepted."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from getpass import getpass
from typing import Final

from protocol.codes import RejectCode
from skipbo_lan.cli import host, names, seat
from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.choose import says_yes
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.password import password_of
from skipbo_lan.cli.preferences import display_of
from skipbo_lan.cli.rules import ruleset_of
from skipbo_lan.cli.shelf import token_shelf
from skipbo_lan.cli.target import Target, find_target, sit_down
from skipbo_lan.cli.terminal import Display, ask, is_interactive
from skipbo_lan.client.state import LocalEnd
from skipbo_lan.locale import joining as words
from skipbo_lan.locale import usage
from skipbo_lan.locale.endings import reject_line
from skipbo_lan.locale.people import safe_name
from skipbo_lan.locale.refusals import bad_name_line, name_reason
from skipbo_lan.settings import APP

_MOST_NUMBERED: Final = 9
"""More players than a table has cannot have the same name."""
PAUSE_AFTER_WRONG_S: Final = 1.2
"""A table takes no other password from the same computer for a second (P23); few people type one faster."""
_PASSWORD_TRIES: Final = 3
"""As often as a password is asked for: as ssh and sudo do."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """With what the player asks to be let in."""

    name: str
    watching: bool
    password: str | None
    suggestions: tuple[str, ...]
    """What to call oneself when the name is taken."""
    passwords_asked: int = 0


def run(options: Namespace) -> int:
    """Join and play; the exit code."""
    if options.bot is not None:
        if options.watch:
            raise CommandError(usage.not_with("--watch", "--bot"))
        from skipbo_lan.cli import bot  # a screen needs no bot

        return bot.run(options)
    if options.json:
        raise CommandError(usage.only_with("--json", "--bot"))
    return seat.conclude(*play(options, display_of(options)))


def play(options: Namespace, display: Display) -> seat.Stay:
    """Find a table and play there. Raises CommandError when there is none."""
    _warn_of_unreadable_seats()
    name = names.own_name(options.name, display.preferences.name)
    password = password_of(options)
    target = find_target(options, asks=is_interactive(), waits=not options.no_wait, display=display)
    if target is None:
        return _host_instead(options, display)
    if is_interactive():
        print(words.joining(target.told))
    attempt: Attempt | None = Attempt(name, target.watching, password, tuple(_suggestions(name)))
    while attempt is not None:
        session = sit_down(target, attempt.name, options, watching=attempt.watching, password=attempt.password)
        departure = seat.run(display.mode, partial(seat.visit, session, display))
        attempt = _another(departure, attempt, target, given=options.name is not None)
    return departure, target.told


def _host_instead(options: Namespace, display: Display) -> seat.Stay:
    """Open a table with the same name and look."""
    name = [f"--name={options.name}"] if options.name is not None else []
    usual = parse_arguments(["host", *name])
    return host.play(usual, ruleset_of(usual), display)


def _warn_of_unreadable_seats() -> None:
    for path in token_shelf().unreadable():
        print(words.unreadable_seat(str(path)), file=sys.stderr)


def _suggestions(name: str) -> Iterator[str]:
    """What to call oneself when the name is taken: `Anna 2` and so on."""
    return (names.numbered(name, number) for number in range(2, _MOST_NUMBERED + 1))


def _another(departure: seat.Departure, attempt: Attempt, target: Target, *, given: bool) -> Attempt | None:
    """Another attempt when the table did not let this one in; None when it did, or nobody can say more."""
    code = departure.ended.why
    match code:
        case LocalEnd.LOCKED | RejectCode.BAD_PASSWORD:
            wrong = code is RejectCode.BAD_PASSWORD
            return _with_password(attempt, target, wrong=wrong) if is_interactive() else None
        case RejectCode.FULL | RejectCode.PLAYING if not attempt.watching and is_interactive():
            question = words.ask_watch_after(reject_line(departure.ended, target.told, APP, offers=True))
            return replace(attempt, watching=True) if says_yes(question) else None
        case RejectCode() if name_reason(code) is not None and attempt.suggestions:
            name = _another_name(attempt, code, given=given)
            return replace(attempt, name=name, suggestions=attempt.suggestions[1:]) if name is not None else None
        case _:
            return None


def _with_password(attempt: Attempt, target: Target, *, wrong: bool) -> Attempt | None:
    """The attempt with a password from the player, who is asked while no connection waits for him."""
    if attempt.passwords_asked >= _PASSWORD_TRIES:
        return None
    if wrong:
        print(words.wrong_password())
    next_try = time.monotonic() + PAUSE_AFTER_WRONG_S
    try:
        password = getpass(words.ask_password(target.told.table))
    except EOFError:
        return None
    if wrong:
        time.sleep(max(0.0, next_try - time.monotonic()))
    return replace(attempt, password=password, passwords_asked=attempt.passwords_asked + 1) if password else None


def _another_name(attempt: Attempt, code: RejectCode, *, given: bool) -> str | None:
    suggestion = attempt.suggestions[0]
    if not is_interactive():
        return suggestion if code is RejectCode.NAME_TAKEN and not given else None
    return _asked_name(attempt.name, code, suggestion)


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
