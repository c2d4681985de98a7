"""`main`: options in, exit code out; every error a line, and every fault of ours told as such."""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Sequence
from typing import TextIO

from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.locale import usage as words


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (default: those of the process) and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        _survive_odd_encodings(stream)
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except CommandError as error:
        print(f"skipbo-lan: {error}", file=sys.stderr)
        return error.code
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else Exit.FINE
    except KeyboardInterrupt:
        return Exit.SIGNAL + signal.SIGINT
    except BrokenPipeError:
        from skipbo_lan.cli.terminal import forget_output

        forget_output()
        return Exit.FINE
    except Exception as fault:
        print(_written_down(fault), file=sys.stderr)
        return Exit.BUG
    return code


def _run(argv: Sequence[str]) -> int:
    options = parse_arguments(argv)
    if options.command is None:
        print("\n".join(words.WELCOME))
        return Exit.FINE
    command = importlib.import_module(f"skipbo_lan.cli.{options.command}")
    return int(command.run(options))


def _written_down(fault: Exception) -> str:
    """What to say of a fault of ours, which goes to the crash file."""
    from skipbo_lan.server.crash import write_crash
    from skipbo_lan.settings import crash_file, state_folder

    path = crash_file(state_folder())
    write_crash(path, fault)
    return words.bug(str(path))


def _survive_odd_encodings(stream: TextIO) -> None:
    """A name that the terminal cannot show becomes `?` rather than a crash."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
