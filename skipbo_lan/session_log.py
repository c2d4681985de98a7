"""The log of a session, for bug reports: `session.log` in the state folder, and never the screen.

It is written only when somebody asks for it, private, bounded, and cleaned of bytes and of what acts on a terminal.
"""

from __future__ import annotations

import logging
import os
import time
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from protocol.text import safe
from skipbo_lan.crash import without_secrets
from skipbo_lan.limits import LOG_FILE
from skipbo_lan.settings import APP
from skipbo_lan.store.files import FILE_MODE, make_folder

_LINE_CELLS: Final = 500
"""Far more than a line of ours has."""


def session_log(state: Path) -> Path:
    """Where it is in this state folder."""
    return state / "session.log"


def keep_quiet() -> None:
    """Let nothing that Python, asyncio or a library has to remark reach the screen (TESTED.md T6)."""
    logging.captureWarnings(True)
    if not logging.getLogger().handlers:
        logging.getLogger().addHandler(logging.NullHandler())


def start(path: Path, level: str) -> None:
    """Write what happens from now on, from this level up; of libraries warnings at most.

    Raises OSError when it cannot be written.
    """
    make_folder(path.parent)
    writer = _Writer(path, maxBytes=LOG_FILE, backupCount=1, encoding="utf-8", errors="backslashreplace")
    lines = _Clean("%(asctime)sZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
    lines.converter = time.gmtime
    writer.setFormatter(lines)
    writer.setLevel(level.upper())
    logging.getLogger().addHandler(writer)
    logging.getLogger("skipbo_lan").setLevel(level.upper())
    logging.getLogger(__name__).info("%s begins", APP)


class _Writer(RotatingFileHandler):
    """A file that only its user may read. What cannot be written is left out: the game is more important."""

    def _open(self) -> TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_CREAT | os.O_APPEND | os.O_WRONLY, FILE_MODE)
        return open(handle, "a", encoding=self.encoding, errors=self.errors)

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing."""


class _Clean(logging.Formatter):
    """Lines without bytes, which may be a secret, and with visible escapes."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, with its traceback if there is one."""
        lines = without_secrets(super().format(record)).splitlines()
        return "\n  ".join(safe(line, _LINE_CELLS) for line in lines)
