"""What can be wrong with a save, as a code: the file, its folder, its disk, or that somebody else has it open."""

from __future__ import annotations

import errno
import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Final

from engine.errors import IllegalAction, NotationError
from engine.options import OptionError


class SaveProblem(StrEnum):
    """Why a file cannot be read or gone on with as a match."""

    MISSING = "MISSING"
    EMPTY = "EMPTY"
    """Nothing has been stored in it yet."""
    NOT_A_MATCH = "NOT_A_MATCH"
    NEWER = "NEWER"
    """A later version of this program wrote it."""
    OLDER = "OLDER"
    """An earlier version wrote it, in a form that is no longer read."""
    DAMAGED = "DAMAGED"
    UNREADABLE = "UNREADABLE"
    """This user may not read it."""
    READ_ONLY = "READ_ONLY"
    """It, or its folder, cannot be written to, so the match could not go on being saved."""
    DISK = "DISK"
    """The disk is full, or fails."""
    IN_USE = "IN_USE"
    """Another process hosts the match."""
    ENDED = "ENDED"
    """The match is over."""


class SaveError(Exception):
    """This file cannot be used as a match; nothing of it has been."""

    def __init__(self, problem: SaveProblem, path: Path | None = None) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.path = path


TROUBLE: Final = (
    SaveError,
    OSError,
    sqlite3.Error,
    IllegalAction,
    NotationError,
    OptionError,
    ValueError,
    TypeError,
    LookupError,
)
"""What reading may raise: the system, SQLite, and for nonsense the notation, the rules, JSON, the enums."""

_BY_CODE: Final = {
    sqlite3.SQLITE_NOTADB: SaveProblem.NOT_A_MATCH,
    sqlite3.SQLITE_CANTOPEN: SaveProblem.UNREADABLE,
    sqlite3.SQLITE_PERM: SaveProblem.UNREADABLE,
    sqlite3.SQLITE_AUTH: SaveProblem.UNREADABLE,
    sqlite3.SQLITE_READONLY: SaveProblem.READ_ONLY,
    sqlite3.SQLITE_FULL: SaveProblem.DISK,
    sqlite3.SQLITE_IOERR: SaveProblem.DISK,
    sqlite3.SQLITE_BUSY: SaveProblem.IN_USE,
    sqlite3.SQLITE_LOCKED: SaveProblem.IN_USE,
}
_BY_ERRNO: Final = {
    errno.ENOENT: SaveProblem.MISSING,
    errno.EACCES: SaveProblem.UNREADABLE,
    errno.EPERM: SaveProblem.UNREADABLE,
    errno.EROFS: SaveProblem.READ_ONLY,
}


def problem_of(error: BaseException) -> SaveProblem:
    """What an error that reading or writing has raised says of the save."""
    match error:
        case SaveError(problem=problem):
            return problem
        case OSError(errno=number):
            return _BY_ERRNO.get(number or 0, SaveProblem.DISK)
        case sqlite3.Error():
            code = code_of(error)
            if code == sqlite3.SQLITE_IOERR_SHORT_READ:
                return SaveProblem.DAMAGED  # the file ends too early
            return _BY_CODE.get(code & 0xFF, SaveProblem.DAMAGED)
        case _:
            return SaveProblem.DAMAGED


def code_of(error: sqlite3.Error) -> int:
    """SQLite's extended code; 0 for an error that Python itself has raised."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code


_OF_THE_DISK: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
}


def is_of_the_disk(error: Exception) -> bool:
    """Whether writing failed for the world's reasons, so that it may be tried again; if not, it is a fault of ours."""
    if isinstance(error, sqlite3.Error):
        return code_of(error) & 0xFF in _OF_THE_DISK
    return isinstance(error, OSError)
