"""A disk that refuses: the game goes on, everybody knows, and what was refused is stored later in order (J28, F68)."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from protocol import messages as m
from skipbo_lan.server.hall.inputs import Saving
from skipbo_lan.server.hall.state import Playing
from skipbo_lan.server.keeping import Keeper
from skipbo_lan.server.limits import SAVE_AGAIN
from skipbo_lan.server.serve import HostConfig, OwnerSeat, serve
from skipbo_lan.store import schema
from skipbo_lan.store.changes import Change, ChatSaid, MatchEnded, SeatChanged
from skipbo_lan.store.match_reader import read_match
from skipbo_lan.store.match_store import Archive, match_path
from tests.server.desk import OWNER_TOKEN, SHORT, started
from tests.server.test_serve import Board, program
from tests.store.saved import BEGUN, SEATS, a_round


class Disk:
    """Takes changes, or refuses them with one of these errors."""

    def __init__(self) -> None:
        self.stored: list[Change] = []
        self.refuses: Exception | None = None

    async def commit(self, changes: Sequence[Change]) -> None:
        await trio.lowlevel.checkpoint()
        if self.refuses is not None:
            raise self.refuses
        self.stored += changes


def line(text: str) -> ChatSaid:
    return ChatSaid(0, text, False)


def full() -> Exception:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


REFUSALS = [
    full(),
    OSError(errno.ENOSPC, "full"),
    OSError(errno.EIO, "input/output"),
    PermissionError(errno.EROFS, "ro"),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda error: type(error).__name__ + str(error.args[0])[:8])
async def test_what_a_disk_refuses_waits_and_is_stored_in_order(refusal: Exception) -> None:
    disk = Disk()
    keeper = Keeper(disk.commit)
    told: list[bool] = []
    keeper.on_change(told.append)
    await keeper.store((line("one"),))
    disk.refuses = refusal
    await keeper.store((line("two"), line("three")))
    await keeper.store((line("four"),))
    assert disk.stored == [line("one")]
    assert (told, keeper.works) == ([False], False)
    disk.refuses = None
    await keeper.store((line("five"),))
    assert disk.stored == [line(text) for text in ("one", "two", "three", "four", "five")]
    assert (told, keeper.works) == ([False, True], True)


async def test_it_is_tried_again_without_anything_new(autojump_clock: trio.testing.MockClock) -> None:
    disk = Disk()
    keeper = Keeper(disk.commit)
    disk.refuses = full()
    await keeper.store((line("one"),))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.try_again)
        await trio.sleep(SAVE_AGAIN * 3.5)
        assert disk.stored == []
        disk.refuses = None
        await trio.sleep(SAVE_AGAIN)
        nursery.cancel_scope.cancel()
    assert disk.stored == [line("one")]
    assert keeper.works
    assert await keeper.finish()


async def test_what_never_gets_stored_is_not_hidden() -> None:
    disk = Disk()
    keeper = Keeper(disk.commit)
    disk.refuses = full()
    await keeper.store((line("one"),))
    assert not await keeper.finish()


async def test_a_fault_of_ours_is_not_taken_for_the_disk_s() -> None:
    disk = Disk()
    keeper = Keeper(disk.commit)
    for fault in (sqlite3.IntegrityError("UNIQUE"), sqlite3.ProgrammingError("closed"), AssertionError("ours")):
        disk.refuses = fault
        with pytest.raises(type(fault)):
            await keeper.store((line("one"),))


def test_everybody_learns_from_the_room_whether_the_match_is_saved() -> None:
    desk, guests = started("Bea")
    for works in (False, True):
        desk.hear(Saving(works))
        assert [desk.newest(guest.peer, m.Room).saved for guest in guests] == [works] * 2
    assert desk.at(Playing)


class Faulty:
    """A connection to a disk that takes only so many more statements; None: any number."""

    def __init__(self, inner: sqlite3.Connection, left: int | None) -> None:
        self.inner = inner
        self.left = left

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if self.left is not None and statement != "ROLLBACK":
            if self.left == 0:
                raise full()
            self.left -= 1
        return self.inner.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class FaultyDisk:
    """Every connection of the store is faulty from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.takes: int | None = None
        self.newest: Faulty | None = None
        self._connect = schema.connect
        monkeypatch.setattr(schema, "connect", self.connect)

    def connect(self, path: Path) -> Any:
        self.newest = Faulty(self._connect(path), self.takes)
        return self.newest

    def fail_everywhere(self, attempt: Callable[[], None], failed: Callable[[], None]) -> None:
        """Fail at the first statement, then at the second, and so on until it works."""
        for self.takes in range(1000):
            try:
                attempt()
            except sqlite3.OperationalError:
                self.takes = None
                failed()
            else:
                self.takes = None
                return
        raise AssertionError("it never works")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FaultyDisk:
    return FaultyDisk(monkeypatch)


