"""Draws the rows of the page of options. Pure."""

from __future__ import annotations

from typing import Final

from skipbo_lan.locale import options as words
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, fit, width
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.options import Options, click_of, digit_of

_LABEL_X: Final = 5
_VALUE_X: Final = 22
VALUE_CELLS: Final = 16
"""A name takes no more."""
_MEANING_X: Final = _VALUE_X + VALUE_CELLS + 2


def draw(canvas: Canvas, options: Options, area: Rect) -> None:
    """The rows that fit, the marked one among them; each can be clicked."""
    first = max(0, min(options.marked - area.height // 2, len(options.settings) - area.height))
    for index, setting in enumerate(options.settings[first : first + area.height]):
        row, y = first + index, area.y + index
        style = Style.CHOSEN if row == options.marked else Style.PLAIN
        canvas.put(area.x, y, " " * area.width, style)
        canvas.put(area.x + 2, y, digit_of(row), style)
        canvas.put(area.x + _LABEL_X, y, words.LABELS[setting], style)
        canvas.put(area.x + _VALUE_X, y, fit(words.value(setting, options.preferences), VALUE_CELLS), style)
        canvas.put(area.x + _MEANING_X, y, cut(words.MEANINGS[setting], max(area.width - _MEANING_X - 1, 0)), style)
        canvas.hot(Rect(area.x, y, area.width, 1), click_of(row))


def value_place(options: Options, area: Rect) -> tuple[int, int]:
    """Where the value of the marked row stands."""
    first = max(0, min(options.marked - area.height // 2, len(options.settings) - area.height))
    return area.x + _VALUE_X, area.y + options.marked - first


def keys(canvas: Canvas) -> None:
    """The keys of the page, in the last row."""
    text = words.KEYS if width(words.KEYS) < canvas.width else words.KEYS_SHORT
    canvas.put(1, canvas.height - 1, cut(text, max(canvas.width - 1, 0)), Style.KEY)
