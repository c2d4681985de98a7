"""The values of the deal exchange in their form on the wire."""

from __future__ import annotations

from collections.abc import Iterator

from protocol import dealing as d
from protocol import mapping
from protocol.limits import ACTIONS_PER_PAGE
from skipbo_lan.fairness.attempts import Attempt, Call, Numbers
from skipbo_lan.fairness.proof import Proof, ShownAttempt


def deal(round_number: int, call: Call) -> d.Deal:
    """The announcement of an attempt."""
    return d.Deal(
        round=round_number,
        attempt=call.number,
        asked=list(call.asked),
        away=list(call.away),
        left_out=list(call.left_out),
        dealer=call.dealer,
        why=None if call.why is None else call.why.value,
    )


def commitments(round_number: int, attempt: Attempt, host: bytes) -> d.Commitments:
    """The list of an attempt, with the host's own commitment."""
    return d.Commitments(
        round=round_number, attempt=attempt.call.number, host=host, seats=_commitments(attempt.commitments)
    )


def proof_messages(proof: Proof, seq: int) -> Iterator[d.DealProof | d.DealActions]:
    """A proof in its pages. `seq` is that of the deal."""
    yield d.DealProof(
        round=proof.round_number,
        seq=seq,
        players=proof.seats,
        dealer=proof.dealer,
        ruleset=mapping.ruleset_to_wire(proof.ruleset),
        secret=proof.secret,
        attempts=[_attempt(shown) for shown in proof.attempts],
        actions=len(proof.actions),
    )
    taken = [mapping.taken_to_wire(seat, action) for seat, action in proof.actions]
    for start in range(0, len(taken), ACTIONS_PER_PAGE):
        yield d.DealActions(round=proof.round_number, actions=taken[start : start + ACTIONS_PER_PAGE])


def _attempt(shown: ShownAttempt) -> d.WireAttempt:
    attempt = shown.attempt
    return d.WireAttempt(
        number=attempt.call.number,
        asked=list(attempt.call.asked),
        away=list(attempt.call.away),
        left_out=list(attempt.call.left_out),
        dealer=attempt.call.dealer,
        why=None if attempt.call.why is None else attempt.call.why.value,
        host=shown.host,
        commitments=_commitments(attempt.commitments),
        nonces=[d.SeatNonce(seat=seat, nonce=nonce) for seat, nonce in attempt.nonces],
    )


def _commitments(numbers: Numbers) -> list[d.SeatCommitment]:
    return [d.SeatCommitment(seat=seat, commitment=commitment) for seat, commitment in numbers]
