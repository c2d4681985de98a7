"""`skipbo-lan` alone: the menu, on the screen or in lines; does what is chosen by the real commands, and comes back."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from skipbo_lan.cli import names
from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.preferences import Liking, preferences_of
from skipbo_lan.cli.terminal import Display, Mode, ask, forget_input
from skipbo_lan.locale import menu as words
from skipbo_lan.preferences import Preferences
from skipbo_lan.settings import APP, config_path

Ask: TypeAlias = Callable[[str], str | None]
"""Asks what to do, after a line on how the last thing went: the command, or None to quit."""

_COMMANDS: Final = ("practice", "join", "host", "learn", "options")
_YES: Final = frozenset({"y", "yes"})
_NO: Final = frozenset({"n", "no"})


def run(options: Namespace) -> int:
    """Show the menu until the player quits; the exit code."""
    is_new = _is_new()
    liking = Liking(preferences_of(options))
    asks = _on_screen(liking, is_new=is_new) if liking.display.mode is Mode.SCREEN else _in_lines(liking, is_new=is_new)
    told = ""
    while (command := asks(told)) is not None:
        told = _done(command, liking.display)
        forget_input()
    return Exit.FINE


def _is_new() -> bool:
    """Whether this player has never been asked anything: there is no config file."""
    try:
        return not config_path().exists()
    except (OSError, ValueError):  # no way to it, or a name that is none
        return False


def _done(command: str, display: Display) -> str:
    """Do it by the real command; a line on how it ended. Raises SystemExit when a signal ended it."""
    try:
        return _played(command, display)
    except CommandError as error:
        return str(error)
    except KeyboardInterrupt:
        return ""


def _played(command: str, display: Display) -> str:
    from skipbo_lan.cli import host, join, learn, practice, seat  # the first question need not wait for them
    from skipbo_lan.cli.rules import ruleset_of

    options = parse_arguments([command])
    match command:
        case "practice":
            stay = practice.play(options, display)
        case "join":
            stay = join.play(options, display)
        case "host":
            stay = host.play(options, ruleset_of(options), display)
        case _:
            stay = learn.play(display)
    code = seat.conclude(*stay, quiet=command == "learn")
    if code >= Exit.SIGNAL:
        raise SystemExit(code)
    return words.LESSON_OVER if command == "learn" else seat.in_a_line(*stay) or words.BACK


def _on_screen(liking: Liking, *, is_new: bool) -> Ask:
    """The menu on the screen, which remembers where it was."""
    from skipbo_lan.tui import bridge
    from skipbo_lan.tui.menu.keys import Choice, Menu, first_start
    from skipbo_lan.tui.menu.screen import MenuScreen

    login = names.own_name(None)
    menu = first_start(liking.preferences, login) if is_new else Menu(liking.preferences, login)

    async def show() -> Choice | int | None:
        nonlocal menu
        screen = MenuScreen(menu, liking.keep)
        chosen = await screen.show()
        menu = screen.menu
        return chosen

    def asks(told: str) -> str | None:
        nonlocal menu
        menu = replace(menu, preferences=liking.preferences, reply=told)
        chosen = bridge.run(show)
        if isinstance(chosen, int):
            raise SystemExit(Exit.SIGNAL + chosen)
        return None if chosen is None else chosen.value

    return asks


def _in_lines(liking: Liking, *, is_new: bool) -> Ask:
    """The same in lines."""

    def asks(told: str) -> str | None:
        nonlocal is_new
        if is_new:
            is_new = False
            print(words.TITLE)
            if not _named(liking):
                return None
            lesson = ask(words.ask_lesson())
            if lesson is None or lesson.casefold() in _YES:
                return None if lesson is None else "learn"
        print("\n".join(([told] if told else []) + _lines(liking)))
        return _asked(liking)

    return asks


def _asked(liking: Liking) -> str | None:
    """The choice that was typed, by its number or its word."""
    while (answer := ask(words.LINES_PROMPT)) is not None:
        typed = answer.casefold()
        if typed in ("q", "quit"):
            return None
        number = int(typed) - 1 if typed in ("1", "2", "3", "4", "5") else -1
        command = _COMMANDS[number] if number >= 0 else typed
        if command == "options":
            print(words.options_in_lines(str(config_path())))
            if not (_named(liking) and _plain_or_not(liking)):
                return None
        elif command in _COMMANDS:
            return command
        print("\n".join(_lines(liking) if typed in ("", "?", "help", "options", "5") else [words.NOT_A_CHOICE]))
    return None


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


def _lines(liking: Liking) -> list[str]:
    """The menu in lines."""
    name = names.own_name(None, liking.preferences.name)
    items = [words.item_line(number, command) for number, command in enumerate(_COMMANDS, start=1)]
    return [words.playing_as_line(APP, name), *items, words.LINES_HINT]
