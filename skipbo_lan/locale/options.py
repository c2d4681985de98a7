"""Words of the page of options. Keys are the names of the preferences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from skipbo_lan.locale.people import safe_name
from skipbo_lan.preferences import Preferences, Theme

KEYS: Final = "arrows or a number: choose   Space or Enter: change   Esc back"
KEYS_SHORT: Final = "arrows choose   Space changes   Esc back"

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "Your name",
        "theme": "Colours",
        "ascii": "Plain ASCII",
        "mouse": "Mouse",
        "speed": "Bots wait",
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
        "name": "at tables that you join from now on",
        "theme": "auto: the terminal's own; mono: none",
        "ascii": "no line drawing characters",
        "mouse": "a click plays; off: the terminal selects text",
        "speed": "before each move, at tables opened here",
        "motion": "short motions instead of jumps",
        "hints": ">A behind the key of a card that fits A",
        "key_bar": "the keys in the last row",
        "bell": "rings when your turn begins",
        "title": "says whose turn it is",
        "banner": "is set off when it is your turn",
        "plain": "lines instead of a screen, from the next start on",
    }
)


def value(setting: str, preferences: Preferences) -> str:
    """What is chosen, in a word or two."""
    present = getattr(preferences, setting)
    match present:
        case bool():
            return "on" if present else "off"
        case Theme():
            return present.value
        case float() | int():
            return f"{present:g} s" if present else "not at all"
        case str():
            return safe_name(present)
        case _:
            return "as usual" if setting == "speed" else "your login name"
