"""The verdict on a deal: the proof that a host shows, against everything that this client saw. Pure, and slow."""

from __future__ import annotations

from dataclasses import dataclass

from engine.observe import observe
from engine.ruleset import Ruleset, Seat
from protocol.limits import MAX_ROUND_ACTIONS
from skipbo_lan.client.deals import Part, Shown
from skipbo_lan.fairness.digest import view_digest
from skipbo_lan.fairness.heard import Heard, RoundHeard
from skipbo_lan.fairness.proof import Flaw, Proof, Unproved, proved_tables
from skipbo_lan.fairness.verdict import Breach, Gap, Judgement, Reason, Verdict


@dataclass(frozen=True, slots=True)
class Me:
    """Who judges."""

    seat: Seat | None
    """None for a spectator."""
    part: Part
    ruleset: Ruleset
    """The rules in force, as this client knows them."""
    seats: int
    dealt_before: Seat | None = None
    """Who dealt the round before, if this client has seen it."""


def judge(shown: Shown, heard: RoundHeard | None, me: Me) -> Verdict:
    """What this client says of a round that was shown."""
    proof, heard = shown.proof, heard or RoundHeard(shown.proof.round_number)
    if heard.objection is not None:
        return _verdict(proof, Judgement.NOT_VERIFIED, Breach(heard.objection.value))
    try:
        _check_rules(proof, me)
        _check_heard(proof, heard)
        _check_views(shown, heard, me.seat)
    except Unproved as flaw:
        return Verdict(
            proof.round_number, Judgement.NOT_VERIFIED, flaw.flaw, attempt=flaw.attempt, seat=flaw.seat, step=flaw.step
        )
    return _whose_number(proof, heard, me)


def unproved(number: int, heard: RoundHeard, *, away: bool) -> Verdict:
    """What this client says of a round that was over without a proof; `away`: it may have been shown meanwhile."""
    if heard.objection is not None:
        return Verdict(number, Judgement.NOT_VERIFIED, Breach(heard.objection.value))
    if heard.views and heard.views[-1][0] - heard.views[0][0] > MAX_ROUND_ACTIONS:
        return Verdict(number, Judgement.NOT_CHECKED, Gap.TOO_LONG)
    if away:
        return Verdict(number, Judgement.NOT_CHECKED, Gap.AWAY_AT_END)
    return Verdict(number, Judgement.NOT_VERIFIED, Breach.NO_PROOF)


def _check_rules(proof: Proof, me: Me) -> None:
    if (proof.ruleset, proof.seats) != (me.ruleset, me.seats):
        raise Unproved(Flaw.RULES)
    if me.dealt_before is not None and proof.dealer != (me.dealt_before + 1) % me.seats:
        raise Unproved(Flaw.DEALER, attempt=proof.last.attempt.call.number)


def _check_heard(proof: Proof, heard: RoundHeard) -> None:
    """What was announced and published then is what is shown now."""
    shown = {one.attempt.call.number: one for one in proof.attempts}
    for then in heard.attempts:
        number = then.call.number
        now = shown.get(number)
        if now is None or now.attempt.call != then.call:
            raise Unproved(Flaw.LIST, attempt=number)
        if then.host is not None and (then.host, then.commitments) != (now.host, now.attempt.commitments):
            raise Unproved(Flaw.LIST, attempt=number)


def _check_views(shown: Shown, heard: RoundHeard, seat: Seat | None) -> None:
    """Every view that was received is what the deal and the actions lead to."""
    wanted = set(heard.views)
    for step, table in enumerate(proved_tables(shown.proof)):
        here = {view for view in wanted if view[0] == shown.seq + step} if wanted else wanted
        if here and here != {(shown.seq + step, view_digest(observe(table, seat)))}:
            raise Unproved(Flaw.VIEW, step=step)
        wanted -= here
    if wanted:
        raise Unproved(Flaw.VIEW, step=len(shown.proof.actions))


def _whose_number(proof: Proof, heard: RoundHeard, me: Me) -> Verdict:
    """What a deal that is right otherwise is worth to this client: that depends on whether its number is in it."""
    if me.seat is None:
        return _verdict(proof, Judgement.NOT_CHECKED, Gap.WATCHING)
    if me.part is Part.HOST:
        return _verdict(proof, Judgement.DEALT_HERE if proof.last.attempt.nonces else Judgement.NOTHING)
    last = heard.attempts[-1] if heard.attempts else None
    given = dict(proof.last.attempt.nonces).get(me.seat)
    if last is not None and last.nonce is not None and given == last.nonce:
        return _verdict(proof, Judgement.VERIFIED)
    reason = _why_not(proof, heard, last, me.seat)
    return _verdict(proof, Judgement.NOT_VERIFIED if isinstance(reason, Breach) else Judgement.NOT_CHECKED, reason)


def _why_not(proof: Proof, heard: RoundHeard, last: Heard | None, seat: Seat) -> Reason:
    """Why this client's number is not in the deal. Only who was there, and was not named away, can accuse the host."""
    call = proof.last.attempt.call
    if seat in call.left_out and any(one.revealed for one in heard.attempts if one.call.number < call.number):
        return Breach.DENIED
    if last is None or last.call.number != call.number:
        return Breach.LEFT_OUT if heard.there else Gap.LATER if heard.later else Gap.AWAY
    if seat in call.away:
        return Gap.AWAY
    if seat in call.left_out:
        return Gap.UNANSWERED
    return Gap.UNANSWERED if last.nonce is not None and last.host is None else Breach.LEFT_OUT


def _verdict(proof: Proof, judgement: Judgement, reason: Reason | None = None) -> Verdict:
    return Verdict(proof.round_number, judgement, reason, attempt=proof.last.attempt.call.number)
