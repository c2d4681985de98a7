"""The theme that prompt-toolkit draws with, by preference and by what the terminal can show."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from prompt_toolkit.application import get_app
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import BaseStyle, DynamicStyle, Style

from skipbo_lan.preferences import Theme
from skipbo_lan.tui.drawing.themes import Colours, looks

COLOURS: Final = {
    ColorDepth.DEPTH_1_BIT: Colours.NONE,
    ColorDepth.DEPTH_4_BIT: Colours.SIXTEEN,
    ColorDepth.DEPTH_8_BIT: Colours.MANY,
    ColorDepth.DEPTH_24_BIT: Colours.MANY,
}

_WITHOUT_COLOURS: Final = "vt"
"""How terminals of DEC, and what is faithful to them, are called."""


def depth_of_terminal() -> ColorDepth | None:
    """No colours on a terminal that never had any and would take their codes for others; else as it is found."""
    return ColorDepth.DEPTH_1_BIT if os.environ.get("TERM", "").startswith(_WITHOUT_COLOURS) else None


def dress(theme: Callable[[], Theme]) -> BaseStyle:
    """A style that follows the theme. The depth is the terminal's, or none with NO_COLOR (K12)."""
    return DynamicStyle(lambda: dressed(theme(), get_app().color_depth))


@lru_cache
def dressed(theme: Theme, depth: ColorDepth) -> Style:
    """The style of a theme at a colour depth."""
    names = ((style.removeprefix("class:"), look) for style, look in looks(theme, COLOURS[depth]).items())
    return Style([*names])
