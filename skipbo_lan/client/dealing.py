"""A client's state and the deal exchange: each message makes a new state, and sometimes an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from engine.ruleset import Seat
from protocol import dealing as d
from protocol.messages import Message, Update, Welcome
from skipbo_lan.client.deals import (
    Deals,
    FreshBytes,
    Part,
    come_back,
    hear_call,
    hear_list,
    hear_proof,
    hear_view,
    judged,
)
from skipbo_lan.client.judging import unproved
from skipbo_lan.client.log import Judged, LogEntry, Note, NoteKind
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState, logged
from skipbo_lan.fairness.heard import RoundHeard
from skipbo_lan.fairness.verdict import Breach, Judgement, Verdict

Taken: TypeAlias = tuple[ClientState, Message | None]
"""The state, and what is to be sent once the state has been kept."""


def take(state: ClientState, message: Message, part: Part, fresh: FreshBytes) -> Taken:
    """What a message means for the deals, after `state.update` has taken it. Raises RemoteProtocolError."""
    deals, seat = state.deals, state.seat if part is Part.GUEST else None
    match message:
        case Welcome(token=token):
            return replace(state, deals=replace(come_back(deals), newcomer=token is not None)), None
        case d.Deal():
            state = _with_overdue(state, message.round)
            return _after(state, message, *hear_call(state.deals, message, state.table_id, seat, fresh))
        case d.Commitments():
            return _after(state, message, *hear_list(deals, message, state.table_id, seat))
        case d.DealProof() | d.DealActions():
            return replace(state, deals=hear_proof(deals, message, state.table_id)), None
        case Update() if state.view is not None and (message.epoch, message.seq) == (state.epoch, state.seq):
            seen = hear_view(deals, message.round, message.seq, state.view)
            return replace(state, deals=seen), None
        case _:
            return state, None


def with_verdict(state: ClientState, verdict: Verdict) -> ClientState:
    """The state with a round that was judged."""
    return logged(replace(state, deals=judged(state.deals, verdict)), Judged(verdict))


def overdue(state: ClientState) -> RoundHeard | None:
    """The last round that is over, if it was dealt together and has not been shown or judged."""
    room = state.room
    if room is None or room.stage not in ("round_over", "match_over"):
        return None
    return _unjudged(state.deals, room.rounds_played)


def _with_overdue(state: ClientState, next_round: int) -> ClientState:
    """Before the next round: a proof that has not come by now will not come."""
    late = _unjudged(state.deals, next_round)
    return state if late is None else with_verdict(state, unproved(late.number, late, away=state.deals.away))


def _unjudged(deals: Deals, next_round: int) -> RoundHeard | None:
    done = deals.verdict.round_number if deals.verdict is not None else -1
    found = deals.round(next_round - 1)
    if found is None or not found.attempts or found.number <= done or deals.shown is not None:
        return None
    return found


def _after(state: ClientState, said: d.Deal | d.Commitments, deals: Deals, answer: Message | None) -> Taken:
    """The state with what was heard, and with what is to be told of it."""
    entries = (*_objections(state.deals, deals), *_notes(state, deals, said))
    return logged(replace(state, deals=deals), *entries), answer


def _objections(before: Deals, after: Deals) -> Iterator[LogEntry]:
    for one in after.rounds:
        earlier = before.round(one.number)
        if one.objection is not None and (earlier is None or earlier.objection is None):
            yield Judged(Verdict(one.number, Judgement.NOT_VERIFIED, Breach(one.objection.value)))


def _notes(state: ClientState, after: Deals, said: d.Deal | d.Commitments) -> Iterator[LogEntry]:
    """Who did not answer: told once, when it is first heard."""
    before, now = state.deals.round(said.round), after.round(said.round)
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
