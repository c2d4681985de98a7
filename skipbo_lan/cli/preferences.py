"""What the player likes: the options of the command, then the config file, then what is usual."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict, replace
from typing import Final

from skipbo_lan.cli.terminal import Display, Mode, mode_of
from skipbo_lan.cli.window import wait_for_room
from skipbo_lan.config import keep, load
from skipbo_lan.locale import usage as words
from skipbo_lan.locale.config import complaint_line
from skipbo_lan.preferences import LogLevel, Preferences, Theme
from skipbo_lan.session_log import session_log, start
from skipbo_lan.settings import config_path, state_folder

OPTIONS: Final = ("plain", "ascii", "no_mouse", "theme", "speed", "no_wait", "log_level")
"""The options about how the table is shown, as argparse calls them."""


class Liking:
    """What the player likes at this moment; each change is written into the config file."""

    def __init__(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self._mode = mode_of(preferences)

    @property
    def display(self) -> Display:
        """How the player sees the table. Screen or lines: that was decided at the start."""
        return Display(self._mode, self.preferences, self.keep)

    def keep(self, before: Preferences, after: Preferences) -> str | None:
        """Hold on to what has changed; what to tell the player when the file does not take it."""
        complaint = keep(config_path(), before, after)
        changes = {key: value for key, value in asdict(after).items() if value != getattr(before, key)}
        self.preferences = replace(self.preferences, **changes)
        return None if complaint is None else complaint_line(complaint)


def display_of(options: Namespace) -> Display:
    """How this player sees the table, once there is room for it. Raises CommandError.

    What is wrong with the config file is told on standard error: call it once.
    """
    display = Liking(preferences_of(options)).display
    if display.mode is Mode.SCREEN:
        wait_for_room(patient=not options.no_wait)
    return display


def preferences_of(options: Namespace) -> Preferences:
    """The same without a look at the terminal; from now on a log is written if one is wanted."""
    loaded = load(config_path())
    for complaint in loaded.complaints:
        print(complaint_line(complaint), file=sys.stderr)
    preferences = with_options(loaded.preferences, options)
    if preferences.log_level is not None:
        _log(preferences.log_level)
    return preferences


def with_options(preferences: Preferences, options: Namespace) -> Preferences:
    """The preferences with what was given on the command line."""
    return replace(
        preferences,
        plain=options.plain or preferences.plain,
        ascii=options.ascii or preferences.ascii,
        mouse=preferences.mouse and not options.no_mouse,
        theme=preferences.theme if options.theme is None else Theme(options.theme),
        speed=preferences.speed if options.speed is None else options.speed,
        log_level=preferences.log_level if options.log_level is None else LogLevel(options.log_level),
    )


def _log(level: LogLevel) -> None:
    path = session_log(state_folder())
    try:
        start(path, level)
    except OSError as error:
        print(words.cannot_log(str(path), error.strerror or str(error)), file=sys.stderr)
