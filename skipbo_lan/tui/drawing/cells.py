"""Text measured in terminal cells: wide characters take two, combining ones none (TESTED.md T11)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from wcwidth import wcwidth

from protocol.text import FORBIDDEN


def char_width(char: str) -> int:
    """The cells of one character; a character that a terminal would act on counts as one, shown as `?`."""
    return max(wcwidth(char), 0) if is_shown(char) else 1


def is_shown(char: str) -> bool:
    """Whether a terminal shows this character as it is, instead of acting on it or turning what is beside it round."""
    return unicodedata.category(char) not in FORBIDDEN


def width(text: str) -> int:
    """The cells of a text."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(char_width, text))


def cut(text: str, cells: int) -> str:
    """As much of the text's beginning as fits into so many cells."""
    used = 0
    for index, char in enumerate(text):
        used += char_width(char)
        if used > cells:
            return text[:index]
    return text


def fit(text: str, cells: int) -> str:
    """The text cut or padded to exactly so many cells."""
    short = cut(text, cells)
    return short + " " * (cells - width(short))


def wrap(text: str, cells: int, indent: str = "") -> list[str]:
    """The text broken at spaces into lines of at most so many cells; later lines begin with the indent."""
    cells = max(cells, 1)
    indent = cut(indent, max(cells - 2, 0))
    lines, line = [], ""
    for word in _pieces(text, cells - width(indent)):
        joined = f"{line} {word}" if line.strip() else f"{line}{word}"
        if width(joined) > cells and line.strip():
            lines.append(line)
            joined = indent + word
        line = joined
    return [*lines, line]


def _pieces(text: str, cells: int) -> Iterator[str]:
    """The words of a text; one that is wider than a line comes in parts."""
    for word in text.split(" "):
        while width(word) > cells:
            head = cut(word, cells) or word[0]
            yield head
            word = word[len(head) :]
        yield word
