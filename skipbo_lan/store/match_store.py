"""A match on the host's disk: one file, written by the one process that holds its lock."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import assert_never

from filelock import FileLock

from engine.notation import write_action
from engine.options import OPTIONS, option_text
from engine.ruleset import Ruleset
from skipbo_lan.store import schema
from skipbo_lan.store.changes import (
    ActionTaken,
    Change,
    ChatSaid,
    MatchBegun,
    MatchEnded,
    RoundBegun,
    RoundEnded,
    SavedSeat,
)
from skipbo_lan.store.files import create_private, make_folder


class MatchStore:
    """An open match file. Calls may come from any thread, one after the other."""

    def __init__(self, connection: sqlite3.Connection, lock: FileLock) -> None:
        self._connection = connection
        self._lock = lock

    def commit(self, changes: Iterable[Change]) -> None:
        """Store the changes, all or none; when this returns they are on the disk."""
        with _transaction(self._connection):
            for change in changes:
                _write(self._connection, change)

    def close(self) -> None:
        """Let go of the file, for another process to go on with."""
        self._connection.close()
        self._lock.release()


class Archive:
    """The folder of matches, as the host of a table writes it: one match after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store: MatchStore | None = None

    def commit(self, changes: Sequence[Change]) -> None:
        """Store the changes; those that begin with a MatchBegun go to a file of their own from then on."""
        if isinstance(changes[0], MatchBegun):
            self.close()
            self._store = open_match(self._folder, changes[0], changes[1:])
        else:
            assert self._store is not None, "nothing is stored before a match begins"
            self._store.commit(changes)

    def close(self) -> None:
        """Let go of the present match."""
        if self._store is not None:
            self._store.close()
            self._store = None


def match_path(folder: Path, table_id: bytes) -> Path:
    """Where this match is kept: by its id, since a table's name is text from outside."""
    return folder / f"{table_id.hex()}.match"


def lock_of(path: Path) -> FileLock:
    """The lock that the host of a match holds. Readers need none."""
    return FileLock(path.with_name(path.name + ".lock"), timeout=0, mode=0o600, thread_local=False)


def open_match(folder: Path, begun: MatchBegun, changes: Iterable[Change] = ()) -> MatchStore:
    """Make the file of a new match with its first changes, in a folder that is made if need be, and hold its lock."""
    path = match_path(make_folder(folder), begun.table_id)
    with ExitStack() as undo:
        lock = lock_of(path)
        lock.acquire()
        undo.callback(lock.release)
        create_private(path)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        undo.callback(connection.close)
        schema.make_durable(connection)
        with _transaction(connection):
            schema.create(connection)
            for change in (begun, *changes):
                _write(connection, change)
        undo.pop_all()
    return MatchStore(connection, lock)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written within reaches the disk together, or nothing does."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _write(connection: sqlite3.Connection, change: Change) -> None:
    match change:
        case MatchBegun():
            _write_match(connection, change)
        case RoundBegun(number, dealer, seed):
            connection.execute("INSERT INTO round (number, dealer, seed) VALUES (?, ?, ?)", (number, dealer, seed))
        case ActionTaken(round_number, number, seat, action, act_id):
            row = (round_number, number, seat, write_action(action), act_id)
            connection.execute("INSERT INTO action VALUES (?, ?, ?, ?, ?)", row)
        case RoundEnded(number, outcome):
            ended = (outcome.termination.value, outcome.winner, outcome.points, number)
            connection.execute("UPDATE round SET termination = ?, winner = ?, points = ? WHERE number = ?", ended)
        case ChatSaid(seat, text, team):
            connection.execute("INSERT INTO chat (seat, text, team) VALUES (?, ?, ?)", (seat, text, team))
        case MatchEnded(winners):
            connection.execute("UPDATE match SET ended = 1, winners = ?", (json.dumps(winners),))
        case _:
            assert_never(change)


def _write_match(connection: sqlite3.Connection, begun: MatchBegun) -> None:
    created = int(time.time())
    connection.execute(
        "INSERT INTO match (table_id, name, app, epoch, created, ruleset, seed) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (begun.table_id, begun.table, begun.app, begun.epoch, created, _text_of(begun.ruleset), begun.seed),
    )
    connection.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)", map(_seat_row, enumerate(begun.seats)))


def _text_of(ruleset: Ruleset) -> str:
    """All options by name, so that a later version with more of them still reads these."""
    return json.dumps({key: option_text(ruleset, key) for key in OPTIONS})


def _seat_row(numbered: tuple[int, SavedSeat]) -> tuple[int, str, bool, str | None, bool, bytes]:
    seat, saved = numbered
    return (seat, saved.name, saved.bot, saved.level, saved.owner, saved.key)
