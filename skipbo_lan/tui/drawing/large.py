"""The table from 100x30: cards as boxes, discard piles fanned out, log and chat beside the table."""

from __future__ import annotations

from typing import Final

from engine.cards import PILES, Card
from engine.ruleset import Seat
from skipbo_lan.locale import screen as words
from skipbo_lan.tui.choices import BUILDING_KEYS, HAND_KEYS, PILE_KEYS, STOCK_KEY
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cards import BOX_CELLS, fan, put_box, put_card, put_gap, put_mark, put_pile_box, top_of
from skipbo_lan.tui.drawing.cells import fit, width
from skipbo_lan.tui.drawing.hints import hint_line
from skipbo_lan.tui.drawing.players import NARROW, WIDE, put_players
from skipbo_lan.tui.drawing.scene import (
    Scene,
    building_style,
    card_style,
    discard_style,
    full_state_word,
    is_low,
    is_marked,
    keys_of_partner,
    kind_word,
    label,
    name,
    need_words,
    others,
    own_cards_of,
    shown_pile,
    stock_card_style,
    stock_style,
)
from skipbo_lan.tui.drawing.standard import wild_note
from skipbo_lan.tui.drawing.style import Style

WIDTH: Final = 100
HEIGHT: Final = 30
"""The least window for this layout."""

_LEAST_TABLE, _MOST_TABLE = 78, 82
"""Cells of the table: what the player's cards need at least, and what looks best."""
_LOG_CELLS, _TIMED_LOG = 38, 34
"""Cells that the log gets first, and from which on it has room for times."""
_TALL: Final = 38
"""From so many rows on cards are four rows high instead of three."""

_STOCK_X, _HAND_STEP, _PILES_STEP = 2, 7, 7
_BLOCK, _BLOCK_ROWS = 26, 8
"""Cells and rows of one of several players side by side."""
_BLOCKS: Final = 3
"""So many are side by side; a spectator's tall window has room for twice as many."""


def draw(canvas: Canvas, this: Scene) -> None:
    """The whole table."""
    cells = min(max(canvas.width - _LOG_CELLS, _LEAST_TABLE), _MOST_TABLE)
    frame.title(canvas, this.model)
    y = _opponents(canvas, this, 1, cells)
    y = _building(canvas, this, y, cells)
    frame.state_line(canvas, y, this.model, 0, cells)
    lesson = frame.lesson_rows(this.model, canvas.width - 2)
    bottom = canvas.height - 4 - len(lesson)
    if this.me is not None:
        _own_cards(canvas, this, y + 1, bottom, cells)
    _log(canvas, this, cells, bottom)
    canvas.rule(bottom, this.glyphs.light)
    if lesson:
        frame.heading(canvas, bottom, frame.lesson_heading(this.model), glyph=this.glyphs.light)
    for row, (text, style) in enumerate(lesson, start=bottom + 1):
        canvas.put(1, row, text, style)
    frame.input_line(canvas, canvas.height - 3, this.model)
    frame.line_help(canvas, canvas.height - 2, this.model, rows=2)
    canvas.put(2, bottom - 1, hint_line(this, cells - 4), Style.REPLY)
    _reply(canvas, this, bottom, cells)


def _card_height(canvas: Canvas) -> int:
    return 4 if canvas.height >= _TALL else 3


def _log(canvas: Canvas, this: Scene, x: int, bottom: int) -> None:
    """The log at the right side."""
    for y in range(1, bottom):
        canvas.put(x, y, this.glyphs.side, Style.QUIET)
    canvas.put(x + 2, 1, words.LOG_AND_CHAT, Style.HEADING)
    older = canvas.width - width(words.OLDER) - 1
    if older > x + 3 + width(words.LOG_AND_CHAT):
        canvas.put(older, 1, words.OLDER)
    area = Rect(x + 1, 2, canvas.width - x - 1, bottom - 2)
    rows = frame.log_rows(this.model, max(area.width - 2, 1), area.height, timed=area.width >= _TIMED_LOG)
    for index, (text, style) in enumerate(rows):
        canvas.put(area.x + 1, area.y + index, text, style)
    canvas.hot(area, "l")


