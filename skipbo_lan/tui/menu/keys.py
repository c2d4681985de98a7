"""The menu as a value, and what each key makes of it. Pure."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from typing import Final, TypeAlias

from protocol.limits import MAX_NAME_CELLS
from protocol.names import check_name
from protocol.text import safe
from skipbo_lan.client.limits import SECOND_INTERRUPT
from skipbo_lan.locale import menu as words
from skipbo_lan.locale.refusals import bad_name_line
from skipbo_lan.preferences import Preferences
from skipbo_lan.tui import options
from skipbo_lan.tui.intents import Prefer, Terminal
from skipbo_lan.tui.line import Line, LineKind, begin, edit, insert
from skipbo_lan.tui.options import EVERYTHING, Options, Setting
from skipbo_lan.tui.pressing.readings import readings


class Page(Enum):
    """What is shown."""

    NAME = auto()
    """The first start: the question for the name."""
    LESSON = auto()
    """The first start: the offer of the lesson."""
    MENU = auto()
    OPTIONS = auto()
    HELP = auto()


class Choice(StrEnum):
    """What can be done from the menu, in its order. The value is the command."""

    PRACTICE = "practice"
    JOIN = "join"
    HOST = "host"
    LEARN = "learn"
    OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class Quit:
    """The player goes."""

    interrupted: bool = False
    """By Ctrl-C."""


Outcome: TypeAlias = Choice | Quit
Intent: TypeAlias = Outcome | Prefer | Terminal

CHOICES: Final = tuple(Choice)
_MOVES: Final = {"down": 1, "tab": 1, "wheel-down": 1, "up": -1, "s-tab": -1, "wheel-up": -1}
_TERMINAL: Final = {"c-l": Terminal.REDRAW, "c-z": Terminal.SUSPEND}
_BACK: Final = frozenset({"escape", "backspace", "q"})


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu, and what the player has begun in it."""

    preferences: Preferences
    login: str
    """What the player is called who chose no name."""
    page: Page = Page.MENU
    marked: int = 0
    """Which of the choices Enter means."""
    option: int = 0
    """The marked row of the page of options."""
    line: Line | None = None
    """A name being typed."""
    reply: str = ""
    """The answer to the last key, or how the last visit at a table ended."""
    interrupted_at: float | None = None
    """When Ctrl-C was pressed last, in monotonic seconds."""

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.preferences.name or self.login

    @property
    def options(self) -> Options:
        """The page of options."""
        return Options(self.preferences, EVERYTHING, self.option)


Result: TypeAlias = tuple[Menu, tuple[Intent, ...]]


def first_start(preferences: Preferences, login: str) -> Menu:
    """The questions that come before the first menu."""
    return Menu(preferences, login, Page.NAME, line=begin(LineKind.COMMAND))


def press(menu: Menu, key: str, now: float) -> Result:
    """The menu after a key at this moment (monotonic seconds), and what it asks for."""
    if key == "c-c":
        return _interrupted(menu, now)
    if key in _TERMINAL:
        return menu, (_TERMINAL[key],)
    fresh = replace(menu, reply="")
    if menu.line is not None:
        return _in_line(fresh, menu.line, key)
    match menu.page:
        case Page.LESSON:
            return _about_lesson(fresh, key)
        case Page.OPTIONS:
            return _on_options(fresh, key)
        case Page.HELP:
            return replace(fresh, page=Page.MENU), ()
        case _:
            return _in_menu(fresh, key)


def paste(menu: Menu, text: str) -> Menu:
    """Pasted text: a name where one is asked for, and nothing anywhere else."""
    return menu if menu.line is None else replace(menu, line=insert(menu.line, text.strip()), reply="")


def burst(menu: Menu, key: str, waiting: int, now: float) -> Result:
    """A key of pasted text where the terminal does not mark it; only the last Enter ends the name."""
    if menu.line is None or (key == "enter" and waiting):
        return menu, ()
    return press(menu, key, now)


def _in_menu(menu: Menu, key: str) -> Result:
    for reading in readings(key):
        if reading in ("1", "2", "3", "4", "5"):
            return _chosen(replace(menu, marked=int(reading) - 1))
        match reading:
            case "enter" | "space":
                return _chosen(menu)
            case "?":
                return replace(menu, page=Page.HELP), ()
            case "q":
                return menu, (Quit(),)
            case "o":
                return _chosen(replace(menu, marked=CHOICES.index(Choice.OPTIONS)))
        if reading in _MOVES:
            return replace(menu, marked=(menu.marked + _MOVES[reading]) % len(CHOICES)), ()
    return (replace(menu, reply=words.NO_SUCH_KEY) if len(key) == 1 else menu), ()


def _chosen(menu: Menu) -> Result:
    choice = CHOICES[menu.marked]
    return (replace(menu, page=Page.OPTIONS), ()) if choice is Choice.OPTIONS else (menu, (choice,))


def _about_lesson(menu: Menu, key: str) -> Result:
    match key:
        case "y" | "Y":
            return replace(menu, page=Page.MENU), (Choice.LEARN,)
        case "n" | "N" | "escape":
            return replace(menu, page=Page.MENU), ()
        case _:
            return replace(menu, reply=words.YES_OR_NO), ()


def _on_options(menu: Menu, key: str) -> Result:
    """A key on the page of options; a name is typed."""
    if key in _BACK:
        return replace(menu, page=Page.MENU), ()
    if menu.options.setting is Setting.NAME and options.step_of(menu.options, key):
        return replace(menu, line=begin(LineKind.COMMAND, menu.name)), ()
    after = options.press(menu.options, key)
    changed = replace(menu, option=after.marked, preferences=after.preferences)
    return changed, (Prefer(after.preferences),) if after.preferences != menu.preferences else ()


def _in_line(menu: Menu, line: Line, key: str) -> Result:
    match key:
        case "enter":
            return _named(menu, line.text)
        case "escape" if menu.page is Page.NAME:
            return _named(menu, "")
        case "escape":
            return replace(menu, line=None), ()
        case "space":
            return replace(menu, line=insert(line, " ")), ()
        case _ if len(key) == 1:
            return replace(menu, line=insert(line, key)), ()
        case _:
            return replace(menu, line=edit(line, key)), ()


def _named(menu: Menu, text: str) -> Result:
    """The name as it was typed, or nothing for the present one."""
    name = unicodedata.normalize("NFC", text.strip()) or menu.name
    refusal = check_name(name)
    if refusal is not None:
        return replace(menu, reply=bad_name_line(safe(name, 2 * MAX_NAME_CELLS), refusal)), ()
    preferences = replace(menu.preferences, name=name)
    page = Page.LESSON if menu.page is Page.NAME else menu.page
    return replace(menu, preferences=preferences, page=page, line=None), (Prefer(preferences),)


def _interrupted(menu: Menu, now: float) -> Result:
    """Ctrl-C: the first closes what is open, the second in time ends the program (TESTED.md T23)."""
    if menu.interrupted_at is not None and now - menu.interrupted_at <= SECOND_INTERRUPT:
        return menu, (Quit(interrupted=True),)
    warned = replace(menu, interrupted_at=now, reply=words.INTERRUPT_AGAIN)
    if menu.page in (Page.NAME, Page.LESSON):
        return warned, ()
    return replace(warned, page=Page.MENU, line=None), ()
