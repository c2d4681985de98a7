"""Paths of files as people write them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from protocol.text import safe

PATH_CELLS: Final = 4096
"""Of a path nothing is cut off, since it is there to be copied: no system has longer ones."""


def path_words(path: Path) -> str:
    """The path, safe to be shown, with `~` for the player's home folder."""
    try:
        shown = f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):  # it lies elsewhere; or nobody knows the home folder
        shown = str(path)
    return safe(shown, PATH_CELLS)
