"""The table at 80x24 and more: opponents on top, building piles in the middle, then the player's cards, and the log."""

from __future__ import annotations

from typing import Final

from engine.cards import PILES, Card
from engine.ruleset import Seat
from skipbo_lan.locale import screen as words
from skipbo_lan.tui.choices import BUILDING_KEYS, HAND_KEYS, PILE_KEYS, STOCK_KEY
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cards import fan, put_card, put_mark, put_pile, top_of
from skipbo_lan.tui.drawing.players import NARROW, put_players
from skipbo_lan.tui.drawing.scene import (
    Scene,
    building_style,
    card_style,
    discard_style,
    is_low,
    kind_word,
    label,
    name,
    need_words,
    others,
    own_cards_of,
    shown_pile,
    stock_style,
)
from skipbo_lan.tui.drawing.style import Style

WIDTH: Final = 80
HEIGHT: Final = 24
"""The least window for this layout: what a terminal opens with everywhere."""

_OWN_STOCK_X, _OWN_HAND_X, _OWN_HAND_STEP, _OWN_PILES_X, _OWN_PILES_STEP = 3, 16, 7, 54, 6
_DUEL_STOCK_X, _DUEL_HAND_X, _DUEL_PILES_X, _DUEL_PILES_STEP = 2, 17, 32, 9
_BUILDING_X, _BUILDING_STEP = 7, 18
_FIXED_ROWS: Final = 11
"""Rows under the opponents without the note on wilds, the fans and the log: the building piles with their heading,
the banner, labels, keys and cards of the player's area, the log's heading, the typed line and the bar."""
_ROOMY: Final = 14
"""So many rows to share out leave the log enough for longer fans."""


def draw(canvas: Canvas, this: Scene) -> None:
    """The whole table."""
    frame.title(canvas, this.model)
    y = _opponents(canvas, this, 1)
    spare = canvas.height - y - _FIXED_ROWS
    note = spare > 6
    y = _building(canvas, this, y, note=note)
    frame.state_line(canvas, y, this.model)
    y += 1
    if this.me is not None:
        y = own_cards(canvas, this, y, max(1, min(3 if spare < _ROOMY else 6, (spare - note + 1) // 2)))
    frame.log_heading(canvas, y, this.model)
    frame.log_and_reply(canvas, this.model, Rect(0, y + 1, canvas.width, canvas.height - y - 3))
    frame.input_line(canvas, canvas.height - 2, this.model)
    frame.line_help(canvas, canvas.height - 1, this.model)


def _opponents(canvas: Canvas, this: Scene, y: int) -> int:
    """The other players; return the row after them."""
    if len(others(this.view)) == 1:
        return _only_opponent(canvas, this, others(this.view)[0], y)
    return put_players(canvas, this, y, NARROW, canvas.width)


def _only_opponent(canvas: Canvas, this: Scene, seat: Seat, y: int) -> int:
    """The opponent of a game of two: discard piles fanned out."""
    cards = this.view.seats[seat]
    frame.heading(canvas, y, words.name_and_kind(name(this, seat), kind_word(this, seat)), glyph=this.glyphs.light)
    for x, text in (
        (_DUEL_STOCK_X, words.STOCK),
        (_DUEL_HAND_X, words.HAND),
        (_DUEL_PILES_X, words.DISCARDS_FAN),
    ):
        canvas.put(x, y + 1, text)
    put_card(canvas, _DUEL_STOCK_X, y + 2, cards.stock_top)
    left = words.left(cards.stock_count, low=is_low(cards))
    canvas.put(_DUEL_STOCK_X + 6, y + 2, left, stock_style(cards))
    canvas.put(_DUEL_HAND_X, y + 2, words.cards_held(cards.hand_count))
    for pile, discards in enumerate(cards.discards):
        x = _DUEL_PILES_X + pile * _DUEL_PILES_STEP
        style = discard_style(this, seat, pile, ())
        put_card(canvas, x, y + 2, top_of(discards), style)
        put_mark(canvas, x + 5, y + 2, style)
        fan(canvas, x, y + 3, discards, 2, beside=True)
    return y + 5


def _building(canvas: Canvas, this: Scene, y: int, *, note: bool) -> int:
    """The building piles with what they need; return the row after them."""
    view = this.view
    supply = words.supply(view.draw_count, len(view.set_aside))
    frame.heading(canvas, y, words.BUILDING, supply, glyph=this.glyphs.strong)
    for index in range(PILES):
        pile = shown_pile(this, index)
        x = _BUILDING_X + index * _BUILDING_STEP
        style = building_style(this, index)
        canvas.put(x + 2, y + 1, BUILDING_KEYS[index].upper(), Style.HEADING)
        put_pile(canvas, x, y + 2, pile, style)
        put_mark(canvas, x + 5, y + 2, style)
        canvas.put(x - 1, y + 3, need_words(pile))
        canvas.hot(Rect(x - 3, y + 1, 12, 3), BUILDING_KEYS[index])
    if note:
        wild_note(canvas, this, y + 4, WIDTH)
    return y + 4 + note


def wild_note(canvas: Canvas, this: Scene, y: int, right: int) -> None:
    """What the star means, while there is one."""
    starred = [pile.height for pile in this.view.building if pile.wild_on_top]
    if starred:
        text = words.wild_note(starred[-1])
        canvas.put(right - len(text) - 1, y, text)


def own_cards(canvas: Canvas, this: Scene, y: int, rows: int) -> int:
    """The player's stock, hand and discard piles with their keys; return the row after them."""
    cards = own_cards_of(this)
    canvas.put(_OWN_STOCK_X - 1, y, words.YOUR_STOCK)
    canvas.put(_OWN_HAND_X - 1, y, words.YOUR_HAND)
    canvas.put(_OWN_PILES_X - 1, y, words.YOUR_DISCARDS)
    _own_card(canvas, this, _OWN_STOCK_X, y + 1, STOCK_KEY, cards.stock_top, card_style(this, STOCK_KEY))
    left = words.left(cards.stock_count, low=is_low(cards))
    canvas.put(_OWN_STOCK_X, y + 3, left, stock_style(cards))
    if not this.view.hand and not this.options.acting:
        canvas.put(_OWN_HAND_X, y + 2, words.HAND_COMES)
    for index, value in enumerate(this.view.hand):
        key = HAND_KEYS[index]
        _own_card(canvas, this, _OWN_HAND_X + index * _OWN_HAND_STEP, y + 1, key, value, card_style(this, key))
    for pile, discards in enumerate(cards.discards):
        x = _OWN_PILES_X + pile * _OWN_PILES_STEP
        style = discard_style(this, this.view.observer or 0, pile, PILE_KEYS)
        _own_card(canvas, this, x, y + 1, PILE_KEYS[pile], top_of(discards), style)
        put_mark(canvas, x + 5, y + 2, style)
        fan(canvas, x, y + 3, discards, rows)
    return y + 3 + rows


def _own_card(canvas: Canvas, this: Scene, x: int, y: int, key: str, value: Card | None, style: Style) -> None:
    """A card with its key above."""
    canvas.put(x + 1, y, *label(this, key))
    put_card(canvas, x, y + 1, value, style)
    canvas.hot(Rect(x, y, 5, 2), key)
