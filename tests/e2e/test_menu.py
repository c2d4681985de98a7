"""`skipbo-lan` alone in a real pseudo-terminal: the first start, the menu, what it leads to, and what is remembered."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from skipbo_lan.config import load
from skipbo_lan.preferences import Theme
from tests.e2e.program import run

if os.name != "posix":
    pytest.skip("pseudo-terminals are a thing of POSIX systems", allow_module_level=True)

from tests.tui.pseudo_terminal import PseudoTerminal, terminal
from tests.tui.test_terminal import check_left


@contextmanager
def started(home: Path, *options: str, **variables: str) -> Iterator[PseudoTerminal]:
    """The program with this home folder."""
    environment = {"HOME": str(home), "SKIPBO_STATE_DIR": str(home / "state"), "USER": "anna", "LOGNAME": "anna"}
    environment |= {"SKIPBO_CONFIG": str(home / "config.toml"), "NO_COLOR": "1", **variables}
    with terminal(command=[sys.executable, "-m", "skipbo_lan", *options], environment=environment) as screen:
        yield screen


def test_from_an_empty_home_folder_to_a_practice_table_and_back_and_everything_is_remembered(tmp_path: Path) -> None:
    with started(tmp_path) as screen:
        screen.wait_for("Your name at the table [Anna]:")
        screen.send("Ben\r")
        screen.wait_for("New to Skip-Bo?")
        screen.send("n")
        screen.wait_for("playing as Ben")
        screen.send("1")
        screen.wait_for("YOUR TURN")
        assert "You 0   Ada 0   Bruno 0" in screen.text
        assert "10 left" in screen.text
        screen.send("o")
        screen.wait_for("OPTIONS")
        screen.send("1 ")
        screen.wait_for("light")
        screen.send("\x1b")
        screen.wait_for("BUILDING PILES")
        screen.send("q")
        screen.wait_for("y yes")
        screen.send("y")
        screen.wait_for("Back from the table.")
        screen.send("q")
        check_left(screen, 0)
    assert load(tmp_path / "config.toml").preferences.theme is Theme.LIGHT
    with started(tmp_path) as screen:
        screen.wait_for("playing as Ben")
        assert "Your name" not in screen.text
        row = next(y for y, line in enumerate(screen.text.splitlines(), start=1) if "5  Options" in line)
        screen.send(f"\x1b[<0;10;{row}M\x1b[<0;10;{row}m")  # a click
        screen.wait_for("OPTIONS")
        assert "light" in screen.text
        screen.send("\x03")
        screen.wait_for("Ctrl-C again")
        screen.send("\x03")
        check_left(screen, 128 + signal.SIGINT)


def test_where_nothing_can_be_remembered_the_menu_says_so_in_a_line_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with started(tmp_path / "nowhere", SKIPBO_CONFIG=str(tmp_path / "file" / "config.toml")) as screen:
        screen.wait_for("Your name at the table [Anna]:")
        screen.send("\r")
        screen.wait_for("New to Skip-Bo?")
        assert "could not be written" in " ".join(screen.text.split())
        screen.send("n")
        screen.wait_for("playing as Anna")
        screen.process.send_signal(signal.SIGTERM)
        check_left(screen, 128 + signal.SIGTERM)


@pytest.mark.parametrize(("options", "variables"), [((), {"TERM": "dumb"}), (("--plain",), {})])
def test_in_lines_the_same_is_asked_and_nothing_acts_on_the_terminal(
    options: tuple[str, ...], variables: dict[str, str], tmp_path: Path
) -> None:
    with started(tmp_path, *options, **variables) as screen:
        screen.wait_for("Your name at the table [Anna]: ")
        screen.send("host\n")
        screen.wait_for_bytes(b"host, server and you are not names.\r\nYour name at the table [Anna]: ")
        screen.send("\n")
        screen.wait_for("Play a two-minute lesson first? [y/N]")
        screen.send("n\n")
        screen.wait_for("5 options")
        screen.send("6\n")
        screen.wait_for_bytes(b"That is none of them.\r\n> ")
        screen.send("5\n")
        screen.wait_for("Your name at the table [Anna]: ")
        screen.send("Ben\n")
        if options:
            screen.wait_for("Plain mode at the next start, too? [Y/n]")
            screen.send("n\n")
        screen.wait_for("playing as Ben")
        screen.send("practice\n")
        screen.wait_for("Your turn.")
        screen.send("leave\n")
        screen.wait_for("Type y or n.")
        screen.send("y\n")
        screen.wait_for("Back from the table.")
        screen.send("q\n")
        assert screen.wait_for_end() == 0
        assert b"\x1b" not in screen.output


def test_in_a_pipe_it_says_what_there_is(tmp_path: Path) -> None:
    done = run(state=tmp_path)
    assert done.returncode == 0
    assert "skipbo-lan practice   you against two bots" in done.stdout
    assert "\x1b" not in done.stdout
