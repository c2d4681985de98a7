"""How the game is shown: on the screen where a terminal can be drawn on, in lines everywhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skipbo_lan.cli import terminal
from skipbo_lan.cli.terminal import Mode, mode_of
from skipbo_lan.preferences import Preferences


@pytest.mark.parametrize(
    ("plain", "environment", "at_a_terminal", "mode"),
    [
        (False, {}, True, Mode.SCREEN),
        (True, {}, True, Mode.LINES),
        (False, {"SKIPBO_PLAIN": "1"}, True, Mode.LINES),
        (False, {"TERM": "dumb"}, True, Mode.LINES),
        (False, {"TERM": "dumb"}, False, Mode.LINES),
        (False, {}, False, Mode.LINES_OF_NEED),
    ],
)
def test_without_a_terminal_that_can_be_drawn_on_the_game_is_played_in_lines(
    plain: bool, environment: dict[str, str], at_a_terminal: bool, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K8, K9."""
    for name, value in ({"SKIPBO_PLAIN": "", "TERM": "xterm"} | environment).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(terminal, "is_interactive", lambda: at_a_terminal)
    assert mode_of(Preferences(plain=plain)) is mode


@pytest.mark.skipif(sys.platform == "win32", reason="a shell that closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["rules", "practice --stock 1 --seed " + "0" * 64])
def test_a_stream_that_the_shell_has_closed_is_no_fault_of_ours(command: str, closed: str, tmp_path: Path) -> None:
    script = f'"{sys.executable}" -m skipbo_lan {command} </dev/null {closed}'
    environment = os.environ | {"SKIPBO_STATE_DIR": str(tmp_path)}
    assert subprocess.run(["sh", "-c", script], env=environment, capture_output=True, timeout=60).returncode == 0
    assert not (tmp_path / "crash.log").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("command", ["rules", "practice --plain --seed " + "0" * 64])
def test_an_output_that_takes_no_more_is_no_fault_of_ours(command: str, tmp_path: Path) -> None:
    script = f'"{sys.executable}" -m skipbo_lan {command} </dev/null >/dev/full'
    environment = os.environ | {"SKIPBO_STATE_DIR": str(tmp_path)}
    done = subprocess.run(["sh", "-c", script], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stderr == "skipbo-lan: the output cannot be written: No space left on device\n"
    assert done.returncode == 2
    assert not (tmp_path / "crash.log").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_where_nobody_can_be_told_why_the_exit_code_still_tells_whose_fault_it_was(tmp_path: Path) -> None:
    script = f'"{sys.executable}" -m skipbo_lan verify "{tmp_path}/nothing" 2>/dev/full'
    assert subprocess.run(["sh", "-c", script], timeout=60).returncode == 2
