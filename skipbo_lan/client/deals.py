"""A client's part in the deal exchange: what it heard of each deal, what it answers, and the proof it is shown (P46).

1. A number is shown for one list only, and only if that list holds what this client has committed to.
2. An announcement that is not the next one is not answered; what was refused is remembered and told.
3. Nothing here is sent before `rounds` has been kept: a client that is ended and started again answers the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from engine.ruleset import Seat
from engine.view import View
from protocol import dealing as d
from protocol.errors import RemoteProtocolError
from protocol.fairness import seat_commitment
from protocol.limits import NONCE_BYTES
from protocol.messages import Message
from skipbo_lan.fairness import from_wire
from skipbo_lan.fairness.attempts import Call
from skipbo_lan.fairness.digest import view_digest
from skipbo_lan.fairness.heard import Heard, Objection, RoundHeard
from skipbo_lan.fairness.proof import Proof
from skipbo_lan.fairness.verdict import Verdict

_ROUNDS_KEPT: Final = 2
"""The proof of a round may come when the next has been announced already."""

FreshBytes: TypeAlias = Callable[[int], bytes]
"""So many bytes that nobody can foresee."""


class Part(StrEnum):
    """What a client has to do with deals."""

    GUEST = "guest"
    """It gives a number, and checks."""
    HOST = "host"
    """It checks; the numbers of the machine that deals would prove nothing."""
    NONE = "none"
    """A bot of the host's own: neither."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A complete proof that waits to be checked."""

    proof: Proof
    seq: int
    """Of the deal."""


@dataclass(frozen=True, slots=True)
class Deals:
    """The last rounds, and what became of them."""

    rounds: tuple[RoundHeard, ...] = ()
    """The newest comes last."""
    away: bool = True
    """Whether this client has been away since the last announcement: it may have missed some."""
    newcomer: bool = False
    """Whether this client has just got its seat."""
    head: d.DealProof | None = None
    pages: tuple[d.DealActions, ...] = ()
    shown: Shown | None = None
    verdict: Verdict | None = None
    """Of the last round that was judged."""

    def round(self, number: int) -> RoundHeard | None:
        """What was heard of the round with this number."""
        return next((one for one in self.rounds if one.number == number), None)


def hear_call(deals: Deals, said: d.Deal, table_id: bytes, seat: Seat | None, fresh: FreshBytes) -> Answer:
    """The announcement of an attempt; `seat` is None for whoever gives no number."""
    call = from_wire.call(said)
    objection, again = _judge_call(deals, said.round, call)
    if objection is not None:
        return _objected(deals, objection), None
    if again is None:
        again = Heard(call, fresh(NONCE_BYTES) if seat in call.asked else None)
        deals = _with_attempt(deals, said.round, again)
    deals = replace(deals, away=False, newcomer=False)
    if again.nonce is None or again.host is not None or seat is None:
        return deals, None
    commitment = seat_commitment(table_id, said.round, call.number, seat, again.nonce)
    return deals, d.Commit(round=said.round, attempt=call.number, commitment=commitment)


def hear_list(deals: Deals, said: d.Commitments, table_id: bytes, seat: Seat | None) -> Answer:
    """What everybody has committed to."""
    commitments = from_wire.numbers_of(said.seats)
    found = deals.rounds[-1] if deals.rounds else None
    heard = found.attempts[-1] if found is not None and found.attempts else None
    known = found is not None and heard is not None and (found.number, heard.call.number) == (said.round, said.attempt)
    if not known and deals.away:
        return deals, None  # of an attempt that was announced while this client was away, or before it came
    if found is None or heard is None or not known:
        return _objected(deals, Objection.SECOND_LIST), None
    if heard.host is not None and (heard.host, heard.commitments) != (said.host, commitments):
        return _objected(deals, Objection.SECOND_LIST), None
    heard = replace(heard, host=said.host, commitments=commitments)
    if seat is None or heard.nonce is None or not _is_in(heard, table_id, said.round, seat):
        return _with_attempt(deals, said.round, heard), None
    deals = _with_attempt(deals, said.round, replace(heard, revealed=True))
    return deals, d.Reveal(round=said.round, attempt=said.attempt, nonce=heard.nonce)


