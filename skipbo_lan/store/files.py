"""Files and folders that only their user may read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700


def make_folder(folder: Path) -> Path:
    """The folder, made with those above it where they are missing."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    return folder


def create_private(path: Path) -> None:
    """An empty file that nobody else can ever have opened. Raises FileExistsError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))


def write_private(path: Path, content: bytes) -> None:
    """Put the content in place of the file's old one, wholly or not at all, even when the power fails.

    Raises OSError, and then nothing new is left beside it.
    """
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:  # a full disk
        fresh.unlink(missing_ok=True)
        raise


def is_own(path: Path) -> bool:
    """Whether this user owns the file; True where files have no owner. Raises OSError."""
    user: Callable[[], int] | None = getattr(os, "getuid", None)
    return user is None or path.stat().st_uid == user()
