"""Text from outside, made safe for a terminal or a log: what would act on the screen becomes visible instead.

A terminal obeys control characters, some of them even inside a name; marks and invisible characters can hide or
reorder what stands beside them. The receiver cleans too: a hostile host is possible.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from wcwidth import wcwidth

from protocol.limits import MAX_CHAT_CELLS, MAX_CHAT_CHARS

FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that may act on a terminal, or of which nobody knows what they do."""

_MARKS_IN_A_ROW: Final = 3
"""More stacked marks than any living script needs; a hundred of them cover the lines above."""

_ELLIPSIS: Final = "…"


def safe(text: str, cells: int) -> str:
    """The text with visible escapes, cut to at most so many terminal cells (at least 1), in NFC and on one line."""
    kept: list[str] = []
    left = cells
    for part in _escaped(unicodedata.normalize("NFC", text)):
        left -= width(part)
        if left < 0:
            return "".join(_shortened(kept, cells)) + _ELLIPSIS
        kept.append(part)
    return "".join(kept)


def chat_line(text: str) -> str:
    """A line of chat as it may travel: safe, and no longer than a message holds, however many marks are in it."""
    return safe(text, MAX_CHAT_CELLS)[:MAX_CHAT_CHARS]


def width(text: str) -> int:
    """Terminal cells of a text without control characters: each character by itself, as screens draw them."""
    return sum(max(0, wcwidth(char)) for char in text)


def is_mark(char: str) -> bool:
    """Whether the character joins the one before it: a mark, or a letter without a cell of its own (Hangul vowels)."""
    kind = unicodedata.category(char)[0]
    return kind == "M" or (kind == "L" and wcwidth(char) == 0)


def _escaped(text: str) -> Iterator[str]:
    """The characters, or their visible escapes: forbidden ones, and marks without a base or too many on one."""
    room_for_marks = 0
    for char in text:
        mark = is_mark(char)
        room_for_marks = room_for_marks - 1 if mark else _MARKS_IN_A_ROW
        if unicodedata.category(char) in FORBIDDEN or (mark and room_for_marks < 0):
            yield _visible(char)
        else:
            yield char


def _visible(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)  # the pictures of the control characters
    return "\u2421" if code == 0x7F else f"<U+{code:04X}>"


def _shortened(parts: list[str], cells: int) -> list[str]:
    """As many of the parts as leave a cell for the ellipsis."""
    while parts and width("".join(parts)) >= cells:
        parts = parts[:-1]
    return parts
