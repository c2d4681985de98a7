"""The looks of the screen by name: bold, reverse and underline on the terminal's own colours.

Everything they say is also said in text, so that a screen without them reads the same (TESTED.md T17).
"""

from __future__ import annotations

from enum import StrEnum


class Style(StrEnum):
    """The look of a piece of text. The value is the constant style string given to prompt-toolkit (P51)."""

    PLAIN = ""
    HEADING = "bold"
    TURN = "bold reverse"
    """The banner while the game waits for this player."""
    KEY = "bold"
    """A key that can be pressed with effect."""
    CHOSEN = "reverse"
    CHANGED = "underline"
    """The pile that was played on last."""
    ALERT = "bold"
    REPLY = "bold"
