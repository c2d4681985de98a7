"""`host --resume` where it does not go on: each time a line that says why, and exit code 2 (F68, F69)."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from skipbo_lan.cli import main
from skipbo_lan.store.match_store import lock_of
from tests.store.saved import BEGUN, a_round, stored

Capture = pytest.CaptureFixture[str]
HEADLESS = ("host", "--headless", "--resume")
SCREEN = ("host", "--plain", "--resume")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path))
    return tmp_path / "matches"


def refused(capfd: Capture, *arguments: str) -> tuple[str, list[str]]:
    """What is printed, and the lines of standard error, of a command that does not go on."""
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return out, err.splitlines()


def saved_match(folder: Path, table: str, played: int) -> Path:
    begun = replace(BEGUN, table_id=table.encode().ljust(16), table=table)
    path = stored(folder, *a_round(0, 0, actions=5), begun=begun)
    os.utime(path, (played, played))
    return path


def test_without_a_match_there_is_nothing_to_go_on_with(folder: Path, capfd: Capture) -> None:
    line = f"skipbo-lan: there is no unfinished match in {folder}"
    for command in (HEADLESS, SCREEN):
        assert refused(capfd, *command) == ("", [line])


def test_several_matches_are_listed_with_table_players_round_and_date(folder: Path, capfd: Capture) -> None:
    saved_match(folder, "Blue", 1_000_000_000)
    saved_match(folder, "Red", 1_500_000_000)
    listed, (line,) = refused(capfd, *SCREEN)
    first, second = listed.splitlines()
    assert first.startswith("  Red: Anna, Bea, Ada; round 1, 2017-07-1")
    assert second.startswith("  Blue: Anna, Bea, Ada; round 1, 2001-09-")
    assert line == "skipbo-lan: several matches can go on; name the table: skipbo-lan host --resume TABLE"


def test_a_table_that_has_no_match_is_named(folder: Path, capfd: Capture) -> None:
    saved_match(folder, "Blue", 1)
    line = "skipbo-lan: there is no unfinished match of a table named Green"
    assert refused(capfd, *HEADLESS, "Green") == ("", [line])


def test_without_the_owners_token_the_match_goes_on_headless_only(folder: Path, capfd: Capture) -> None:
    saved_match(folder, "Blue", 1)
    _, (line,) = refused(capfd, *SCREEN)
    assert line == (
        "skipbo-lan: the host's seat at Blue is not kept on this computer; to go on without a screen:"
        " skipbo-lan host --headless --resume"
    )


def test_a_match_that_is_hosted_already_is_left_alone(folder: Path, capfd: Capture) -> None:
    """F71."""
    path = saved_match(folder, "Blue", 1)
    line = f"skipbo-lan: the match cannot go on: another program has it open; is its table still running? ({path})"
    with lock_of(path):
        for command in (HEADLESS, SCREEN):
            assert refused(capfd, *command) == ("", [line])


def test_a_bad_save_is_told_and_left_as_it_is(folder: Path, capfd: Capture) -> None:
    path = saved_match(folder, "Blue", 1)
    whole = path.read_bytes()
    for content, why in (
        (b"no match", "it is not a match of Skip-Bo LAN"),
        (whole[:5000], "it is damaged"),
        (whole[:100], "it is damaged"),
    ):
        path.write_bytes(content)
        line = f"skipbo-lan: the match cannot go on: {why} ({path})"
        assert refused(capfd, "host", "--headless", "--match", path.stem) == ("", [line])
        assert path.read_bytes() == content
        _, (left_out, _) = refused(capfd, *HEADLESS)
        assert left_out == f"Left out, {why}: {path}"
    path.write_bytes(whole)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    _, (line,) = refused(capfd, "host", "--headless", "--match", path.stem)
    assert "a newer version of Skip-Bo LAN wrote it; please update this one" in line


@pytest.mark.parametrize(
    "option",
    [
        ("--stock", "10"),
        ("--seats", "3"),
        ("--grace", "5"),
        ("--password", "x"),
        ("--table", "T"),
        ("--no-spectators",),
        ("--turn-timer", "9"),
        ("--seed", "0" * 64),
    ],
)
def test_what_was_settled_for_the_match_stays(option: tuple[str, ...], folder: Path, capfd: Capture) -> None:
    saved_match(folder, "Blue", 1)
    assert refused(capfd, *HEADLESS, *option) == (
        "",
        [f"skipbo-lan: {option[0]} does not go with --resume"],
    )
