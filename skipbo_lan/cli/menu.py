"""`skipbo-lan` alone: the menu, on the screen or in lines; does what is chosen by the real commands, and comes back."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from skipbo_lan.cli import names
from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.menu_in_lines import asked, welcomed
from skipbo_lan.cli.preferences import Liking, preferences_of
from skipbo_lan.cli.terminal import Display, Mode, forget_input
from skipbo_lan.locale import menu as words
from skipbo_lan.preferences import Keep
from skipbo_lan.settings import config_path

if TYPE_CHECKING:  # lines need no screen
    from skipbo_lan.tui.menu.keys import Choice, Menu


def run(options: Namespace) -> int:
    """Show the menu until the player quits; the exit code."""
    is_new = _is_new()
    liking = Liking(preferences_of(options))
    if liking.display.mode is Mode.SCREEN:
        _on_screen(liking, is_new=is_new)
    else:
        _in_lines(liking, is_new=is_new)
    return Exit.FINE


def _is_new() -> bool:
    """Whether this player has never been asked anything: there is no config file."""
    try:
        return not config_path().exists()
    except (OSError, ValueError):  # no way to it, or a name that is none
        return False


def _on_screen(liking: Liking, *, is_new: bool) -> None:
    from skipbo_lan.tui import bridge
    from skipbo_lan.tui.menu.keys import Menu, first_start

    login = names.own_name(None)
    menu = first_start(liking.preferences, login) if is_new else Menu(liking.preferences, login)
    while True:
        chosen, menu = bridge.run(_shown, menu, liking.keep)
        if chosen is None:
            return
        if isinstance(chosen, int):
            raise SystemExit(Exit.SIGNAL + chosen)
        told = _done(chosen.value, liking.display)
        menu = replace(menu, preferences=liking.preferences, reply=told)


async def _shown(menu: Menu, keep: Keep) -> tuple[Choice | int | None, Menu]:
    """What the player has chosen, or the number of the signal that ended it, and the menu as it is left."""
    from skipbo_lan.tui.menu.screen import MenuScreen

    screen = MenuScreen(menu, keep)
    chosen = await screen.show()
    return chosen, screen.menu


def _in_lines(liking: Liking, *, is_new: bool) -> None:
    command = welcomed(liking) if is_new else asked(liking)
    while command is not None:
        told = _done(command, liking.display)
        if told:
            print(told)
        command = asked(liking)


def _done(command: str, display: Display) -> str:
    """Do it by the real command; a line on how it ended. Raises SystemExit when a signal ended it."""
    try:
        told = _played(command, display)
    except CommandError as error:
        told = str(error)
    except KeyboardInterrupt:
        told = ""
    forget_input()
    return told


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
    if command == "learn":
        return words.LESSON_OVER
    on_screen = display.mode is Mode.SCREEN  # in lines it has just been told
    return (seat.in_a_line(*stay) if on_screen else "") or words.BACK
