"""What every screen has in common: title, headings, banner, log, reply, the typed line and the bar of keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Final, TypeAlias

from engine.events import Discarded, Drew, Passed, Played, TurnBegan
from engine.ruleset import Ruleset, Seat, sides_of
from protocol.messages import Room
from skipbo_lan.client.log import Chat, Happened, LogEntry
from skipbo_lan.client.state import ClientState, Lost, Online
from skipbo_lan.lesson.course import step_of
from skipbo_lan.limits import NOTICED
from skipbo_lan.locale import lesson as lesson_words
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.banners import host_closing
from skipbo_lan.locale.hosting import with_port
from skipbo_lan.locale.keys import KEY_WORDS
from skipbo_lan.locale.notes import log_line
from skipbo_lan.locale.people import host_of, names_of, safe_table, side_name
from skipbo_lan.locale.refusals import refusal_line
from skipbo_lan.tui.drawing.banner import banner
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, fit, width, wrap
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.line import LineKind, window
from skipbo_lan.tui.model import Model
from skipbo_lan.tui.pressing.bindings import Binding, Deed, in_force

Row: TypeAlias = tuple[str, Style]
"""A line of text with its look."""

_PROMPTS: Final = {
    LineKind.TALK: words.TALK_PROMPT,
    LineKind.TEAM: words.TEAM_PROMPT,
    LineKind.COMMAND: words.COMMAND_PROMPT,
}
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


def heading(canvas: Canvas, y: int, text: str, right: str = "", *, glyph: str, x: int = 0, cells: int = 0) -> None:
    """A line across the area with a text near its left end and one near its right end."""
    cells = cells or canvas.width - x
    canvas.rule(y, glyph, x, cells)
    canvas.put(x + 2, y, cut(f" {text} ", max(cells - 4, 0)), Style.HEADING)
    start = x + cells - width(right) - 4
    if right and start > x + width(text) + 5:
        canvas.put(start, y, f" {right} ")


def title(canvas: Canvas, model: Model) -> None:
    """The first row: the table, the round, the scores, and where help is."""
    room = model.client.room
    right = canvas.width - width(words.HELP_KEY) - 1
    canvas.put(right, 0, words.HELP_KEY)
    canvas.hot(Rect(right, 0, width(words.HELP_KEY), 1), "?")
    x = canvas.put(1, 0, cut(safe_table(model.client.table), max(right - 2, 0)), Style.HEADING)
    for part in _title_parts(model, room) if room is not None else ():
        if x + 3 + width(part) < right:
            x = canvas.put(x + 3, 0, part)


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


def log_rows(model: Model, cells: int, count: int, *, timed: bool = False) -> list[Row]:
    """The newest rows of the log, broken to the width; fewer when there are fewer. With times where there is room."""
    rows: list[Row] = []
    indent = " " * (len(words.clock_time(0)) + 1 if timed else 2)
    for text, style in _log_backwards(model.client, model.midnight if timed else None):
        rows[:0] = [(part, style) for part in wrap(text, cells, indent)]
        if len(rows) >= count:
            break
    return rows[max(len(rows) - count, 0) :]


def all_log_rows(model: Model, cells: int) -> list[Row]:
    """The whole log."""
    return log_rows(model, cells, sum(1 for _ in model.client.log) * cells)


def rows_since(model: Model, cells: int, entry: LogEntry) -> int:
    """The rows of the log that came after an entry; all of them when it has been forgotten."""
    return sum(len(wrap(text, cells, "  ")) for text, _ in _log_backwards(model.client, until=entry))


def reply_rows(model: Model, cells: int) -> list[Row]:
    """The answer to the last key, or why the host refused."""
    lines, client = model.ui.reply, model.client
    online = isinstance(client.status, Online)
    if isinstance(client.status, Lost) and client.status.closing:
        host = host_of(client.room) if client.room is not None else ""
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
    shown, cursor = window(line, max(canvas.width - x - 2, 1))
    canvas.put(x, y, shown)
    canvas.cursor = (min(x + cursor, max(canvas.width - 1, 0)), y)


def line_help(canvas: Canvas, y: int, model: Model, rows: int = 1) -> None:
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


def _title_parts(model: Model, room: Room) -> Iterator[str]:
    client = model.client
    if not room.saved:
        yield words.NOT_SAVED
    if room.stage == "lobby":
        yield words.WAITING
        yield from _watching(room)
        return
    rules = client.ruleset
    if rules is None:
        return
    number = room.rounds_played + (room.stage in ("dealing", "playing"))
    yield words.MATCH_OVER if room.stage == "match_over" else words.round_title(number, rules)
    yield _scores(room, rules)
    if len(room.players) > 4:
        yield words.players_count(len(room.players))
    yield from _watching(room)
    if model.invitation is not None and model.invitation.addresses:
        yield words.at_address(with_port(model.invitation.addresses[0].host, model.invitation.port))


def _watching(room: Room) -> Iterator[str]:
    if room.watching:
        yield words.watching_count(room.watching)


def _scores(room: Room, rules: Ruleset) -> str:
    """`You 85   Bea 140`, the player's side first."""
    names = names_of(room)
    standing = room.scores if rules.scoring else room.wins
    sides = zip(sides_of(rules, len(room.players)), standing, strict=False)
    ordered = sorted(sides, key=lambda side: room.you not in side[0])
    return "   ".join(f"{side_name(names, members, room.you)} {points}" for members, points in ordered)


def _log_backwards(client: ClientState, midnight: float | None = None, until: LogEntry | None = None) -> Iterator[Row]:
    """The lines of the log, the newest first and back to an entry, with times if it is told when the day began."""
    names = names_of(client.room) if client.room is not None else {}
    sides = client.view.sides if client.view is not None else ()
    for entry in reversed(client.log):
        if entry is until:
            return
        text = log_line(entry, names, client.seat, sides)
        if text is None:
            continue
        begins = isinstance(entry, Happened) and isinstance(entry.event, TurnBegan)
        time = f"{words.clock_time(entry.at - midnight)} " if midnight is not None and entry.at > -inf else ""
        style = Style.HEADING if begins else _entry_style(entry, client.seat)
        yield f"{time}{'> ' if begins else ''}{text}", style


def _entry_style(entry: LogEntry, seat: Seat | None) -> Style:
    """The look of a line of the log: talk, what the player has done, or anything else."""
    match entry:
        case Chat():
            return Style.CHAT
        case Happened(Drew(seat=acted) | Played(seat=acted) | Discarded(seat=acted) | Passed(seat=acted)) if (
            acted == seat
        ):
            return Style.OWN
        case _:
            return Style.PLAIN


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
