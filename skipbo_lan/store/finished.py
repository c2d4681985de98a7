"""The finished rounds of stored matches, of those that go on and those that have ended; nothing is written."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.record import Record
from skipbo_lan.fairness.attempts import Mix
from skipbo_lan.store import schema
from skipbo_lan.store.changes import MatchBegun
from skipbo_lan.store.match_reader import mix_of, read_head, record_of, saved_rounds
from skipbo_lan.store.saves import TROUBLE, SaveError, SaveProblem, problem_of
from skipbo_lan.store.unfinished import Unusable


@dataclass(frozen=True, slots=True)
class Stored:
    """A match in a folder of matches."""

    path: Path
    table_id: bytes
    table: str
    played: float
    """When it was written last, in seconds since 1970 by the host's clock."""


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round that was played to its end."""

    begun: MatchBegun
    number: int
    """From 0."""
    record: Record
    mix: Mix | None
    """How it was dealt; None: from a given seed."""


class NotFinished(Exception):
    """The match has no such finished round."""

    def __init__(self, table: str, finished: int) -> None:
        super().__init__(finished)
        self.table = table
        self.finished = finished
        """How many rounds are."""


def stored_matches(folder: Path) -> tuple[tuple[Stored, ...], tuple[Unusable, ...]]:
    """The matches in a folder, the last played first, and the files that cannot be read."""
    found: list[Stored] = []
    unusable: list[Unusable] = []
    for path in sorted(folder.glob("*.match")):
        try:
            found.append(_stored(path))
        except SaveError as error:
            unusable.append(Unusable(path, error.problem))
    return tuple(sorted(found, key=lambda match: -match.played)), tuple(unusable)


def finished_round(path: Path, number: int | None) -> FinishedRound:
    """A round of a stored match by its number, from 0; None: the last that is finished.

    Raises NotFinished, and SaveError.
    """
    try:
        with closing(schema.connect(path)) as connection:
            schema.check_head(connection)
            connection.execute("BEGIN")
            begun, rounds = read_head(connection).begun, list(saved_rounds(connection))
            finished = sum(outcome is not None for _, _, outcome in rounds)
            number = finished - 1 if number is None else number
            if not 0 <= number < finished:
                raise NotFinished(begun.table, finished)
            dealer, seed, outcome = rounds[number]
            played = record_of(connection, begun, number, dealer, seed)
            if played.outcome != outcome:
                raise SaveError(SaveProblem.DAMAGED)
            dealt = mix_of(connection, number)
            return FinishedRound(begun, number, played.record, None if dealt is None else dealt.mix)
    except TROUBLE as error:
        # Without its cause: what the file holds may be secret, and stands in some of these errors.
        problem = problem_of(error)
    raise SaveError(problem, path)


def _stored(path: Path) -> Stored:
    try:
        with closing(schema.connect(path)) as connection:
            schema.check_head(connection)
            connection.execute("BEGIN")
            begun = read_head(connection).begun
        played = path.stat().st_mtime
        with suppress(FileNotFoundError):
            played = max(played, path.with_name(path.name + "-wal").stat().st_mtime)
    except TROUBLE as error:
        problem = problem_of(error)
    else:
        return Stored(path, begun.table_id, begun.table, played)
    raise SaveError(problem, path)
