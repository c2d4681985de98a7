"""The other players as a list, one in a row: name, state, stock, hand and the tops of the discard piles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import PILES, Card
from engine.ruleset import Seat
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.cards import card
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cards import put_card, put_mark, top_of
from skipbo_lan.tui.drawing.cells import fit
from skipbo_lan.tui.drawing.scene import (
    Scene,
    discard_style,
    is_marked,
    keys_of_partner,
    label,
    name,
    others,
    state_word,
    stock_card_style,
    stock_left,
    stock_style,
)
from skipbo_lan.tui.drawing.style import Style

_NAME_X: Final = 2
_SECOND_CELLS: Final = 4
"""Cells for the second card and the number of the others."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a row begin."""

    state: int
    stock: int
    hand: int
    piles: int
    step: int
    """From one discard pile to the next."""
    shows_second: bool = False
    """Whether the card under the top is shown, too."""


NARROW: Final = Columns(state=13, stock=23, hand=34, piles=39, step=10)
"""For 78 cells and more."""
WIDE: Final = Columns(state=14, stock=24, hand=34, piles=38, step=11, shows_second=True)
"""For 82 cells and more."""


def put_players(canvas: Canvas, this: Scene, y: int, columns: Columns, cells: int) -> int:
    """The list under its heading; return the row after it."""
    frame.heading(canvas, y, words.PLAYER, glyph=this.glyphs.light, cells=cells)
    piles = words.DISCARDS_SECOND if columns.shows_second else words.DISCARDS_COUNT
    for x, text in ((columns.stock, words.STOCK), (columns.hand - 2, words.HAND), (columns.piles, piles)):
        canvas.put(x - 1, y, f" {text} ", Style.HEADING)
    y += 1
    for seat in others(this.view):
        y = _player(canvas, this, seat, y, columns)
    return y


def _player(canvas: Canvas, this: Scene, seat: Seat, y: int, columns: Columns) -> int:
    """A player in one row, a partner with a row of keys above; return the row after."""
    cards = this.view.seats[seat]
    keys = keys_of_partner(this, seat)
    if keys:
        _partner_keys(canvas, this, keys, y, columns)
        y += 1
    canvas.put(0, y, ">" if is_marked(this, seat) else "", Style.KEY)
    canvas.put(_NAME_X, y, fit(name(this, seat), columns.state - _NAME_X - 1), Style.HEADING)
    canvas.put(columns.state, y, fit(state_word(this, seat), columns.stock - columns.state - 1))
    put_card(canvas, columns.stock, y, cards.stock_top, stock_card_style(this, keys))
    canvas.put(columns.stock + 6, y, f"{stock_left(cards):>3}", stock_style(cards))
    canvas.put(columns.hand, y, str(cards.hand_count))
    for pile, discards in enumerate(cards.discards):
        x = columns.piles + pile * columns.step
        style = discard_style(this, seat, pile, keys[1:])
        put_card(canvas, x, y, top_of(discards), style)
        marked = put_mark(canvas, x + 5, y, style)
        if columns.shows_second:
            _second(canvas, x + 6, y, discards)
        elif len(discards) > 1:
            canvas.put(x + 5 + marked, y, f"+{len(discards) - 1}")
    return y + 1


def _second(canvas: Canvas, x: int, y: int, discards: tuple[Card, ...]) -> None:
    """The card under the top, and how many more there are."""
    if len(discards) > 1:
        second, more = card(discards[-2]), f"+{len(discards) - 2}" if len(discards) > 2 else ""
        gap = " " if len(second) + len(more) < _SECOND_CELLS else ""
        canvas.put(x, y, f"{second}{gap}{more}")


def _partner_keys(canvas: Canvas, this: Scene, keys: tuple[str, ...], y: int, columns: Columns) -> None:
    """The keys above a partner's cards."""
    places = (columns.stock, *(columns.piles + pile * columns.step for pile in range(PILES)))
    for key, x in zip(keys, places, strict=True):
        canvas.put(x + 1, y, *label(this, key))
        canvas.hot(Rect(x, y, 6, 2), key)
