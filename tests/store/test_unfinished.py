"""A stored match goes on where it stopped, and a save that is not whole is never used (F67 to F71, J27)."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from engine.outcome import Termination
from skipbo_lan.store.changes import (
    ActionTaken,
    Change,
    ChatSaid,
    MatchEnded,
    RoundEnded,
    SavedSeat,
    SeatChanged,
)
from skipbo_lan.store.match_store import lock_of, match_path
from skipbo_lan.store.saves import SaveError, SaveProblem
from skipbo_lan.store.unfinished import Unusable, go_on, reopen, unfinished
from tests.store.saved import BEGUN, RULES, SEATS, a_round, stored


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "matches"


def problem_of(path: Path) -> SaveProblem:
    with pytest.raises(SaveError) as caught:
        reopen(path)
    assert caught.value.__context__ is None, "its text could hold what the file holds"
    assert str(caught.value) == caught.value.problem
    return caught.value.problem


def test_a_round_that_was_going_on_goes_on(folder: Path) -> None:
    first, second = a_round(0, 0), a_round(1, 1, actions=5)
    path = stored(folder, *first, *second)
    store, saved = reopen(path)
    assert saved.begun == BEGUN
    assert saved.port == 4000
    assert saved.match is not None
    assert saved.match.rounds_played == 1
    assert saved.match.dealer == 1
    assert saved.record is saved.last
    assert saved.record is not None
    assert saved.record.actions == tuple((c.seat, c.action) for c in second if isinstance(c, ActionTaken))
    taken = [change for change in (*first, *second) if isinstance(change, ActionTaken)]
    assert saved.seq == 2 + len(taken)
    assert saved.last_ids == tuple(max(c.act_id or 0 for c in taken if c.seat == seat) for seat in range(3))
    store.close()


def test_between_two_rounds_the_result_still_counts(folder: Path) -> None:
    path = stored(folder, *a_round(0, 0))
    store, saved = reopen(path)
    assert saved.record is None
    assert saved.match is not None
    assert saved.match.rounds_played == 1
    assert sum(saved.match.wins) == 1
    store.close()


def test_going_on_is_stored_before_anything_else_and_appends(folder: Path) -> None:
    path = stored(folder, *a_round(0, 0, actions=3))
    more = a_round(0, 0, actions=4)[-1]
    for epoch in (2, 3):
        store, saved = reopen(path)
        assert saved.begun.epoch == epoch - 1
        go_on(store, saved, 5000 + epoch)
        store.close()
    store, saved = reopen(path)
    assert (saved.begun.epoch, saved.port) == (3, 5003)
    store.commit((more,))
    store.close()
    store, saved = reopen(path)
    assert saved.record is not None
    assert len(saved.record.actions) == 4
    store.close()


def test_a_seat_that_was_given_away_belongs_to_its_new_player(folder: Path) -> None:
    """And the ids of the old one's Acts are not his."""
    new = SavedSeat("Cy", bot=False, level=None, owner=False, key=b"n" * 32)
    changes = a_round(0, 0, actions=9)
    offered = replace(SEATS[1], offered=True)
    path = stored(folder, *changes[:8], SeatChanged(1, offered), SeatChanged(1, new), *changes[8:])
    store, saved = reopen(path)
    assert saved.begun.seats == (SEATS[0], new, SEATS[2])
    later = [c.act_id or 0 for c in changes[8:] if isinstance(c, ActionTaken) and c.seat == 1]
    assert saved.last_ids[1] == max(later, default=0)
    store.close()


def test_only_one_host_has_a_match(folder: Path) -> None:
    path = stored(folder, *a_round(0, 0, actions=3))
    store, _ = reopen(path)
    assert problem_of(path) is SaveProblem.IN_USE
    store.close()
    store, _ = reopen(path)
    store.close()


def test_a_match_that_has_ended_does_not_go_on(folder: Path) -> None:
    assert problem_of(stored(folder, *a_round(0, 0), MatchEnded((0,)))) is SaveProblem.ENDED
    with lock_of(match_path(folder, BEGUN.table_id)):
        pass  # what could not be opened is not held either


def test_the_list_names_what_can_go_on_the_last_played_first(folder: Path) -> None:
    path = stored(folder, *a_round(0, 0), *a_round(1, 1, actions=2))
    other = stored(folder, *a_round(0, 0, actions=1), begun=replace(BEGUN, table_id=b"another match id", table="Two"))
    stored(folder, *a_round(0, 0), MatchEnded((1,)), begun=replace(BEGUN, table_id=b"a match that ends"[:16]))
    (folder / "empty.match").touch()
    (folder / "foreign.match").write_bytes(b"hello " * 100)
    os.utime(path, (1000, 1000))
    os.utime(other, (2000, 2000))
    found, unusable = unfinished(folder)
    assert [(match.table, match.round, match.played, match.in_use) for match in found] == [
        ("Two", 1, 2000, False),
        ("Anna's table", 2, 1000, False),
    ]
    assert found[0].players == ("Anna", "Bea", "Ada")
    assert found[1].table_id == BEGUN.table_id
    assert unusable == (Unusable(folder / "foreign.match", SaveProblem.NOT_A_MATCH),)
    store, _ = reopen(path)
    assert {match.table: match.in_use for match in unfinished(folder)[0]} == {"Two": False, "Anna's table": True}
    store.close()


