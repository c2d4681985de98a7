"""The tables of a match file, format 3, its rows with their seals, and the numbers in its head that say so.

1. A match file is SQLite in WAL mode with synchronous=FULL: what `commit` has returned from survives a power cut.
2. Every row ends with a seal, a checksum of the rest: SQLite finds a page out of order, not a value that has changed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from skipbo_lan.store.saves import SaveError, SaveProblem

APPLICATION_ID: Final = 0x534B4250
"""`SKBP` in ASCII, in the file's head: what other programs (`file`, for one) know it by."""

FORMAT: Final = 3

_HEAD_BYTES: Final = 512
"""The smallest page that SQLite knows."""

TABLES: Final = {
    "match": """
        table_id BLOB NOT NULL, name TEXT NOT NULL, app TEXT NOT NULL, epoch INTEGER NOT NULL, port INTEGER,
        created INTEGER NOT NULL, ruleset TEXT NOT NULL, terms TEXT NOT NULL, password_key BLOB, seed BLOB,
        ended INTEGER NOT NULL, winners TEXT NOT NULL""",
    "seat": """
        seat INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, bot INTEGER NOT NULL, level TEXT,
        owner INTEGER NOT NULL, offered INTEGER NOT NULL, key BLOB NOT NULL,
        since_round INTEGER NOT NULL, since_number INTEGER NOT NULL""",
    "mix": """
        round INTEGER NOT NULL PRIMARY KEY, secret BLOB NOT NULL, wish INTEGER NOT NULL""",
    "attempt": """
        round INTEGER NOT NULL, number INTEGER NOT NULL, call TEXT NOT NULL, listed INTEGER NOT NULL""",
    "given": """
        round INTEGER NOT NULL, attempt INTEGER NOT NULL, seat INTEGER NOT NULL, commitment BLOB NOT NULL,
        nonce BLOB""",
    "round": """
        number INTEGER NOT NULL PRIMARY KEY, dealer INTEGER NOT NULL, seed BLOB NOT NULL, termination TEXT,
        winner INTEGER, points INTEGER""",
    "action": """
        round INTEGER NOT NULL REFERENCES round, number INTEGER NOT NULL, seat INTEGER,
        action TEXT NOT NULL, act_id INTEGER""",
    "chat": """
        number INTEGER NOT NULL PRIMARY KEY, seat INTEGER, name TEXT NOT NULL, text TEXT NOT NULL,
        team INTEGER NOT NULL""",
}
"""The columns of each; `seal` follows."""

_KEYS: Final = {
    "action": ", PRIMARY KEY (round, number)",
    "attempt": ", PRIMARY KEY (round, number)",
    "given": ", PRIMARY KEY (round, attempt, seat)",
}


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there; it may be used from any thread."""
    uri = path.absolute().as_uri() + "?mode=rw"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def make_durable(connection: sqlite3.Connection) -> None:
    """Have each commit wait for the disk. The mode stays with the file, the rest only with the connection."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def create(connection: sqlite3.Connection) -> None:
    """Make an empty file a match file, in the transaction that is going on."""
    for name, columns in TABLES.items():
        connection.execute(f"CREATE TABLE {name} ({columns}, seal INTEGER NOT NULL{_KEYS.get(name, '')})")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def insert(connection: sqlite3.Connection, table: str, values: Sequence[object]) -> None:
    """Add a row with its seal."""
    _put(connection, "INSERT", table, values)


def replace(connection: sqlite3.Connection, table: str, values: Sequence[object]) -> None:
    """Put a row in place of the one with its key."""
    _put(connection, "REPLACE", table, values)


def rows(connection: sqlite3.Connection, table: str, clause: str = "", *values: object) -> Iterator[tuple[Any, ...]]:
    """The rows of a table without their seals. Raises SaveError at one that is not as it was written."""
    for *row, seal in connection.execute(f"SELECT * FROM {table} {clause}", values):
        if seal != _seal_of(row):
            raise SaveError(SaveProblem.DAMAGED)
        yield tuple(row)


def row(connection: sqlite3.Connection, table: str, clause: str = "", *values: object) -> tuple[Any, ...]:
    """The only such row. Raises SaveError when there is none, or another one."""
    found = list(rows(connection, table, clause, *values))
    if len(found) != 1:
        raise SaveError(SaveProblem.DAMAGED)
    return found[0]


def check_head(connection: sqlite3.Connection) -> None:
    """Raise SaveError unless the file is a match of this format."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    if application_id == 0 and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise SaveError(SaveProblem.DAMAGED if _is_a_stump(connection) else SaveProblem.EMPTY)
    if application_id != APPLICATION_ID:
        raise SaveError(SaveProblem.NOT_A_MATCH)
    if form != FORMAT:
        raise SaveError(SaveProblem.NEWER if form > FORMAT else SaveProblem.OLDER)


def _is_a_stump(connection: sqlite3.Connection) -> bool:
    """Whether less is there than the head of a file, which SQLite takes for nothing at all."""
    ((_, _, path),) = connection.execute("PRAGMA database_list")
    return 0 < Path(path).stat().st_size < _HEAD_BYTES


def check_whole(connection: sqlite3.Connection) -> None:
    """Raise SaveError unless every page is in order, and every row as it was written."""
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise SaveError(SaveProblem.DAMAGED)
    for table in TABLES:
        for _ in rows(connection, table):
            pass


def _put(connection: sqlite3.Connection, verb: str, table: str, values: Sequence[object]) -> None:
    stored = [int(value) if isinstance(value, bool) else value for value in values]
    places = ", ".join("?" * (len(stored) + 1))
    connection.execute(f"{verb} INTO {table} VALUES ({places})", (*stored, _seal_of(stored)))


def _seal_of(values: Sequence[object]) -> int:
    plain = [value.hex() if isinstance(value, bytes) else value for value in values]
    return crc32(json.dumps(plain).encode())
