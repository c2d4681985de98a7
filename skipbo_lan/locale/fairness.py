"""What is said of a deal that was checked: by a player's own program after a round, and by `verify`."""

from __future__ import annotations

from typing import Final

from skipbo_lan.fairness.proof import Flaw
from skipbo_lan.fairness.verdict import Breach, Gap, Judgement, Verdict

WHAT_IT_PROVES: Final = (
    "Before each round your program and the others' each give a secret number, and so does the host. All the numbers "
    "together shuffle the cards, so nobody can stack the deck. After the round everybody's program checks this by "
    "itself. It does not prove that the host does not look: the cards are in the memory of that computer."
)

_WORDS: Final = {
    Judgement.VERIFIED: "deal verified",
    Judgement.DEALT_HERE: "dealt by this computer",
}
_GAPS: Final = {
    Gap.WATCHING: "you were watching",
    Gap.AWAY: "you were away at the deal",
    Gap.LATER: "you sat down later",
    Gap.UNANSWERED: "no answer of yours arrived in time",
    Gap.TOO_LONG: "the round was too long to be shown",
    Gap.AWAY_AT_END: "you were away when the round ended",
}
_BREACHES: Final = {
    Breach.LEFT_OUT: "the host left out your number",
    Breach.DENIED: "the host says that you did not answer; you did",
    Breach.SECOND_LIST: "the host sent two lists of numbers for one deal",
    Breach.OTHER_CALL: "the host announced one deal in two ways",
    Breach.NOT_NEXT: "the host skipped or repeated a deal",
    Breach.OLD_VIEW: "the host showed other cards after it had shown the round",
    Breach.NO_PROOF: "the host has not shown how it dealt",
}


def verdict_line(verdict: Verdict) -> str | None:
    """The verdict on a round: `Round 2: deal verified.` None where only the host's own program gave a number.

    Who practises against bots has nobody to prove anything to.
    """
    if verdict.judgement is Judgement.NOTHING:
        return None
    return f"Round {verdict.round_number + 1}: {_judgement(verdict)}."


def _judgement(verdict: Verdict) -> str:
    match verdict.reason:
        case None:
            again = f" at attempt {verdict.attempt}" if verdict.attempt > 1 else ""
            return _WORDS[verdict.judgement] + again
        case Gap() as gap:
            return f"deal not checked: {_GAPS[gap]}"
        case Breach() as breach:
            return f"deal NOT verified: {_BREACHES[breach]}"
        case Flaw() as flaw:
            seat = None if verdict.seat is None else verdict.seat + 1
            return f"deal NOT verified: {flaw_words(flaw, verdict.attempt, seat, verdict.step)}"


def flaw_words(flaw: Flaw, attempt: int, seat: int | None, step: int) -> str:
    """What is wrong with a proof, and where. Seats, attempts and actions count from 1; action 0 is the deal."""
    place = f"after action {step}" if step else "after the deal"
    match flaw:
        case Flaw.ATTEMPTS:
            return f"attempt {attempt} cannot have been like that, after what went before"
        case Flaw.SECRET:
            return f"the host's secret does not fit what it published in attempt {attempt}"
        case Flaw.NUMBER:
            return f"the number of seat {seat} does not fit what was published in attempt {attempt}"
        case Flaw.DEALER:
            return "another seat had to deal"
        case Flaw.RULES:
            return "it was played by other rules"
        case Flaw.ACTION:
            return f"the rules do not allow action {step}"
        case Flaw.UNFINISHED:
            return "the round was not played to its end"
        case Flaw.VIEW:
            return f"the cards {place} were other ones"
        case Flaw.LIST:
            return f"the numbers of attempt {attempt} are not those that were published"
