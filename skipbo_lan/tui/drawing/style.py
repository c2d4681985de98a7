"""The looks of the screen by name; a theme says what each of them is (`themes.py`).

Everything they say is also said in text, so that a screen without them reads the same (TESTED.md T17).
"""

from __future__ import annotations

from enum import StrEnum


class Style(StrEnum):
    """The look of a piece of text. The value is the constant class given to prompt-toolkit (P51)."""

    PLAIN = "class:plain"
    QUIET = "class:quiet"
    """Lines and frames, which only keep things apart."""
    HEADING = "class:heading"
    TURN = "class:turn"
    """The banner while the game waits for this player."""
    KEY = "class:key"
    """A key that can be pressed with effect."""
    CHOSEN = "class:chosen"
    CHANGED = "class:changed"
    """Where the last card went."""
    MOVING = "class:moving"
    """The same for the moment after it went there."""
    ALERT = "class:alert"
    REPLY = "class:reply"
    CHAT = "class:chat"
    OWN = "class:own"
    """What the player has done, in the log."""
    SMALL_CARD = "class:small-card"
    """A card from 1 to 4."""
    MIDDLE_CARD = "class:middle-card"
    """A card from 5 to 8."""
    LARGE_CARD = "class:large-card"
    """A card from 9 to 12."""
    WILD_CARD = "class:wild-card"
