"""The menu and the questions of the first start, asked in lines."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Final

from skipbo_lan.cli import names
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.preferences import Liking
from skipbo_lan.cli.terminal import ask
from skipbo_lan.locale import menu as words
from skipbo_lan.preferences import Preferences
from skipbo_lan.settings import APP, config_path

_COMMANDS: Final = ("practice", "join", "host", "learn", "options")
_NUMBERS: Final = {str(number): command for number, command in enumerate(_COMMANDS, start=1)}
_QUIT: Final = frozenset({"q", "quit"})
_HELP: Final = frozenset({"", "?", "help"})
_YES: Final = frozenset({"y", "yes"})
_NO: Final = frozenset({"n", "no"})


def welcomed(liking: Liking) -> str | None:
    """The questions of the first start, then the menu: the command that follows, None to quit."""
    print(words.TITLE)
    if not _named(liking):
        return None
    lesson = ask(words.ask_lesson())
    if lesson is None:
        return None
    return "learn" if lesson.casefold() in _YES else asked(liking)


def asked(liking: Liking) -> str | None:
    """The menu: the command that was chosen by its number or its word, None to quit."""
    _show(liking)
    while (answer := ask(words.LINES_PROMPT)) is not None:
        typed = answer.casefold()
        command = _NUMBERS.get(typed, typed)
        if command in _QUIT:
            return None
        if command == "options":
            if not _changed(liking):
                return None
            _show(liking)
        elif command in _COMMANDS:
            return command
        elif command in _HELP:
            _show(liking)
        else:
            print(words.NOT_A_CHOICE)
    return None


def _show(liking: Liking) -> None:
    print(words.playing_as_line(APP, names.own_name(None, liking.preferences.name)))
    for number, command in _NUMBERS.items():
        print(words.item_line(number, command))
    print(words.LINES_HINT)


def _changed(liking: Liking) -> bool:
    """Ask about what can be changed here, and tell where the rest stands; whether there were answers."""
    print(words.options_in_lines(str(config_path())))
    return _named(liking) and _plain_or_not(liking)


def _named(liking: Liking) -> bool:
    """Ask for the name, and remember it; whether there was an answer."""
    usual = names.own_name(None, liking.preferences.name)
    while (answer := ask(words.ask_name(usual))) is not None:
        try:
            name = names.own_name(answer or usual)
        except CommandError as error:
            print(error)
            continue
        _keep(liking, replace(liking.preferences, name=name))
        return True
    return False


def _plain_or_not(liking: Liking) -> bool:
    """Offer the screen to whoever has chosen lines; whether there was an answer."""
    if not liking.preferences.plain:
        return True
    answer = ask(words.ASK_PLAIN)
    if answer is not None and answer.casefold() in _NO:
        _keep(liking, replace(liking.preferences, plain=False))
    return answer is not None


def _keep(liking: Liking, changed: Preferences) -> None:
    why_not = liking.keep(liking.preferences, changed)
    if why_not is not None:
        print(why_not, file=sys.stderr)
