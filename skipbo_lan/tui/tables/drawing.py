"""Draws the live list of tables. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from skipbo_lan.client.listings import Fit, Listing
from skipbo_lan.locale import joining as words
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, fit, width, wrap
from skipbo_lan.tui.drawing.field import put_field
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.tables.keys import Tables

_FIRST_ROW: Final = 2
_NUMBER_X, _NAME_X = 3, 6
_GAP: Final = 2
_NAME_CELLS: Final = 20
"""A longer name makes room for the rules."""
_LEAST: Final = (12, 14, 0, 15)
"""Cells that the name, the state, the rules and the address of a table keep in a narrow window."""
_MORE_FIT: Final = 9
"""Tables that a digit chooses."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the name, the state, the rules and the address are, and which of its shorter forms the rules have."""

    name: int
    state: int
    rules: int
    address: int
    form: int

    @property
    def middle(self) -> int:
        """The cells of state and rules together."""
        return self.state + (_GAP + self.rules if self.rules else 0)


@dataclass(frozen=True, slots=True)
class ListModel:
    """Everything the drawing depends on."""

    tables: Tables
    advice: Sequence[str]
    """What to say below the list when it stays empty; nothing at first."""
    width: int
    height: int


def draw(model: ListModel) -> Canvas:
    """The list, the answer to the last key or some advice, and the keys."""
    canvas = Canvas(model.width, model.height)
    tables = model.tables
    canvas.put(1, 0, cut(words.list_title(len(tables.rows)), model.width - 2), Style.HEADING)
    below = _below(model)
    foot = 2 + (tables.line is not None)
    y = _rows(canvas, tables, max(model.height - _FIRST_ROW - foot - len(below), 0))
    for line in below:
        canvas.put(1, y + 1, line, Style.REPLY if tables.reply or tables.asked else Style.PLAIN)
        y += 1
    _foot(canvas, tables)
    return canvas


def _below(model: ListModel) -> list[str]:
    tables = model.tables
    said = [words.ask_watch(tables.asked)] if tables.asked is not None else [tables.reply] if tables.reply else None
    lines = [part for line in said or model.advice for part in wrap(line, model.width - 2, "  ")]
    return lines[: max(model.height - 4, 0)]


def _rows(canvas: Canvas, tables: Tables, most: int) -> int:
    """The rows that fit, the marked one among them; the row after the last."""
    shown = tables.numbered
    tells_more = len(shown) > min(most, _MORE_FIT)
    most = max(most - tells_more, 0)
    marked = tables.marked_row
    at = next((index for index, (_, row) in enumerate(shown) if row is marked), 0)
    first = max(0, min(at - most // 2, len(shown) - most))
    columns = _columns([row for _, row in shown], canvas.width - _NAME_X - 1)
    y = _FIRST_ROW
    for number, row in shown[first : first + most]:
        _row(canvas, y, number, row, columns, Style.CHOSEN if row is marked else Style.PLAIN)
        y += 1
    if tells_more:
        canvas.put(_NAME_X, y, cut(words.more_rows(max(len(shown) - most, 0)), max(canvas.width - _NAME_X - 1, 0)))
        y += 1
    return y


def _row(canvas: Canvas, y: int, number: int, row: Listing, columns: Columns, style: Style) -> None:
    canvas.put(1, y, " " * (canvas.width - 2), style)
    canvas.put(_NUMBER_X, y, str(number), style)
    x = _NAME_X
    for text, cells in _parts(row, columns):
        canvas.put(x, y, fit(text, cells), style)
        x += cells + _GAP if cells else 0
    if number <= _MORE_FIT:
        canvas.hot(Rect(0, y, canvas.width, 1), str(number))


def _parts(row: Listing, columns: Columns) -> list[tuple[str, int]]:
    """The texts of a row with their cells; a table of another version says so in the place of state and rules."""
    if row.fit is Fit.FITS:
        middle = [(words.short_state(row), columns.state), (words.short_rules(row)[columns.form], columns.rules)]
    else:
        middle = [(_longest_that_fits(words.other_version(row), columns.middle), columns.middle)]
    return [(words.table_words(row), columns.name), *middle, (words.where(row), columns.address)]


def _longest_that_fits(forms: Sequence[str], cells: int) -> str:
    """The first of these, from long to short, that has room; else the last one."""
    return next((form for form in forms if width(form) <= cells), forms[-1])


def _columns(rows: Sequence[Listing], cells: int) -> Columns:
    """As wide as the longest texts, if there is room; else the rules are shortened first, and the address last."""
    fitting = [row for row in rows if row.fit is Fit.FITS]
    name = _widest(words.table_words(row) for row in rows)
    others = [words.other_version(row) for row in rows if row.fit is not Fit.FITS]
    state = _widest([*map(words.short_state, fitting), *(forms[-1] for forms in others)])
    address = _widest(words.where(row) for row in rows)
    for form in range(words.RULES_FORMS):
        rules = _widest(words.short_rules(row)[form] for row in fitting)
        if _taken(min(name, _NAME_CELLS), state, rules, address) <= cells:
            break
    wanted = [name, state, rules, address]
    excess = _taken(*wanted) - cells
    for column in (0, 1, 3):  # rules that have no room even in their shortest form are gone already
        taken = max(0, min(excess, wanted[column] - _LEAST[column]))
        wanted[column] -= taken
        excess -= taken
    columns = Columns(wanted[0], wanted[1], rules, wanted[3], form)
    told = _widest(_longest_that_fits(forms, columns.middle - excess) for forms in others)
    return replace(columns, state=columns.state + max(0, told - columns.middle))


def _widest(texts: Iterable[str]) -> int:
    return max(map(width, texts), default=0)


def _taken(name: int, *others: int) -> int:
    """The cells of these columns with the gaps between them."""
    return name + sum(_GAP + cells for cells in others if cells)


def _foot(canvas: Canvas, tables: Tables) -> None:
    """What is being typed, and the keys that apply."""
    y = canvas.height - 1
    if tables.line is None:
        keys = _longest_that_fits(words.list_keys(watching=tables.watching), canvas.width - 2)
        canvas.put(1, y, cut(keys, canvas.width - 2))
        return
    x = canvas.put(1, y - 1, words.ASK_ADDRESS)
    put_field(canvas, x, y - 1, tables.line)
    canvas.put(1, y, cut(words.LINE_KEYS, canvas.width - 2))
