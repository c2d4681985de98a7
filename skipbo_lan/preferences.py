"""What a player likes: the looks, the pace and the signals of this program, as one frozen value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias


class Theme(StrEnum):
    """The colours of the screen."""

    AUTO = "auto"
    """The terminal's own colours, with bold and reverse."""
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"
    MONO = "mono"


class LogLevel(StrEnum):
    """How much is written down of a session, from everything to its faults alone."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


SLOWEST: Final = 5.0
"""Seconds: whoever wants to wait longer for a bot can do without one."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything that a player can choose about this program, and nothing about a game's rules."""

    name: str | None = None
    """What to be called at tables; None: the login name."""
    theme: Theme = Theme.AUTO
    ascii: bool = False
    """Draw in ASCII although the terminal shows lines."""
    plain: bool = False
    """Play in lines although the screen could be drawn."""
    mouse: bool = True
    speed: float | None = None
    """How long bots wait before each action, in seconds from 0 to SLOWEST, at tables opened here; None: as usual."""
    motion: bool = True
    """Show short motions; without them everything is drawn as it is at once."""
    hints: bool = True
    """Show at each card where it fits."""
    key_bar: bool = True
    """Show the bar of keys."""
    bell: bool = True
    """Ring the bell when it is the player's turn."""
    title: bool = True
    """Tell in the window's title whose turn it is."""
    banner: bool = True
    """Set the banner off when it is the player's turn; its words are always there."""
    log_level: LogLevel | None = None
    """What is written to the log of the session; None: nothing."""


USUAL: Final = Preferences()
"""Of somebody who has chosen nothing."""

Keep: TypeAlias = Callable[[Preferences, Preferences], str | None]
"""Remembers what has changed between the two; returns what to tell the player when that cannot be."""


def forget(before: Preferences, after: Preferences) -> None:
    """Remember nothing: where nobody has a file."""
