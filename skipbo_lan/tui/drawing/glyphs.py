"""The characters that lines and cards are drawn with: line drawing, or plain ASCII where that cannot be shown.

No arrow, star or bullet: their width and look differ between terminals (TESTED.md T12, T13).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of characters."""

    light: str
    """A heading's line."""
    strong: str
    """The line of the two headings that matter most: building piles and the state of the game."""
    side: str
    corners: tuple[str, str, str, str]
    """Top left, top right, bottom left, bottom right."""


ASCII: Final = Glyphs(light="-", strong="=", side="|", corners=("+", "+", "+", "+"))
LINES: Final = Glyphs(light="\u2500", strong="\u2501", side="\u2502", corners=("\u250c", "\u2510", "\u2514", "\u2518"))


def glyphs_for(encoding: str | None) -> Glyphs:
    """The set that an output of this encoding can show (TERMINAL.md K10)."""
    is_utf8 = (encoding or "").lower().replace("-", "").replace("_", "") == "utf8"
    return LINES if is_utf8 else ASCII
