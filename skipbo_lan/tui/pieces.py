"""Puts keys together again whose bytes came in pieces: over a slow line an arrow key arrives as Esc and two letters.

A lone Esc is answered at once (T19), so a piece that comes late can only be made harmless: the letters that follow it
are no keys of their own, of which `a` to `d` would play cards. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

LATE: Final = 0.25
"""Seconds between two pieces of one key: a poor line delays a packet by so much, and nobody types `Esc [ A` in it."""
MOST_PIECES: Final = 24
"""Characters behind the Esc: no key or click takes more, so that an Esc before typed text does not eat it."""

_BEGINNINGS: Final = frozenset("[O")
_INNER: Final = frozenset("0123456789;<")
_ARROWS: Final = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "Z": "s-tab"}
_NUMBERED: Final = {"1~": "home", "3~": "delete", "4~": "end", "5~": "pageup", "6~": "pagedown"}
_KEYS: Final = _ARROWS | _NUMBERED


@dataclass(frozen=True, slots=True)
class Pieces:
    """What has come of a key so far."""

    at: float = -inf
    """Monotonic seconds of the last piece."""
    begun: str | None = None
    """What came behind the Esc; None when there was none."""


def joined(before: Pieces, name: str, now: float) -> tuple[Pieces, str | None]:
    """A key has come: what is begun now, and which key it is; None for a piece of one that is not whole, or unknown."""
    if name == "escape":
        return Pieces(now, ""), name
    begun = before.begun
    if begun is None or now - before.at > LATE or len(begun) > MOST_PIECES or (not begun and name not in _BEGINNINGS):
        return Pieces(), name
    if not begun or name in _INNER:
        return Pieces(now, begun + name), None
    return Pieces(), _KEYS.get(begun[1:] + name)
