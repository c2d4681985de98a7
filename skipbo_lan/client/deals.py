"""A client's part in the deal exchange: what it heard of each deal, what it answers, and the proof it is shown (P46).

1. A number is shown for one list only, and only if that list holds what this client has committed to.
2. An announcement that is not the next one is not answered; what was refused is remembered and told.
3. Nothing here is sent before `memory` has been kept: a client that is ended and started again answers the same.
4. Every view that was received is judged once, by its place in the match; what the host says of rounds decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeAlias

from engine.ruleset import Ruleset, Seat
from engine.view import View
from protocol import dealing as d
from protocol.errors import RemoteProtocolError
from protocol.fairness import seat_commitment
from protocol.limits import MAX_ROUND_ACTIONS, NONCE_BYTES
from protocol.mapping import require
from protocol.messages import Message, Room
from skipbo_lan.client.limits import ANSWERED_IN_TIME
from skipbo_lan.fairness import from_wire
from skipbo_lan.fairness.attempts import Call
from skipbo_lan.fairness.digest import terms_digest, view_digest
from skipbo_lan.fairness.heard import Heard, Memory, Objection, RoundHeard
from skipbo_lan.fairness.proof import Proof
from skipbo_lan.fairness.verdict import Verdict

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
class Here:
    """Where a client is, as far as deals are concerned."""

    table_id: bytes
    room: Room
    ruleset: Ruleset
    seat: Seat | None
    """None for a spectator."""
    part: Part
    now: float
    """Monotonic seconds."""

    @property
    def gives(self) -> Seat | None:
        """The seat for which this client gives numbers, if it gives any."""
        return self.seat if self.part is Part.GUEST else None


@dataclass(frozen=True, slots=True)
class Case:
    """A round that has been shown, with everything that is needed to judge it."""

    proof: Proof
    seq: int
    """Of the deal."""
    memory: Memory
    here: Here

    @property
    def end(self) -> int:
        """The seq of the last action."""
        return self.seq + len(self.proof.actions)


@dataclass(frozen=True, slots=True)
class Deals:
    """How the last rounds were dealt, and what became of them."""

    memory: Memory = field(default_factory=Memory)
    away: bool = True
    """Whether this client has been away since the last announcement: it may have missed some."""
    newcomer: bool = False
    """Whether this client has just got its seat, and has not been there between two rounds yet."""
    visit: int = 0
    """Counts the connections to this table."""
    waited: int = -1
    """The last visit in which this client has seen the table before a deal."""
    played: tuple[tuple[int, int], ...] = ()
    """The last two rounds that this client has seen being played, and in which visit."""
    answered_at: float = 0.0
    """Monotonic seconds when this client last gave an answer."""
    head: d.DealProof | None = None
    pages: tuple[d.DealActions, ...] = ()
    case: Case | None = field(default=None, repr=False)
    verdict: Verdict | None = None
    """Of the last round that was judged."""


Answer: TypeAlias = tuple[Deals, Message | None]
"""What is known now, and what is to be sent once that is kept."""

_DEALT: Final = ("dealing", "playing")


def hear_room(deals: Deals, room: Room) -> Deals:
    """Note whether this client is at the table before a deal, and when the cards have been dealt."""
    if room.stage == "playing":
        return _dealt(deals, room.rounds_played) if not room.seeded else deals
    between = room.stage != "dealing"
    newcomer = deals.newcomer and not between
    return replace(deals, newcomer=newcomer, waited=deals.waited if newcomer else deals.visit)


def hear_call(deals: Deals, said: d.Deal, here: Here, fresh: FreshBytes) -> Answer:
    """The announcement of an attempt. Raises RemoteProtocolError for one that no table could make."""
    _require_possible(said, here.room)
    call = from_wire.call(said)
    objection, again = _judge_call(deals, said.round, call, here.room)
    if objection is not None:
        return _objected(deals, objection), None
    if again is None:
        deals = _with_call(deals, said.round, call, here, fresh)
        again = _newest(deals)
    deals = replace(deals, away=False)
    if again is None or again.nonce is None or again.host is not None or here.gives is None:
        return deals, None
    commitment = seat_commitment(here.table_id, said.round, call.number, here.gives, again.nonce)
    answered = replace(deals, answered_at=here.now)
    return answered, d.Commit(round=said.round, attempt=call.number, commitment=commitment)


def hear_list(deals: Deals, said: d.Commitments, here: Here) -> Answer:
    """What everybody has committed to. Raises RemoteProtocolError for what cannot be a list."""
    commitments = from_wire.numbers_of(said.seats)
    heard, newest = _newest(deals), deals.memory.rounds[-1] if deals.memory.rounds else None
    if newest is None or heard is None or (newest.number, heard.call.number) != (said.round, said.attempt):
        # Of an attempt that was announced while this client was away, or before it came, or it was made up.
        return (deals if deals.away or deals.newcomer else _objected(deals, Objection.SECOND_LIST)), None
    if heard.host is not None and (heard.host, heard.commitments) != (said.host, commitments):
        return _objected(deals, Objection.SECOND_LIST), None
    heard = replace(heard, host=said.host, commitments=commitments)
    if here.gives is None or heard.nonce is None:
        return _with_attempt(deals, heard), None
    own = seat_commitment(here.table_id, said.round, heard.call.number, here.gives, heard.nonce)
    if (here.gives, own) not in commitments:
        return _with_attempt(deals, replace(heard, late=_is_late(deals, here.now))), None
    deals = replace(_with_attempt(deals, replace(heard, revealed=True)), answered_at=here.now)
    return deals, d.Reveal(round=said.round, attempt=said.attempt, nonce=heard.nonce)


def hear_view(deals: Deals, seq: int, view: View, room: Room) -> Deals:
    """A view. There are no more of them in a round than can be shown."""
    memory = deals.memory
    noted = (seq, view_digest(view))
    if room.seeded or len(memory.views) > MAX_ROUND_ACTIONS or noted in (memory.last, *memory.views[-1:]):
        return deals
    if seq <= (memory.judged_to if deals.case is None else deals.case.end):
        return _objected(deals, Objection.OLD_VIEW)
    return replace(deals, memory=replace(memory, views=(*memory.views, noted)))


def hear_proof(deals: Deals, said: d.DealProof | d.DealActions, here: Here) -> Deals:
    """The next page of a proof. Raises RemoteProtocolError for one that belongs to none, or to no round just played."""
    if isinstance(said, d.DealProof):
        over = here.room.rounds_played - (here.room.stage != "playing")
        require(said.round in (over, here.room.rounds_played - 1), "the proof of a round that was not just played")
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
    require(come == head.actions, "more actions than were announced")
    proof = from_wire.proof(head, deals.pages, here.table_id)
    deals = replace(deals, head=None, pages=())
    if head.round <= deals.memory.judged_round or deals.case is not None:
        return deals
    return replace(deals, case=Case(proof, head.seq, deals.memory, here))


def come_back(deals: Deals, *, newcomer: bool) -> Deals:
    """A new connection: this client may have missed announcements and proofs, and its last answer may be lost."""
    deals = replace(deals, away=True, newcomer=newcomer, visit=deals.visit + 1, head=None, pages=())
    heard = _newest(deals)
    return deals if heard is None else _with_attempt(deals, replace(heard, revealed=False))


def was_there(deals: Deals, number: int) -> bool:
    """Whether this client has been connected without a break since a moment when this round was played."""
    return (number, deals.visit) in deals.played


def _dealt(deals: Deals, number: int) -> Deals:
    """The cards of this round have been dealt: was this client there all the time?"""
    memory, now = deals.memory, (number, deals.visit)
    known = memory.round(number) or RoundHeard(number, later=deals.newcomer)
    announced = known.attempts[-1].visit if known.attempts else deals.visit
    there = announced == deals.visit and (deals.waited == deals.visit or was_there(deals, number - 1))
    if number > memory.judged_round:
        memory = memory.with_round(replace(known, there=known.there or there))
    played = deals.played if now in deals.played else (*deals.played[-1:], now)
    return replace(deals, memory=memory, played=played)


def _require_possible(said: d.Deal, room: Room) -> None:
    named = (*said.asked, *said.away, *said.left_out)
    guests = {player.seat for player in room.players if player.level is None and player.seat != room.owner}
    require(set(named) <= guests, "a number of somebody who gives none")
    require(said.dealer is None or said.dealer < len(room.players), "a dealer who is not there")
    first = said.attempt == 1
    require(first == (said.why is None) and not (first and said.left_out), "a reason for the first attempt")


def _judge_call(deals: Deals, round_number: int, call: Call, room: Room) -> tuple[Objection | None, Heard | None]:
    """What is wrong with this announcement, if anything, and the same one heard before, if it was."""
    if round_number != room.rounds_played or room.stage not in _DEALT or round_number <= deals.memory.judged_round:
        return Objection.NOT_NEXT, None
    last, heard = deals.memory.rounds[-1] if deals.memory.rounds else None, _newest(deals)
    if last is None or heard is None:
        begins = call.number == 1 or deals.away
        return (None if begins else Objection.NOT_NEXT), None
    newest, now = (last.number, heard.call.number), (round_number, call.number)
    if now == newest:
        return (None, heard) if heard.call == call else (Objection.OTHER_CALL, None)
    follows = now in ((last.number, heard.call.number + 1), (last.number + 1, 1))
    return (None if follows or (deals.away and now > newest) else Objection.NOT_NEXT), None


def _with_call(deals: Deals, number: int, call: Call, here: Here, fresh: FreshBytes) -> Deals:
    """The same with a new attempt; the one before is over, whatever this client had answered."""
    before = _newest(deals)
    if before is not None and before.revealed and _is_late(deals, here.now):
        deals = _with_attempt(deals, replace(before, late=True))
    memory = deals.memory
    heard = Heard(call, fresh(NONCE_BYTES) if here.gives in call.asked else None, visit=deals.visit)
    found = memory.round(number) or RoundHeard(number)
    if not found.attempts:
        terms = terms_digest(here.ruleset, len(here.room.players))
        after = memory.views[-1][0] if memory.views else memory.judged_to
        found = replace(found, terms=terms, after=after, later=deals.newcomer)
    return replace(deals, memory=memory.with_round(replace(found, attempts=(*found.attempts, heard))))


def _is_late(deals: Deals, now: float) -> bool:
    """Whether the host has gone on sooner than it waits for an answer: this client's came too late to count."""
    return now - deals.answered_at < ANSWERED_IN_TIME


def _newest(deals: Deals) -> Heard | None:
    rounds = deals.memory.rounds
    return rounds[-1].attempts[-1] if rounds and rounds[-1].attempts else None


def _objected(deals: Deals, objection: Objection) -> Deals:
    memory = deals.memory
    newest = memory.rounds[-1] if memory.rounds else RoundHeard(memory.judged_round + 1)
    return replace(deals, memory=memory.with_round(replace(newest, objection=newest.objection or objection)))


def _with_attempt(deals: Deals, heard: Heard) -> Deals:
    """The same with another state of the newest attempt."""
    found = deals.memory.rounds[-1]
    return replace(deals, memory=deals.memory.with_round(replace(found, attempts=(*found.attempts[:-1], heard))))
