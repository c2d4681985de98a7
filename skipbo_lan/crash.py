"""Faults of this program, written down where a bug report can take them from."""

from __future__ import annotations

import os
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from skipbo_lan.limits import LOG_FILE
from skipbo_lan.settings import APP
from skipbo_lan.store.files import FILE_MODE, make_folder

_SECRET: Final = re.compile(
    r"""(\bb\\*['"]|[0-9a-fA-F]{16}|<Card\.|\b\w*(hand|cards|stock|password|token|seed)\w*\\*['"]?\s*[=:]).*"""
)
"""The rest of a line where bytes begin, as Python shows them or in hexadecimal: they may be a token or a seed. Also
where a card begins, or the value of something that may be secret."""


def crash_file(state: Path) -> Path:
    """Where faults are written down in this state folder."""
    return state / "crash.log"


def write_crash(path: Path, fault: BaseException) -> bool:
    """Add a fault with its traceback, which names lines of this program and no values of the game.

    False when the file cannot be written: a full disk must not make the end of a program of what ended a connection.
    """
    text = without_secrets("".join(traceback.format_exception(fault)))
    return write_down(path, f"{APP}\n{text}")


def without_secrets(text: str) -> str:
    """The text without what may be a secret, such as a token, a seed or a card: there the rest of each line is cut."""
    return _SECRET.sub("(cut)", text)


def write_down(path: Path, text: str) -> bool:
    """Add a text with the time of day to a file, unless that is long already; False when it cannot be written."""
    try:
        handle = os.open(make_folder(path.parent) / path.name, os.O_CREAT | os.O_APPEND | os.O_WRONLY, FILE_MODE)
        with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
            if file.tell() < LOG_FILE:
                file.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}Z {text}\n")
    except OSError:
        return False
    return True
