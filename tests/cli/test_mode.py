"""How the game is shown: on the screen where a terminal can be drawn on, in lines everywhere else."""

from __future__ import annotations

from argparse import Namespace

import pytest

from skipbo_lan.cli import terminal
from skipbo_lan.cli.terminal import Mode, mode_of


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
    assert mode_of(Namespace(plain=plain)) is mode
