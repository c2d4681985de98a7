"""Exit codes, and the error that ends a command with one line and a code."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a shell learns of how it went."""

    FINE = 0
    BUG = 1
    USAGE = 2
    NO_TABLE = 3
    NETWORK = 4
    VERSION = 5
    REFUSED = 6
    TERMINAL = 7
    SIGNAL = 128
    """Plus the number of the signal."""


class CommandError(Exception):
    """The command cannot go on; its text is the line for standard error."""

    def __init__(self, line: str, code: int = Exit.USAGE) -> None:
        super().__init__(line)
        self.code = code
