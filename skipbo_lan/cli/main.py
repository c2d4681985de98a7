"""`main`: options in, exit code out; every error a line, and every fault of ours told as such."""

from __future__ import annotations

import errno
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final, TextIO

from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.terminal import forget_output, is_interactive
from skipbo_lan.locale import usage as words

_FULL: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What a disk says that takes no more: where the output goes is the world's, and not this program's, fault."""

_NO_CONSOLE: Final = "NoConsoleScreenBufferError"
"""What prompt-toolkit raises in a terminal on Windows that it cannot draw on (T28); elsewhere it cannot be imported."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (default: those of the process) and return its exit code."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        _survive_odd_encodings(stream)
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BaseException as reason:
        return _code_after(_only(reason))
    return code


def _only(reason: BaseException) -> BaseException:
    """What ended the program, out of the groups in which tasks report it; what was meant to comes before a fault."""
    if not isinstance(reason, BaseExceptionGroup):
        return reason
    leaves = [_only(each) for each in reason.exceptions]
    return next((leaf for leaf in leaves if isinstance(leaf, KeyboardInterrupt | CommandError)), leaves[0])


def _code_after(reason: BaseException) -> int:
    """The exit code for what ended the program, after a line for the player where there is something to say."""
    match reason:
        case CommandError():
            print(f"skipbo-lan: {reason}", file=sys.stderr)
            return reason.code
        case SystemExit(code=int(code)):
            return code
        case SystemExit():
            return Exit.FINE
        case KeyboardInterrupt():
            return Exit.SIGNAL + signal.SIGINT
        case BrokenPipeError():
            forget_output()
            return Exit.FINE
        case OSError(errno=int(number)) if number in _FULL:
            forget_output()
            print(f"skipbo-lan: {words.cannot_write(os.strerror(number))}", file=sys.stderr)
            return Exit.USAGE
        case Exception() if type(reason).__name__ == _NO_CONSOLE:
            print(f"skipbo-lan: {words.no_windows_console()}", file=sys.stderr)
            return Exit.TERMINAL
        case Exception():
            print(_written_down(reason), file=sys.stderr)
            return Exit.BUG
        case _:
            raise reason


def _run(argv: Sequence[str]) -> int:
    options = parse_arguments(argv)
    from skipbo_lan.session_log import keep_quiet

    keep_quiet()
    if options.command is None and not is_interactive():
        print("\n".join(words.WELCOME))
        return Exit.FINE
    command = importlib.import_module(f"skipbo_lan.cli.{options.command or 'menu'}")
    return int(command.run(options))


def _written_down(fault: Exception) -> str:
    """What to say of a fault of ours, which goes to the crash file."""
    from skipbo_lan.crash import crash_file, write_crash
    from skipbo_lan.settings import state_folder

    path = crash_file(state_folder())
    return words.bug(str(path) if write_crash(path, fault) else repr(fault))


def _replace_closed_streams() -> None:
    """A stream that the shell has closed (`>&-`) is like one that nobody reads, or that is at its end."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  open as long as we run


def _survive_odd_encodings(stream: TextIO) -> None:
    """A name that the terminal cannot show becomes `?` rather than a crash."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
