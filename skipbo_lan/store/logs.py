"""The logs that a player keeps of matches: text files in a folder of their own, of which the oldest make way."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import Final

from skipbo_lan.limits import KEPT_LOGS
from skipbo_lan.store.files import create_private, make_folder, write_private

_NAME_CHARS: Final = 12
"""Of a player's name in the name of a file: enough to tell people apart, six of whom fit into any file system."""
_NAMELESS: Final = "player"
"""Whoever's name has no letter that every file system takes."""


def new_log(folder: Path, day: date, people: Sequence[str]) -> Path:
    """A new empty file, named after the day and the people: `2026-11-29-anna-ben.log`. Raises OSError."""
    make_folder(folder)
    for path in _names(folder, "-".join([day.isoformat(), *map(_plain, people)])):
        with suppress(FileExistsError):
            create_private(path)
            _make_way(folder, path)
            return path
    raise AssertionError("a name that has never been used was never found")


def write_log(path: Path, text: str) -> None:
    """Put the text in place of what was in the file, wholly or not at all. Raises OSError."""
    try:
        write_private(path, text.encode("utf-8", errors="backslashreplace"))
    except OSError:
        with suppress(OSError):
            path.with_name(f"{path.name}.new").unlink()
            if not path.stat().st_size:
                path.unlink()
        raise


def _names(folder: Path, stem: str) -> Iterator[Path]:
    """The name, then the same with a number for the second match of these people on this day, and so on."""
    yield folder / f"{stem}.log"
    yield from (folder / f"{stem}-{number}.log" for number in count(2))


def _plain(name: str) -> str:
    """A name in the letters that every file system takes."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", errors="ignore").decode().lower()
    return "".join(filter(str.isalnum, letters))[:_NAME_CHARS] or _NAMELESS


def _make_way(folder: Path, new: Path) -> None:
    """Remove the oldest logs beyond the number that is kept; what cannot be removed stays."""
    with suppress(OSError):
        logs = sorted((path for path in folder.glob("*.log") if path != new), key=lambda path: path.stat().st_mtime)
        for path in logs[: max(len(logs) + 1 - KEPT_LOGS, 0)]:
            path.unlink()
