"""Words of the page of options. Keys are the names of the preferences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from skipbo_lan.locale.people import safe_name
from skipbo_lan.preferences import Preferences, Theme

TITLE: Final = "OPTIONS"
KEYS: Final = "arrows or a number: choose   Space or Enter: change   Esc back"
KEYS_SHORT: Final = "arrows choose   Space changes   Esc back"

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "Your name",
        "theme": "Colours",
        "ascii": "Plain ASCII",
        "mouse": "Mouse",
        "speed": "Speed of bots",
        "motion": "Motion",
        "hints": "Hints at cards",
        "key_bar": "Bar of keys",
        "bell": "Bell",
        "title": "Window title",
        "banner": "Turn banner",
        "plain": "Plain mode",
    }
)

MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "What you are called at tables that you join from now on.",
        "theme": "auto leaves them to the terminal, mono uses none.",
        "ascii": "Without line drawing characters.",
        "mouse": "A click plays. Off: the terminal selects text as usual.",
        "speed": "How long they wait before each move, at tables that you open.",
        "motion": "Short motions show where a card goes.",
        "hints": "The key of a card that fits A is shown as 4>A.",
        "key_bar": "The keys in the last row.",
        "bell": "Rings when your turn begins.",
        "title": "The window's title says whose turn it is.",
        "banner": "The line that says it is your turn stands out.",
        "plain": "Lines instead of a screen, from the next start on.",
    }
)
"""Of the row that is marked."""


def value(setting: str, preferences: Preferences) -> str:
    """What is chosen, in a word or two."""
    present = getattr(preferences, setting)
    match present:
        case bool():
            return "on" if present else "off"
        case Theme():
            return present.value
        case float() | int():
            return f"{present:g} s a move" if present else "instant"
        case str():
            return safe_name(present)
        case _:
            return "as usual" if setting == "speed" else "your login name"
