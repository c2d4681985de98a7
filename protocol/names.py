"""Names of players: which are allowed, and when two are the same to a person's eye.

A name is refused with the reason, never changed in silence.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from protocol import limits
from protocol.codes import RejectCode
from protocol.text import is_mark, width

RESERVED: Final = frozenset({"host", "server", "you"})
"""Words that the screens use for others than the player."""

_SIGNS: Final = frozenset(" _-.'")
_KINDS: Final = frozenset("LNM")
"""Letters, numbers and marks of every script."""

_UNSEEN: Final = frozenset(
    (
        *"\u115f\u1160\u3164\uffa0",  # the Hangul fillers
        *"\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f",  # joiners and vowels that are not written
        *map(chr, range(0xFE00, 0xFE10)),  # variation selectors
        *map(chr, range(0xE0100, 0xE01F0)),
    )
)
"""Letters and marks by category, of which nothing is to be seen: a twin of any name could be made with them."""

_MARKS_ON_A_LETTER: Final = 2


def check_name(text: str) -> RejectCode | None:
    """Why this name is refused; None when it is allowed."""
    if not text.strip():
        return RejectCode.NAME_EMPTY
    if not (unicodedata.is_normalized("NFC", text) and all(map(_is_allowed, text)) and _is_readable(text)):
        return RejectCode.NAME_CHARACTER
    if text != text.strip() or "  " in text:
        return RejectCode.NAME_SPACES
    if len(text) > limits.MAX_NAME_CHARS or width(text) > limits.MAX_NAME_CELLS:
        return RejectCode.NAME_TOO_LONG
    return RejectCode.NAME_RESERVED if name_key(text) in RESERVED else None


def name_key(text: str) -> str:
    """What two names that look alike have in common: width, case, spaces and invisible characters do not count."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    visible = "".join(char for char in folded if not _is_invisible(char))
    return unicodedata.normalize("NFKC", visible)  # a mark may have moved next to a letter


def _is_allowed(char: str) -> bool:
    return (unicodedata.category(char)[0] in _KINDS or char in _SIGNS) and char not in _UNSEEN


def _is_readable(text: str) -> bool:
    """Every mark stands on something to be seen, and no more than two of them."""
    marks = _MARKS_ON_A_LETTER
    for char in text:
        marks = marks + 1 if is_mark(char) else 0
        if marks > _MARKS_ON_A_LETTER:
            return False
    return True


def _is_invisible(char: str) -> bool:
    category = unicodedata.category(char)
    return category in ("Cc", "Cf") or category.startswith("Z") or char in _UNSEEN
