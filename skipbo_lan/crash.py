"""Faults of this program, written down where a bug report can take them from."""

from __future__ import annotations

import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

from skipbo_lan.limits import CRASH_FILE
from skipbo_lan.settings import APP
from skipbo_lan.store.files import FILE_MODE, make_folder


def crash_file(state: Path) -> Path:
    """Where faults are written down in this state folder."""
    return state / "crash.log"


def write_crash(path: Path, fault: BaseException) -> bool:
    """Add a fault with its traceback, which names lines of this program and no values of the game.

    False when the file cannot be written: a full disk must not make the end of a program of what ended a connection.
    """
    text = "".join(traceback.format_exception(fault))
    try:
        handle = os.open(make_folder(path.parent) / path.name, os.O_CREAT | os.O_APPEND | os.O_WRONLY, FILE_MODE)
        with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
            if file.tell() < CRASH_FILE:
                file.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}Z {APP}\n{text}\n")
    except OSError:
        return False
    return True
