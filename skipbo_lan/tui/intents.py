"""What every screen may ask of the world outside, at a table or before one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from skipbo_lan.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Prefer:
    """Remember what the player likes from now on."""

    preferences: Preferences


class Terminal(Enum):
    """What the terminal itself is to do."""

    REDRAW = auto()
    SUSPEND = auto()
