"""A finished round as a file of its own: one JSON object of format version 1 (docs/PROTOCOL.md, Exported rounds).

It holds what shows how the round was dealt and played, and checksums that tell where it was changed. What was read
(`exported_text`) has the right types and ranges; whether it holds is for `checking`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from engine.notation import write_action
from engine.options import OPTIONS, option_text, with_option
from engine.outcome import Outcome, Termination
from engine.record import Record
from engine.replay import replay
from engine.ruleset import MIN_SEATS, Ruleset
from protocol.dealing import AttemptNumber, Seats, WhyAgain
from protocol.limits import (
    HASH_BYTES,
    MAX_ATTEMPTS,
    MAX_ROUND_ACTIONS,
    MAX_SEATS,
    MAX_U32,
    TABLE_ID_BYTES,
)
from protocol.values import AppText, Name, Score, SeatNumber
from skipbo_lan.fairness.attempts import Attempt, Call, Mix, Numbers, Why, commitment_of_host
from skipbo_lan.fairness.checksums import action_checksum, checksum, dealt_checksum
from skipbo_lan.fairness.limits import ACTION_CHARS, CHECKSUM_BYTES, OPTION_CHARS
from skipbo_lan.fairness.proof import ShownAttempt

FORMAT: Final = "skipbo-lan round"
VERSION: Final = 1


def _hex(size: int) -> Meta:
    return Meta(pattern=rf"\A[0-9a-f]{{{2 * size}}}\Z")


HexHash: TypeAlias = Annotated[str, _hex(HASH_BYTES)]
Checksum: TypeAlias = Annotated[str, _hex(CHECKSUM_BYTES)]
SeatKey: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-5]\Z")]
ActionText: TypeAlias = Annotated[str, Meta(max_length=ACTION_CHARS)]
OptionText: TypeAlias = Annotated[str, Meta(max_length=OPTION_CHARS)]


class ExportedAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """An attempt to deal the round together; seats stand for their clients."""

    number: AttemptNumber
    asked: Seats
    away: Seats
    left_out: Seats
    dealer: SeatNumber | None
    why: WhyAgain | None
    host: HexHash
    commitments: dict[SeatKey, HexHash]
    nonces: dict[SeatKey, HexHash]


class ExportedOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How the round ended."""

    termination: Termination
    winner: SeatNumber | None
    """The winning side."""
    points: Score


class ExportedRound(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that stands in the file, in its order."""

    format: Literal["skipbo-lan round"]
    version: Literal[1]
    app: AppText
    """The program that hosted the match."""
    table: Name
    table_id: Annotated[str, _hex(TABLE_ID_BYTES)]
    round: Annotated[int, Meta(ge=1, le=MAX_U32 + 1)]
    """Counts from 1."""
    players: Annotated[list[Name], Meta(min_length=MIN_SEATS, max_length=MAX_SEATS)]
    """Who sat there when the file was written, by seat."""
    ruleset: dict[str, OptionText]
    dealer: SeatNumber
    secret: HexHash | None
    """The host's; None: the seed was given to the host."""
    seed: HexHash
    attempts: Annotated[list[ExportedAttempt], Meta(max_length=MAX_ATTEMPTS)]
    dealt: Checksum
    """After the deal."""
    actions: Annotated[list[tuple[SeatNumber | None, ActionText, Checksum]], Meta(max_length=MAX_ROUND_ACTIONS)]
    """Who acted and how, and the checksum after it; the referee's actions have no seat."""
    outcome: ExportedOutcome
    sums: dict[str, Checksum]
    """A checksum of every other part."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Which round it is, and who played it."""

    app: str
    table: str
    table_id: bytes
    number: int
    """Of the round, from 0."""
    players: tuple[str, ...]


def exported(setting: Setting, record: Record, mix: Mix | None) -> ExportedRound:
    """A finished round as it is written; without a mix its seed was given. It has at most MAX_ROUND_ACTIONS actions."""
    (dealt, _), *steps = replay(record)
    outcome = steps[-1][0].outcome if steps else None
    assert outcome is not None, "only a finished round is exported"
    actions = [(seat, write_action(action)) for seat, action in record.actions]
    shown = ExportedRound(
        format="skipbo-lan round",
        version=1,
        app=setting.app,
        table=setting.table,
        table_id=setting.table_id.hex(),
        round=setting.number + 1,
        players=list(setting.players),
        ruleset={key: option_text(record.ruleset, key) for key in OPTIONS},
        dealer=record.dealer,
        secret=None if mix is None else mix.secret.hex(),
        seed=record.seed.hex(),
        attempts=[] if mix is None else list(_attempts(setting, mix)),
        dealt=dealt_checksum(dealt),
        actions=[
            (seat, text, action_checksum(seat, text, table))
            for (seat, text), (table, _) in zip(actions, steps, strict=True)
        ],
        outcome=outcome_form(outcome),
        sums={},
    )
    return msgspec.structs.replace(shown, sums=sums_of(shown))


def ruleset_of(shown: ExportedRound) -> Ruleset:
    """The rules in force; an option that is not named has its value in `classic`. Raises OptionError."""
    ruleset = Ruleset()
    for key, text in shown.ruleset.items():
        ruleset = with_option(ruleset, key, text)
    return ruleset


def attempts_of(shown: ExportedRound) -> tuple[ShownAttempt, ...]:
    """The attempts to deal the round together; none when its seed was given."""
    return tuple(
        ShownAttempt(
            Attempt(
                Call(
                    number=one.number,
                    asked=tuple(one.asked),
                    away=tuple(one.away),
                    left_out=tuple(one.left_out),
                    dealer=one.dealer,
                    why=None if one.why is None else Why(one.why),
                ),
                commitments=_numbers(one.commitments),
                listed=True,
                nonces=_numbers(one.nonces),
            ),
            host=bytes.fromhex(one.host),
        )
        for one in shown.attempts
    )


def outcome_form(outcome: Outcome) -> ExportedOutcome:
    """The outcome as it stands in the file."""
    return ExportedOutcome(outcome.termination, outcome.winner, outcome.points)


def sums_of(shown: ExportedRound) -> dict[str, str]:
    """The checksums of all other parts."""
    return {key: checksum(value) for key, value in msgspec.to_builtins(shown).items() if key != "sums"}


def _attempts(setting: Setting, mix: Mix) -> Iterator[ExportedAttempt]:
    for attempt in mix.attempts:
        call = attempt.call
        yield ExportedAttempt(
            number=call.number,
            asked=list(call.asked),
            away=list(call.away),
            left_out=list(call.left_out),
            dealer=call.dealer,
            why=None if call.why is None else call.why.value,
            host=commitment_of_host(mix, setting.table_id, setting.number, attempt).hex(),
            commitments={str(seat): value.hex() for seat, value in attempt.commitments},
            nonces={str(seat): value.hex() for seat, value in attempt.nonces},
        )


def _numbers(told: dict[str, str]) -> Numbers:
    return tuple(sorted((int(seat), bytes.fromhex(value)) for seat, value in told.items()))
