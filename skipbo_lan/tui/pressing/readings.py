"""The names that a typed key may go by: keys are matched by the character typed (TERMINAL.md, rule 7)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

_FRENCH_DIGITS: Final = dict(zip("&\u00e9\"'(-\u00e8_\u00e7\u00e0", "1234567890", strict=True))


def readings(key: str) -> Iterator[str]:
    """The names, the most literal first."""
    yield key
    if len(key) == 1:
        plain = unicodedata.normalize("NFKC", key)
        yield plain
        yield plain.lower()
        yield _FRENCH_DIGITS.get(key, key)
