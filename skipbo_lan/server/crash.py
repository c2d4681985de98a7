"""Faults of this program, written down where a bug report can take them from."""

from __future__ import annotations

import os
import re
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from skipbo_lan.settings import APP
from skipbo_lan.store.files import FILE_MODE, make_folder

LONGEST: Final = 1024 * 1024
"""Bytes after which nothing more is added: a fault that repeats itself must not fill the disk."""


_BYTES: Final = re.compile(r"""(\bb\\*['"]|[0-9a-fA-F]{16}).*""")
"""The rest of a line where bytes begin, as Python shows them or in hexadecimal: they may be a token or a seed."""


def write_crash(path: Path, fault: BaseException) -> None:
    """Add a fault with its traceback, which names lines of this program and no values of the game.

    A disk that does not take it costs the report, and nothing else.
    """
    text = _BYTES.sub("(cut)", "".join(traceback.format_exception(fault)))
    with suppress(OSError):
        handle = os.open(make_folder(path.parent) / path.name, os.O_CREAT | os.O_APPEND | os.O_WRONLY, FILE_MODE)
        with os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace") as file:
            if file.tell() < LONGEST:
                file.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}Z {APP}\n{text}\n")
