"""The tables of a match file, format 1, and the two numbers in its head that say so.

A match file is SQLite in WAL mode with synchronous=FULL: what `commit` has returned from survives a power cut.
"""

from __future__ import annotations

import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x534B4250
"""`SKBP` in ASCII, in the file's head: what other programs (`file`, for one) know it by."""

FORMAT: Final = 1

_TABLES: Final = (
    """CREATE TABLE match (
        table_id BLOB NOT NULL, name TEXT NOT NULL, app TEXT NOT NULL, epoch INTEGER NOT NULL,
        created INTEGER NOT NULL, ruleset TEXT NOT NULL, seed BLOB, ended INTEGER NOT NULL DEFAULT 0,
        winners TEXT NOT NULL DEFAULT '[]')""",
    """CREATE TABLE seat (
        seat INTEGER PRIMARY KEY, name TEXT NOT NULL, bot INTEGER NOT NULL, level TEXT,
        owner INTEGER NOT NULL, key BLOB NOT NULL)""",
    """CREATE TABLE round (
        number INTEGER PRIMARY KEY, dealer INTEGER NOT NULL, seed BLOB NOT NULL, termination TEXT,
        winner INTEGER, points INTEGER)""",
    """CREATE TABLE action (
        round INTEGER NOT NULL REFERENCES round, number INTEGER NOT NULL, seat INTEGER,
        action TEXT NOT NULL, act_id INTEGER, PRIMARY KEY (round, number)) WITHOUT ROWID""",
    """CREATE TABLE chat (
        number INTEGER PRIMARY KEY, seat INTEGER NOT NULL, text TEXT NOT NULL, team INTEGER NOT NULL)""",
)


def make_durable(connection: sqlite3.Connection) -> None:
    """Have each commit wait for the disk. The mode stays with the file, the rest only with the connection."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def create(connection: sqlite3.Connection) -> None:
    """Make an empty file a match file, in the transaction that is going on."""
    for statement in _TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def numbers_of(connection: sqlite3.Connection) -> tuple[int, int]:
    """The application id and the format in the file's head."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    return application_id, form