def hear_view(deals: Deals, round_number: int, seq: int, view: View) -> Deals:
    """A view of a round."""
    digest = view_digest(view)
    found = deals.round(round_number) or RoundHeard(round_number, later=deals.newcomer)
    if not found.views:
        found = replace(found, dealer=view.dealer, there=not deals.away)
    if found.views[-1:] == ((seq, digest),):
        return deals
    return _with_round(deals, replace(found, views=(*found.views, (seq, digest))))


def hear_proof(deals: Deals, said: d.DealProof | d.DealActions, table_id: bytes) -> Deals:
    """The next page of a proof. Raises RemoteProtocolError for one that belongs to none."""
    if isinstance(said, d.DealProof):
        deals = replace(deals, head=said, pages=())
    elif deals.head is None or deals.head.round != said.round:
        raise RemoteProtocolError("actions of a round that is not being shown")
    else:
        deals = replace(deals, pages=(*deals.pages, said))
    head = deals.head
    assert head is not None, "a proof begins with its head"
    come = sum(len(page.actions) for page in deals.pages)
    if come < head.actions:
        return deals
    if come > head.actions:
        raise RemoteProtocolError("more actions than were announced")
    shown = Shown(from_wire.proof(head, deals.pages, table_id), head.seq)
    known = deals.verdict is not None and deals.verdict.round_number >= head.round
    return replace(deals, head=None, pages=(), shown=deals.shown if known else shown)


def come_back(deals: Deals) -> Deals:
    """This client was away: it may have missed announcements and proofs."""
    return replace(deals, away=True, head=None, pages=())


def judged(deals: Deals, verdict: Verdict) -> Deals:
    """A round was judged; another proof of it is not looked at again."""
    return replace(deals, shown=None, verdict=verdict)


Answer: TypeAlias = tuple[Deals, Message | None]
"""What is known now, and what is to be sent once that is kept."""


def _judge_call(deals: Deals, round_number: int, call: Call) -> tuple[Objection | None, Heard | None]:
    """What is wrong with this announcement, if anything, and the same one heard before, if it was."""
    if not deals.rounds or not deals.rounds[-1].attempts:
        known = deals.rounds[-1].number if deals.rounds else -1
        return (Objection.NOT_NEXT if round_number < known else None), None
    last = deals.rounds[-1]
    heard = last.attempts[-1]
    newest, now = (last.number, heard.call.number), (round_number, call.number)
    if now == newest:
        return (None, heard) if heard.call == call else (Objection.OTHER_CALL, None)
    follows = now in ((last.number, heard.call.number + 1), (last.number + 1, 1))
    return (None if follows or (deals.away and now > newest) else Objection.NOT_NEXT), None


def _is_in(heard: Heard, table_id: bytes, round_number: int, seat: Seat) -> bool:
    assert heard.nonce is not None, "only who gives a number looks for it"
    own = seat_commitment(table_id, round_number, heard.call.number, seat, heard.nonce)
    return (seat, own) in heard.commitments


def _objected(deals: Deals, objection: Objection) -> Deals:
    newest = deals.rounds[-1] if deals.rounds else RoundHeard(0)
    return _with_round(deals, replace(newest, objection=newest.objection or objection))


def _with_attempt(deals: Deals, round_number: int, heard: Heard) -> Deals:
    """The same with one attempt more, or with another state of the last."""
    found = deals.round(round_number) or RoundHeard(round_number)
    earlier = tuple(one for one in found.attempts if one.call.number != heard.call.number)
    return _with_round(deals, replace(found, attempts=(*earlier, heard)))


def _with_round(deals: Deals, found: RoundHeard) -> Deals:
    others = tuple(one for one in deals.rounds if one.number != found.number)
    rounds = tuple(sorted((*others, found), key=lambda one: one.number))
    return replace(deals, rounds=rounds[-_ROUNDS_KEPT:])
