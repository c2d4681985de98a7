"""What can be wrong with a config file, as values that have no words yet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path


class Fault(Enum):
    """Of a file, of a line, of a key, of a value."""

    UNREADABLE = auto()
    NO_FILE = auto()
    """A folder, a device or a pipe."""
    HUGE = auto()
    NOT_TOML = auto()
    """The whole file: no line of it can be blamed, or too many."""
    NOT_UTF8 = auto()
    SYNTAX = auto()
    SWITCH_WORD = auto()
    """`on` or `off` without quotes, which TOML does not know; it is understood all the same."""
    UNKNOWN_KEY = auto()
    BAD_VALUE = auto()
    BAD_NAME = auto()
    NOT_KEPT = auto()
    """A choice could not be written into the file."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong, and what is done instead. Its texts come from outside and are not safe to be shown."""

    path: Path
    fault: Fault
    line: int | None = None
    """From 1; None: the whole file, or nobody knows where."""
    key: str = ""
    found: object = None
    """The value that stands there."""
    allowed: tuple[str, ...] = ()
    """Values that would have been possible, or the keys nearest to an unknown one."""
    used: str = ""
    """The value that is used instead."""
    why: str = ""
    """What the system or the reader of TOML says; of a bad name the RejectCode."""
