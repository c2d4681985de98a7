"""What a host says of a deal, as values. Each raises RemoteProtocolError for what no deal could be like."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import dealing as d
from protocol import mapping
from protocol.values import PenaliseAction
from skipbo_lan.fairness.attempts import Attempt, Call, Numbers, Why
from skipbo_lan.fairness.proof import Proof, ShownAttempt


def call(announced: d.Deal | d.WireAttempt) -> Call:
    """How an attempt was announced."""
    return Call(
        number=announced.attempt if isinstance(announced, d.Deal) else announced.number,
        asked=tuple(announced.asked),
        away=tuple(announced.away),
        left_out=tuple(announced.left_out),
        dealer=announced.dealer,
        why=None if announced.why is None else Why(announced.why),
    )


def numbers_of(listed: Iterable[d.SeatCommitment]) -> Numbers:
    """The commitments of a list, each seat named once."""
    return _in_order((one.seat, one.commitment) for one in listed)


def proof(head: d.DealProof, pages: Iterable[d.DealActions], table_id: bytes) -> Proof:
    """The proof of a round from all of its messages."""
    ruleset = mapping.playable_from_wire(head.ruleset, head.players)
    taken = [taken for page in pages for taken in page.actions]
    named = [head.dealer, *(seat for one in head.attempts for seat in (*one.asked, *one.away, *one.left_out))]
    named += [one.dealer for one in head.attempts if one.dealer is not None]
    named += [one.action.offender if isinstance(one.action, PenaliseAction) else one.seat or 0 for one in taken]
    mapping.require(all(seat < head.players for seat in named), "a seat that does not exist")
    return Proof(
        table_id=table_id,
        round_number=head.round,
        seats=head.players,
        dealer=head.dealer,
        ruleset=ruleset,
        secret=head.secret,
        attempts=tuple(_attempt(one) for one in head.attempts),
        actions=tuple(map(mapping.taken_from_wire, taken)),
    )


def _attempt(wire: d.WireAttempt) -> ShownAttempt:
    nonces = _in_order((one.seat, one.nonce) for one in wire.nonces)
    attempt = Attempt(call(wire), numbers_of(wire.commitments), listed=True, nonces=nonces)
    return ShownAttempt(attempt, wire.host)


def _in_order(numbers: Iterable[tuple[int, bytes]]) -> Numbers:
    found = tuple(numbers)
    seats = [seat for seat, _ in found]
    mapping.require(seats == sorted(set(seats)), "seats twice, or out of their order")
    return found
