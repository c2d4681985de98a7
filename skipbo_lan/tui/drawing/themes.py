"""What each style looks like in each theme, for terminals of many colours, of sixteen, and of none.

1. A look sets text and background colour together, or neither; one that sets neither has those of PLAIN (T15).
2. Every pair has a contrast of at least 4.5 to 1.
3. AUTO leaves PLAIN to the terminal (T16). MONO has no colour, and it is what every theme is without colours (T18).
4. Many colours are those of the fixed part of the 256: what the first sixteen look like is up to the terminal. Where
   there are only these, bold text may be shown in a lighter colour, so that it has a colour that stays readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, TypeAlias

from skipbo_lan.preferences import Theme
from skipbo_lan.tui.drawing.style import Style

Looks: TypeAlias = Mapping[Style, str]
"""By style, in the words of prompt-toolkit."""


class Colours(Enum):
    """How many colours a terminal has."""

    NONE = auto()
    SIXTEEN = auto()
    MANY = auto()


_MONO: Final[Looks] = {
    Style.HEADING: "bold",
    Style.TURN: "bold reverse",
    Style.KEY: "bold",
    Style.CHOSEN: "reverse",
    Style.CHANGED: "bold underline",
    Style.MOVING: "bold reverse",
    Style.ALERT: "bold",
    Style.REPLY: "bold",
    Style.CHAT: "bold",
    Style.WILD_CARD: "bold",
}

_MANY: Final[Mapping[Theme, Looks]] = {
    Theme.AUTO: {
        Style.SMALL_CARD: "#ffffff bg:#005f87",
        Style.MIDDLE_CARD: "#ffffff bg:#005f00",
        Style.LARGE_CARD: "#ffffff bg:#870000",
        Style.WILD_CARD: "bold #000000 bg:#ffd700",
    },
    Theme.DARK: {
        Style.PLAIN: "#d0d0d0 bg:#1c1c1c",
        Style.QUIET: "#8a8a8a bg:#1c1c1c",
        Style.HEADING: "bold #ffffff bg:#1c1c1c",
        Style.TURN: "bold #1c1c1c bg:#87d75f",
        Style.KEY: "bold #ffd787 bg:#1c1c1c",
        Style.CHOSEN: "#1c1c1c bg:#ffd787",
        Style.CHANGED: "bold underline #87ffff bg:#1c1c1c",
        Style.MOVING: "bold #1c1c1c bg:#87ffff",
        Style.ALERT: "bold #ff8787 bg:#1c1c1c",
        Style.REPLY: "bold #ffd787 bg:#1c1c1c",
        Style.CHAT: "#87d7ff bg:#1c1c1c",
        Style.OWN: "#afd787 bg:#1c1c1c",
        Style.SMALL_CARD: "#87d7ff bg:#303030",
        Style.MIDDLE_CARD: "#87d787 bg:#303030",
        Style.LARGE_CARD: "#ffaf87 bg:#303030",
        Style.WILD_CARD: "bold #1c1c1c bg:#ffd700",
    },
    Theme.LIGHT: {
        Style.PLAIN: "#262626 bg:#ffffff",
        Style.QUIET: "#6c6c6c bg:#ffffff",
        Style.HEADING: "bold #000000 bg:#ffffff",
        Style.TURN: "bold #ffffff bg:#005f00",
        Style.KEY: "bold #875f00 bg:#ffffff",
        Style.CHOSEN: "#ffffff bg:#875f00",
        Style.CHANGED: "bold underline #005f87 bg:#ffffff",
        Style.MOVING: "bold #ffffff bg:#005f87",
        Style.ALERT: "bold #af0000 bg:#ffffff",
        Style.REPLY: "bold #875f00 bg:#ffffff",
        Style.CHAT: "#005f87 bg:#ffffff",
        Style.OWN: "#005f00 bg:#ffffff",
        Style.SMALL_CARD: "#005faf bg:#eeeeee",
        Style.MIDDLE_CARD: "#005f00 bg:#eeeeee",
        Style.LARGE_CARD: "#af0000 bg:#eeeeee",
        Style.WILD_CARD: "bold #000000 bg:#ffd700",
    },
    Theme.CONTRAST: {
        Style.PLAIN: "#ffffff bg:#000000",
        Style.TURN: "bold #000000 bg:#ffff00",
        Style.KEY: "bold #ffff00 bg:#000000",
        Style.CHOSEN: "bold #000000 bg:#00ffff",
        Style.ALERT: "bold #000000 bg:#ff8787",
        Style.REPLY: "bold #ffff00 bg:#000000",
        Style.CHAT: "#87ffff bg:#000000",
        Style.OWN: "#87ff87 bg:#000000",
        Style.SMALL_CARD: "bold #87d7ff bg:#000000",
        Style.MIDDLE_CARD: "bold #87ff87 bg:#000000",
        Style.LARGE_CARD: "bold #ffaf87 bg:#000000",
        Style.WILD_CARD: "bold #000000 bg:#ffffff",
    },
}

_SIXTEEN: Final[Mapping[Theme, Looks]] = {
    Theme.AUTO: {Style.WILD_CARD: "ansiblack bg:ansiyellow"},
    Theme.DARK: {
        Style.PLAIN: "ansigray bg:ansiblack",
        Style.TURN: "ansiblack bg:ansigreen",
        Style.KEY: "bold ansibrightyellow bg:ansiblack",
        Style.CHOSEN: "ansiblack bg:ansigray",
        Style.CHANGED: "bold underline ansibrightcyan bg:ansiblack",
        Style.MOVING: "ansiblack bg:ansicyan",
        Style.ALERT: "bold ansibrightred bg:ansiblack",
        Style.REPLY: "bold ansibrightyellow bg:ansiblack",
        Style.CHAT: "ansicyan bg:ansiblack",
        Style.OWN: "ansigreen bg:ansiblack",
        Style.SMALL_CARD: "ansibrightcyan bg:ansiblack",
        Style.MIDDLE_CARD: "ansibrightgreen bg:ansiblack",
        Style.LARGE_CARD: "ansibrightred bg:ansiblack",
        Style.WILD_CARD: "ansiblack bg:ansiyellow",
    },
    Theme.LIGHT: {
        Style.PLAIN: "ansiblack bg:ansigray",
        Style.HEADING: "ansiblue bg:ansigray",
        Style.TURN: "ansigray bg:ansiblue",
        Style.KEY: "underline ansiblack bg:ansigray",
        Style.CHOSEN: "ansigray bg:ansiblack",
        Style.CHANGED: "underline ansiblue bg:ansigray",
        Style.MOVING: "ansigray bg:ansiblue",
        Style.ALERT: "ansired bg:ansigray",
        Style.REPLY: "ansired bg:ansigray",
        Style.CHAT: "ansiblue bg:ansigray",
        Style.SMALL_CARD: "ansiblue bg:ansigray",
        Style.LARGE_CARD: "ansired bg:ansigray",
        Style.WILD_CARD: "ansiblack bg:ansiyellow",
    },
    Theme.CONTRAST: {
        Style.PLAIN: "ansiwhite bg:ansiblack",
        Style.TURN: "ansiblack bg:ansiyellow",
        Style.KEY: "bold ansibrightyellow bg:ansiblack",
        Style.CHOSEN: "ansiblack bg:ansicyan",
        Style.REPLY: "bold ansibrightyellow bg:ansiblack",
        Style.WILD_CARD: "ansiblack bg:ansigray",
    },
}


def looks(theme: Theme, colours: Colours) -> Looks:
    """The looks of a theme on a terminal of so many colours; a style without one looks like PLAIN."""
    match colours:
        case Colours.NONE:
            return _MONO
        case Colours.SIXTEEN:
            return {**_MONO, **_SIXTEEN.get(theme, {})}
        case Colours.MANY:
            return {**_MONO, **_MANY.get(theme, {})}
