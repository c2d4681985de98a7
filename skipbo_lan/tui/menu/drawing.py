"""Draws the menu, its pages, and the questions of the first start. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from skipbo_lan.locale import menu as words
from skipbo_lan.locale import options as option_words
from skipbo_lan.settings import APP
from skipbo_lan.tui.drawing import options
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, width, wrap
from skipbo_lan.tui.drawing.glyphs import Glyphs
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.line import Line, window
from skipbo_lan.tui.menu.keys import CHOICES, Menu, Page

WIDTH: Final = 60
HEIGHT: Final = 20
"""The least window for the menu: that of the smallest table."""
_LABEL_X, _MEANING_X = 6, 25
_WIDE: Final = 80
"""Cells from which on there is room for the longer words."""
_TALL: Final = 24
"""Rows from which on there is room for cards."""
_CARD_ROWS: Final = 4
_REPLY_ROWS: Final = 3
_ORDER: Final = (*(value for value in Card if value is not Card.WILD), Card.WILD)
_ROOMY: Final = 30
"""Rows from which on the choices stand apart."""


@dataclass(frozen=True, slots=True)
class MenuModel:
    """Everything the drawing depends on."""

    menu: Menu
    width: int
    height: int
    glyphs: Glyphs


def draw(model: MenuModel) -> Canvas:
    """The page that is open, in a window of this size."""
    canvas = Canvas(model.width, model.height)
    if model.width < WIDTH or model.height < HEIGHT:
        _small(canvas, model.menu)
        return canvas
    match model.menu.page:
        case Page.NAME:
            _ask_name(canvas, model)
        case Page.LESSON:
            _ask_lesson(canvas, model)
        case Page.MENU:
            _menu(canvas, model)
        case Page.OPTIONS:
            _options(canvas, model)
        case Page.HELP:
            _help(canvas, model)
    return canvas


def _title(canvas: Canvas, model: MenuModel, heading: str) -> None:
    """The program and the player, with a line under them."""
    told = words.playing_as(model.menu.name)
    canvas.put(canvas.width - width(told) - 1, 0, told)
    _heading(canvas, model, heading)


def _menu(canvas: Canvas, model: MenuModel) -> None:
    menu = model.menu
    _title(canvas, model, words.TITLE)
    x = canvas.width - width(words.HELP_KEY) - 5
    canvas.put(x, 1, f" {words.HELP_KEY} ")
    canvas.hot(Rect(x, 1, width(words.HELP_KEY) + 2, 1), "?")
    is_narrow = canvas.width < _WIDE
    step = 2 if canvas.height >= _ROOMY else 1
    y = 3
    for index, choice in enumerate(CHOICES):
        style = Style.CHOSEN if index == menu.marked else Style.PLAIN
        label, *meanings = words.ITEMS[choice]
        canvas.put(1, y, " " * (canvas.width - 2), style)
        canvas.put(3, y, str(index + 1), style if index == menu.marked else Style.KEY)
        canvas.put(_LABEL_X, y, label, style)
        canvas.put(_MEANING_X, y, meanings[is_narrow], style)
        canvas.hot(Rect(0, y, canvas.width, step), str(index + 1))
        y += step
    _reply(canvas, menu, y + 1, _REPLY_ROWS)
    if not is_narrow and canvas.height >= _TALL:
        _cards(canvas, model, y + _REPLY_ROWS + 2)
    canvas.put(1, canvas.height - 2, words.keys(len(CHOICES)), Style.KEY)
    canvas.put(1, canvas.height - 1, words.NEXT_TIME[is_narrow])


def _cards(canvas: Canvas, model: MenuModel, y: int) -> None:
    """What the game is about: the cards in their order, and a sentence."""
    from skipbo_lan.tui.drawing.cards import BOX_CELLS, put_box  # the first question need not wait for them

    x = (canvas.width - len(_ORDER) * BOX_CELLS) // 2
    for index, value in enumerate(_ORDER):
        put_box(canvas, model.glyphs, x + index * BOX_CELLS, y, value, _CARD_ROWS, Style.PLAIN)
    canvas.put((canvas.width - width(words.THE_GAME)) // 2, y + _CARD_ROWS, words.THE_GAME)


def _options(canvas: Canvas, model: MenuModel) -> None:
    menu = model.menu
    _title(canvas, model, option_words.TITLE)
    area = Rect(1, 3, canvas.width - 2, canvas.height - 6)
    options.draw(canvas, menu.options, area)
    if menu.line is not None:
        x, y = options.value_place(menu.options, area)
        canvas.put(x, y, " " * (canvas.width - x - 1))
        _field(canvas, x, y, menu.line, canvas.width - x - 2)
        canvas.put(1, canvas.height - 1, words.KEEP_NAME_KEYS, Style.KEY)
    else:
        options.keys(canvas)
    _reply(canvas, menu, canvas.height - 3, 2)


def _help(canvas: Canvas, model: MenuModel) -> None:
    _title(canvas, model, words.HELP_TITLE)
    y = 3
    for line in words.HELP:
        canvas.put(2, y, cut(line, canvas.width - 3))
        y += 1
    canvas.put(1, canvas.height - 1, words.HELP_BACK, Style.KEY)
    canvas.hot(Rect(0, 0, canvas.width, canvas.height), "escape")


def _ask_name(canvas: Canvas, model: MenuModel) -> None:
    menu = model.menu
    _heading(canvas, model, words.TITLE)
    x = canvas.put(1, 3, words.ask_name(menu.login), Style.HEADING)
    if menu.line is not None:
        _field(canvas, x, 3, menu.line, canvas.width - x - 1)
    canvas.put(1, 5, cut(words.OR_ENTER, canvas.width - 2))
    _reply(canvas, menu, 7, 3)
    canvas.put(1, canvas.height - 1, words.NAME_KEYS, Style.KEY)


def _ask_lesson(canvas: Canvas, model: MenuModel) -> None:
    _heading(canvas, model, words.TITLE)
    canvas.put(1, 3, words.ask_name(model.menu.login) + model.menu.name)
    x = canvas.put(1, 5, words.NEW_HERE, Style.HEADING) + 3
    for y, key, meaning in ((5, "y", words.LESSON_YES), (6, "n", words.LESSON_NO)):
        canvas.put(x, y, key, Style.KEY)
        canvas.put(x + 4, y, meaning)
        canvas.hot(Rect(x, y, width(meaning) + 4, 1), key)
    _reply(canvas, model.menu, 8, 3)


def _heading(canvas: Canvas, model: MenuModel, text: str) -> None:
    canvas.put(1, 0, APP, Style.HEADING)
    canvas.rule(1, model.glyphs.strong)
    canvas.put(2, 1, f" {text} ", Style.HEADING)


def _reply(canvas: Canvas, menu: Menu, y: int, most: int) -> None:
    """The answer to the last key, or how the last visit ended."""
    for index, line in enumerate(wrap(menu.reply, canvas.width - 2, "  ")[: max(most, 0)]):
        canvas.put(1, y + index, line, Style.REPLY)


def _field(canvas: Canvas, x: int, y: int, line: Line, cells: int) -> None:
    """A line being typed, with its cursor."""
    shown, cursor = window(line, max(cells, 1))
    canvas.put(x, y, shown)
    canvas.cursor = (min(x + cursor, canvas.width - 1), y)


def _small(canvas: Canvas, menu: Menu) -> None:
    """What size is needed, the answer to the last key, and what can be pressed here all the same."""
    lines = [words.too_small(canvas.width, canvas.height, WIDTH, HEIGHT), menu.reply]
    match menu.page:
        case Page.NAME:
            lines.append(words.ask_name(menu.login) + (menu.line.text if menu.line is not None else ""))
        case Page.LESSON:
            lines.append(words.ask_lesson())
        case Page.MENU:
            lines += [f"{index} {words.ITEMS[choice][0]}" for index, choice in enumerate(CHOICES, start=1)]
            lines.append(words.keys_short(len(CHOICES)))
        case Page.OPTIONS | Page.HELP:
            lines.append(words.HELP_BACK)
    parts = [part for line in lines if line for part in wrap(line, canvas.width)]
    for y, part in enumerate(parts[: canvas.height]):
        canvas.put(0, y, cut(part, canvas.width))
