"""The live list of tables as a value, and what each key makes of it. Pure.

A table keeps its number as long as it is listed: a row that comes or goes never moves another one under the finger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final, TypeAlias

from skipbo_lan.client.find import Rows
from skipbo_lan.client.listings import Key, Listing
from skipbo_lan.locale import joining as words
from skipbo_lan.tui.intents import Terminal
from skipbo_lan.tui.line import Line, LineKind, begin, edit, insert


@dataclass(frozen=True, slots=True)
class Picked:
    """A table of the list was chosen."""

    row: Listing
    watching: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """An address was typed, as it stands there."""

    text: str


@dataclass(frozen=True, slots=True)
class HostInstead:
    """The player would rather open a table."""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The player goes."""

    interrupted: bool = False
    """By Ctrl-C."""


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Forget the list, and search anew."""


Outcome: TypeAlias = Picked | Typed | HostInstead | GaveUp
Intent: TypeAlias = Outcome | LookAgain | Terminal


@dataclass(frozen=True, slots=True)
class Tables:
    """The list, and what the player has begun with it."""

    rows: Rows = ()
    numbers: Mapping[Key, int] = field(default_factory=dict)
    """The number in front of each listed table."""
    marked: Key | None = None
    """The row that Enter means."""
    watching: bool = False
    """Whether a number means to watch."""
    asked: Listing | None = None
    """The table that could only be watched, while the player is asked whether to."""
    line: Line | None = None
    """An address being typed."""
    reply: str = ""
    """The answer to the last key."""

    @property
    def numbered(self) -> tuple[tuple[int, Listing], ...]:
        """The rows in the order in which they are shown."""
        return tuple(sorted(((self.numbers[row.key], row) for row in self.rows), key=lambda pair: pair[0]))

    @property
    def marked_row(self) -> Listing | None:
        """The marked row; the first while none is marked."""
        rows = [row for _, row in self.numbered]
        return next((row for row in rows if row.key == self.marked), rows[0] if rows else None)


Result: TypeAlias = tuple[Tables, tuple[Intent, ...]]


def listed(tables: Tables, rows: Rows) -> Tables:
    """The same with the tables that are there now."""
    kept = {row.key: tables.numbers[row.key] for row in rows if row.key in tables.numbers}
    free = (number for number in count(1) if number not in kept.values())
    new = [row.key for row in rows if row.key not in kept]
    numbers = kept | dict(zip(new, (next(free) for _ in new), strict=True))
    return replace(tables, rows=rows, numbers=numbers)


def press(tables: Tables, key: str) -> Result:
    """What a key makes of it."""
    fresh = replace(tables, reply="")
    if key == "c-l":
        return tables, (Terminal.REDRAW,)
    if key == "c-z":
        return tables, (Terminal.SUSPEND,)
    if tables.line is not None:
        return _in_line(fresh, tables.line, key)
    if tables.asked is not None:
        return _answered(replace(fresh, asked=None), tables.asked, key)
    if key in "123456789":
        return _chosen(fresh, next((row for number, row in tables.numbered if str(number) == key), None), key)
    if key in _MOVES:
        return _moved(fresh, _MOVES[key]), ()
    return _command(fresh, key)


def paste(tables: Tables, text: str) -> Tables:
    """Pasted text: an address, wherever it is pasted."""
    line = tables.line or begin(LineKind.COMMAND)
    return replace(tables, line=insert(line, text.strip()), asked=None, reply="")


def burst(tables: Tables, key: str, waiting: int) -> Result:
    """A key of pasted text where the terminal does not mark it; only the last Enter goes where the pasted line says.

    Pasted text has none of the other keys that have a name; a line that delays them is no reason to lose them.
    """
    if len(key) == 1:
        return paste(tables, key), ()
    if key == "space" or (key == "enter" and (waiting or tables.line is None)):
        return tables, ()
    return press(tables, key)


def _command(tables: Tables, key: str) -> Result:
    match key:
        case "enter" | "space":
            return _chosen(tables, tables.marked_row, "")
        case "w":
            return replace(tables, watching=not tables.watching), ()
        case "r":
            return replace(Tables(), watching=tables.watching), (LookAgain(),)
        case "a":
            return replace(tables, line=begin(LineKind.COMMAND)), ()
        case "h":
            return tables, (HostInstead(),)
        case "q" | "escape":
            return tables, (GaveUp(),)
        case "c-c":
            return tables, (GaveUp(interrupted=True),)
        case _:
            return tables, ()


def _chosen(tables: Tables, row: Listing | None, key: str) -> Result:
    if row is None:
        return replace(tables, reply=words.no_such_number(int(key)) if key else words.nothing_to_join()), ()
    marked = replace(tables, marked=row.key)
    if not row.watchable:
        return replace(marked, reply=words.cannot_join(row)), ()
    if tables.watching or row.joinable:
        return marked, (Picked(row, tables.watching),)
    return replace(marked, asked=row), ()


def _answered(tables: Tables, row: Listing, key: str) -> Result:
    """The answer to the offer to watch; it is about the table that was asked for, whatever the list shows now."""
    if key in ("y", "Y", "enter"):
        return tables, (Picked(row, watching=True),)
    if key == "c-c":
        return tables, (GaveUp(interrupted=True),)
    return tables, ()


def _in_line(tables: Tables, line: Line, key: str) -> Result:
    match key:
        case "enter" if line.text.strip():
            return tables, (Typed(line.text.strip()),)
        case "enter" | "escape" | "c-c":
            return replace(tables, line=None), ()
        case "backspace" if not line.text:
            return replace(tables, line=None), ()
        case "space":
            return replace(tables, line=insert(line, " ")), ()
        case _ if len(key) == 1:
            return replace(tables, line=insert(line, key)), ()
        case _:
            return replace(tables, line=edit(line, key)), ()


def _moved(tables: Tables, step: int) -> Tables:
    keys = [row.key for _, row in tables.numbered]
    if not keys:
        return tables
    marked = tables.marked_row
    place = keys.index(marked.key) + step if marked is not None else 0
    return replace(tables, marked=keys[place % len(keys)])


_MOVES: Final = {"down": 1, "tab": 1, "wheel-down": 1, "up": -1, "s-tab": -1, "wheel-up": -1}
