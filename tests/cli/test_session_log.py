"""The log of a session: codes only, in its file only, bounded; and nothing stray on the screen (T6)."""

from __future__ import annotations

import logging
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from skipbo_lan import session_log
from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.preferences import display_of
from skipbo_lan.session_log import start
from tests.e2e.program import running
from tests.tui.pseudo_terminal import terminal

LINE = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ (DEBUG|INFO) skipbo_lan\.session(_log)?: "
    r"(Skip-Bo LAN [\d.]+ begins|online|ended: [A-Z]+|sent act \d+ on \d+\.\d+: [a-z]+|sent [a-z_]+"
    r"|heard update \d+\.\d+, ack \d+: [a-z_, ]+|heard room: [a-z_]+|heard [a-z_]+)"
)
"""Everything that a session without a mishap may log: there is no room for a card, a name, a token or a word."""


@pytest.fixture
def own_loggers() -> Iterator[None]:
    root, package = logging.getLogger(), logging.getLogger("skipbo_lan")
    handlers, level = list(root.handlers), package.level
    yield
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()
    package.setLevel(level)


def test_the_log_tells_what_happened_in_codes_and_holds_no_secret_and_no_card(tmp_path: Path) -> None:
    options = ("--log-level", "debug", "--speed", "0", "--port", "0", "--bots", "1", "--password", "geheim")
    with running("host", "--plain", *options, "--seed", "5" * 64, state=tmp_path) as program:
        program.expect("help")
        program.type("say ssssecret talk")
        program.type("start")
        program.expect("Your turn")
        program.type("1 6")
        program.expect("You discarded")
        program.type("leave")
        program.type("leave")
        program.end()
    path = tmp_path / "session.log"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if LINE.fullmatch(line) is None] == []
    said = [line.partition(": ")[2] for line in lines]
    for expected in ("online", "sent say", "sent start", "heard room: playing", "sent close", "ended: QUIT"):
        assert expected in said
    assert any(line.startswith("sent act 1 on 1.") and line.endswith(": discard") for line in said)
    assert any(", ack 1: discarded" in line for line in said)
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    assert "DEBUG" not in program.text + program.errors


@pytest.mark.usefixtures("own_loggers")
def test_what_comes_from_outside_is_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "session.log"
    start(path, "info")
    logger = logging.getLogger("skipbo_lan.session")
    logger.info("an \x1b[2J and a \u202e mark")
    logger.info("a token b'\\x00\\x01' and more")
    logger.info("a seed %s", "5f" * 32)
    logger.debug("not at this level")
    logging.getLogger("library").info("of no concern")
    logging.getLogger("library").warning("a remark")
    said = [line.partition(": ")[2] for line in path.read_text(encoding="utf-8").splitlines()]
    assert said[1:] == ["an ␛[2J and a <U+202E> mark", "a token (cut)", "a seed (cut)", "a remark"]


@pytest.mark.usefixtures("own_loggers")
def test_the_log_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_log, "LOG_FILE", 10_000)
    start(tmp_path / "session.log", "info")
    for number in range(1000):
        logging.getLogger("skipbo_lan.session").info("sent something %d", number)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["session.log", "session.log.1"]
    assert all(file.stat().st_size <= 10_000 for file in files)
    assert "sent something 999" in files[0].read_text(encoding="utf-8")


@pytest.mark.usefixtures("own_loggers")
def test_a_place_that_takes_no_log_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path / "file"))
    display_of(parse_arguments(["practice", "--plain", "--log-level", "info"]))
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'file' / 'session.log'} cannot be written: ")


def test_in_pythons_development_mode_nothing_stray_is_on_the_screen_or_left_behind(tmp_path: Path) -> None:
    """T6."""
    command = [sys.executable, "-X", "dev", "-m", "skipbo_lan", "practice", "--log-level", "debug", "--speed", "0"]
    environment = {"SKIPBO_STATE_DIR": str(tmp_path), "SKIPBO_CONFIG": str(tmp_path / "no"), "PYTHONWARNINGS": ""}
    with terminal(command=command, environment=environment) as window:
        window.wait_for("YOUR TURN")
        window.send("1")
        window.wait_for("CHOSEN")
        window.send("\x1bq")
        window.wait_for("y yes")
        window.send("y")
        assert window.wait_for_end() == 0
    left = window.output.rpartition(b"\x1b[?1049l")[2]
    written = re.sub(rb"\x1b(\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07)", b"", left)
    said = rb"(Closing the table \.\.\.)?\s*(You played 1 turn in less than a minute\.)?\s*Log:\s+\S+\.log"
    assert re.fullmatch(said, written.strip())
    for stray in (b"DEBUG", b"INFO", b"Warning", b"Executing", b"asyncio", b".py:"):
        assert stray not in window.output
    assert "heard update" in (tmp_path / "session.log").read_text(encoding="utf-8")
