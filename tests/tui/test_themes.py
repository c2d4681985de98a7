"""Themes can be read on every terminal: contrast, the terminal's own background, and how many colours it has."""

from __future__ import annotations

from typing import Final

import pytest
from prompt_toolkit.output import ColorDepth

from skipbo_lan.preferences import Theme
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.dress import dressed
from tests.tui.rendering import Shown
from tests.tui.scenes import canvas, model, press

SIXTEEN: Final = {
    "ansiblack": (0, 0, 0),
    "ansired": (205, 0, 0),
    "ansigreen": (0, 205, 0),
    "ansiyellow": (205, 205, 0),
    "ansiblue": (0, 0, 238),
    "ansimagenta": (205, 0, 205),
    "ansicyan": (0, 205, 205),
    "ansigray": (229, 229, 229),
    "ansibrightblack": (127, 127, 127),
    "ansibrightred": (255, 0, 0),
    "ansibrightgreen": (0, 255, 0),
    "ansibrightyellow": (255, 255, 0),
    "ansibrightblue": (92, 92, 255),
    "ansibrightmagenta": (255, 0, 255),
    "ansibrightcyan": (0, 255, 255),
    "ansiwhite": (255, 255, 255),
}
"""What xterm shows for the sixteen colours that each terminal is free to choose."""
LEVELS: Final = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
"""Of red, green and blue in the fixed part of the 256 colours, which has 24 shades of grey besides."""

Colour = tuple[int, int, int]


def rgb(colour: str) -> Colour:
    """A colour as red, green and blue from 0 to 255."""
    if colour in SIXTEEN:
        return SIXTEEN[colour]
    return int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)


def luminance(colour: Colour) -> float:
    """The relative luminance of WCAG 2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def pair(theme: Theme, depth: ColorDepth, style: Style) -> tuple[str, str]:
    """Text and background colour of a style on the screen; empty where the terminal's own is left."""
    attributes = dressed(theme, depth).get_attrs_for_style_str(f"{Style.PLAIN.value} {style.value}")
    return attributes.color or "", attributes.bgcolor or ""


DEPTHS = (ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", Theme)
def test_both_colours_are_set_or_neither_and_every_pair_can_be_read(theme: Theme, depth: ColorDepth) -> None:
    """T15."""
    least = 7.0 if theme is Theme.CONTRAST else 4.5
    for style in Style:
        fore, back = pair(theme, depth, style)
        assert bool(fore) == bool(back), style
        assert not fore or contrast(rgb(fore), rgb(back)) >= least, style


def test_the_contrast_of_black_and_white_is_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize("theme", Theme)
def test_many_colours_are_those_that_look_the_same_everywhere(theme: Theme) -> None:
    for style in Style:
        for colour in filter(None, pair(theme, ColorDepth.DEPTH_8_BIT, style)):
            parts = rgb(colour)
            is_grey = len(set(parts)) == 1 and parts[0] % 10 == 8 and parts[0] <= 238
            assert is_grey or all(part in LEVELS for part in parts), (style, colour)


@pytest.mark.parametrize("depth", DEPTHS)
def test_the_usual_theme_keeps_the_terminals_own_background(depth: ColorDepth) -> None:
    """T16: only the faces of cards have one of their own."""
    seen = Shown(canvas(model()), Theme.AUTO, depth)
    assert seen.screen.buffer[0][0].bg == "default"
    coloured = {column for row in seen.screen.buffer.values() for column, char in row.items() if char.bg != "default"}
    assert len(coloured) < 80


@pytest.mark.parametrize("theme", [Theme.DARK, Theme.LIGHT, Theme.CONTRAST])
def test_a_theme_with_a_background_covers_the_whole_screen(theme: Theme) -> None:
    seen = Shown(canvas(model()), theme)
    assert all(seen.screen.buffer[y][x].bg != "default" for y in range(24) for x in range(80))


def test_without_colour_what_is_chosen_and_the_turn_still_stand_out() -> None:
    """T17, T18: with a depth of one bit, whatever the theme."""
    screen, _ = press(model(), "4")
    for theme in Theme:
        seen = Shown(canvas(screen), theme, ColorDepth.DEPTH_1_BIT)
        chars = [(char.fg, char.bg) for row in seen.screen.buffer.values() for char in row.values()]
        assert set(chars) == {("default", "default")}
        banner = next(y for y, line in enumerate(seen.screen.display) if "CHOSEN" in line)
        assert seen.screen.buffer[banner][5].reverse
        assert seen.screen.buffer[banner + 3][seen.screen.display[banner + 3].index("[12 ]")].reverse


def test_another_theme_is_shown_at_once() -> None:
    seen = Shown(canvas(model()), Theme.DARK)
    before = seen.screen.buffer[20][70].bg
    seen.wear(Theme.LIGHT)
    assert seen.screen.buffer[20][70].bg != before
