"""A match on the host's disk: one file, written by the one process that holds its lock."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from skipbo_lan.store import schema
from skipbo_lan.store.changes import Change, MatchBegun
from skipbo_lan.store.files import create_private, make_folder
from skipbo_lan.store.writing import write


class MatchStore:
    """An open match file. Calls may come from any thread, one after the other."""

    def __init__(self, connection: sqlite3.Connection, lock: FileLock, port: int | None = None) -> None:
        """`port` is where the match is hosted, if it is on a network."""
        self._connection = connection
        self._lock = lock
        self._port = port

    def commit(self, changes: Iterable[Change]) -> None:
        """Store the changes, all or none; when this returns they are on the disk."""
        with _transaction(self._connection):
            for change in changes:
                write(self._connection, change, self._port)

    def close(self) -> None:
        """Let go of the file, for another process to go on with."""
        self._connection.close()
        self._lock.release()


class Archive:
    """The folder of matches, as the host of a table writes it: one match after the other."""

    def __init__(self, folder: Path, port: int | None = None, store: MatchStore | None = None) -> None:
        """`store` is a match that is gone on with."""
        self._folder = folder
        self._port = port
        self._store = store

    def commit(self, changes: Sequence[Change]) -> None:
        """Store the changes; those that begin with a MatchBegun go to a file of their own from then on."""
        if isinstance(changes[0], MatchBegun):
            self.close()
            self._store = open_match(self._folder, changes[0], changes[1:], port=self._port)
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


def open_match(
    folder: Path, begun: MatchBegun, changes: Iterable[Change] = (), *, port: int | None = None
) -> MatchStore:
    """Make the file of a new match with its first changes, in a folder that is made if need be, and hold its lock.

    When that fails nothing is left of it, so that it can be tried again.
    """
    path = match_path(make_folder(folder), begun.table_id)
    with ExitStack() as undo:
        lock = lock_of(path)
        lock.acquire()
        undo.callback(lock.release)
        create_private(path)
        undo.callback(_remove, path)
        connection = schema.connect(path)
        undo.callback(connection.close)
        schema.make_durable(connection)
        with _transaction(connection):
            schema.create(connection)
            for change in (begun, *changes):
                write(connection, change, port)
        undo.pop_all()
    return MatchStore(connection, lock, port)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written within reaches the disk together, or nothing does."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            # A disk that fails may fail here too; SQLite then rolls back when the file is used the next time.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + end).unlink(missing_ok=True)
