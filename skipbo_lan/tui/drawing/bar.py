"""The bar of keys in the last rows: what can be pressed now, what matters most first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from skipbo_lan.locale import screen as words
from skipbo_lan.locale.keys import KEY_WORDS
from skipbo_lan.tui.bindings import Binding, Deed, in_force
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import width
from skipbo_lan.tui.drawing.frame import clickable
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.line import LineKind
from skipbo_lan.tui.model import Model

_ALWAYS_SHOWN: Final = (Deed.HINT, Deed.HELP, Deed.LEAVE)
"""Whatever the width of the bar, the ways to help and the way out are in it."""

_URGENT: Final = (
    *(Deed.GUILTY, Deed.INNOCENT, Deed.BOT_NOW, Deed.WAIT_LONGER, Deed.OBJECT, Deed.DRAW, Deed.PASS, Deed.ACCUSE),
    *(Deed.READY, Deed.AGAIN, Deed.READY_AGAIN),
)
"""Shown before the rest: they apply at this moment only."""

_SPARE: Final = (Deed.NEXT_MOVE, Deed.CONFIRM, Deed.CANCEL, Deed.OPTIONS, Deed.MOUSE, Deed.RULES)
"""Shown where there is room for them."""

_SPARE_IN_LOBBY: Final = (Deed.LOG, Deed.COMMAND, Deed.OPTIONS, Deed.MOUSE)
"""The same in the lobby, where rules are chosen and nothing has happened yet."""


def key_bar(canvas: Canvas, y: int, model: Model, rows: int = 1) -> None:
    """The last rows: the keys of the open line, otherwise the bar of keys, unless the player does not want it."""
    line = model.ui.line
    if line is not None:
        text = words.COMMAND_KEYS if line.kind is LineKind.COMMAND else words.LINE_KEYS
        clickable(canvas, 1, y, text, {"Enter": "enter", "Tab": "tab", "Esc": "escape"})
        return
    if not model.ui.preferences.key_bar:
        return
    left = [binding for binding in in_force(model.client) if KEY_WORDS[binding.deed.name].bar]
    in_lobby = model.client.room is not None and model.client.room.stage == "lobby"
    spare = _SPARE_IN_LOBBY if in_lobby else _SPARE
    for row in range(rows):
        shown = _fitting(left, canvas.width - 1, spare)
        _bar(canvas, y + row, shown)
        left = [binding for binding in left if binding not in shown]


def _bar(canvas: Canvas, y: int, shown: list[Binding]) -> None:
    """Some keys in a row; each can be clicked."""
    x, gap = 1, 2 if sum(width(_bar_text(binding)) + 2 for binding in shown) < canvas.width else 1
    for binding in shown:
        text = _bar_text(binding)
        canvas.put(x, y, binding.shown, Style.KEY)
        canvas.put(x + width(binding.shown), y, text[len(binding.shown) :])
        if "-" not in binding.shown:
            canvas.hot(Rect(x, y, width(text), 1), binding.keys[0])
        x += width(text) + gap


def _fitting(candidates: list[Binding], cells: int, spare: Sequence[Deed]) -> list[Binding]:
    """The bindings for a row of so many cells, in the order of the table; what matters most is kept first."""
    chosen: list[Binding] = []
    for binding in sorted(candidates, key=lambda each: _rank(each, spare)):
        needed = width(_bar_text(binding)) + 1
        if needed <= cells:
            chosen.append(binding)
            cells -= needed
    return [binding for binding in candidates if binding in chosen]


def _rank(binding: Binding, spare: Sequence[Deed]) -> int:
    if binding.deed in (*_URGENT, *_ALWAYS_SHOWN):
        return 0
    return 2 if binding.deed in spare else 1


def _bar_text(binding: Binding) -> str:
    return f"{binding.shown} {KEY_WORDS[binding.deed.name].bar}"
