"""The page of options as a value, and what each key makes of it. Pure. The menu and the table both show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from skipbo_lan.limits import PACE_MS
from skipbo_lan.preferences import Preferences, Theme
from skipbo_lan.tui.rows import STEPS

USUAL_SPEED: Final = PACE_MS / 1000
"""Seconds that bots wait at a table whose owner has said nothing."""
SPEEDS: Final = (0.0, 0.2, 0.4, USUAL_SPEED, 1.0, 1.5, 2.5, 4.0)
"""What can be chosen, in seconds: from at once to slow enough to read every line."""


class Setting(StrEnum):
    """What can be chosen. The value is the name of its field in `Preferences`."""

    NAME = "name"
    THEME = "theme"
    ASCII = "ascii"
    MOUSE = "mouse"
    SPEED = "speed"
    MOTION = "motion"
    HINTS = "hints"
    KEY_BAR = "key_bar"
    BELL = "bell"
    TITLE = "title"
    BANNER = "banner"
    PLAIN = "plain"


EVERYTHING: Final = tuple(Setting)
AT_THE_TABLE: Final = tuple(setting for setting in Setting if setting not in (Setting.NAME, Setting.PLAIN))
"""A name belongs to a seat, and a screen cannot become lines."""

_VALUES: Final[Mapping[Setting, tuple[Any, ...]]] = {Setting.THEME: tuple(Theme), Setting.SPEED: SPEEDS}
"""What is neither here nor the name is switched on and off."""
_DIGITS: Final = "1234567890"
_CHANGES: Final = {"right": 1, "space": 1, "enter": 1, "left": -1}
_ROW: Final = "row "


@dataclass(frozen=True, slots=True)
class Options:
    """The page of options."""

    preferences: Preferences
    settings: tuple[Setting, ...]
    """The rows of the page."""
    marked: int = 0
    """The row that keys change."""

    @property
    def setting(self) -> Setting:
        """What the marked row is about."""
        return self.settings[self.marked]


def press(options: Options, key: str) -> Options:
    """The page after a key; the same when the key means nothing on it. A name is not changed by single keys."""
    if key in STEPS:
        return replace(options, marked=(options.marked + STEPS[key]) % len(options.settings))
    step = step_of(options, key)
    if step:
        return replace(options, preferences=changed(options.preferences, options.setting, step))
    row = int(key.removeprefix(_ROW)) if key.startswith(_ROW) else _DIGITS.find(key)
    return replace(options, marked=row) if 0 <= row < len(options.settings) else options


def step_of(options: Options, key: str) -> int:
    """Which way the key changes the marked row: 1 to its next value, -1 to the one before, 0 not at all."""
    return 1 if key == click_of(options.marked) else _CHANGES.get(key, 0)


def changed(preferences: Preferences, setting: Setting, step: int) -> Preferences:
    """The preferences with the next value of this setting, or the last one when the step is -1."""
    if setting is Setting.NAME:
        return preferences
    values = _VALUES.get(setting, (False, True))
    value = values[(_place(preferences, setting, values) + step) % len(values)]
    chosen: dict[str, Any] = {setting.value: value}
    return replace(preferences, **chosen)


def digit_of(row: int) -> str:
    """The key that chooses a row; empty when it has none."""
    return _DIGITS[row] if row < len(_DIGITS) else ""


def click_of(row: int) -> str:
    """What a click on a row counts as: it marks the row, and changes it when it is marked already."""
    return f"{_ROW}{row}"


def _place(preferences: Preferences, setting: Setting, values: tuple[Any, ...]) -> int:
    """Which of the values is in force; of those that lie between two, the nearest."""
    present = getattr(preferences, setting.value)
    if setting is not Setting.SPEED:
        return values.index(present)
    wait = USUAL_SPEED if present is None else present
    return min(range(len(values)), key=lambda index: abs(values[index] - wait))
