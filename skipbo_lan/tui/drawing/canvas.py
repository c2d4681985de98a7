"""A sheet of terminal cells to draw on: text with styles, places that answer a click, and the text cursor.

1. Drawing outside the sheet is cut off silently, so that no size of window can break a drawing.
2. Every row has exactly as many cells as the sheet is wide, whatever is drawn on it.
3. A style is a `Style`, never text from outside; a control character becomes a question mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from skipbo_lan.tui.drawing.cells import char_width, is_shown
from skipbo_lan.tui.drawing.style import Style

MAX_MARKS: Final = 3
"""Combining characters kept on one cell: more belong to no language and flood the neighbouring rows."""

_COVERED: Final = ""
"""The right half of a wide character."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """A sheet of width x height cells, empty at first."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cursor: tuple[int, int] | None = None
        """Where typed text goes; None while nothing is typed."""
        self.banner_row: int | None = None
        """The row that tells the state of the game: nothing is to lie over it."""
        self._text = [[" "] * width for _ in range(height)]
        self._style = [[Style.PLAIN] * width for _ in range(height)]
        self._hot: list[tuple[Rect, str]] = []

    def put(self, x: int, y: int, text: str, style: Style = Style.PLAIN) -> int:
        """Write one line of text from a cell on; return the column after it."""
        if text.isascii() and text.isprintable():
            self._place_narrow(x, y, text, style)
            return x + len(text)
        for char in text:
            cells = char_width(char)
            if cells:
                self._place(x, y, char if is_shown(char) else "?", cells, style)
            else:
                self._mark(x - 1, y, char)
            x += cells
        return x

    def rule(self, y: int, glyph: str, x: int = 0, width: int | None = None) -> None:
        """A horizontal line of a glyph, to the right edge unless its width is given."""
        self.put(x, y, glyph * (self.width - x if width is None else width), Style.QUIET)

    def hot(self, rect: Rect, key: str) -> None:
        """Let a click in this rectangle count as this key; a later rectangle lies on top."""
        self._hot.append((rect, key))

    def at(self, x: int, y: int) -> str | None:
        """The key that a click on this cell stands for."""
        return next((key for rect, key in reversed(self._hot) if rect.holds(x, y)), None)

    def row(self, y: int) -> list[tuple[str, str]]:
        """A row as runs of (style, text)."""
        cells = zip(self._style[y], self._text[y], strict=True)
        runs = groupby(cells, key=lambda cell: cell[0])
        return [(style.value, "".join(text for _, text in run)) for style, run in runs]

    def lines(self) -> list[str]:
        """The text of all rows."""
        return ["".join(row) for row in self._text]

    def style_at(self, x: int, y: int) -> Style:
        """The style of one cell."""
        return self._style[y][x]

    def _place_narrow(self, x: int, y: int, text: str, style: Style) -> None:
        """The same for text of one cell a character, which is nearly all of it: in one go."""
        start, end = max(x, 0), min(x + len(text), self.width)
        if not 0 <= y < self.height or start >= end:
            return
        row = self._text[y]
        self._split(row, start)
        self._split(row, end - 1)
        row[start:end] = text[start - x : end - x]
        self._style[y][start:end] = [style] * (end - start)

    def _place(self, x: int, y: int, char: str, cells: int, style: Style) -> None:
        if not (0 <= y < self.height and x >= 0 and x + cells <= self.width):
            return
        row = self._text[y]
        for column in range(x, x + cells):
            self._split(row, column)
            row[column] = _COVERED
            self._style[y][column] = style
        row[x] = char

    def _split(self, row: list[str], x: int) -> None:
        """Blank a wide character of which one half is about to be overwritten."""
        if row[x] == _COVERED:
            row[x - 1] = " "
        elif x + 1 < self.width and row[x + 1] == _COVERED:
            row[x + 1] = " "

    def _mark(self, x: int, y: int, mark: str) -> None:
        """Put a combining character on the character that ends at this cell."""
        if not (0 <= y < self.height and 0 <= x < self.width):
            return
        row = self._text[y]
        column = x - 1 if row[x] == _COVERED else x
        if len(row[column]) <= MAX_MARKS:
            row[column] += mark
