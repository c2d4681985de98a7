"""Typed lines, read in a thread so that nothing else waits for the player."""

from __future__ import annotations

import codecs
import errno
from typing import Final, Protocol

import trio

_CHUNK: Final = 4096
LONGEST_LINE: Final = 2000
"""Characters of a line that are looked at: ten times the longest line of talk."""


class RawInput(Protocol):
    """Bytes without a buffer of their own: a thread that waits in it holds no lock when the program ends."""

    def read(self, size: int, /) -> bytes | None:
        """What is there, at most so many bytes; empty at the end."""


class Lines:
    """The input line by line."""

    def __init__(self, source: RawInput, encoding: str = "utf-8") -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._rest = ""
        self._lines: list[str] = []
        self.hung_up = False
        """Whether the input has ended because its terminal was closed."""

    async def next(self) -> str | None:
        """The next line without its end; None when the input has ended. A last line may lack its end."""
        while not self._lines:
            data = await trio.to_thread.run_sync(self._read, abandon_on_cancel=True)
            if not data:
                return self._last()
            *self._lines, self._rest = (self._rest + self._decoder.decode(data)).split("\n")
            self._rest = self._rest[:LONGEST_LINE]
        return self._lines.pop(0)[:LONGEST_LINE]

    def _read(self) -> bytes | None:
        try:
            return self._source.read(_CHUNK)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            self.hung_up = True
            return None

    def _last(self) -> str | None:
        last, self._rest = self._rest, ""
        return last or None
