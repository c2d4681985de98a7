"""The verdict on a deal: the proof that a host shows, against everything that this client saw. Pure, and slow."""

from __future__ import annotations

from engine.observe import observe
from protocol.limits import MAX_ROUND_ACTIONS
from skipbo_lan.client.deals import Case, Part
from skipbo_lan.fairness.digest import terms_digest, view_digest
from skipbo_lan.fairness.heard import Memory, RoundHeard
from skipbo_lan.fairness.proof import Flaw, Unproved, proved_tables
from skipbo_lan.fairness.verdict import Breach, Gap, Judgement, Reason, Verdict


def judge(case: Case) -> Verdict:
    """What this client says of a round that was shown."""
    proof = case.proof
    heard = case.memory.round(proof.round_number) or RoundHeard(proof.round_number)
    if heard.objection is not None:
        return _verdict(case, Judgement.NOT_VERIFIED, Breach(heard.objection.value))
    try:
        _check_place(case, heard)
        _check_heard(case, heard)
        _check_views(case, heard)
    except Unproved as flaw:
        return Verdict(
            proof.round_number, Judgement.NOT_VERIFIED, flaw.flaw, attempt=flaw.attempt, seat=flaw.seat, step=flaw.step
        )
    return _whose_number(case, heard)


def unproved(number: int, memory: Memory, *, away: bool) -> Verdict:
    """What this client says of a round that was over without a proof; `away`: it may have been shown meanwhile."""
    heard = memory.round(number) or RoundHeard(number)
    if heard.objection is not None:
        return Verdict(number, Judgement.NOT_VERIFIED, Breach(heard.objection.value))
    if len(memory.views) > MAX_ROUND_ACTIONS:
        return Verdict(number, Judgement.NOT_CHECKED, Gap.TOO_LONG)
    if away:
        return Verdict(number, Judgement.NOT_CHECKED, Gap.AWAY_AT_END)
    return Verdict(number, Judgement.NOT_VERIFIED, Breach.NO_PROOF)


def _check_place(case: Case, heard: RoundHeard) -> None:
    """The round was played by these rules, follows on the one before, and was dealt by the next dealer (R53)."""
    proof, memory, here = case.proof, case.memory, case.here
    terms = terms_digest(proof.ruleset, proof.seats)
    if {terms_digest(here.ruleset, len(here.room.players)), heard.terms or terms} != {terms}:
        raise Unproved(Flaw.RULES)
    if memory.judged_round != proof.round_number - 1 or (memory.dealer is None and proof.round_number):
        return
    if memory.dealer is not None and proof.dealer != (memory.dealer + 1) % proof.seats:
        raise Unproved(Flaw.DEALER, attempt=proof.last.attempt.call.number)
    if case.seq != memory.judged_to + 1:
        raise Unproved(Flaw.VIEW)


def _check_heard(case: Case, heard: RoundHeard) -> None:
    """What was announced and published then is what is shown now."""
    shown = {one.attempt.call.number: one for one in case.proof.attempts}
    for then in heard.attempts:
        number = then.call.number
        now = shown.get(number)
        if now is None or now.attempt.call != then.call:
            raise Unproved(Flaw.LIST, attempt=number)
        if then.host is not None and (then.host, then.commitments) != (now.host, now.attempt.commitments):
            raise Unproved(Flaw.LIST, attempt=number)


def _check_views(case: Case, heard: RoundHeard) -> None:
    """Every view that was received since the announcement, and until the end, is what deal and actions lead to."""
    since = heard.after if heard.attempts else case.seq - 1
    wanted = {view for view in case.memory.views if since < view[0] <= case.end}
    by_seq: dict[int, set[bytes]] = {}
    for seq, digest in wanted:
        by_seq.setdefault(seq, set()).add(digest)
    for step, table in enumerate(proved_tables(case.proof)):
        seen = by_seq.pop(case.seq + step, None)
        if seen is not None and seen != {view_digest(observe(table, case.here.seat))}:
            raise Unproved(Flaw.VIEW, step=step)
    if by_seq:
        raise Unproved(Flaw.VIEW)


def _whose_number(case: Case, heard: RoundHeard) -> Verdict:
    """What a deal that is right otherwise is worth to this client: that depends on whether its number is in it."""
    here, last_shown = case.here, case.proof.last.attempt
    if here.seat is None:
        return _verdict(case, Judgement.NOT_CHECKED, Gap.WATCHING)
    if here.part is Part.HOST:
        return _verdict(case, Judgement.DEALT_HERE if last_shown.nonces else Judgement.NOTHING)
    last = heard.attempts[-1] if heard.attempts else None
    given = dict(last_shown.nonces).get(here.seat)
    if last is not None and last.nonce is not None and given == last.nonce:
        return _verdict(case, Judgement.VERIFIED)
    reason = _why_not(case, heard)
    return _verdict(case, Judgement.NOT_VERIFIED if isinstance(reason, Breach) else Judgement.NOT_CHECKED, reason)


def _why_not(case: Case, heard: RoundHeard) -> Reason:
    """Why this client's number is not in the deal. Only who was there, and was not named away, can accuse the host."""
    call, seat = case.proof.last.attempt.call, case.here.seat
    last = heard.attempts[-1] if heard.attempts else None
    if heard.later:
        return Gap.LATER
    if seat in call.left_out:
        answered = [one for one in heard.attempts if one.revealed and one.call.number < call.number]
        if answered:
            return Gap.UNANSWERED if answered[-1].late else Breach.DENIED
    if last is None or last.call.number != call.number:
        return Breach.LEFT_OUT if heard.there else Gap.AWAY
    if seat in call.away:
        return Gap.AWAY
    if seat in call.left_out or last.late or not heard.there:
        return Gap.UNANSWERED
    return Breach.LEFT_OUT


def _verdict(case: Case, judgement: Judgement, reason: Reason | None = None) -> Verdict:
    return Verdict(case.proof.round_number, judgement, reason, attempt=case.proof.last.attempt.call.number)
