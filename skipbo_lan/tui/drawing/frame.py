"""What every screen has in common below its title: headings, banner, log, reply and the typed line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from skipbo_lan.client.state import Lost, Online
from skipbo_lan.lesson.course import step_of
from skipbo_lan.limits import NOTICED
from skipbo_lan.locale import lesson as lesson_words
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.banners import host_closing
from skipbo_lan.locale.people import host_of
from skipbo_lan.locale.refusals import refusal_line
from skipbo_lan.tui.bindings import Deed, in_force
from skipbo_lan.tui.drawing.banner import banner
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, fit, width, wrap
from skipbo_lan.tui.drawing.field import put_field
from skipbo_lan.tui.drawing.log import Row, log_rows
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.line import LineKind
from skipbo_lan.tui.model import Model

_PROMPTS: Final = {
    LineKind.TALK: words.TALK_PROMPT,
    LineKind.TEAM: words.TEAM_PROMPT,
    LineKind.COMMAND: words.COMMAND_PROMPT,
}


def heading(canvas: Canvas, y: int, text: str, right: str = "", *, glyph: str, x: int = 0, cells: int = 0) -> None:
    """A line across the area with a text near its left end and one near its right end."""
    cells = cells or canvas.width - x
    canvas.rule(y, glyph, x, cells)
    canvas.put(x + 2, y, cut(f" {text} ", max(cells - 4, 0)), Style.HEADING)
    start = x + cells - width(right) - 4
    if right and start > x + width(text) + 5:
        canvas.put(start, y, f" {right} ")


def state_line(canvas: Canvas, y: int, model: Model, x: int = 0, cells: int = 0) -> None:
    """The banner."""
    cells = cells or canvas.width - x
    canvas.banner_row = y
    text, style = banner(model)
    if style is Style.TURN and not model.ui.preferences.banner:
        style = Style.HEADING
    glyph = model.glyphs.strong
    canvas.rule(y, glyph, x, cells)
    canvas.put(x + 2, y, cut(f" {_squeezed(text, cells - 3)} ", max(cells - 2, 0)), style)


def _squeezed(text: str, cells: int) -> str:
    """A text with less space, and if need be with fewer of its parts (three spaces stand between them)."""
    parts = text.split("   ")
    for kept in range(len(parts), 0, -1):
        words_left = " ".join(parts[:kept]).split()
        forms = ("   ".join(parts[:kept]), "  ".join(parts[:kept]), " ".join(words_left))
        text = next((form for form in forms if width(form) <= cells), forms[-1])
        if width(text) <= cells:
            break
    return text


def log_heading(canvas: Canvas, y: int, model: Model) -> None:
    """The line above the log, which in the lesson names the step."""
    heading(canvas, y, lesson_heading(model) or words.LOG, words.OLDER, glyph=model.glyphs.light)


def lesson_heading(model: Model) -> str:
    """Which step of the lesson it is; empty at any other table."""
    step = step_of(model.client)
    return lesson_words.heading(step) if model.ui.lesson is not None and step is not None else ""


def lesson_rows(model: Model, cells: int) -> list[Row]:
    """What the step of the lesson tells; nothing at any other table."""
    progress, step = model.ui.lesson, step_of(model.client)
    if progress is None or step is None:
        return []
    return [(part, Style.HEADING) for line in lesson_words.told(step, progress) for part in wrap(line, cells)]


def lesson_box(canvas: Canvas, model: Model) -> None:
    """The end of the lesson, over the table."""
    if _lesson_is_done(model):
        box(canvas, model, list(lesson_words.DONE))


def _lesson_is_done(model: Model) -> bool:
    return model.ui.lesson is not None and model.ui.lesson.done


def reply_rows(model: Model, cells: int) -> list[Row]:
    """The answer to the last key, or why the host refused."""
    lines, client = model.ui.reply, model.client
    online = isinstance(client.status, Online)
    if isinstance(client.status, Lost) and client.status.closing:
        host = host_of(client.room)
        lines = (host_closing(host, client.status.give_up_at - model.now, "q"),)
    elif not lines and client.refusal is not None:
        lines = (refusal_line(client.refusal),)
    elif not lines and online and client.pending is not None and model.now - model.ui.sent_at >= NOTICED:
        lines = (words.WAITING_FOR_ANSWER,)
    return [(part, Style.REPLY) for line in lines for part in wrap(line, cells, "  ")]


def log_and_reply(canvas: Canvas, model: Model, area: Rect) -> None:
    """The newest of the log with the answer under it; the answer takes room from the log, and so does a lesson."""
    cells = max(area.width - 2, 1)
    lesson = [] if _lesson_is_done(model) else lesson_rows(model, cells)  # the box tells it
    reply = reply_rows(model, cells)[: area.height - len(lesson)]
    rows = lesson + log_rows(model, cells, area.height - len(lesson) - len(reply)) + reply
    for index, (text, style) in enumerate(rows):
        canvas.put(area.x + 1, area.y + index, cut(text, cells), style)
    canvas.hot(area, "l")


def input_line(canvas: Canvas, y: int, model: Model) -> None:
    """The typed line with its cursor, or how to open it."""
    line = model.ui.line
    if line is None:
        x = canvas.put(1, y, ">")
        _right(canvas, y, "   ".join(_line_openers(model)), x + 2)
        canvas.hot(Rect(0, y, canvas.width, 1), "t")
        return
    prompt = _PROMPTS[line.kind]
    x = canvas.put(1, y, cut(prompt, max(canvas.width - 4, 0)), Style.KEY)
    put_field(canvas, x, y, line)


def clickable(canvas: Canvas, x: int, y: int, text: str, keys: Mapping[str, str], style: Style = Style.PLAIN) -> None:
    """A text of parts with three spaces between them; the key that a part begins with can be clicked."""
    shown = cut(text, max(canvas.width - x, 0))
    canvas.put(x, y, shown, style)
    for part in shown.split("   "):
        key = keys.get(part.partition(" ")[0])
        if key is not None:
            canvas.hot(Rect(x, y, width(part), 1), key)
        x += width(part) + 3


def box(canvas: Canvas, model: Model, lines: list[str]) -> tuple[int, int]:
    """A box in the middle, over whatever is drawn but the banner (T35); where its last line begins."""
    inner = max((width(line) for line in lines), default=0)
    cells, rows = inner + 4, len(lines) + 2
    x, y = max((canvas.width - cells) // 2, 0), _box_row(canvas, rows)
    light, side = model.glyphs.light, model.glyphs.side
    top_left, top_right, low_left, low_right = model.glyphs.corners
    canvas.put(x, y, top_left + light * (cells - 2) + top_right, Style.QUIET)
    for index, line in enumerate(lines, start=1):
        canvas.put(x, y + index, f"{side} {fit(line, inner)} {side}", Style.QUIET)
        canvas.put(x + 2, y + index, line, Style.ALERT)
    canvas.put(x, y + rows - 1, low_left + light * (cells - 2) + low_right, Style.QUIET)
    return x + 2, y + rows - 2


def _box_row(canvas: Canvas, rows: int) -> int:
    """Where a box begins: in the middle, or else below the banner, or above it where there is no room below."""
    y, banner_row = max((canvas.height - rows) // 2, 0), canvas.banner_row
    if banner_row is None or not y <= banner_row < y + rows:
        return y
    return banner_row + 1 if banner_row + 1 + rows <= canvas.height else max(banner_row - rows, 0)


def question_box(canvas: Canvas, model: Model) -> None:
    """The question that waits for yes or no."""
    question = model.ui.question
    if question is not None:
        lines = wrap(question.text, max(min(canvas.width - 8, 60), 10))
        x, y = box(canvas, model, [*lines, "", words.YES_NO])
        clickable(canvas, x, y, words.YES_NO, {"y": "y", "n": "n"}, Style.ALERT)


def _line_openers(model: Model) -> Iterator[str]:
    """How talk and commands are typed."""
    bound = {binding.deed: binding for binding in in_force(model.client)}
    has_team = Deed.TEAM_TALK in bound
    yield words.TALK_WITH_TEAM if has_team else words.TALK
    if has_team:
        yield words.TEAM_TALK
    yield words.COMMAND


def _right(canvas: Canvas, y: int, text: str, least: int) -> None:
    """A text at the right edge, unless that is left of a column."""
    start = canvas.width - width(text) - 1
    if start >= least:
        canvas.put(start, y, text)
