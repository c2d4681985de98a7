"""A round with everything that shows how it was dealt, and the arithmetic that checks it. Pure, and slow: it plays the
round again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from engine.actions import Action
from engine.deal import first_dealer
from engine.errors import IllegalAction
from engine.record import Record
from engine.replay import replay
from engine.ruleset import FirstDealer, Ruleset, Seat
from engine.table import Table
from protocol.fairness import host_commitment, mixed_seed, seat_commitment
from skipbo_lan.fairness.attempts import Attempt


@dataclass(frozen=True, slots=True)
class ShownAttempt:
    """An attempt as the host shows it after the round."""

    attempt: Attempt
    host: bytes
    """The commitment that the host published."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything that shows how a round was dealt and played."""

    table_id: bytes
    round_number: int
    """Counts from 0."""
    seats: int
    dealer: Seat
    ruleset: Ruleset
    secret: bytes = field(repr=False)
    attempts: tuple[ShownAttempt, ...]
    """All of the round, at least one; the last was dealt."""
    actions: tuple[tuple[Seat | None, Action], ...] = ()
    """Every accepted action, and who took it; the referee's has no seat."""

    @property
    def last(self) -> ShownAttempt:
        """The attempt that was dealt."""
        return self.attempts[-1]

    @property
    def record(self) -> Record:
        """The round, to be played again from the seed that follows from all numbers."""
        seed = mixed_seed(
            self.table_id, self.round_number, self.last.attempt.call.number, self.secret, self.last.attempt.nonces
        )
        return Record(self.ruleset, self.seats, self.dealer, seed, self.actions)


class Flaw(StrEnum):
    """What is wrong with a proof."""

    ATTEMPTS = "attempts"
    """The attempts do not follow one from the other."""
    SECRET = "secret"
    """The secret does not open the host's commitment in this attempt."""
    NUMBER = "number"
    """A seat's number does not open its commitment in this attempt, or is missing where the round was dealt."""
    DEALER = "dealer"
    """Somebody else has to deal the first round."""
    RULES = "rules"
    """So many cannot play by these rules, or others were in force."""
    ACTION = "action"
    """The rules refuse this action."""
    UNFINISHED = "unfinished"
    """The round does not come to its end."""
    VIEW = "view"
    """This view is not what the actions led to."""
    LIST = "list"
    """The numbers, or who was to give them, were other ones when the round was dealt."""


class Unproved(Exception):
    """The proof does not hold, and where."""

    def __init__(self, flaw: Flaw, *, attempt: int = 0, seat: Seat | None = None, step: int = 0) -> None:
        super().__init__(flaw)
        self.flaw = flaw
        self.attempt = attempt
        """Which attempt, from 1; 0: none."""
        self.seat = seat
        self.step = step
        """Which action, from 1; 0: the deal."""


def proved_tables(proof: Proof) -> Iterator[Table]:
    """The table after the deal, then after each action. Raises Unproved where something does not hold."""
    _check_attempts(proof)
    _check_dealer(proof)
    steps = replay(proof.record)
    for step in range(len(proof.actions) + 1):
        try:
            table, _ = next(steps)
        except IllegalAction:
            raise Unproved(Flaw.ACTION if step else Flaw.RULES, step=step) from None
        yield table
    if table.outcome is None:
        raise Unproved(Flaw.UNFINISHED)


def _check_attempts(proof: Proof) -> None:
    """Each attempt follows from the one before, and everything that was revealed opens its commitment."""
    before: Attempt | None = None
    for shown in proof.attempts:
        _check_sequence(before, shown.attempt)
        _check_numbers(proof, shown)
        before = shown.attempt
    last = proof.last.attempt
    for seat in last.missing:
        raise Unproved(Flaw.NUMBER, attempt=last.call.number, seat=seat)


def _check_sequence(before: Attempt | None, attempt: Attempt) -> None:
    call = attempt.call
    committed = {seat for seat, _ in attempt.commitments}
    groups = (*call.asked, *call.away, *call.left_out)
    follows = call.number == 1 and call.why is None and not call.left_out
    if before is not None:
        missed = {*before.call.left_out, *before.missing}
        follows = (
            call.number == before.call.number + 1
            and call.why is not None
            and bool(before.missing)
            and set(call.left_out) == missed
        )
    if not (follows and committed <= set(call.asked) and len(set(groups)) == len(groups)):
        raise Unproved(Flaw.ATTEMPTS, attempt=call.number)


def _check_numbers(proof: Proof, shown: ShownAttempt) -> None:
    number = shown.attempt.call.number
    if host_commitment(proof.table_id, proof.round_number, number, proof.secret) != shown.host:
        raise Unproved(Flaw.SECRET, attempt=number)
    commitments = dict(shown.attempt.commitments)
    for seat, nonce in shown.attempt.nonces:
        opened = seat_commitment(proof.table_id, proof.round_number, number, seat, nonce)
        if commitments.get(seat) != opened:
            raise Unproved(Flaw.NUMBER, attempt=number, seat=seat)


def _check_dealer(proof: Proof) -> None:
    """The dealer follows from the seed where the first round's is drawn (R3); otherwise he was named beforehand."""
    follows = proof.round_number == 0 and proof.ruleset.first_dealer is not FirstDealer.HOST_CHOICE
    named = None if follows else proof.dealer
    for shown in proof.attempts:
        if shown.attempt.call.dealer != named:
            raise Unproved(Flaw.DEALER, attempt=shown.attempt.call.number)
    if follows and first_dealer(proof.ruleset, proof.seats, proof.record.seed)[0] != proof.dealer:
        raise Unproved(Flaw.DEALER, attempt=proof.last.attempt.call.number)