def test_without_a_folder_nothing_can_go_on(folder: Path) -> None:
    assert unfinished(folder) == ((), ())


def test_each_kind_of_bad_save_is_called_by_its_name(folder: Path) -> None:
    path = stored(folder, *a_round(0, 0, actions=5))
    whole = path.read_bytes()
    path.unlink()
    assert problem_of(path) is SaveProblem.MISSING
    for content, problem in (
        (b"", SaveProblem.EMPTY),
        (b"SKIP" * 2000, SaveProblem.NOT_A_MATCH),
        (whole[:1000], SaveProblem.DAMAGED),
        (whole[:-4096], SaveProblem.DAMAGED),
    ):
        path.write_bytes(content)
        assert problem_of(path) is problem
    for version, problem in ((1, SaveProblem.OLDER), (9, SaveProblem.NEWER)):
        path.write_bytes(whole)
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.close()
        assert problem_of(path) is problem


def test_a_match_cut_off_anywhere_is_whole_or_refused(folder: Path) -> None:
    path = stored(folder, *a_round(0, 0, actions=5))
    whole = path.read_bytes()
    store, expected = reopen(path)
    store.close()
    for length in range(1, len(whole), 509):
        path.write_bytes(whole[:length])
        with suppress(SaveError):
            store, saved = reopen(path)
            store.close()
            assert saved == expected, "only the unused end of the last page is missing"
            assert length > len(whole) - 4096


def test_a_flipped_bit_is_found_or_changes_nothing(folder: Path) -> None:
    """Also inside a value, where SQLite itself sees nothing wrong: in a name, a key, a seed."""
    path = stored(folder, *a_round(0, 0), ChatSaid(0, "hello", False, "Anna"), *a_round(1, 1, actions=5))
    whole = path.read_bytes()
    store, expected = reopen(path)
    store.close()
    luck = random.Random(1)
    places = [whole.index(value) for value in (b"Anna's", b"b" * 32, bytes(32), b"easy", b"stock_size")]
    places += [luck.randrange(len(whole)) for _ in range(250)]
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 1 << luck.randrange(8)
        path.write_bytes(changed)
        with suppress(SaveError):
            store, saved = reopen(path)
            store.close()
            assert saved == expected
    for place in places[:2]:
        changed = bytearray(whole)
        changed[place] ^= 1
        path.write_bytes(changed)
        assert problem_of(path) is SaveProblem.DAMAGED


def test_a_lost_row_is_missed(folder: Path) -> None:
    path = stored(folder, *a_round(0, 0, actions=5))
    for table, number in (("action", 2), ("round", 0), ("seat", 1), ("match", None)):
        copy = path.with_name("copy.match")
        shutil.copy(path, copy)
        connection = sqlite3.connect(copy)
        key = "seat" if table == "seat" else "number"
        connection.execute(f"DELETE FROM {table}" + ("" if number is None else f" WHERE {key} = {number}"))
        connection.commit()
        connection.close()
        assert problem_of(copy) is SaveProblem.DAMAGED


def test_rounds_that_do_not_follow_from_each_other_are_damage(folder: Path) -> None:
    """The wrong dealer; a round after an unfinished one; a match that should have ended; one without a round."""
    won = a_round(0, 0)[-1]
    assert isinstance(won, RoundEnded)
    assert won.outcome.termination is Termination.WIN
    bad: list[tuple[Change, ...]] = [
        (*a_round(0, 0), *a_round(1, 2, actions=1)),
        (*a_round(0, 0, actions=2), *a_round(1, 1, actions=1)),
        (),
    ]
    for number, changes in enumerate(bad):
        begun = replace(BEGUN, table_id=bytes([number]) * 16)
        assert problem_of(stored(folder, *changes, begun=begun)) is SaveProblem.DAMAGED
    decided = replace(BEGUN, table_id=b"d" * 16, ruleset=replace(RULES, rounds=1))
    assert problem_of(stored(folder, *a_round(0, 0), begun=decided)) is SaveProblem.DAMAGED


@pytest.fixture
def anybody() -> Iterator[Path]:
    """A folder of a user who is not root, which root becomes for this test: to root everything is writable."""
    place = Path(tempfile.mkdtemp(dir="/tmp"))
    nobody = 65534
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(place, nobody, nobody)
        os.seteuid(nobody)
    try:
        yield place
    finally:
        if is_root:
            os.seteuid(0)
        for path in (place, *place.rglob("*")):
            path.chmod(0o700)
        shutil.rmtree(place)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_what_may_not_be_read_or_written_is_told_from_what_is_damaged(anybody: Path) -> None:
    path = stored(anybody / "matches", *a_round(0, 0, actions=2))
    path.chmod(0)
    assert problem_of(path) is SaveProblem.UNREADABLE
    assert unfinished(path.parent)[1] == (Unusable(path, SaveProblem.UNREADABLE),)
    path.chmod(0o400)
    store, saved = reopen(path)
    with pytest.raises(SaveError) as caught:
        go_on(store, saved, 1)
    assert caught.value.problem is SaveProblem.READ_ONLY
    store.close()
    path.chmod(0o600)
    path.with_name(path.name + ".lock").unlink(missing_ok=True)
    path.parent.chmod(0o500)
    assert problem_of(path) is SaveProblem.READ_ONLY
