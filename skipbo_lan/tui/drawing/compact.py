"""The table from 60x20: one row for each player, one for the building piles, small cards of the player's own."""

from __future__ import annotations

from typing import Final

from engine.cards import PILES, Card
from engine.ruleset import Seat
from skipbo_lan.locale import screen as words
from skipbo_lan.tui.choices import BUILDING_KEYS, HAND_KEYS, PILE_KEYS, STOCK_KEY
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cards import fan, pile_style, pile_text, put_card, put_mark, put_value, top_of
from skipbo_lan.tui.drawing.cells import fit
from skipbo_lan.tui.drawing.scene import (
    Scene,
    building_style,
    card_style,
    discard_style,
    is_low,
    is_marked,
    keys_of_partner,
    label,
    name,
    need_words,
    others,
    own_cards_of,
    shown_pile,
    state_word,
    stock_card_style,
    stock_left,
    stock_style,
)
from skipbo_lan.tui.drawing.style import Style

WIDTH: Final = 60
HEIGHT: Final = 20
"""The least window in which the table is drawn at all."""

_BUILDING_STEP: Final = 15
_HAND_X, _HAND_STEP, _PILES_X, _PILES_STEP = 7, 6, 37, 6
_THEIR_STOCK_X, _THEIR_PILES_X, _THEIR_PILES_STEP = 21, 37, 6
_FAN_ROWS: Final = 2


def draw(canvas: Canvas, this: Scene) -> None:
    """The whole table."""
    frame.title(canvas, this.model)
    y = 1
    for seat in others(this.view):
        y = _player(canvas, this, seat, y)
    _building(canvas, this, y)
    frame.state_line(canvas, y + 2, this.model)
    y += 3
    if this.me is not None:
        _own_cards(canvas, this, y)
        y += 2 + _FAN_ROWS
    frame.log_heading(canvas, y, this.model)
    frame.log_and_reply(canvas, this.model, Rect(0, y + 1, canvas.width, canvas.height - y - 3))
    frame.input_line(canvas, canvas.height - 2, this.model)
    frame.line_help(canvas, canvas.height - 1, this.model)


def _player(canvas: Canvas, this: Scene, seat: Seat, y: int) -> int:
    """A player in one row, a partner with a row of keys above; return the row after."""
    cards, keys = this.view.seats[seat], keys_of_partner(this, seat)
    columns = (_THEIR_STOCK_X, *(_THEIR_PILES_X + pile * _THEIR_PILES_STEP for pile in range(PILES)))
    for key, x in zip(keys, columns, strict=False):
        text, style = label(this, key)
        canvas.put(x, y, text, style)
        canvas.hot(Rect(x, y, 5, 2), key)
    y += bool(keys)
    canvas.put(0, y, ">" if is_marked(this, seat) else "", Style.KEY)
    canvas.put(2, y, fit(name(this, seat), 8), Style.HEADING)
    canvas.put(11, y, fit(state_word(this, seat), 9))
    canvas.put(_THEIR_STOCK_X + 3, y, f"({stock_left(cards)})", stock_style(cards))
    canvas.put(29, y, words.hand_short(cards.hand_count))
    put_value(canvas, columns[0], y, cards.stock_top, stock_card_style(this, keys))
    for pile, x in enumerate(columns[1:]):
        style = discard_style(this, seat, pile, keys[1:])
        put_value(canvas, x, y, top_of(cards.discards[pile]), style)
        put_mark(canvas, x + 2, y, style)
    return y + 1


def _building(canvas: Canvas, this: Scene, y: int) -> None:
    view = this.view
    supply = words.supply_short(view.draw_count, len(view.set_aside))
    frame.heading(canvas, y, words.BUILD, supply, glyph=this.glyphs.strong)
    for index in range(PILES):
        pile = shown_pile(this, index)
        x = 1 + index * _BUILDING_STEP
        style = building_style(this, index)
        canvas.put(x, y + 1, BUILDING_KEYS[index].upper(), Style.HEADING)
        value = pile_style(pile) if style is Style.PLAIN else style
        canvas.put(x + 2, y + 1, pile_text(pile) if pile.height else " - ", value)
        put_mark(canvas, x + 5, y + 1, style)
        canvas.put(x + 6, y + 1, need_words(pile))
        canvas.hot(Rect(x, y + 1, _BUILDING_STEP - 1, 1), BUILDING_KEYS[index])


def _own_cards(canvas: Canvas, this: Scene, y: int) -> None:
    cards = own_cards_of(this)
    _own_card(canvas, this, 1, y, STOCK_KEY, cards.stock_top, card_style(this, STOCK_KEY))
    left = words.left(cards.stock_count, low=is_low(cards))
    canvas.put(1, y + 2, left, stock_style(cards))
    if not this.view.hand and not this.options.acting:
        canvas.put(_HAND_X, y + 1, words.HAND_COMES)
    for index, value in enumerate(this.view.hand):
        key = HAND_KEYS[index]
        _own_card(canvas, this, _HAND_X + index * _HAND_STEP, y, key, value, card_style(this, key))
    for pile, discards in enumerate(cards.discards):
        x = _PILES_X + pile * _PILES_STEP
        style = discard_style(this, this.view.observer or 0, pile, PILE_KEYS)
        _own_card(canvas, this, x, y, PILE_KEYS[pile], top_of(discards), style)
        put_mark(canvas, x + 5, y + 1, style)
        fan(canvas, x, y + 2, discards, _FAN_ROWS)


def _own_card(canvas: Canvas, this: Scene, x: int, y: int, key: str, value: Card | None, style: Style) -> None:
    canvas.put(x, y, *label(this, key))
    put_card(canvas, x, y + 1, value, style)
    canvas.hot(Rect(x, y, 5, 2), key)
