"""The options of a ruleset by name, with their values as text: what a person types and a file stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeVar

from engine.cards import DECK
from engine.ruleset import (
    PRESETS,
    Coaching,
    DryRule,
    FirstDealer,
    OnBlock,
    OutOfTurn,
    Ruleset,
    Sides,
    Teams,
)

_Choice = TypeVar("_Choice", bound=StrEnum)
_YES: Final = frozenset({"yes", "on", "true", "1"})
_NO: Final = frozenset({"no", "off", "false", "0"})

_MOST: Final = 999_999
"""Six digits are enough for everything that is counted."""
_MOST_POINTS: Final = 1_000
_HIGHEST_TARGET: Final = 800_000
"""A win at the most points adds less than 200,000, so no score has more than six digits either."""


class OptionError(ValueError):
    """There is no such option, or it does not take this value."""

    def __init__(self, key: str, allowed: str) -> None:
        super().__init__(f"{key}: {allowed}")
        self.key = key
        self.allowed = allowed
        """What would have been accepted, as a short list."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: how its value is read from text, and what to say of the values it takes."""

    read: Callable[[str], Any]
    allowed: str


def with_option(ruleset: Ruleset, key: str, text: str) -> Ruleset:
    """The ruleset with one option changed. Raises OptionError; whether the seats allow it is for `ruleset.fits`."""
    option = OPTIONS.get(key)
    if option is None:
        raise OptionError(key, "one of " + ", ".join(OPTIONS))
    try:
        value = option.read(text.strip().lower())
    except ValueError:
        raise OptionError(key, option.allowed) from None
    return replace(ruleset, **{key: value})


def option_text(ruleset: Ruleset, key: str) -> str:
    """The value of an option as `with_option` reads it."""
    value = getattr(ruleset, key)
    if value is None:
        return "auto"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join("+".join(str(seat) for seat in side) for side in value)
    return str(value)


def changed_options(ruleset: Ruleset) -> dict[str, str]:
    """The options that differ from `classic`, as text."""
    return {
        key: option_text(ruleset, key) for key in OPTIONS if getattr(ruleset, key) != getattr(PRESETS["classic"], key)
    }


def _choice(kind: type[_Choice]) -> Option:
    return Option(kind, " or ".join(kind))


def _read_flag(text: str) -> bool:
    if text in _YES:
        return True
    if text in _NO:
        return False
    raise ValueError(text)


def _read_number(least: int, most: int = _MOST) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return read


def _number(least: int, most: int) -> Option:
    return Option(_read_number(least, most), f"a number from {least} to {most}")


def _number_or_auto(least: int) -> Option:
    read = _read_number(least)
    return Option(lambda text: None if text == "auto" else read(text), f"auto or a number from {least}")


def _read_teams(text: str) -> Teams | Sides:
    if text in tuple(Teams):
        return Teams(text)
    return tuple(tuple(_read_number(0)(seat) for seat in side.split("+")) for side in text.split(","))


_FLAG: Final = Option(_read_flag, "yes or no")

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "first_dealer": _choice(FirstDealer),
        "stock_size": _number_or_auto(1),
        "scoring": _FLAG,
        "points_per_card": _number(0, _MOST_POINTS),
        "target": _number(1, _HIGHEST_TARGET),
        "rounds": _number_or_auto(1),
        "teams": Option(_read_teams, "none, pairs, trios, or seats such as 0+2,1+3"),
        "coaching": _choice(Coaching),
        "coaching_cards": _number(0, len(DECK)),
        "out_of_turn": _choice(OutOfTurn),
        "manual_draw": _FLAG,
        "dry_rule": _choice(DryRule),
        "on_block": _choice(OnBlock),
        "wild_on_wild": _FLAG,
        "wild_discard": _FLAG,
    }
)

assert set(OPTIONS) == {field.name for field in fields(Ruleset)}
