"""The files that logs of matches are kept in."""

from __future__ import annotations

import errno
import os
import stat
import sys
from datetime import date
from pathlib import Path

import pytest

from skipbo_lan.limits import KEPT_LOGS
from skipbo_lan.store import logs

DAY = date(2026, 11, 29)


def test_a_log_is_named_after_day_and_people_and_only_its_user_may_read_it(tmp_path: Path) -> None:
    path = logs.new_log(tmp_path / "state" / "logs", DAY, ["Anna", "Ben"])
    logs.write_log(path, "Zo\u00eb passed.\n")
    assert path.name == "2026-11-29-anna-ben.log"
    assert path.read_text("utf-8") == "Zo\u00eb passed.\n"
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_another_match_of_the_same_people_on_the_same_day_is_another_file(tmp_path: Path) -> None:
    names = [logs.new_log(tmp_path, DAY, ["Anna", "Ben"]).name for _ in range(3)]
    assert names == ["2026-11-29-anna-ben.log", "2026-11-29-anna-ben-2.log", "2026-11-29-anna-ben-3.log"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "etcpasswd"),
        ("\u674e\u5c0f\u9f99", "player"),
        ("Zo\u00eb", "zoe"),
        ("CON", "con"),
        ("x" * 99, "x" * 12),
    ],
)
def test_whatever_a_name_is_the_file_stands_in_its_folder(tmp_path: Path, name: str, shown: str) -> None:
    path = logs.new_log(tmp_path, DAY, [name, "Ben"])
    assert path == tmp_path / f"2026-11-29-{shown}-ben.log"


def test_the_oldest_logs_make_way_and_nothing_else(tmp_path: Path) -> None:
    for number in range(KEPT_LOGS):
        old = logs.new_log(tmp_path, DAY, [f"n{number}"])
        os.utime(old, (number, number))
    (tmp_path / "notes.txt").touch()
    logs.new_log(tmp_path, DAY, ["Anna"])
    left = {path.name for path in tmp_path.iterdir()}
    assert len(left) == KEPT_LOGS + 1
    assert {"notes.txt", "2026-11-29-anna.log", "2026-11-29-n1.log"} <= left
    assert "2026-11-29-n0.log" not in left


def test_a_disk_that_is_full_leaves_neither_rests_nor_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, fresh = (logs.new_log(tmp_path, DAY, [name]) for name in ("anna", "ben"))
    logs.write_log(kept, "whole\n")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for path in (kept, fresh):
        with pytest.raises(OSError, match="No space left"):
            logs.write_log(path, "longer\n")
    assert [path.name for path in tmp_path.iterdir()] == [kept.name]
    assert kept.read_text() == "whole\n"
