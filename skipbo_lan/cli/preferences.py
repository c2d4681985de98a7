"""What the player likes: the options of the command, then the config file, then what is usual."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from typing import Final

from skipbo_lan.cli.terminal import Display, mode_of
from skipbo_lan.config import load
from skipbo_lan.locale.config import complaint_line
from skipbo_lan.preferences import LogLevel, Preferences, Theme
from skipbo_lan.settings import config_path

OPTIONS: Final = ("plain", "ascii", "no_mouse", "theme", "speed", "log_level")
"""The options that say what the player likes, as argparse calls them."""


def display_of(options: Namespace) -> Display:
    """How this player sees the table. What is wrong with the config file is told on standard error: call it once."""
    preferences = preferences_of(options)
    return Display(mode_of(preferences), preferences)


def preferences_of(options: Namespace) -> Preferences:
    """The same without a look at the terminal."""
    loaded = load(config_path())
    for complaint in loaded.complaints:
        print(complaint_line(complaint), file=sys.stderr)
    return with_options(loaded.preferences, options)


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
