"""A picture as text: the characters, then a letter for the look of each cell, then what the letters mean.

Both are read from a terminal emulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from string import ascii_letters
from typing import Final, TypeAlias

from prompt_toolkit.output import ColorDepth
from pyte.screens import Char

from skipbo_lan.preferences import Theme
from tests.tui.golden.scenes import USUAL, Scene, Size, all_scenes
from tests.tui.rendering import Shown

FOLDER: Final = Path(__file__).parent / "pictures"

Views: TypeAlias = Mapping[str, tuple[Theme, ColorDepth]]
"""In what a scene is shown, by name."""

THEMES: Final[Views] = {theme.value: (theme, ColorDepth.DEPTH_8_BIT) for theme in (Theme.MONO, Theme.DARK, Theme.LIGHT)}
OTHERS: Final[Views] = {
    "auto": (Theme.AUTO, ColorDepth.DEPTH_8_BIT),
    "contrast": (Theme.CONTRAST, ColorDepth.DEPTH_8_BIT),
    "dark, no colour": (Theme.DARK, ColorDepth.DEPTH_1_BIT),
    **{f"{theme}, 16 colours": (theme, ColorDepth.DEPTH_4_BIT) for theme in Theme if theme is not Theme.MONO},
}
_IN_EVERY_VIEW: Final = ("2-players", "card-chosen", "lobby")
"""Scenes that are also shown in the other themes and with fewer colours (T14)."""
_PLAIN_LETTER: Final = "."


def names() -> list[tuple[str, Size]]:
    """All pictures: a scene and a size."""
    return [(name, size) for name, scene in all_scenes().items() for size in scene.sizes]


def file_of(name: str, size: Size) -> Path:
    """Where the picture is kept."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


def picture(name: str, scene: Scene, size: Size) -> str:
    """The picture of a scene in a size of window, in all its themes."""
    views = {**THEMES, **OTHERS} if name in _IN_EVERY_VIEW and size == USUAL else THEMES
    canvas = scene.draw(size)
    terminals: dict[ColorDepth, Shown] = {}
    texts, grids = set(), []
    for theme, depth in views.values():
        shown = terminals.get(depth) or terminals.setdefault(depth, Shown(canvas, theme, depth))
        shown.wear(theme)
        texts.add("\n".join(line.rstrip() for line in shown.screen.display))
        grids.append([[_look(shown.screen.buffer[y][x]) for x in range(size[0])] for y in range(size[1])])
    (text,) = texts  # the same in every theme
    letters: dict[tuple[str, ...], str] = {}
    rows = ["".join(_letter(look, letters) for look in zip(*row, strict=True)) for row in zip(*grids, strict=True)]
    looks = [f"{letter}  {' | '.join(_legend(views, look))}" for look, letter in letters.items()]
    line = "=" * size[0]
    return "\n".join([text, line, *(row.rstrip(_PLAIN_LETTER) for row in rows), line, *looks, ""])


def _letter(look: tuple[str, ...], letters: dict[tuple[str, ...], str]) -> str:
    """The letter of a look, a new one for a new look."""
    if look not in letters:
        letters[look] = (_PLAIN_LETTER + ascii_letters)[len(letters)]
    return letters[look]


def _legend(views: Views, look: tuple[str, ...]) -> list[str]:
    return [f"{view}: {each}" for view, each in zip(views, look, strict=True) if each]


def _look(char: Char) -> str:
    """What a cell looks like, whatever stands in it."""
    return _described(char.fg, char.bg, bold=char.bold, reverse=char.reverse, underlined=char.underscore)


@lru_cache
def _described(text: str, background: str, *, bold: bool, reverse: bool, underlined: bool) -> str:
    """Colours, unless they are the terminal's own, and attributes."""
    colours = [] if text == background == "default" else [f"{text} on {background}"]
    attributes = {"bold": bold, "reverse": reverse, "underlined": underlined}
    return " ".join([*colours, *(name for name, is_set in attributes.items() if is_set)])
