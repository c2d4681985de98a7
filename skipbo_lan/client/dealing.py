"""A client's state and the deal exchange: each message makes a new state, and sometimes an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from engine.ruleset import Seat
from protocol import dealing as d
from protocol.errors import RemoteProtocolError
from protocol.messages import Message, Room, Update, Welcome
from skipbo_lan.client.deals import (
    Case,
    Deals,
    FreshBytes,
    Here,
    Part,
    come_back,
    hear_call,
    hear_list,
    hear_proof,
    hear_room,
    hear_view,
    was_there,
)
from skipbo_lan.client.judging import unproved
from skipbo_lan.client.log import Judged, LogEntry, Note, NoteKind
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState, logged
from skipbo_lan.fairness.heard import Memory
from skipbo_lan.fairness.verdict import Breach, Judgement, Verdict

Taken: TypeAlias = tuple[ClientState, Message | None]
"""The state, and what is to be sent once the state has been kept."""


def take(before: ClientState, state: ClientState, message: Message, part: Part, fresh: FreshBytes, now: float) -> Taken:
    """What a message means for the deals, after `state.update` has made `state` of it. Raises RemoteProtocolError."""
    deals = state.deals
    match message:
        case Welcome(token=token):
            return _welcomed(before, state, newcomer=token is not None), None
        case Room() if message is state.room:
            return replace(state, deals=hear_room(deals, message)), None
        case d.Deal():
            here = _here(state, part, now)
            state = _with_overdue(state, here.room)
            return _after(state, message, *hear_call(state.deals, message, here, fresh))
        case d.Commitments():
            return _after(state, message, *hear_list(deals, message, _here(state, part, now)))
        case d.DealProof() | d.DealActions():
            return replace(state, deals=hear_proof(deals, message, _here(state, part, now))), None
        case Update() if state.view is not None and state.room is not None:
            if (message.epoch, message.seq) != (state.epoch, state.seq):
                return state, None  # an old one, which is not shown to anybody
            view, room = state.view, state.room
            if room.stage == "playing" and was_there(deals, room.rounds_played - 1):
                state = _with_overdue(state, room)  # the proof stands before the next cards
            heard = hear_view(state.deals, message.seq, view, room)
            return logged(replace(state, deals=heard), *_objections(state.deals, heard)), None
        case _:
            return state, None


def recalled(state: ClientState, memory: Memory) -> ClientState:
    """The state with what an earlier run of this program has kept: its visits at the table are over."""
    rounds = (replace(one, attempts=tuple(replace(heard, visit=-1) for heard in one.attempts)) for one in memory.rounds)
    return replace(state, deals=replace(state.deals, memory=replace(memory, rounds=tuple(rounds))))


def with_verdict(state: ClientState, case: Case, verdict: Verdict) -> ClientState:
    """The state when a case has been judged; the table may be another one by then."""
    told = logged(state, Judged(verdict))
    if case.here.table_id != state.table_id:
        return told
    memory = state.deals.memory.judged(case.proof.round_number, case.end, case.proof.dealer)
    return replace(told, deals=replace(state.deals, case=None, memory=memory, verdict=verdict))


def with_last_verdict(state: ClientState) -> ClientState:
    """The state at the end: what has not been shown by now never will be."""
    return state if state.room is None else _with_overdue(state, state.room)


def awaits_verdict(state: ClientState) -> bool:
    """Whether a round that is over was dealt together and has not been judged yet."""
    return state.deals.case is not None or (state.room is not None and _overdue(state.deals, state.room) is not None)


def _here(state: ClientState, part: Part, now: float) -> Here:
    if state.room is None or state.ruleset is None:
        raise RemoteProtocolError("a deal before there is a room")
    return Here(state.table_id, state.room, state.ruleset, state.seat, part, now)


def _welcomed(before: ClientState, state: ClientState, *, newcomer: bool) -> ClientState:
    """At another table, or in another match, what was not shown before is not forgotten without a word."""
    if before.table_id and state.table_id != before.table_id:
        told = with_last_verdict(before)
        state = replace(state, log=told.log)
    return replace(state, deals=come_back(state.deals, newcomer=newcomer))


def _with_overdue(state: ClientState, room: Room) -> ClientState:
    """When the next round has begun: a proof that has not come by now will not come."""
    number = _overdue(state.deals, room)
    if number is None:
        return state
    deals = state.deals
    verdict = unproved(number, deals.memory, away=not was_there(deals, number))
    newest = deals.memory.views[-1][0] if deals.memory.views else 0
    memory = deals.memory.judged(number, newest, None)
    return logged(replace(state, deals=replace(deals, memory=memory, verdict=verdict)), Judged(verdict))


def _overdue(deals: Deals, room: Room) -> int | None:
    """The last round that is over, if something is known of it, or of one before, that has not been judged."""
    over, memory = room.rounds_played - 1, deals.memory
    known = memory.views or any(one.number <= over and one.attempts for one in memory.rounds)
    if room.seeded or not known or over <= memory.judged_round or deals.case is not None or deals.head is not None:
        return None
    return over


def _after(state: ClientState, said: d.Deal | d.Commitments, deals: Deals, answer: Message | None) -> Taken:
    """The state with what was heard, and with what is to be told of it."""
    entries = (*_objections(state.deals, deals), *_notes(state, deals, said))
    return logged(replace(state, deals=deals), *entries), answer


def _objections(before: Deals, after: Deals) -> Iterator[LogEntry]:
    for one in after.memory.rounds:
        earlier = before.memory.round(one.number)
        if one.objection is not None and (earlier is None or earlier.objection is None):
            yield Judged(Verdict(one.number, Judgement.NOT_VERIFIED, Breach(one.objection.value)))


def _notes(state: ClientState, after: Deals, said: d.Deal | d.Commitments) -> Iterator[LogEntry]:
    """Who did not answer: told once, when it is first heard."""
    before, now = state.deals.memory.round(said.round), after.memory.round(said.round)
    if now is None or now == before or not now.attempts:
        return
    call = now.attempts[-1].call
    if isinstance(said, d.Deal):
        known = now.attempts[-2].call.left_out if len(now.attempts) > 1 else ()
        kind = NoteKind.DEAL_RESTARTED if said.why == "restarted" else NoteKind.DEAL_AGAIN
        for seat in call.left_out:
            if seat not in known:
                yield _note(state, kind, seat, call.number)
    elif before is None or not before.attempts or before.attempts[-1].host is None:
        given = {one.seat for one in said.seats}
        for seat in call.asked:
            if seat not in given:
                yield _note(state, NoteKind.NO_NUMBER, seat, call.number)


def _note(state: ClientState, kind: NoteKind, seat: Seat, attempt: int) -> Note:
    player = player_at(state.room, seat) if state.room is not None else None
    return Note(kind, player.name if player is not None else "", attempt, mine=seat == state.seat)
