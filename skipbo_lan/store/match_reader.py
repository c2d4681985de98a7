"""A stored match read back: for going on with it, for playing it again, and for its history.

The actions are read by replaying them, so that a file whose actions the rules refuse is found out at once.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from engine.actions import Action
from engine.deal import deal
from engine.errors import IllegalAction, NotationError
from engine.notation import parse
from engine.observe import observe
from engine.options import OptionError, with_option
from engine.outcome import Outcome, Termination
from engine.record import Record
from engine.rules import apply
from engine.ruleset import Ruleset, Seat
from skipbo_lan.store import schema
from skipbo_lan.store.changes import ChatSaid, MatchBegun, MatchEnded, SavedSeat


class SaveProblem(StrEnum):
    """Why a file cannot be read as a match."""

    NOT_A_MATCH = "NOT_A_MATCH"
    NEWER = "NEWER"
    """A later version of this program wrote it."""
    DAMAGED = "DAMAGED"


class SaveError(Exception):
    """This file cannot be read as a match; nothing of it has been used."""

    def __init__(self, problem: SaveProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class SavedRound:
    """A round as it was stored: complete when it has an outcome."""

    record: Record
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """Everything that a match file holds."""

    begun: MatchBegun
    created: int
    """Seconds since 1970 by the host's clock, for a list that people read."""
    rounds: tuple[SavedRound, ...]
    last_ids: tuple[int, ...]
    """Of each seat: the id of its player's last accepted Act, 0 before the first."""
    chat: tuple[ChatSaid, ...]
    ended: MatchEnded | None
    """None while the match can go on."""


_DAMAGES: Final = (sqlite3.DatabaseError, IllegalAction, NotationError, OptionError, ValueError, TypeError, LookupError)
"""What reading nonsense may raise: in SQLite, in the notation, in the rules, in JSON, in the enums."""


def records(path: Path) -> tuple[SavedRound, ...]:
    """The rounds of a stored match in order, with their results. Raises SaveError."""
    return read_match(path).rounds


def read_match(path: Path) -> SavedMatch:
    """A stored match, which may be in progress elsewhere. Raises SaveError, and OSError when there is no such file."""
    path.stat()
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            _check_head(connection)
            connection.execute("BEGIN")
            return _read(connection)
    except _DAMAGES:
        # Without its cause: what the file holds may be secret, and stands in some of these errors.
        raise SaveError(SaveProblem.DAMAGED) from None


def _check_head(connection: sqlite3.Connection) -> None:
    try:
        application_id, form = schema.numbers_of(connection)
    except sqlite3.DatabaseError as error:
        foreign = error.sqlite_errorcode == sqlite3.SQLITE_NOTADB
        raise SaveError(SaveProblem.NOT_A_MATCH if foreign else SaveProblem.DAMAGED) from None
    if application_id != schema.APPLICATION_ID:
        raise SaveError(SaveProblem.NOT_A_MATCH)
    if form > schema.FORMAT:
        raise SaveError(SaveProblem.NEWER)


def _read(connection: sqlite3.Connection) -> SavedMatch:
    table_id, name, app, epoch, created, ruleset, seed, ended, winners = connection.execute(
        "SELECT table_id, name, app, epoch, created, ruleset, seed, ended, winners FROM match"
    ).fetchone()
    seats = tuple(_read_seats(connection))
    begun = MatchBegun(table_id, name, app, epoch, _ruleset_of(ruleset), seats, seed)
    return SavedMatch(
        begun=begun,
        created=created,
        rounds=tuple(_read_rounds(connection, begun)),
        last_ids=_last_ids(connection, len(seats)),
        chat=tuple(_read_chat(connection)),
        ended=MatchEnded(tuple(json.loads(winners))) if ended else None,
    )


def _ruleset_of(text: str) -> Ruleset:
    ruleset = Ruleset()
    for key, value in json.loads(text).items():
        ruleset = with_option(ruleset, key, value)
    return ruleset


def _read_seats(connection: sqlite3.Connection) -> Iterator[SavedSeat]:
    for name, bot, level, owner, key in connection.execute(
        "SELECT name, bot, level, owner, key FROM seat ORDER BY seat"
    ):
        yield SavedSeat(name, bool(bot), level, bool(owner), key)


def _read_rounds(connection: sqlite3.Connection, begun: MatchBegun) -> Iterator[SavedRound]:
    for number, dealer, seed, termination, winner, points in connection.execute(
        "SELECT number, dealer, seed, termination, winner, points FROM round ORDER BY number"
    ):
        outcome = None if termination is None else Outcome(Termination(termination), winner, points)
        actions = connection.execute("SELECT seat, action FROM action WHERE round = ? ORDER BY number", (number,))
        record = Record(begun.ruleset, len(begun.seats), dealer, seed)
        yield SavedRound(_with_actions(record, actions, outcome), outcome)


def _with_actions(record: Record, rows: sqlite3.Cursor, outcome: Outcome | None) -> Record:
    """The record with its actions, each read on the table that it was made on."""
    table, _ = deal(record.ruleset, record.seats, record.dealer, record.seed)
    actions: list[tuple[Seat | None, Action]] = []
    for seat, text in rows:
        action = parse(observe(table, seat), text)
        table, _ = apply(table, seat, action)
        actions.append((seat, action))
    if table.outcome != outcome:
        raise SaveError(SaveProblem.DAMAGED)
    return Record(record.ruleset, record.seats, record.dealer, record.seed, tuple(actions))


def _last_ids(connection: sqlite3.Connection, seats: int) -> tuple[int, ...]:
    found = dict(connection.execute("SELECT seat, max(act_id) FROM action WHERE act_id NOT NULL GROUP BY seat"))
    return tuple(found.get(seat, 0) for seat in range(seats))


def _read_chat(connection: sqlite3.Connection) -> Iterator[ChatSaid]:
    for seat, text, team in connection.execute("SELECT seat, text, team FROM chat ORDER BY number"):
        yield ChatSaid(seat, text, bool(team))
