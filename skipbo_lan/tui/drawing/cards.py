"""Cards as every layout draws them: in one row, as a box, or as the fan under the top of a pile."""

from __future__ import annotations

from typing import Final

from engine.cards import Card
from engine.view import BuildingPile
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.cards import card
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.cells import fit
from skipbo_lan.tui.drawing.glyphs import Glyphs
from skipbo_lan.tui.drawing.style import Style

BOX_CELLS: Final = 6
"""Cells across a card drawn as a box."""

_INNER: Final = BOX_CELLS - 2


def put_card(canvas: Canvas, x: int, y: int, value: Card | None, style: Style = Style.PLAIN) -> None:
    """A card in five cells: `[ 7 ]`, `[SB ]`, `[   ]`. Its value has a look of its own unless the card has one."""
    _put_row(canvas, x, y, f"{card(value):>2} " if value is not None else "   ", value_style(value), style)


def put_pile(canvas: Canvas, x: int, y: int, pile: BuildingPile, style: Style) -> None:
    """The top of a building pile in five cells: `[ 8*]`."""
    _put_row(canvas, x, y, pile_text(pile), pile_style(pile), style)


def put_value(canvas: Canvas, x: int, y: int, value: Card | None, style: Style) -> None:
    """A card in two cells, where there is no room for more."""
    text = card(value) if value is not None else "-"
    canvas.put(x, y, f"{text:>2}", value_style(value) if style is Style.PLAIN else style)


def put_box(canvas: Canvas, glyphs: Glyphs, x: int, y: int, value: Card | None, height: int, style: Style) -> None:
    """A card as a box of three rows or more."""
    if value is Card.WILD:
        face = words.WILD_FACE if height > 3 else (words.WILD_SHORT,)
    else:
        face = (f" {card(value):>2}" if value is not None else "",)
    _box(canvas, glyphs, x, y, face, height, value_style(value), style)


def put_pile_box(canvas: Canvas, glyphs: Glyphs, x: int, y: int, pile: BuildingPile, height: int, style: Style) -> None:
    """The top of a building pile as a box."""
    _box(canvas, glyphs, x, y, (f" {pile_text(pile)}",), height, pile_style(pile), style)


def put_mark(canvas: Canvas, x: int, y: int, style: Style) -> int:
    """The sign of where the last card went, in the cell after it; the cells taken."""
    if style not in (Style.CHANGED, Style.MOVING):
        return 0
    canvas.put(x, y, "<", Style.KEY)
    return 1


def put_gap(canvas: Canvas, x: int, y: int, height: int, style: Style) -> None:
    """Where a discard pile will be: an empty one is only hinted at."""
    quiet = Style.QUIET if style is Style.PLAIN else style
    canvas.put(x, y, ".    .", quiet)
    canvas.put(x, y + 1, f" {words.NO_CARD} ", quiet)
    canvas.put(x, y + height - 1, ".    .", quiet)


def fan(canvas: Canvas, x: int, y: int, pile: tuple[Card, ...], rows: int, *, beside: bool = False) -> None:
    """The cards under the top of a pile, the uppermost first, then how many more there are: below, or beside."""
    under = pile[-2::-1]
    shown = under[:rows] if beside or len(under) <= rows else under[: rows - 1]
    for index, value in enumerate(shown):
        canvas.put(x + 1, y + index, f"{card(value):>2}")
    if len(shown) < len(under):
        more = f"+{len(under) - len(shown)}"
        canvas.put(x + 4 if beside else x + 1, y + rows - 1, more)


def pile_text(pile: BuildingPile) -> str:
    """The value on top of a building pile in three cells; a star when a wild stands for it."""
    if not pile.height:
        return "   "
    star = "*" if pile.wild_on_top else " "
    return f"{pile.height:>2}{star}"


def pile_style(pile: BuildingPile) -> Style:
    """The look of the value on top of a building pile."""
    return _number_style(pile.height)


def value_style(value: Card | None) -> Style:
    """The look of a card's value."""
    return Style.WILD_CARD if value is Card.WILD else _number_style(value.value if value is not None else 0)


def top_of(pile: tuple[Card, ...]) -> Card | None:
    """The open card of a discard pile."""
    return pile[-1] if pile else None


def _number_style(number: int) -> Style:
    if number <= 0:
        return Style.PLAIN
    return (Style.SMALL_CARD, Style.MIDDLE_CARD, Style.LARGE_CARD)[(number - 1) // 4]


def _put_row(canvas: Canvas, x: int, y: int, face: str, own: Style, style: Style) -> None:
    """Three cells between brackets."""
    canvas.put(x, y, f"[{face}]", style)
    if style is Style.PLAIN:
        canvas.put(x + 1, y, face, own)


def _box(
    canvas: Canvas, glyphs: Glyphs, x: int, y: int, face: tuple[str, ...], height: int, own: Style, style: Style
) -> None:
    """Lines of up to four cells in a frame; where the last card went, only the lines are underlined."""
    top_left, top_right, low_left, low_right = glyphs.corners
    frame, inside = style, style
    if style is Style.PLAIN:
        frame, inside = Style.QUIET, own
    elif style is Style.CHANGED:
        frame, inside = Style.KEY, Style.PLAIN
    canvas.put(x, y, top_left + glyphs.light * _INNER + top_right, frame)
    for row in range(1, height - 1):
        text = face[row - 1] if row <= len(face) else ""
        canvas.put(x, y + row, glyphs.side + " " * _INNER + glyphs.side, frame)
        canvas.put(x + 1, y + row, fit(text, _INNER), style if style is Style.CHANGED and text else inside)
    canvas.put(x, y + height - 1, low_left + glyphs.light * _INNER + low_right, frame)
