"""Changes as rows: what each kind of change puts into a match file, in the transaction that is going on."""

from __future__ import annotations

import json
import sqlite3
import time
from typing import Any, assert_never

from engine.notation import write_action
from engine.options import OPTIONS, option_text
from engine.ruleset import Ruleset, Seat
from skipbo_lan.fairness.attempts import Call
from skipbo_lan.store import schema
from skipbo_lan.store.changes import (
    ActionTaken,
    AttemptMade,
    Change,
    ChatSaid,
    Committed,
    Listed,
    MatchBegun,
    MatchEnded,
    MixBegun,
    Reopened,
    Revealed,
    RoundBegun,
    RoundEnded,
    SavedSeat,
    SavedTerms,
    SeatChanged,
)


def write(connection: sqlite3.Connection, change: Change, port: int | None) -> None:
    """Write one change; `port` is where the match is hosted."""
    match change:
        case MatchBegun():
            _write_match(connection, change, port)
        case Reopened():
            _alter_match(connection, epoch=change.epoch, port=change.port)
        case SeatChanged(seat, saved):
            schema.replace(connection, "seat", _seat_row(seat, saved, _place(connection)))
        case MixBegun(number, secret, wish):
            schema.insert(connection, "mix", (number, secret, wish))
        case AttemptMade(round_number, call):
            schema.insert(connection, "attempt", (round_number, call.number, _call_text(call), False))
        case Committed(round_number, attempt, seat, commitment):
            schema.insert(connection, "given", (round_number, attempt, seat, commitment, None))
        case Listed(round_number, attempt):
            _, _, text, _ = schema.row(connection, "attempt", "WHERE (round, number) = (?, ?)", round_number, attempt)
            schema.replace(connection, "attempt", (round_number, attempt, text, True))
        case Revealed(round_number, attempt, seat, nonce):
            where = "WHERE (round, attempt, seat) = (?, ?, ?)"
            *_, commitment, _ = schema.row(connection, "given", where, round_number, attempt, seat)
            schema.replace(connection, "given", (round_number, attempt, seat, commitment, nonce))
        case RoundBegun(number, dealer, seed):
            schema.insert(connection, "round", (number, dealer, seed, None, None, None))
        case ActionTaken(round_number, number, seat, action, act_id):
            row = (round_number, number, seat, write_action(action), act_id)
            schema.insert(connection, "action", row)
        case RoundEnded(number, outcome):
            _, dealer, seed, *_ = schema.row(connection, "round", "WHERE number = ?", number)
            ended = (outcome.termination.value, outcome.winner, outcome.points)
            schema.replace(connection, "round", (number, dealer, seed, *ended))
        case ChatSaid(seat, text, team, name):
            (lines,) = connection.execute("SELECT count(*) FROM chat").fetchone()
            schema.insert(connection, "chat", (lines, seat, name, text, team))
        case MatchEnded(winners):
            _alter_match(connection, ended=1, winners=json.dumps(winners))
        case _:
            assert_never(change)


def _write_match(connection: sqlite3.Connection, begun: MatchBegun, port: int | None) -> None:
    schema.insert(
        connection,
        "match",
        (
            begun.table_id,
            begun.table,
            begun.app,
            begun.epoch,
            port,
            int(time.time()),
            _text_of(begun.ruleset),
            _terms_text(begun.terms),
            begun.terms.password_key,
            begun.seed,
            0,
            "[]",
        ),
    )
    for seat, saved in enumerate(begun.seats):
        schema.insert(connection, "seat", _seat_row(seat, saved, (0, 0)))


def _alter_match(connection: sqlite3.Connection, **changed: object) -> None:
    columns = [row[1] for row in connection.execute("PRAGMA table_info(match)")][:-1]
    old = dict(zip(columns, schema.row(connection, "match"), strict=True))
    connection.execute("DELETE FROM match")
    schema.insert(connection, "match", tuple((old | changed).values()))


def _text_of(ruleset: Ruleset) -> str:
    """All options by name, so that a later version with more of them still reads these."""
    return json.dumps({key: option_text(ruleset, key) for key in OPTIONS})


def _terms_text(terms: SavedTerms) -> str:
    told: dict[str, Any] = {
        "capacity": terms.capacity,
        "grace": terms.grace,
        "absent": terms.absent,
        "turn_timer": terms.turn_timer,
        "idle_limit": terms.idle_limit,
        "spectators": terms.spectators,
    }
    return json.dumps(told)


def _call_text(call: Call) -> str:
    told = {"asked": call.asked, "away": call.away, "left_out": call.left_out, "dealer": call.dealer, "why": call.why}
    return json.dumps(told)


def _seat_row(seat: Seat, saved: SavedSeat, since: tuple[int, int]) -> tuple[object, ...]:
    return (seat, saved.name, saved.bot, saved.level, saved.owner, saved.offered, saved.key, *since)


def _place(connection: sqlite3.Connection) -> tuple[int, int]:
    """The present round, and the number that its next action will have."""
    (number,) = connection.execute("SELECT coalesce(max(number), 0) FROM round").fetchone()
    (actions,) = connection.execute("SELECT count(*) FROM action WHERE round = ?", (number,)).fetchone()
    return number, actions
