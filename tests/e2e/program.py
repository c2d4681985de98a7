"""Runs the real program in processes of its own, reads what it prints, and types."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 30.0
"""How long a test waits for what has to come: far more than it takes on a busy machine."""
READ_OUT_S: Final = 2.0
"""How long what was printed last may take to be read; a table that outlives its screen may hold the pipe longer."""

_CHANGED: Final = threading.Condition()
"""Some program has printed something."""


def wait_for(condition: Callable[[], bool], what: str, *programs: Program) -> None:
    """Wait until something is true of the output of these programs; fails, and shows it, when it does not come."""
    with _CHANGED:
        if not _CHANGED.wait_for(condition, PATIENCE_S):
            shown = "\n".join(program.text + program.errors for program in programs)
            raise AssertionError(f"{what!r} did not come.\n{shown}")


class Program:
    """One running `skipbo-lan`."""

    def __init__(
        self,
        arguments: Sequence[str],
        state: Path,
        prefix: Sequence[str] = (),
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`state` is its state folder: nothing is shared with the user's own."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("SKIPBO")}
        environment |= {**_own_files(state), "PYTHONWARNINGS": "error", **variables}
        self.process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "skipbo_lan", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.out = b""
        self.err = b""
        self._read_to = 0
        self._readers = [
            threading.Thread(target=self._read, args=(name,), daemon=True) for name in ("stdout", "stderr")
        ]
        for reader in self._readers:
            reader.start()

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def end_input(self) -> None:
        """Close standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def expect(self, pattern: str) -> re.Match[str]:
        """The next match of a pattern in what it has printed after the last one; fails when it does not come."""
        found: list[re.Match[str]] = []

        def is_there() -> bool:
            match = re.compile(pattern, re.MULTILINE).search(self.text, self._read_to)
            if match is not None:
                found.append(match)
            return match is not None

        self.wait_until(is_there, pattern)
        self._read_to = found[0].end()
        return found[0]

    def answers(self, line: str) -> None:
        """Type a line, and wait until it has been taken up."""
        before = len(self.out)
        self.type(line)
        self.wait_until(lambda: len(self.out) > before, f"an answer to {line}")

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until something is true of the output."""
        wait_for(condition, what, self)

    def end(self, patience: float = PATIENCE_S) -> int:
        """Its exit code, once it has ended; that takes so many seconds at most."""
        code = self.process.wait(patience)
        self.read_out(PATIENCE_S)
        return code

    def read_out(self, patience: float) -> None:
        """Wait until everything that it printed has been read, which closes its output."""
        for reader in self._readers:
            reader.join(patience)

    @property
    def text(self) -> str:
        """What it has printed so far."""
        return self.out.decode()

    @property
    def errors(self) -> str:
        """What it has printed to standard error so far."""
        return self.err.decode()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What it has printed so far, as JSON lines."""
        return [json.loads(line) for line in self.text.splitlines()]

    def _read(self, name: str) -> None:
        stream = getattr(self.process, name)
        while data := os.read(stream.fileno(), 65536):
            with _CHANGED:
                if name == "stdout":
                    self.out += data
                else:
                    self.err += data
                _CHANGED.notify_all()
        stream.close()


def _own_files(state: Path) -> dict[str, str]:
    """Nothing that the user has kept or chosen."""
    return {"SKIPBO_STATE_DIR": str(state), "SKIPBO_CONFIG": str(state / "config.toml")}


@contextmanager
def running(
    *arguments: str, state: Path, prefix: Sequence[str] = (), variables: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Program]:
    """A program that is ended with the test, whatever happens; with more environment variables, if need be."""
    program = Program(arguments, state, prefix, variables)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.process.kill()
        program.process.wait()
        program.read_out(READ_OUT_S)
        if program.process.stdin is not None:
            with suppress(BrokenPipeError):
                program.process.stdin.close()


def listening(host: Program) -> dict[str, Any]:
    """Where a headless host listens."""
    host.expect(r'^\{"event": "listening".*\}$')
    return host.lines[0]


def run(*arguments: str, state: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program to its end with this input."""
    environment = os.environ | _own_files(state)
    return subprocess.run(
        [sys.executable, "-m", "skipbo_lan", *arguments],
        cwd=ROOT,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
