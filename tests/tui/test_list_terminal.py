"""The terminal after the live list of tables: as it was before, whatever ended the list (T1 to T4, K1 to K5)."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tui.pseudo_terminal import PseudoTerminal, terminal
from tests.tui.test_terminal import check_left, check_told_of_fault


@contextmanager
def the_list(fault: str = "", *, state: Path | None = None) -> Iterator[PseudoTerminal]:
    """The list, once it is seen."""
    command = [sys.executable, "-m", "tests.tui.list_program", fault]
    with terminal(command=command, environment={"SKIPBO_STATE_DIR": str(state)} if state is not None else {}) as seen:
        seen.wait_for("1  Blue")
        yield seen


@pytest.mark.parametrize(
    ("key", "code", "words"), [("q", 0, "Nothing was chosen."), ("2", 0, "Red"), ("\x03", 130, "")]
)
def test_a_key(key: str, code: int, words: str) -> None:
    with the_list() as seen:
        seen.send(key)
        rest = check_left(seen, code)
    assert words in rest
    assert "Tables on this network" not in rest


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.long)])
def test_a_signal(number: signal.Signals) -> None:
    with the_list() as seen:
        seen.process.send_signal(number)
        check_left(seen, 128 + number)


@pytest.mark.long
def test_sigint_from_outside_counts_as_ctrl_c() -> None:
    with the_list() as seen:
        seen.process.send_signal(signal.SIGINT)
        check_left(seen, 130)


@pytest.mark.parametrize("fault", ["draw", *(pytest.param(fault, marks=pytest.mark.long) for fault in ("key", "task"))])
def test_a_fault_of_our_own(fault: str, tmp_path: Path) -> None:
    with the_list(fault, state=tmp_path) as seen:
        seen.send("z")
        rest = check_left(seen, 1)
    check_told_of_fault(seen, rest, tmp_path)


@pytest.mark.long
def test_a_terminal_that_closes_ends_the_list() -> None:
    with the_list() as seen:
        seen.hang_up()
        assert seen.process.wait(10) != 0
