"""The table at 80x24 and more: opponents on top, building piles in the middle, then the player's cards, and the log."""

from __future__ import annotations

from typing import Final

from engine.cards import PILES, Card
from engine.ruleset import Seat
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.cards import card
from skipbo_lan.tui.choices import BUILDING_KEYS, HAND_KEYS, PILE_KEYS, STOCK_KEY
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import fit
from skipbo_lan.tui.drawing.scene import (
    Scene,
    building_style,
    card_cell,
    card_style,
    is_low,
    is_marked,
    keys_of_partner,
    kind_word,
    label,
    name,
    others,
    own_cards_of,
    partner_style,
    pile_text,
    state_word,
    stock_left,
    stock_style,
    top_of,
)
from skipbo_lan.tui.drawing.style import Style

WIDTH: Final = 80
HEIGHT: Final = 24
"""The least window for this layout: what a terminal opens with everywhere."""

_NAME_CELLS: Final = 10
_STATE_CELLS: Final = 9
_STATE_X, _STOCK_X, _HAND_X, _PILES_X, _PILE_STEP = 13, 23, 34, 39, 10
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
    players_heading(canvas, y, glyph=this.glyphs.light)
    y += 1
    for seat in others(this.view):
        y = opponent_row(canvas, this, seat, y)
    return y


def players_heading(canvas: Canvas, y: int, *, glyph: str, cells: int = 0) -> None:
    """The heading over a list of players, one a row."""
    frame.heading(canvas, y, words.PLAYER, glyph=glyph, cells=cells)
    for x, text in ((_STOCK_X, words.STOCK), (_HAND_X - 2, words.HAND), (_PILES_X, words.DISCARDS_COUNT)):
        canvas.put(x - 1, y, f" {text} ", Style.HEADING)


def opponent_row(canvas: Canvas, this: Scene, seat: Seat, y: int) -> int:
    """A player in one row, a partner with a row of keys above; return the row after."""
    cards = this.view.seats[seat]
    keys = keys_of_partner(this, seat)
    if keys:
        _partner_keys(canvas, this, keys, y)
        y += 1
    canvas.put(0, y, ">" if is_marked(this, seat) else " ", Style.KEY)
    canvas.put(2, y, fit(name(this, seat), _NAME_CELLS), Style.HEADING)
    canvas.put(_STATE_X, y, fit(state_word(this, seat), _STATE_CELLS))
    canvas.put(_STOCK_X, y, card_cell(cards.stock_top), partner_style(this, keys, 0))
    canvas.put(_STOCK_X + 6, y, f"{stock_left(cards):>3}", stock_style(cards))
    canvas.put(_HAND_X, y, str(cards.hand_count))
    for pile, discards in enumerate(cards.discards):
        x = _PILES_X + pile * _PILE_STEP
        canvas.put(x, y, card_cell(top_of(discards)), partner_style(this, keys, pile + 1))
        if len(discards) > 1:
            canvas.put(x + 5, y, f"+{len(discards) - 1}")
    return y + 1


def _partner_keys(canvas: Canvas, this: Scene, keys: tuple[str, ...], y: int) -> None:
    """The keys above a partner's cards."""
    columns = (_STOCK_X, *(_PILES_X + pile * _PILE_STEP for pile in range(PILES)))
    for key, x in zip(keys, columns, strict=True):
        text, style = label(this, key)
        canvas.put(x + 1, y, text, style)
        canvas.hot(Rect(x, y, 6, 2), key)


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
    canvas.put(_DUEL_STOCK_X, y + 2, card_cell(cards.stock_top))
    left = words.left(cards.stock_count, low=is_low(cards))
    canvas.put(_DUEL_STOCK_X + 6, y + 2, left, stock_style(cards))
    canvas.put(_DUEL_HAND_X, y + 2, words.cards_held(cards.hand_count))
    for pile, discards in enumerate(cards.discards):
        x = _DUEL_PILES_X + pile * _DUEL_PILES_STEP
        canvas.put(x, y + 2, card_cell(top_of(discards)))
        fan(canvas, x, y + 3, discards, 2)
    return y + 5


def fan(canvas: Canvas, x: int, y: int, pile: tuple[Card, ...], rows: int) -> None:
    """The cards under the top of a pile, the uppermost first, then how many more there are."""
    under = pile[-2::-1]
    shown = under[:rows] if len(under) <= rows else under[: rows - 1]
    for index, value in enumerate(shown):
        canvas.put(x + 1, y + index, f"{card(value):>2}")
    if len(shown) < len(under):
        canvas.put(x + 1, y + len(shown), f"+{len(under) - len(shown)}")


def _building(canvas: Canvas, this: Scene, y: int, *, note: bool) -> int:
    """The building piles with what they need; return the row after them."""
    view = this.view
    supply = words.supply(view.draw_count, len(view.set_aside))
    frame.heading(canvas, y, words.BUILDING, supply, glyph=this.glyphs.strong)
    for index, pile in enumerate(view.building):
        x = _BUILDING_X + index * _BUILDING_STEP
        style = building_style(this, index)
        canvas.put(x + 2, y + 1, BUILDING_KEYS[index].upper(), Style.HEADING)
        canvas.put(x, y + 2, f"[{pile_text(pile)}]", style)
        canvas.put(x + 5, y + 2, "<" if style is Style.CHANGED else "")
        canvas.put(x - 1, y + 3, words.needs(pile.need))
        canvas.hot(Rect(x - 3, y + 1, 12, 3), BUILDING_KEYS[index])
    if note:
        wild_note(canvas, this, y + 4, canvas.width)
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
    _own_card(canvas, this, _OWN_STOCK_X, y + 1, STOCK_KEY, cards.stock_top)
    left = words.left(cards.stock_count, low=is_low(cards))
    canvas.put(_OWN_STOCK_X, y + 3, left, stock_style(cards))
    if not this.view.hand and not this.options.acting:
        canvas.put(_OWN_HAND_X, y + 2, words.HAND_COMES)
    for index, value in enumerate(this.view.hand):
        _own_card(canvas, this, _OWN_HAND_X + index * _OWN_HAND_STEP, y + 1, HAND_KEYS[index], value)
    for pile, discards in enumerate(cards.discards):
        x = _OWN_PILES_X + pile * _OWN_PILES_STEP
        _own_card(canvas, this, x, y + 1, PILE_KEYS[pile], top_of(discards))
        fan(canvas, x, y + 3, discards, rows)
    return y + 3 + rows


def _own_card(canvas: Canvas, this: Scene, x: int, y: int, key: str, value: Card | None) -> None:
    """A card with its key above."""
    text, style = label(this, key)
    canvas.put(x + 1, y, text, style)
    canvas.put(x, y + 1, card_cell(value), card_style(this, key))
    canvas.hot(Rect(x, y, 5, 2), key)
