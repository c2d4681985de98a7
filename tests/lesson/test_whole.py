"""`skipbo-lan learn` as a program: all six steps in a pseudo-terminal and in a pipe, and nothing left behind."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.program import running
from tests.tui.pseudo_terminal import PseudoTerminal, terminal
from tests.tui.test_terminal import check_left


@contextmanager
def lesson(folder: Path, *options: str, size: tuple[int, int] = (80, 24)) -> Iterator[PseudoTerminal]:
    """The lesson in a pseudo-terminal, with an empty home folder."""
    home = {"HOME": str(folder), "SKIPBO_STATE_DIR": str(folder / "state"), "XDG_CONFIG_HOME": str(folder / "config")}
    command = [sys.executable, "-X", "dev", "-W", "error", "-m", "skipbo_lan", "learn", *options]
    with terminal(command=command, environment=home, size=size) as seen:
        yield seen


def test_all_six_steps_by_keys(tmp_path: Path) -> None:
    with lesson(tmp_path, "--speed", "0") as seen:
        seen.wait_for("LESSON 1 of 6")
        seen.send("3")
        seen.wait_for("4 fits nowhere: the piles need 5, 12, 2, 8.")
        seen.send("s")
        seen.wait_for("LESSON 2 of 6")
        seen.send("b")
        seen.wait_for("LESSON 3 of 6")
        seen.send("2")
        seen.wait_for("WILD CHOSEN")
        seen.send("c")
        seen.wait_for("LESSON 4 of 6")
        seen.send("3")
        seen.wait_for("HAND 3 (a 10) CHOSEN")
        seen.send("7")
        seen.wait_for("LESSON 6 of 6")
        seen.send("h")
        seen.wait_for("Try ")
        seen.send("?")
        seen.wait_for("Esc back")
        seen.send("\x1b")
        assert "skipbo-lan practice" in seen.wait_for("Done.")
        seen.send("\r")
        check_left(seen, 0)
    assert [*tmp_path.rglob("*")] == []


def test_the_bot_plays_move_by_move(tmp_path: Path) -> None:
    with lesson(tmp_path) as seen:
        for keys, step in (("s", 1), ("b", 2), ("2c", 3), ("37", 4)):
            seen.wait_for(f"LESSON {step} of 6")
            seen.send(keys)
        shown = seen.wait_for("Ada played 6 on A")
        assert "LESSON 5 of 6" in shown
        assert "Ada discarded" not in shown
        seen.send("q")
        seen.wait_for("Leave the lesson?")
        seen.send("y")
        check_left(seen, 0)


def test_ctrl_c_twice_leaves_it(tmp_path: Path) -> None:
    with lesson(tmp_path, size=(60, 20)) as seen:
        seen.wait_for("LESSON 1 of 6")
        seen.send("\x03")
        seen.wait_for("Leave the lesson?")
        seen.send("\x03")
        check_left(seen, 128 + signal.SIGINT)


def test_all_six_steps_in_a_pipe(tmp_path: Path) -> None:
    with running("learn", "--plain", state=tmp_path) as learner:
        for step, lines in enumerate((["s a"], ["4 b"], ["2 a", "2 c"], ["speed 0", "3 7"]), start=1):
            learner.expect(f"Lesson {step} of 6")
            for line in lines:
                learner.type(line)
        learner.expect("Lesson 5 of 6")
        learner.expect("Lesson 6 of 6")
        learner.type("hint")
        learner.expect("Now type help")
        learner.type("help")
        learner.expect("Enter ends the lesson")
        learner.type("")
        assert learner.end() == 0
        assert "On A it would be a 6" in learner.text
        assert "\x1b" not in learner.text
        assert learner.errors == ""
        assert max(map(len, learner.text.splitlines())) <= 79
    assert [*tmp_path.rglob("*")] == []
