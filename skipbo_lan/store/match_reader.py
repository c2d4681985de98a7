"""A stored match read back, for playing it again and for its history.

The actions are read by replaying them, so that a file whose actions the rules refuse is found out at once.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.actions import Action
from engine.deal import deal
from engine.notation import parse
from engine.observe import observe
from engine.options import with_option
from engine.outcome import Outcome, Termination
from engine.record import Record
from engine.rules import apply
from engine.ruleset import Ruleset, Seat
from skipbo_lan.fairness.attempts import Attempt, Call, Mix, Why
from skipbo_lan.store import schema
from skipbo_lan.store.changes import ChatSaid, MatchBegun, MatchEnded, SavedSeat, SavedTerms
from skipbo_lan.store.saves import TROUBLE, SaveError, SaveProblem, problem_of


@dataclass(frozen=True, slots=True)
class SavedRound:
    """A round as it was stored: complete when it has an outcome."""

    record: Record
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SavedMix:
    """How a round was dealt together, or is being dealt."""

    number: int
    """Of the round, from 0."""
    mix: Mix
    wish: Seat
    """Who deals the first round where the rules leave it to the host."""


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


@dataclass(frozen=True, slots=True)
class SavedHead:
    """What a match file says of the match as a whole."""

    begun: MatchBegun
    created: int
    port: int | None
    """Where it was hosted last."""
    ended: MatchEnded | None


def records(path: Path) -> tuple[SavedRound, ...]:
    """The rounds of a stored match in order, with their results. Raises SaveError."""
    return read_match(path).rounds


def read_match(path: Path) -> SavedMatch:
    """A stored match, which may be in progress elsewhere. Raises SaveError, and OSError when there is no such file."""
    path.stat()
    try:
        with closing(schema.connect(path)) as connection:
            schema.check_head(connection)
            connection.execute("BEGIN")
            return _read(connection)
    except TROUBLE as error:
        # Without its cause: what the file holds may be secret, and stands in some of these errors.
        problem = problem_of(error)
    raise SaveError(problem, path)


def _read(connection: sqlite3.Connection) -> SavedMatch:
    head = read_head(connection)
    return SavedMatch(
        begun=head.begun,
        created=head.created,
        rounds=tuple(_read_rounds(connection, head.begun)),
        last_ids=last_ids(connection),
        chat=tuple(
            ChatSaid(seat, text, bool(team), name) for _, seat, name, text, team in _in_order(connection, "chat")
        ),
        ended=head.ended,
    )


def read_head(connection: sqlite3.Connection) -> SavedHead:
    """The match without its rounds."""
    table_id, name, app, epoch, port, created, ruleset, terms, key, seed, ended, winners = schema.row(
        connection, "match"
    )
    seats = tuple(
        SavedSeat(name, bool(bot), level, bool(owner), key, bool(offered))
        for _, name, bot, level, owner, offered, key, *_ in _in_order(connection, "seat", "seat")
    )
    begun = MatchBegun(table_id, name, app, epoch, _ruleset_of(ruleset), seats, seed, _terms_of(terms, key))
    return SavedHead(begun, created, port, MatchEnded(tuple(json.loads(winners))) if ended else None)


def saved_rounds(connection: sqlite3.Connection) -> Iterator[tuple[Seat, bytes, Outcome | None]]:
    """Of each round: its dealer, its seed, and its outcome once it is over."""
    for _, dealer, seed, termination, winner, points in _in_order(connection, "round"):
        yield dealer, seed, None if termination is None else Outcome(Termination(termination), winner, points)


def mix_of(connection: sqlite3.Connection, number: int) -> SavedMix | None:
    """How the round with this number was dealt together, as far as it has come; None: from a given seed, or not yet."""
    for _, secret, wish in schema.rows(connection, "mix", "WHERE round = ?", number):
        attempts = tuple(
            _attempt(connection, number, *row)
            for _, *row in _in_order(connection, "attempt", where="WHERE round = ?", values=(number,))
        )
        if not attempts:
            raise SaveError(SaveProblem.DAMAGED)
        return SavedMix(number, Mix(secret, attempts), wish)
    return None


def record_of(connection: sqlite3.Connection, begun: MatchBegun, number: int, dealer: Seat, seed: bytes) -> SavedRound:
    """A round with its actions, each read on the table that it was made on, and the outcome that follows from them."""
    table, _ = deal(begun.ruleset, len(begun.seats), dealer, seed)
    actions: list[tuple[Seat | None, Action]] = []
    for _, _, seat, text, _ in _in_order(connection, "action", where="WHERE round = ?", values=(number,)):
        action = parse(observe(table, seat), text)
        table, _ = apply(table, seat, action)
        actions.append((seat, action))
    return SavedRound(Record(begun.ruleset, len(begun.seats), dealer, seed, tuple(actions)), table.outcome)


def last_ids(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Of each seat: the id of the last Act of the player who sits there now."""
    return tuple(
        connection.execute(
            "SELECT coalesce(max(act_id), 0) FROM action WHERE seat = ? AND (round, number) >= (?, ?)",
            (seat, since_round, since_number),
        ).fetchone()[0]
        for seat, *_, since_round, since_number in _in_order(connection, "seat", "seat")
    )


_NUMBERED: Final = {"action": (1, 0), "attempt": (1, 1)}
"""Where a row has its number, and what the first is, unless both are 0."""


def _read_rounds(connection: sqlite3.Connection, begun: MatchBegun) -> Iterator[SavedRound]:
    for number, (dealer, seed, outcome) in enumerate(saved_rounds(connection)):
        played = record_of(connection, begun, number, dealer, seed)
        if played.outcome != outcome:
            raise SaveError(SaveProblem.DAMAGED)
        yield played


def _attempt(connection: sqlite3.Connection, round_number: int, number: int, text: str, listed: int) -> Attempt:
    told = json.loads(text)
    why = None if told["why"] is None else Why(told["why"])
    call = Call(number, tuple(told["asked"]), tuple(told["away"]), tuple(told["left_out"]), told["dealer"], why)
    where = "WHERE (round, attempt) = (?, ?) ORDER BY seat"
    given = [
        (seat, put, nonce) for _, _, seat, put, nonce in schema.rows(connection, "given", where, round_number, number)
    ]
    return Attempt(
        call,
        commitments=tuple((seat, put) for seat, put, _ in given),
        listed=bool(listed),
        nonces=tuple((seat, nonce) for seat, _, nonce in given if nonce is not None),
    )


def _in_order(
    connection: sqlite3.Connection, table: str, key: str = "number", *, where: str = "", values: Iterable[object] = ()
) -> Iterator[tuple[Any, ...]]:
    """The rows by their number, of which none is missing."""
    place, first = _NUMBERED.get(table, (0, 0))
    for number, row in enumerate(schema.rows(connection, table, f"{where} ORDER BY {key}", *values), first):
        if row[place] != number:
            raise SaveError(SaveProblem.DAMAGED)
        yield row


def _ruleset_of(text: str) -> Ruleset:
    ruleset = Ruleset()
    for key, value in json.loads(text).items():
        ruleset = with_option(ruleset, key, value)
    return ruleset


def _terms_of(text: str, password_key: bytes | None) -> SavedTerms:
    told = json.loads(text)
    return SavedTerms(
        capacity=told["capacity"],
        grace=told["grace"],
        absent=told["absent"],
        turn_timer=told["turn_timer"],
        idle_limit=told["idle_limit"],
        spectators=told["spectators"],
        password_key=password_key,
    )
