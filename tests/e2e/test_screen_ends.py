"""The end of the owner's full screen and of the table with it: for good by `q`, kept after a signal (P40, P44)."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from skipbo_lan.store.unfinished import unfinished
from tests.e2e.program import PATIENCE_S

if os.name != "posix":
    pytest.skip("pseudo-terminals are a thing of POSIX systems", allow_module_level=True)

from tests.tui.pseudo_terminal import PseudoTerminal, terminal
from tests.tui.test_terminal import check_left


@contextmanager
def playing_host(state: Path, *options: str) -> Iterator[PseudoTerminal]:
    """The screen of a host whose match has begun, or goes on."""
    command = [sys.executable, "-m", "skipbo_lan", "host", *options]
    variables = {"SKIPBO_STATE_DIR": str(state), "NO_COLOR": "1"}
    with terminal(command=command, environment=variables) as screen:
        try:
            if "--resume" not in options:
                screen.wait_for("THE LOBBY")
                screen.send("/start\r")
            screen.wait_for("YOUR TURN")
            yield screen
        finally:
            # A screen that is killed would leave its table running.
            screen.process.terminate()
            screen.process.wait(PATIENCE_S)


def still_to_be_played(state: Path) -> list[str]:
    """The tables whose matches can go on, once the table's process has let go of them."""
    for lock in (state / "matches").glob("*.lock"):
        with FileLock(lock, timeout=PATIENCE_S):
            pass
    return [match.table for match in unfinished(state / "matches")[0]]


HOSTING = ("--name", "Anna", "--table", "Kept", "--port", "0", "--bots", "1", "--seed", "22" * 32)


def test_a_signal_to_the_screen_keeps_the_match_and_q_ends_it(tmp_path: Path) -> None:
    with playing_host(tmp_path, *HOSTING) as screen:
        screen.process.send_signal(signal.SIGTERM)
        rest = check_left(screen, 128 + signal.SIGTERM)
    assert "The match is kept. To go on: skipbo-lan host --resume" in rest
    assert still_to_be_played(tmp_path) == ["Kept"]
    with playing_host(tmp_path, "--resume") as screen:
        screen.send("q")
        screen.wait_for("y yes")
        screen.send("y")
        check_left(screen, 0)
    assert still_to_be_played(tmp_path) == []


def test_a_terminal_that_closes_keeps_the_match(tmp_path: Path) -> None:
    with playing_host(tmp_path, *HOSTING) as screen:
        screen.hang_up()
        assert screen.process.wait(PATIENCE_S) == 128 + signal.SIGHUP
    assert not (tmp_path / "crash.log").exists()
    assert len(list((tmp_path / "logs").iterdir())) == 1
    assert still_to_be_played(tmp_path) == ["Kept"]
