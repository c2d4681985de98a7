"""What a client has heard and answered of deals, in two files beside the token of its seat.

1. The numbers and lists of what is not judged yet are written whole, and safe before anything more is said.
2. The views are lines that are added; the last one may be torn, and is then not counted.
3. A disk that refuses costs what is kept, never the game.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from skipbo_lan.fairness.heard import Memory
from skipbo_lan.store.files import FILE_MODE, is_own, write_private


class FileJournal:
    """The journal beside this token."""

    def __init__(self, token: Path) -> None:
        self._deals = token.with_suffix(".deals")
        self._views = token.with_suffix(".views")

    def load(self) -> Memory:
        """What was kept; nothing when it cannot be read."""
        try:
            if not is_own(self._deals):
                return Memory()
            memory = msgspec.json.decode(self._deals.read_bytes(), type=Memory)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return Memory()
        return replace(memory, views=tuple(view for view in self._seen() if view[0] > memory.judged_to))

    def save(self, memory: Memory) -> None:
        """Keep this in place of what was kept, safely, with the views noted so far."""
        with suppress(OSError):
            write_private(self._views, b"".join(_line(seq, digest) for seq, digest in memory.views))
            write_private(self._deals, msgspec.json.encode(memory.without_views()))

    def note_view(self, seq: int, digest: bytes) -> None:
        """Keep that a view was received; at once for this machine, and for its disk a little later."""
        with suppress(OSError):
            handle = os.open(self._views, os.O_CREAT | os.O_APPEND | os.O_WRONLY, FILE_MODE)
            with os.fdopen(handle, "ab") as file:
                file.write(_line(seq, digest))

    def remove(self) -> None:
        """Throw both files away."""
        for path in (self._deals, self._views):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _seen(self) -> Iterator[tuple[int, bytes]]:
        with suppress(OSError):
            for line in self._views.read_bytes().splitlines(keepends=True):
                with suppress(ValueError):
                    yield _read(line)


def _line(seq: int, digest: bytes) -> bytes:
    return f"{seq} {digest.hex()}\n".encode()


def _read(line: bytes) -> tuple[int, bytes]:
    """Raises ValueError for a torn line."""
    seq, digest = line.decode().split(" ")
    if not digest.endswith("\n"):
        raise ValueError("a torn line")
    return int(seq), bytes.fromhex(digest)
