"""A program in a pseudo-terminal: what it writes, as bytes and as a screen, and what it leaves behind."""

from __future__ import annotations

import fcntl
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

HANDFUL: Final = 6
"""Keys at once: more than eight within 30 ms are taken for a paste."""

SILENCE_S: Final = 0.08
"""So long nothing arrives once a key has been answered, also on a busy machine."""

BETWEEN_PIECES_S: Final = 0.01
"""The pieces in which a drawing arrives follow each other faster."""

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
            preexec_fn=_own_the_terminal,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment},
        )

    def send(self, keys: str | bytes) -> None:
        """Press keys, or let any bytes arrive."""
        os.write(self._master, keys.encode() if isinstance(keys, str) else keys)

    def type(self, text: str) -> None:
        """Press keys a few at a time: many at once would pass for a paste."""
        for start in range(0, len(text), HANDFUL):
            self.send(text[start : start + HANDFUL])
            self.settle()

    def click(self, words: str, *, button: int = 0, right: int = 0, down: int = 0) -> str:
        """Click where the screen has these words, or so many cells right of their beginning and below it.

        Returns what a click there sends.
        """
        lines = self.wait_for(words).splitlines()
        y = next(index for index, line in enumerate(lines) if words in line)
        x = lines[y].index(words)
        place = f"{button};{x + right + 1};{y + down + 1}"
        click = f"\x1b[<{place}M\x1b[<{place}m"
        self.send(click)
        return click

    def resize(self, width: int, height: int) -> None:
        """Change the window, as dragging its corner does."""
        self._screen.resize(height, width)
        termios.tcsetwinsize(self._master, (height, width))

    def wait_for(self, words: str) -> str:
        """Read until the screen has these words; the screen."""
        return self.wait_for_screen(lambda text: words in text, words)

    def wait_for_screen(self, condition: Callable[[str], bool], words: str) -> str:
        """Read until this is true of the screen, and the rest of that drawing; the screen. `words` name it."""
        self.wait_until(lambda: condition(self.text), words)
        while self._read(BETWEEN_PIECES_S):
            pass
        return self.text

    def settle(self) -> str:
        """Read until the program has been silent for a moment; the screen."""
        while self._read(SILENCE_S):
            pass
        return self.text

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


def _own_the_terminal() -> None:
    """Make it the terminal of the new session: otherwise nobody is told of another size or of its end."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


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