def _reply(canvas: Canvas, this: Scene, bottom: int, cells: int) -> None:
    """The answer to the last key, just above the typed line, over whatever is there."""
    rows = frame.reply_rows(this.model, cells - 3)[-4:]
    for index, (text, style) in enumerate(rows):
        canvas.put(0, bottom - len(rows) + index, fit(f" {text}", cells), style)


def _opponents(canvas: Canvas, this: Scene, y: int, cells: int) -> int:
    """The other players; return the row after them."""
    seats = others(this.view)
    light = this.glyphs.light
    if len(seats) == 1:
        title = words.name_and_kind(name(this, seats[0]), kind_word(this, seats[0]))
        frame.heading(canvas, y, title, glyph=light, cells=cells)
        return _only_opponent(canvas, this, seats[0], y + 1, cells)
    if len(seats) <= _BLOCKS or (this.me is None and canvas.height >= _TALL):
        frame.heading(canvas, y, words.PLAYERS, glyph=light, cells=cells)
        for index, seat in enumerate(seats):
            _block(canvas, this, seat, 2 + index % _BLOCKS * _BLOCK, y + 1 + index // _BLOCKS * (_BLOCK_ROWS + 1))
        return y + 1 + (len(seats) - 1) // _BLOCKS * (_BLOCK_ROWS + 1) + _BLOCK_ROWS
    y = put_players(canvas, this, y, WIDE if cells >= _MOST_TABLE else NARROW, cells)
    canvas.put(2, y + 1, words.INSPECT, Style.QUIET)
    return y + 2


def _only_opponent(canvas: Canvas, this: Scene, seat: Seat, y: int, cells: int) -> int:
    """The opponent of a game of two, as large as the player's cards."""
    cards, height = this.view.seats[seat], _card_height(canvas)
    for x, text in ((_STOCK_X, words.STOCK), (_hand_x(cells), words.HAND), (_piles_x(cells), words.DISCARDS)):
        canvas.put(x, y, text)
    put_box(canvas, this.glyphs, _STOCK_X, y + 1, cards.stock_top, height, Style.PLAIN)
    left = words.left(cards.stock_count, low=is_low(cards))
    canvas.put(_STOCK_X, y + 1 + height, left, stock_style(cards))
    canvas.put(_hand_x(cells), y + 1, "[//]" * cards.hand_count)
    canvas.put(_hand_x(cells), y + 2, words.cards_held(cards.hand_count))
    for pile, discards in enumerate(cards.discards):
        x = _piles_x(cells) + pile * _PILES_STEP
        _pile(canvas, this, x, y + 1, discards, discard_style(this, seat, pile, ()))
        fan(canvas, x + 1, y + 1 + height, discards, 3)
    return y + 4 + height


def _block(canvas: Canvas, this: Scene, seat: Seat, x: int, y: int) -> None:
    """One of two or three opponents: eight rows."""
    cards, keys = this.view.seats[seat], keys_of_partner(this, seat)
    title = words.name_and_kind(name(this, seat), full_state_word(this, seat))
    canvas.put(x, y, ">" if is_marked(this, seat) else "", Style.KEY)
    canvas.put(x + 2, y, fit(title, _BLOCK - 3).rstrip(), Style.HEADING)
    after = canvas.put(x, y + 1, f"{words.STOCK.lower()} ")
    put_card(canvas, after, y + 1, cards.stock_top, stock_card_style(this, keys))
    left = f" {words.left(cards.stock_count, low=is_low(cards))}"
    after = canvas.put(after + 5, y + 1, left, stock_style(cards))
    canvas.put(x, y + 2, words.hand_short(cards.hand_count))
    if keys:
        canvas.put(after + 1, y + 1, *label(this, keys[0]))
        canvas.hot(Rect(x, y + 1, _BLOCK - 2, 1), keys[0])
    for pile, discards in enumerate(cards.discards):
        column = x + pile * 6
        style = discard_style(this, seat, pile, keys[1:])
        put_card(canvas, column, y + 4, top_of(discards), style)
        put_mark(canvas, column + 5, y + 4, style)
        fan(canvas, column, y + 5, discards, 3)
        for key in keys[pile + 1 : pile + 2]:
            canvas.put(column + 1, y + 3, *label(this, key))
            canvas.hot(Rect(column, y + 3, 5, 2), key)


def _building(canvas: Canvas, this: Scene, y: int, cells: int) -> int:
    view, height = this.view, _card_height(canvas)
    supply = words.supply(view.draw_count, len(view.set_aside))
    frame.heading(canvas, y, words.BUILDING, supply, glyph=this.glyphs.strong, cells=cells)
    step = (cells - 8) // 4
    for index in range(PILES):
        pile = shown_pile(this, index)
        x, style = 7 + index * step, building_style(this, index)
        canvas.put(x + 2, y + 1, BUILDING_KEYS[index].upper(), Style.HEADING)
        put_pile_box(canvas, this.glyphs, x, y + 2, pile, height, style)
        put_mark(canvas, x + BOX_CELLS, y + 3, style)
        canvas.put(x - 1, y + 2 + height, need_words(pile))
        canvas.hot(Rect(x - 2, y + 1, 12, height + 2), BUILDING_KEYS[index])
    wild_note(canvas, this, y + 3 + height, cells)
    return y + 4 + height


def _own_cards(canvas: Canvas, this: Scene, y: int, bottom: int, cells: int) -> None:
    cards, height = own_cards_of(this), _card_height(canvas)
    hand_x, piles_x = _hand_x(cells), _piles_x(cells)
    for x, text in ((_STOCK_X, words.YOUR_STOCK), (hand_x + 1, words.YOUR_HAND), (piles_x, words.YOUR_DISCARDS)):
        canvas.put(x, y, text)
    left = words.left(cards.stock_count, low=is_low(cards))
    canvas.put(_STOCK_X, y + 2 + height, left, stock_style(cards))
    _own_card(canvas, this, _STOCK_X, y + 1, STOCK_KEY, cards.stock_top)
    if not this.view.hand and not this.options.acting:
        canvas.put(hand_x, y + 3, words.HAND_COMES)
    for index, value in enumerate(this.view.hand):
        _own_card(canvas, this, hand_x + index * _HAND_STEP, y + 1, HAND_KEYS[index], value)
    for pile, discards in enumerate(cards.discards):
        x, key = piles_x + pile * _PILES_STEP, PILE_KEYS[pile]
        canvas.put(x + 1, y + 1, *label(this, key))
        _pile(canvas, this, x, y + 2, discards, discard_style(this, this.view.observer or 0, pile, PILE_KEYS))
        canvas.hot(Rect(x, y + 1, BOX_CELLS, height + 1), key)
        fan(canvas, x + 1, y + 2 + height, discards, max(1, min(8, bottom - y - 2 - height - 2)))


def _own_card(canvas: Canvas, this: Scene, x: int, y: int, key: str, value: Card | None) -> None:
    """A card with its key above."""
    height = _card_height(canvas)
    canvas.put(x + 1, y, *label(this, key))
    put_box(canvas, this.glyphs, x, y + 1, value, height, card_style(this, key))
    canvas.hot(Rect(x, y, BOX_CELLS, height + 1), key)


def _pile(canvas: Canvas, this: Scene, x: int, y: int, discards: tuple[Card, ...], style: Style) -> None:
    """The top of a discard pile, or the place for one."""
    if discards:
        put_box(canvas, this.glyphs, x, y, discards[-1], _card_height(canvas), style)
    else:
        put_gap(canvas, x, y, _card_height(canvas), style)
    put_mark(canvas, x + BOX_CELLS, y + 1, style)


def _hand_x(cells: int) -> int:
    return min(15, cells - 66)


def _piles_x(cells: int) -> int:
    return cells - 4 * _PILES_STEP - 1