OPENING = (BEGUN, *a_round(0, 0, actions=3))


def test_a_match_that_cannot_be_begun_leaves_nothing_and_is_begun_later(tmp_path: Path, disk: FaultyDisk) -> None:
    """J28: at whatever write the disk fails."""
    path = match_path(tmp_path, BEGUN.table_id)
    archive = Archive(tmp_path)
    failures = []

    def failed() -> None:
        failures.append(path.exists())

    disk.fail_everywhere(lambda: archive.commit(OPENING), failed)
    assert len(failures) >= 15
    assert not any(failures)
    archive.close()
    assert len(read_match(path).rounds) == 1


@pytest.mark.parametrize("changes", [(line("so"), line("it goes")), (MatchEnded((0,)),), (SeatChanged(1, SEATS[0]),)])
def test_whatever_write_fails_nothing_of_the_change_is_stored(
    changes: tuple[Change, ...], tmp_path: Path, disk: FaultyDisk
) -> None:
    archive = Archive(tmp_path)
    archive.commit(OPENING)
    path = match_path(tmp_path, BEGUN.table_id)
    host, before, failures = disk.newest, read_match(path), []
    assert host is not None

    def commit() -> None:
        host.left = disk.takes
        archive.commit(changes)

    def failed() -> None:
        host.left = None
        failures.append(read_match(path) != before)

    disk.fail_everywhere(commit, failed)
    host.left = None
    assert len(failures) >= 3
    assert not any(failures)
    archive.close()
    assert read_match(path) != before


TABLE = HostConfig("T", 0, 2, SHORT, bots=1, start_when_full=True, owner=OwnerSeat("Anna", OWNER_TOKEN), private=True)


async def test_a_table_on_a_full_disk_is_played_on_and_saved_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a real file, which is made only when there is room."""
    room_left = False
    real = Archive.commit

    def commit(self: Archive, changes: Sequence[Change]) -> None:
        if not room_left:
            raise full()
        real(self, changes)

    monkeypatch.setattr(Archive, "commit", commit)
    board = Board()
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, TABLE, program(board, tmp_path))
            anna = await board.dial()
            await anna.introduce(token=OWNER_TOKEN)
            await anna.play(lambda player: player.room is not None and not player.room.saved)
            seen = anna.update.seq if anna.update is not None else 0
            await anna.play(lambda player: player.update is not None and player.update.seq > seen + 4)
            room_left = True
            await anna.play(lambda player: player.room is not None and player.room.saved)
            path = match_path(tmp_path / "matches", bytes.fromhex(str(board.lines[0]["table_id"])))
            assert read_match(path).rounds[0].record.actions
            await anna.link.send(m.CloseTable())
            await anna.play()
            await anna.hang_up()
    assert [line["works"] for line in board.lines if line["event"] == "saving"] == [False, True]
    assert read_match(path).ended is not None


async def test_a_table_that_ends_with_something_unsaved_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def commit(self: Archive, changes: Sequence[Change]) -> None:
        raise full()

    monkeypatch.setattr(Archive, "commit", commit)
    board = Board()
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, TABLE, program(board, tmp_path))
            anna = await board.dial()
            await anna.introduce(token=OWNER_TOKEN)
            await anna.play(lambda player: player.update is not None)
            await anna.link.send(m.CloseTable())
            await anna.play()
            await anna.hang_up()
    assert board.lines[-1] == {"event": "unsaved"}
