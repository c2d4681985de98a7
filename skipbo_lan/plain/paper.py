"""Append-only output: lines and a prompt, and no character that moves a cursor."""

from __future__ import annotations

import errno
from typing import TextIO

from protocol.limits import MAX_CHAT_CELLS
from protocol.text import safe
from skipbo_lan.locale.plain import wrapped


class Paper:
    """What has been written cannot be changed; a prompt may stand at the end of the last line."""

    def __init__(self, out: TextIO, *, echo: bool) -> None:
        """`echo` writes typed lines too, where no terminal does it."""
        self._out = out
        self._echo = echo
        self._prompt = ""
        self.closed = False
        """Nobody reads any more."""

    def write(self, *paragraphs: str) -> None:
        """Append paragraphs, below a prompt that may be waiting."""
        text = "".join(f"{line}\n" for paragraph in paragraphs for line in wrapped(paragraph))
        if text:
            self._append(("\n" if self._prompt else "") + text)

    def prompt(self, mark: str) -> None:
        """Let this prompt wait at the end; nothing happens when it waits there already."""
        if mark != self._prompt:
            self._append(("\n" if self._prompt else "") + f"{mark} ", mark)

    def typed(self, line: str) -> None:
        """The player has typed a line behind the prompt."""
        if self._echo:
            self._append(f"{safe(line, MAX_CHAT_CELLS)}\n")
        self._prompt = ""

    def interrupted(self) -> None:
        """The terminal has written `^C` wherever its cursor stood."""
        self._append("\n")

    def end(self) -> None:
        """Leave no prompt behind."""
        if self._prompt:
            self._append("\n")

    def _append(self, text: str, prompt: str = "") -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:
            self.closed = True
        except OSError as error:
            if error.errno != errno.EIO:  # a terminal that was closed: who reads the input, or the signal, tells
                raise
        self._prompt = prompt
