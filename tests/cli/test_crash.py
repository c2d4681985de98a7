"""Where this program keeps its files, and what it writes down of its own faults."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from engine.cards import Card
from skipbo_lan import settings
from skipbo_lan.crash import crash_file, write_crash
from skipbo_lan.limits import LOG_FILE
from tests.tui.scenes import drawn_table


def test_a_fault_is_written_down_where_only_its_user_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "state" / "crash.log"
    for number in range(2):
        try:
            raise RuntimeError(f"number {number} \ud800")
        except RuntimeError as fault:
            write_crash(path, fault)
    text = path.read_text()
    assert text.count("Traceback") == 2
    assert settings.APP in text
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("message", "secret"),
    [
        (str({"hand": [3, 11]}), "[3"),
        (repr(Card.SEVEN), "SEVEN"),
        (repr(drawn_table()), "SEVEN"),
        ("password='open sesame'", "sesame"),
        ("invite_token: ab12", "ab12"),
        (repr(bytes(range(65, 81))), "ABC"),
        (f"seed {bytes(range(32)).hex()}", "0102"),
    ],
)
def test_no_secret_is_written_down(message: str, secret: str, tmp_path: Path) -> None:
    path = tmp_path / "crash.log"
    write_crash(path, KeyError(message))
    text = path.read_text()
    assert secret not in text
    assert "KeyError" in text


def test_a_fault_that_repeats_itself_does_not_fill_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "crash.log"
    path.write_bytes(bytes(LOG_FILE))
    write_crash(path, RuntimeError("again"))
    assert path.stat().st_size == LOG_FILE


def test_a_fault_that_cannot_be_written_down_is_no_second_fault(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"a file where the folder should be")
    assert not write_crash(tmp_path / "state" / "crash.log", RuntimeError("unheard of"))


def test_the_state_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path))
    assert settings.state_folder() == tmp_path
    monkeypatch.delenv("SKIPBO_STATE_DIR")
    assert settings.state_folder().name == "skipbo-lan"
    assert crash_file(tmp_path).name == "crash.log"
