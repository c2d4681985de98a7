"""A program in a pseudo-terminal: what it writes, as bytes and as a screen, and what it leaves behind."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pyte

PATIENCE: Final = 20.0
"""Seconds after which a test gives up waiting: a loaded machine starts Python in two."""

ROOT: Final = Path(__file__).parents[2]


class PseudoTerminal:
    """One terminal with one program in it."""

    def __init__(self, command: list[str], environment: Mapping[str, str], size: tuple[int, int]) -> None:
        self.output = b""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._master, self._slave = pty.openpty()
        termios.tcsetwinsize(self._slave, (size[1], size[0]))
        self.modes = termios.tcgetattr(self._slave)
        """How the terminal was set before the program began."""
        self.process = subprocess.Popen(
            command,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment},
        )

    def send(self, text: str) -> None:
        """Press keys."""
        os.write(self._master, text.encode())

    def resize(self, width: int, height: int) -> None:
        """Change the window, as dragging its corner does."""
        self._screen.resize(height, width)
        termios.tcsetwinsize(self._master, (height, width))

    def wait_for(self, words: str) -> str:
        """Read until the screen has these words; the screen."""
        return self.wait_until(lambda: words in self.text, words)

    def wait_for_bytes(self, part: bytes) -> None:
        """Read until these bytes were written."""
        self.wait_until(lambda: part in self.output, repr(part))

    def wait_for_end(self) -> int:
        """Read until the program has ended; its exit code."""
        self.wait_until(lambda: self.process.poll() is not None, "the end")
        while self._read(0):
            pass
        return self.process.wait()

    def read_for(self, seconds: float) -> None:
        """Read whatever comes in this time: for a pause between keys, and for what must not come."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._read(left)

    def foreground(self) -> int:
        """The process that the terminal's keys go to."""
        return os.tcgetpgrp(self._master)

    @property
    def text(self) -> str:
        """The screen as it is now."""
        return "\n".join(self._screen.display)

    def is_restored(self) -> bool:
        """Whether the terminal is set as it was before."""
        return termios.tcgetattr(self._slave) == self.modes

    def hang_up(self) -> None:
        """Close the terminal under the program."""
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    def close(self) -> None:
        """End whatever still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self._master, self._slave):
            if end >= 0:
                os.close(end)

    def wait_until(self, condition: Callable[[], bool], words: str) -> str:
        """Read until this is true; the screen. `words` name what is waited for."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            left = deadline - time.monotonic()
            assert left > 0, f"{words} was not seen in\n{self.text}\n{self.output[-2000:]!r}"
            self._read(min(left, 0.05))
        return self.text

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        data = os.read(self._master, 65536)
        self.output += data
        self._stream.feed(data)
        return True


@contextmanager
def terminal(
    *arguments: str,
    command: list[str] | None = None,
    environment: Mapping[str, str] | None = None,
    size: tuple[int, int] = (80, 24),
) -> Iterator[PseudoTerminal]:
    """The screen's test program, or another command, in a pseudo-terminal."""
    program = command or [sys.executable, "-m", "tests.tui.program", *arguments]
    opened = PseudoTerminal(program, environment or {}, size)
    try:
        yield opened
    finally:
        opened.close()
