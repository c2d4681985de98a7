"""T8: windows of any size, changed again and again while a game of bots goes on."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from skipbo_lan.store.match_reader import records
from tests.e2e.newcomer import Newcomer
from tests.tui.pseudo_terminal import terminal


@pytest.mark.parametrize("sizes", [12, pytest.param(200, marks=pytest.mark.long)])
def test_random_resizes_lose_nothing_and_play_nothing(tmp_path: Path, sizes: int) -> None:
    """Every own action that the host has recorded is one that was pressed, and the screen is as if drawn anew."""
    chance = Random(sizes)
    command = [sys.executable, "-m", "skipbo_lan", "practice", "--speed", "0.05", "--seed", "5a" * 32, "--stock", "20"]
    with terminal(command=command, environment={"SKIPBO_STATE_DIR": str(tmp_path)}) as seen:
        player = Newcomer(seen)
        assert player.wait_for_turn()
        for number in range(sizes):
            seen.resize(chance.randint(1, 250), chance.randint(1, 80))
            seen.read_for(chance.random() / 20)
            if number % 6 == 0:
                player.wait_for_size()
                assert player.wait_for_turn(), seen.text
                player.move()
        player.wait_for_size()
        assert player.wait_for_turn(), seen.text
        seen.read_for(1.0)  # a card that has just landed is set off for a moment
        before = seen.text
        seen.send("\x0c")
        seen.read_for(0.2)
        seen.wait_for_screen(lambda text: text == before, "the same screen, drawn anew")
        seen.process.terminate()
        assert seen.wait_for_end() == 128 + 15
        assert seen.is_restored()
    assert b"Traceback" not in seen.output
    (path,) = (tmp_path / "matches").glob("*.match")
    (played,) = records(path)
    assert sum(seat == 0 for seat, _ in played.record.actions) == player.moves
