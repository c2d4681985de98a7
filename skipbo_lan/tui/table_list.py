"""Draws the live list of tables. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from skipbo_lan.client.listings import Listing
from skipbo_lan.locale import joining as words
from skipbo_lan.tui.canvas import Canvas, Rect
from skipbo_lan.tui.cells import cut, fit, width, wrap
from skipbo_lan.tui.style import Style
from skipbo_lan.tui.table_keys import Tables

_FIRST_ROW: Final = 2
_NUMBER_X, _NAME_X = 3, 6
_GAP: Final = 2
_LEAST: Final = (12, 14, 0, 0)
"""Cells that the name, the state, the rules and the address of a table keep in a narrow window."""


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
    y = _rows(canvas, tables, max(model.height - _FIRST_ROW - 3, 0))
    for line in _below(model):
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
    marked = tables.marked_row
    at = next((index for index, (_, row) in enumerate(shown) if row is marked), 0)
    first = max(0, min(at - most // 2, len(shown) - most))
    texts = [_texts(row) for _, row in shown]
    columns = _columns(texts, canvas.width - _NAME_X - 1)
    y = _FIRST_ROW
    for (number, row), parts in list(zip(shown, texts, strict=True))[first : first + most]:
        _row(canvas, y, number, parts, columns, Style.CHOSEN if row is marked else Style.PLAIN)
        y += 1
    return y


def _row(canvas: Canvas, y: int, number: int, parts: Sequence[str], columns: Sequence[int], style: Style) -> None:
    canvas.put(1, y, " " * (canvas.width - 2), style)
    canvas.put(_NUMBER_X, y, str(number), style)
    x = _NAME_X
    for text, cells in zip(parts, columns, strict=True):
        canvas.put(x, y, fit(text, cells), style)
        x += cells + _GAP if cells else 0
    if number <= 9:
        canvas.hot(Rect(0, y, canvas.width, 1), str(number))


def _texts(row: Listing) -> tuple[str, str, str, str]:
    return words.table_words(row), words.short_state(row), words.short_rules(row), words.where(row)


def _columns(texts: Sequence[Sequence[str]], cells: int) -> list[int]:
    """How wide each column is: as its longest text, if need be less, the rules and the address first."""
    wanted = [max((width(parts[column]) for parts in texts), default=0) for column in range(len(_LEAST))]
    excess = sum(wanted) + _GAP * sum(1 for each in wanted[1:] if each) - cells
    for column in (2, 0, 3, 1):
        taken = max(0, min(excess, wanted[column] - _LEAST[column]))
        wanted[column] -= taken
        excess -= taken
    return wanted


def _foot(canvas: Canvas, tables: Tables) -> None:
    """What is being typed, and the keys that apply."""
    y = canvas.height - 1
    if tables.line is None:
        keys = words.LIST_KEYS_WATCHING if tables.watching else words.LIST_KEYS
        canvas.put(1, y, cut(keys, canvas.width - 2))
        return
    x = canvas.put(1, y - 1, words.ASK_ADDRESS)
    room = max(canvas.width - x - 2, 1)
    before = tables.line.text[: tables.line.cursor]
    hidden = max(0, width(before) - room)
    canvas.put(x, y - 1, cut(tables.line.text[hidden:], room))
    canvas.cursor = (min(x + width(before) - hidden, canvas.width - 1), max(y - 1, 0))
    canvas.put(1, y, cut(words.LINE_KEYS, canvas.width - 2))
