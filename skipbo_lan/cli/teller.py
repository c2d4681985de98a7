"""Lines for whoever reads standard output, told without waiting for him: a table goes on when he stops reading."""

from __future__ import annotations

import queue
import threading
from contextlib import suppress
from typing import TextIO

from skipbo_lan.cli.limits import LINES_WAITING
from skipbo_lan.limits import FAREWELL


class Teller:
    """Writes in a thread of its own. A reader who stops, or goes, costs lines and never time."""

    def __init__(self, stream: TextIO) -> None:
        # Without its buffers: a thread that waits in one of them would hold a lock when the program ends.
        self._raw = getattr(stream.buffer, "raw", stream.buffer)
        self._encoding = stream.encoding
        self._lines: queue.Queue[str | None] = queue.Queue(LINES_WAITING)
        self._thread = threading.Thread(target=self._write_all, daemon=True)
        self._thread.start()

    def tell(self, line: str) -> None:
        """Write the line in time; it is lost when too many wait already."""
        with suppress(queue.Full):
            self._lines.put_nowait(line)

    def end(self) -> None:
        """Finish what waits, as far as somebody takes it within a second."""
        with suppress(queue.Full):
            self._lines.put_nowait(None)
        self._thread.join(FAREWELL)

    def _write_all(self) -> None:
        with suppress(OSError):
            while (line := self._lines.get()) is not None:
                self._write(f"{line}\n".encode(self._encoding, "replace"))

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._raw.write(data) :]
