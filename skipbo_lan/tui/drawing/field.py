"""A line that is being typed, with its cursor."""

from __future__ import annotations

from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.line import Line, window


def put_field(canvas: Canvas, x: int, y: int, line: Line) -> None:
    """The part of the line that has room between a column and the right edge."""
    shown, cursor = window(line, max(canvas.width - x - 2, 1))
    canvas.put(x, y, shown)
    canvas.cursor = (max(min(x + cursor, canvas.width - 1), 0), max(y, 0))
