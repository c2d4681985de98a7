"""Draws the rows of the page of options. Pure."""

from __future__ import annotations

from typing import Final

from skipbo_lan.locale import options as words
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, width, wrap
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.options import Options, click_of, digit_of

_LABEL_X: Final = 5
_VALUE_X: Final = 24
_UNDER: Final = 3
"""Rows under the options: a gap, and what the marked one means."""


def draw(canvas: Canvas, options: Options, area: Rect) -> None:
    """The rows that fit, the marked one among them, with what it means; each can be clicked."""
    first, count = _shown(options, area)
    for index, setting in enumerate(options.settings[first : first + count]):
        row, y = first + index, area.y + index
        style = Style.CHOSEN if row == options.marked else Style.PLAIN
        canvas.put(area.x, y, " " * area.width, style)
        canvas.put(area.x + 2, y, digit_of(row), style)
        canvas.put(area.x + _LABEL_X, y, words.LABELS[setting], style)
        value = words.value(setting, options.preferences)
        canvas.put(area.x + _VALUE_X, y, cut(value, max(area.width - _VALUE_X, 0)), style)
        canvas.hot(Rect(area.x, y, area.width, 1), click_of(row))
    for index, line in enumerate(wrap(words.MEANINGS[options.setting], area.width - _LABEL_X)[: _UNDER - 1]):
        canvas.put(area.x + _LABEL_X, area.y + count + 1 + index, line)


def value_place(options: Options, area: Rect) -> tuple[int, int]:
    """Where the value of the marked row stands."""
    return area.x + _VALUE_X, area.y + options.marked - _shown(options, area)[0]


def _shown(options: Options, area: Rect) -> tuple[int, int]:
    """The first row that is shown, and how many are."""
    count = max(min(len(options.settings), area.height - _UNDER), 0)
    return max(0, min(options.marked - count // 2, len(options.settings) - count)), count


def keys(canvas: Canvas) -> None:
    """The keys of the page, in the last row."""
    text = words.KEYS if width(words.KEYS) < canvas.width else words.KEYS_SHORT
    canvas.put(1, canvas.height - 1, cut(text, max(canvas.width - 1, 0)), Style.KEY)
