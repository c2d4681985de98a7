"""What is shown in a window too small for any table: what size is needed; typed commands still work."""

from __future__ import annotations

from skipbo_lan.locale import screen as words
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.banner import turn_sentence
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.cells import cut
from skipbo_lan.tui.drawing.compact import HEIGHT, WIDTH
from skipbo_lan.tui.model import Model


def draw(canvas: Canvas, model: Model) -> None:
    """The size needed, the size present, whose turn it is, and the typed line."""
    lines = [*words.too_small(model.width, model.height, WIDTH, HEIGHT), turn_sentence(model)]
    lines += [text for text, _ in frame.lesson_rows(model, canvas.width) + frame.reply_rows(model, canvas.width)]
    if not model.client.owner:  # whose leaving would end the table
        lines.append(words.restart_plain())
    for y, text in enumerate(lines):
        canvas.put(0, y, cut(text, canvas.width))
    if canvas.height:
        y = canvas.height - 1
        canvas.put(0, y, " " * canvas.width)
        frame.input_line(canvas, y, model)
