"""The pages over the table: help, log, a player's piles, rules, long answers. The game goes on under them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from skipbo_lan.locale import options as option_words
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.fairness import WHAT_IT_PROVES
from skipbo_lan.locale.help import FORM_CELLS, screen_help_lines
from skipbo_lan.locale.keys import KEY_WORDS
from skipbo_lan.locale.people import name_at, names_of
from skipbo_lan.locale.rules import THE_GAME, rules_in_words
from skipbo_lan.locale.table import nothing_happened
from skipbo_lan.tui.drawing import frame, options
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import wrap
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model, Overlay
from skipbo_lan.tui.options import AT_THE_TABLE, Options
from skipbo_lan.tui.pressing.bindings import in_force

_KEY_CELLS = 11
_FRAME_ROWS = 4
"""Title, banner, heading above the lines; the way back below them."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of lines."""

    title: str
    rows: list[frame.Row]
    keys: str = words.PAGE_KEYS
    from_end: bool = False
    """Whether its newest lines stand last and are shown first."""


def draw(canvas: Canvas, model: Model) -> None:
    """The open page, with the banner: whose turn it is stays in sight (T35)."""
    frame.title(canvas, model)
    frame.state_line(canvas, 1, model)
    if model.ui.overlay is Overlay.OPTIONS:
        _draw_options(canvas, model)
    else:
        _draw_lines(canvas, model, page_of(model))


def _draw_lines(canvas: Canvas, model: Model, page: Page) -> None:
    room, (scroll, most) = _room(model), _scrolled(model, page)
    start = most - scroll if page.from_end else scroll
    position = f"{min(start + room, len(page.rows))}/{len(page.rows)}"
    frame.heading(canvas, 2, page.title, position, glyph=model.glyphs.light)
    for index, (text, style) in enumerate(page.rows[start : start + room]):
        canvas.put(2, 3 + index, text, style)
    frame.clickable(canvas, 1, canvas.height - 1, _last_row(model, page), {"Esc": "escape"}, Style.KEY)


def scrolled(model: Model) -> tuple[int, int]:
    """How many lines the open page is scrolled from where it begins, and how many it can be.

    What came since a log was scrolled back does not move what is read.
    """
    return _scrolled(model, page_of(model))


def _draw_options(canvas: Canvas, model: Model) -> None:
    """The options, with the answer where they could not be kept."""
    frame.heading(canvas, 2, option_words.TITLE, glyph=model.glyphs.light)
    shown = Options(model.ui.preferences, AT_THE_TABLE, model.ui.option)
    options.draw(canvas, shown, Rect(1, 4, canvas.width - 2, canvas.height - 7))
    for text, style in frame.reply_rows(model, canvas.width - 2)[:1]:
        canvas.put(1, canvas.height - 2, text, style)
    options.keys(canvas)


def _scrolled(model: Model, page: Page) -> tuple[int, int]:
    most = max(len(page.rows) - _room(model), 0)
    return min(model.ui.scroll + _new_rows(model), most), most


def page_of(model: Model) -> Page:
    """What stands on the open page."""
    cells = _cells(model)
    match model.ui.overlay:
        case Overlay.HELP:
            return Page(words.HELP_TITLE, list(_help(model, cells)))
        case Overlay.LOG:
            rows = frame.all_log_rows(model, cells) or [(nothing_happened(), Style.PLAIN)]
            return Page(words.LOG_TITLE, rows, words.LOG_KEYS, from_end=True)
        case Overlay.PILES:
            return _piles(model, cells)
        case Overlay.RULES:
            return Page(words.RULES_TITLE, _plain(_rules(model), cells))
        case Overlay.ANSWER | Overlay.OPTIONS | Overlay.NONE:
            return Page(words.ANSWER_TITLE, _plain(model.ui.answer, cells))


def _new_rows(model: Model) -> int:
    """The rows of an open log that came while an older part of it is read."""
    read_to = model.ui.read_to
    return 0 if read_to is None else frame.rows_since(model, _cells(model), read_to)


def _last_row(model: Model, page: Page) -> str:
    """The answer to the last key, otherwise the way back, and whether there is more to see."""
    if model.ui.reply:
        return " ".join(model.ui.reply)
    new = _new_rows(model)
    return f"{page.keys}   {words.new_below(new)}" if new else page.keys


def _cells(model: Model) -> int:
    return max(model.width - 4, 1)


def _room(model: Model) -> int:
    """The rows that a page has for its lines."""
    return max(model.height - _FRAME_ROWS, 0)


def _plain(lines: list[str] | tuple[str, ...], cells: int) -> list[frame.Row]:
    return [(part, Style.PLAIN) for line in lines for part in wrap(line, cells, "  ")]


def _help(model: Model, cells: int) -> Iterator[frame.Row]:
    """Every key that means something now, from the table that binds the keys; the signs; then the typed commands."""
    yield from _explained(((each.shown, KEY_WORDS[each.deed.name].help) for each in in_force(model.client)), cells)
    yield "", Style.PLAIN
    yield words.SIGNS_TITLE, Style.HEADING
    yield from _explained(words.SIGNS, cells)
    yield "", Style.PLAIN
    yield words.COMMANDS_TITLE, Style.HEADING
    for line in screen_help_lines(model.client):
        for part in wrap(line, cells, " " * FORM_CELLS):
            yield part, Style.PLAIN
    yield "", Style.PLAIN
    yield words.FAIR_CARDS, Style.HEADING
    yield from _plain([WHAT_IT_PROVES], cells)


def _explained(pairs: Iterable[tuple[str, str]], cells: int) -> Iterator[frame.Row]:
    """Keys or signs, each with its meaning beside it."""
    for sign, meaning in pairs:
        for part in wrap(f"{sign:<{_KEY_CELLS}}{meaning}", cells, " " * _KEY_CELLS):
            yield part, Style.PLAIN


def _rules(model: Model) -> list[str]:
    client = model.client
    if client.ruleset is None:
        return list(THE_GAME)
    in_lobby = client.room is None or client.room.stage == "lobby"
    players = None if client.room is None or in_lobby else len(client.room.players)
    how_to_change = [words.CHANGE_RULES, ""] if client.owner and in_lobby else []
    return [*how_to_change, *THE_GAME, "", *rules_in_words(client.ruleset, players)]


def _piles(model: Model, cells: int) -> Page:
    """One player's piles and the building piles, in full."""
    view, room = model.client.view, model.client.room
    if view is None or room is None:
        return Page(words.ANSWER_TITLE, [])
    first, seats = view.observer or 0, len(view.seats)
    names_at = [name_at(names_of(room), seat) for seat in range(seats)]
    seat = (first + model.ui.inspected) % seats
    cards = view.seats[seat]
    lines = [words.stock_line(cards.stock_top, cards.stock_count, cards.hand_count), ""]
    lines += [words.pile_line(number, pile) for number, pile in enumerate(cards.discards, start=1)]
    lines += ["", words.BUILDING]
    lines += [words.building_line(number, pile.cards, pile.need) for number, pile in enumerate(view.building)]
    in_order = [names_at[(first + step) % seats] for step in range(seats)]
    return Page(words.piles_title(names_at[seat]), _plain(lines, cells), words.piles_keys(in_order))
