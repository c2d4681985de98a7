"""What stands at the two ends of the program: a terminal or a pipe, and questions asked before the game."""

from __future__ import annotations

import codecs
import os
import sys
from argparse import Namespace

from skipbo_lan.locale import plain as words
from skipbo_lan.plain.lines import RawInput


def is_interactive() -> bool:
    """Whether a person can be asked: both ends are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def wants_plain(options: Namespace) -> bool:
    """Whether the game is played in lines; says so when nobody has asked for it."""
    if options.plain or os.environ.get("SKIPBO_PLAIN") == "1" or os.environ.get("TERM") == "dumb":
        return True
    if not is_interactive():
        print(words.not_a_terminal(), file=sys.stderr)
        return True
    return False


def ask(question: str) -> str | None:
    """The line that answers the question; None at the end of the input.

    What follows in a pipe is left to the game.
    """
    print(question, end="", flush=True)
    answer = read_line()
    if answer is None:
        print()
    return answer


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
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
