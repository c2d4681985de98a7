"""A picture as text: the characters, then a letter for the look of each cell, then what the letters mean.

Both are read from a terminal emulator.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    shown = {view: Shown(scene.draw(size), theme, depth) for view, (theme, depth) in views.items()}
    first = next(iter(shown.values()))
    assert all(each.screen.display == first.screen.display for each in shown.values()), "a theme changes the text"
    letters: dict[tuple[str, ...], str] = {}
    grid = [_row(list(shown.values()), y, size[0], letters) for y in range(size[1])]
    looks = [f"{letter}  {' | '.join(_legend(views, look))}" for look, letter in letters.items()]
    text = [line.rstrip() for line in first.screen.display]
    return "\n".join([*text, "=" * size[0], *(row.rstrip(_PLAIN_LETTER) for row in grid), "=" * size[0], *looks, ""])


def _row(shown: list[Shown], y: int, width: int, letters: dict[tuple[str, ...], str]) -> str:
    """A letter for each cell of a row."""
    row = ""
    for x in range(width):
        look = tuple(_look(each.screen.buffer[y][x]) for each in shown)
        if look not in letters:
            letters[look] = (_PLAIN_LETTER + ascii_letters)[len(letters)]
        row += letters[look]
    return row


def _legend(views: Views, look: tuple[str, ...]) -> list[str]:
    return [f"{view}: {each}" for view, each in zip(views, look, strict=True) if each]


def _look(char: Char) -> str:
    """Colours, unless they are the terminal's own, and attributes."""
    colours = [] if char.fg == char.bg == "default" else [f"{char.fg} on {char.bg}"]
    return " ".join(colours + [name for name in ("bold", "reverse", "underscore") if getattr(char, name)])
