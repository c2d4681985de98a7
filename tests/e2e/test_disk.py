"""Disks that take nothing, or not enough: the game goes on, all are told, what was stored stays good (F68, J28)."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from skipbo_lan.store.match_reader import read_match
from tests.e2e.program import listening, running

HEADLESS = ("host", "--headless", "--json")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits and paths")


def test_a_match_whose_file_cannot_grow_is_played_on_and_goes_on_later_from_what_was_stored(tmp_path: Path) -> None:
    """A limit of the system makes real writes fail in the middle of the match."""
    limit = ("sh", "-c", 'ulimit -f "$0" && exec "$@"', "300")
    options = ("--port", "0", "--seats", "2", "--bots", "2", "--start-when-full", "--rounds", "3", "--stock", "10")
    with running(*HEADLESS, *options, state=tmp_path, prefix=limit) as host:
        assert host.end() == 0
        events = [line["event"] for line in host.lines]
        assert events[0] == "listening"
        assert events.count("round_over") == 3
        assert events[-3:] == ["round_over", "match_over", "unsaved"]
        assert [line["works"] for line in host.lines if line["event"] == "saving"] == [False]
        assert host.errors == ""
    (path,) = (tmp_path / "matches").glob("*.match")
    saved = read_match(path)
    assert saved.ended is None
    assert saved.rounds[0].record.actions
    with running(*HEADLESS, "--resume", state=tmp_path) as again:
        assert listening(again)["table_id"] == path.stem
        assert again.end() == 0
    saved = read_match(path)
    assert saved.ended is not None
    assert len(saved.rounds) == 3


def test_without_a_folder_to_write_to_a_table_alone_is_hosted_and_says_that_nothing_is_saved(tmp_path: Path) -> None:
    """The owner's screen refuses, since it could not come back to its seat."""
    nowhere = tmp_path / "file" / "state"
    nowhere.parent.touch()
    options = ("--port", "0", "--seats", "2", "--bots", "2", "--start-when-full", "--rounds", "1", "--stock", "5")
    with running(*HEADLESS, *options, state=nowhere) as host:
        assert host.end() == 0
        events = [line["event"] for line in host.lines if line["event"] != "joined"]
        assert events == ["listening", "saving", "round_over", "match_over", "unsaved"]
        assert host.errors == ""


def test_an_unfinished_match_is_not_forgotten_by_a_new_table_of_the_same_name(tmp_path: Path) -> None:
    hosting = ("host", "--plain", "--name", "Anna", "--table", "Kept", "--port", "0", "--bots", "1")
    with running(*hosting, state=tmp_path) as host:
        host.expect(r"Kept: you are Anna")
        host.type("start")
        host.expect(r"^> $")
        host.process.send_signal(signal.SIGTERM)
        assert host.end() == 128 + signal.SIGTERM
    with running(*hosting, state=tmp_path) as other:
        other.expect(r"Waiting for players\.")
        assert other.errors == "An unfinished match of Kept is kept. To go on with it: skipbo-lan host --resume\n"
        other.type("leave")
        assert other.end() == 0
    with running("host", "--plain", "--resume", state=tmp_path) as again:
        again.expect(r"^> $")
        again.type("leave")
        assert again.end() == 0


@pytest.mark.long
def test_a_host_that_was_stopped_for_a_while_gives_nobody_up(tmp_path: Path) -> None:
    """F72: SIGSTOP for longer than the silence and the grace; the bots are back by themselves, in their own seats."""
    options = (
        "--port",
        "0",
        "--seats",
        "2",
        "--start-when-full",
        "--grace",
        "5",
        "--rounds",
        "40",
        "--stock",
        "5",
        "--target",
        "99999",
    )
    with running(*HEADLESS, *options, state=tmp_path / "host") as host:
        joining = ("join", f"127.0.0.1:{listening(host)['port']}", "--bot", "easy", "--json")
        with (
            running(*joining, state=tmp_path / "1") as one,
            running(*joining, state=tmp_path / "2") as two,
        ):
            one.expect(r'"round_over"')
            host.process.send_signal(signal.SIGSTOP)
            signal.sigtimedwait([], 15)
            host.process.send_signal(signal.SIGCONT)
            assert [program.end(120) for program in (host, one, two)] == [0, 0, 0]
            assert one.text.count('"round_over"') == 40
