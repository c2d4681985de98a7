"""Words of the menu, and of the first start. Imports nothing heavy: they are the first that a player sees."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from protocol.text import safe
from skipbo_lan.locale.people import safe_name

_PATH_CELLS: Final = 200

TITLE: Final = "Skip-Bo on your local network"
NEW_HERE: Final = "New to Skip-Bo?"
LESSON_YES: Final = "play a two-minute lesson"
LESSON_NO: Final = "straight to the menu"
YES_OR_NO: Final = "Press y or n."
OR_ENTER: Final = "Enter takes the name in brackets. Options changes it later."
NAME_KEYS: Final = "Enter: go on   Ctrl-C twice: quit"
KEEP_NAME_KEYS: Final = "Enter: take it   Esc: back"
THE_GAME: Final = "Build from 1 to 12; SB is wild. Whoever plays the whole stock first wins."
NEXT_TIME: Final = (
    "Next time you can skip this menu: skipbo-lan practice | join | host",
    "To skip this menu: skipbo-lan practice | join | host",
)
"""In a wide and in a narrow window."""
INTERRUPT_AGAIN: Final = "Ctrl-C again within three seconds ends the program."
HELP_KEY: Final = "? help"
HELP_BACK: Final = "Esc back"
HELP_TITLE: Final = "KEYS OF THE MENU"
NO_SUCH_KEY: Final = "That key does nothing here; ? shows the keys."
LINES_HINT: Final = "Type a number or a word; q quits."
NOT_A_CHOICE: Final = "That is none of them."
ASK_PLAIN: Final = "Plain mode at the next start, too? [Y/n] "
LINES_PROMPT: Final = "> "
BACK: Final = "Back from the table."
LESSON_OVER: Final = "Back from the lesson. 1 plays a short game."

ITEMS: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "practice": (
            "Practise now",
            "you against two bots, short game (about 5 minutes)",
            "you against two bots (5 minutes)",
        ),
        "join": ("Join a table", "look for tables on this network", "look for tables on this network"),
        "host": ("Host a table", "others join you; bots fill empty seats", "others join; bots fill the seats"),
        "learn": ("Learn the rules", "two-minute lesson you play yourself", "a lesson of two minutes"),
        "options": ("Options", "name, colours, speed, keys, plain mode", "name, colours, speed, plain mode"),
    }
)
"""By the command: how it is called, and what it does, in a wide and in a narrow window."""

HELP: Final = (
    "1 to 5        do what stands there",
    "arrows, Tab   walk through it; Enter or Space does it",
    "mouse         click on it",
    "?             this page",
    "Ctrl-L        draw the screen anew",
    "Ctrl-Z        back to the shell for a while; fg returns",
    "q             quit; so does Ctrl-C twice",
    "",
    "At a table ? lists its keys, and h shows a good move.",
    "skipbo-lan --help lists all commands with their options.",
)


def ask_name(login: str) -> str:
    """The question for the name, with the one that Enter takes."""
    return f"Your name at the table [{safe_name(login)}]: "


def playing_as(name: str) -> str:
    """Under which name."""
    return f"playing as {safe_name(name)}"


def keys(most: int) -> str:
    """What can be pressed."""
    return f"Press 1-{most}, or ? for help, q to quit."


def keys_short(most: int) -> str:
    """The same in a small window."""
    return f"1-{most}, ? help, q quit"


def too_small(width: int, height: int, least_width: int, least_height: int) -> str:
    """The window is too small for the menu, whose keys work all the same."""
    return f"Too small for the menu: {width} x {height}, needs {least_width} x {least_height}."


def ask_lesson() -> str:
    """The offer of the lesson, in one line."""
    return f"{NEW_HERE} Play a two-minute lesson first? [y/N] "


def playing_as_line(app: str, name: str) -> str:
    """The heading of the menu in lines."""
    return f"{app}, {playing_as(name)}."


def options_in_lines(path: str) -> str:
    """Where what has no question can be chosen."""
    return f"Colours, speed, bell and more stand in {safe(path, _PATH_CELLS)}."


def item_line(number: str, command: str) -> str:
    """A line of the menu where there is no screen."""
    return f"{number} {command}: {ITEMS[command][1]}."
