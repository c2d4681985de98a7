"""What mouse reports mean: which are whole, what key a click stands for, and which click only doubles another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from prompt_toolkit.key_binding.bindings.mouse import typical_mouse_events
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from skipbo_lan.tui.choices import BUILDING_KEYS, PARTNER_KEYS, PILE_KEYS, STOCK_KEY

DOUBLE_S: Final = 0.4
"""Seconds within which a second click at the same place belongs to the first."""

_AT_ONCE: Final = frozenset({STOCK_KEY, *PILE_KEYS, *BUILDING_KEYS, *PARTNER_KEYS[0], *PARTNER_KEYS[1]})
"""What may play a card at the first click: a second one would play what lies under it."""

_SGR_OR_URXVT: Final = re.compile(r"\x1b\[<?\d{1,4};\d{1,4};\d{1,4}[mM]")
_X10: Final = re.compile(r"\x1b\[M(.)..", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a place that stands for a key."""

    key: str
    x: int
    y: int
    at: float
    """Monotonic seconds."""


def is_whole(report: str) -> bool:
    """Whether a terminal's mouse report can be understood: prompt-toolkit fails on any other."""
    x10 = _X10.fullmatch(report)
    return ord(x10[1]) in typical_mouse_events if x10 is not None else _SGR_OR_URXVT.fullmatch(report) is not None


def is_second(before: Click | None, click: Click) -> bool:
    """Whether it only makes a double click of the one before, which has done everything already.

    On a hand card the second click counts: it plays the card.
    """
    if before is None or click.key not in _AT_ONCE or click.at - before.at > DOUBLE_S:
        return False
    return (before.x, before.y) == (click.x, click.y)


def mouse_key(event: MouseEvent, at: Callable[[int, int], str | None]) -> str | None:
    """The key that a mouse event stands for; motion stands for none (TESTED.md T27)."""
    match event.event_type:
        case MouseEventType.SCROLL_UP:
            return "wheel-up"
        case MouseEventType.SCROLL_DOWN:
            return "wheel-down"
        case MouseEventType.MOUSE_UP if event.button is MouseButton.RIGHT:
            return "escape"
        case MouseEventType.MOUSE_UP if event.button in (MouseButton.LEFT, MouseButton.UNKNOWN):
            return at(event.position.x, event.position.y)
        case _:
            return None
