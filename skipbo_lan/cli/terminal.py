"""What stands at the two ends of the program: a terminal or a pipe, and questions asked before the game."""

from __future__ import annotations

import codecs
import errno
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, TextIO

from skipbo_lan.preferences import Keep, Preferences, forget

if TYPE_CHECKING:  # whoever only wants to know where a terminal is need not wait for trio
    from skipbo_lan.plain.lines import RawInput


class Mode(Enum):
    """How a player sees the table."""

    SCREEN = auto()
    LINES = auto()
    LINES_OF_NEED = auto()
    """In lines although nobody has asked for them: there is no terminal."""


@dataclass(frozen=True, slots=True)
class Display:
    """How a player sees the table, and likes it to be."""

    mode: Mode
    preferences: Preferences
    keep: Keep = forget
    """Remembers what the player changes."""


def is_interactive() -> bool:
    """Whether a person can be asked: both ends are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def mode_of(preferences: Preferences) -> Mode:
    """How the game is played here."""
    if preferences.plain or os.environ.get("SKIPBO_PLAIN") == "1" or os.environ.get("TERM") == "dumb":
        return Mode.LINES
    return Mode.SCREEN if is_interactive() else Mode.LINES_OF_NEED


def ask(question: str) -> str | None:
    """The line that answers the question; None at the end of the input.

    What follows in a pipe is left to the game.
    """
    print(question, end="", flush=True)
    answer = read_line()
    if answer is None:
        print()
    return answer


def forget_input() -> None:
    """Drop what was typed before there was anything to answer: it cannot have been meant for what is shown next."""
    if sys.platform == "win32":
        import msvcrt  # on Windows only

        while msvcrt.kbhit():
            msvcrt.getwch()
        return
    import termios  # not on Windows

    with suppress(OSError, ValueError, termios.error):  # no terminal
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def read_line() -> str | None:
    """One line of standard input without its end; None when there is no more. Reads no byte beyond it."""
    line = bytearray()
    source = raw_input()
    while (byte := source.read(1)) and byte != b"\n":
        line += byte
    if not line and not byte:
        return None
    return codecs.decode(bytes(line), input_encoding(), "replace").strip()


def raw_input() -> RawInput:
    """Standard input without a buffer."""
    raw: RawInput = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return raw


def input_encoding() -> str:
    """How standard input is encoded."""
    return sys.stdin.encoding or "utf-8"


def forget_output() -> None:
    """Nobody reads standard output any more: let what is still written to it go nowhere."""
    _forget(sys.stdout)


def forget_closed_terminal() -> None:
    """Let what is still to be said go nowhere when the window was closed: it would be an error, and nobody's fault.

    Its signal, too, may come once more, and shall not end what is still to be written down.
    """
    for stream in (sys.stdout, sys.stderr):
        if _was_closed(stream):
            _forget(stream)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _was_closed(stream: TextIO) -> bool:
    """Whether this was a terminal that is gone."""
    try:
        os.get_terminal_size(stream.fileno())
    except (OSError, ValueError) as error:  # it is no terminal; or no file at all
        return isinstance(error, OSError) and error.errno == errno.EIO
    return False


def _forget(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
