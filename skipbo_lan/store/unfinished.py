"""Matches that can go on: which there are, and one of them opened again, whole or not at all (P39, F67 to F71)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from engine.match import Match, after_round, is_over, new_match
from engine.outcome import Outcome
from engine.record import Record
from engine.ruleset import Seat
from skipbo_lan.fairness.attempts import Mix
from skipbo_lan.store import schema
from skipbo_lan.store.changes import MatchBegun, Reopened
from skipbo_lan.store.match_reader import (
    SavedHead,
    SavedMix,
    SavedRound,
    last_ids,
    mix_of,
    read_head,
    record_of,
    saved_rounds,
)
from skipbo_lan.store.match_store import MatchStore, lock_of
from skipbo_lan.store.saves import TROUBLE, SaveError, SaveProblem, problem_of

_LOOKED_AT_S: Final = 0.5
"""How long a lock may be held by somebody who only wants to know whether it is."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that has not ended, as a list shows it."""

    path: Path
    table_id: bytes
    table: str
    players: tuple[str, ...]
    round: int
    """The present one, counted from 1."""
    played: float
    """When it was written last, in seconds since 1970 by the host's clock."""
    in_use: bool
    """Whether a process hosts it at this moment."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A file that should be a match, and why it cannot be read as one."""

    path: Path
    problem: SaveProblem


@dataclass(frozen=True, slots=True)
class Reopenable:
    """A match at the point where it goes on."""

    path: Path
    begun: MatchBegun
    port: int | None
    """Where it was hosted last."""
    match: Match | None
    """With every complete round counted; None before the first was dealt."""
    record: Record | None
    """The round that goes on; None before it is dealt."""
    last: Record | None
    """The last round that was dealt, whether it goes on or not."""
    mix: Mix | None
    """How that one was dealt; None: from a given seed."""
    dealing: SavedMix | None
    """The next round, while it is being dealt."""
    seq: int
    """Deals and actions so far."""
    last_ids: tuple[int, ...]
    """Of each seat: the id of its player's last accepted Act, 0 before the first."""


def unfinished(folder: Path) -> tuple[tuple[Unfinished, ...], tuple[Unusable, ...]]:
    """The matches that have not ended, the last played first, and the files that cannot be read."""
    found: list[Unfinished] = []
    unusable: list[Unusable] = []
    for path in sorted(folder.glob("*.match")):
        try:
            listed = _listed(path)
        except SaveError as error:
            unusable += [] if error.problem in _OF_NO_MATTER else [Unusable(path, error.problem)]
        else:
            found += [] if listed is None else [listed]
    return tuple(sorted(found, key=lambda match: -match.played)), tuple(unusable)


_OF_NO_MATTER = (SaveProblem.EMPTY, SaveProblem.MISSING)
"""A host was ended before its match had begun, or the file is gone meanwhile."""


def reopen(path: Path) -> tuple[MatchStore, Reopenable]:
    """Open a match to go on with it, and hold its lock. Nothing is written yet. Raises SaveError."""
    try:
        with ExitStack() as undo:
            path.open("rb").close()
            lock = _locked(path)
            undo.callback(lock.release)
            connection = schema.connect(path)
            undo.callback(connection.close)
            saved = _read_whole(path, connection)
            schema.make_durable(connection)
            undo.pop_all()
            return MatchStore(connection, lock), saved
    except TROUBLE as error:
        # Without its cause: what the file holds may be secret, and stands in some of these errors.
        problem = problem_of(error)
    raise SaveError(problem, path)


def go_on(store: MatchStore, saved: Reopenable, port: int) -> None:
    """Begin the match's next epoch, hosted on this port. Raises SaveError when that cannot be stored."""
    try:
        store.commit((Reopened(saved.begun.epoch + 1, port),))
    except TROUBLE as error:
        problem = problem_of(error)
    else:
        return
    raise SaveError(problem, saved.path)


def _listed(path: Path) -> Unfinished | None:
    """None for a match that has ended."""
    try:
        with closing(schema.connect(path)) as connection:
            schema.check_head(connection)
            connection.execute("BEGIN")
            head = read_head(connection)
            (rounds,) = connection.execute("SELECT count(*) FROM round").fetchone()
        played = max(_written(path))
    except TROUBLE as error:
        problem = problem_of(error)
    else:
        return None if head.ended is not None else _row(path, head, rounds, played)
    raise SaveError(problem, path)


def _row(path: Path, head: SavedHead, rounds: int, played: float) -> Unfinished:
    names = tuple(seat.name for seat in head.begun.seats)
    return Unfinished(path, head.begun.table_id, head.begun.table, names, max(1, rounds), played, _is_locked(path))


def _written(path: Path) -> Iterator[float]:
    """When the file or its journal was written."""
    yield path.stat().st_mtime
    with suppress(FileNotFoundError):
        yield path.with_name(path.name + "-wal").stat().st_mtime


def _is_locked(path: Path) -> bool:
    if not Path(lock_of(path).lock_file).exists():
        return False
    try:
        with lock_of(path):
            return False
    except Timeout:
        return True
    except OSError:
        return False  # whether it is, will show when it is opened


def _locked(path: Path) -> FileLock:
    lock = lock_of(path)
    try:
        lock.acquire(timeout=_LOOKED_AT_S)
    except Timeout:
        raise SaveError(SaveProblem.IN_USE) from None
    except PermissionError:
        raise SaveError(SaveProblem.READ_ONLY) from None
    return lock


def _last_round(
    connection: sqlite3.Connection, begun: MatchBegun, rounds: Sequence[tuple[Seat, bytes, Outcome | None]]
) -> SavedRound | None:
    """The last round that was dealt; None before the first."""
    if not rounds:
        return None
    dealer, seed, outcome = rounds[-1]
    last = record_of(connection, begun, len(rounds) - 1, dealer, seed)
    if last.outcome != outcome:
        raise SaveError(SaveProblem.DAMAGED)
    return last


def _read_whole(path: Path, connection: sqlite3.Connection) -> Reopenable:
    schema.check_head(connection)
    schema.check_whole(connection)
    head = read_head(connection)
    if head.ended is not None:
        raise SaveError(SaveProblem.ENDED)
    begun = head.begun
    rounds = tuple(saved_rounds(connection))
    match = new_match(begun.ruleset, len(begun.seats), rounds[0][0]) if rounds else None
    for place, (dealer, _, outcome) in enumerate(rounds):
        going_on = outcome is None and place == len(rounds) - 1
        assert match is not None, "a round belongs to a match"
        if is_over(match) or dealer != match.dealer or (outcome is None and not going_on):
            raise SaveError(SaveProblem.DAMAGED)
        match = match if outcome is None else after_round(match, outcome)
    if match is not None and is_over(match):
        raise SaveError(SaveProblem.DAMAGED)
    last = _last_round(connection, begun, rounds)
    dealt, dealing = mix_of(connection, len(rounds) - 1), mix_of(connection, len(rounds))
    between = last is None or last.outcome is not None
    if (last is None and dealing is None) or (dealing is not None and not between):
        raise SaveError(SaveProblem.DAMAGED)
    (actions,) = connection.execute("SELECT count(*) FROM action").fetchone()
    return Reopenable(
        path=path,
        begun=begun,
        port=head.port,
        match=match,
        record=None if last is None or between else last.record,
        last=None if last is None else last.record,
        mix=None if dealt is None else dealt.mix,
        dealing=dealing,
        seq=len(rounds) + actions,
        last_ids=last_ids(connection),
    )
