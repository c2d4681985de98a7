"""What `join --bot --json` prints: one object for the welcome, each round and the match. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from skipbo_lan.client.log import Judged
from skipbo_lan.client.state import ClientState
from skipbo_lan.fairness.verdict import Verdict

Line: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Told:
    """What has been printed already."""

    welcome: bytes = b""
    """At which table."""
    rounds: int = 0
    match: bytes = b""
    """Of which table the end."""
    judged: tuple[Verdict, ...] = ()
    """On which deals."""


def lines(told: Told, state: ClientState) -> tuple[Told, list[Line]]:
    """What is new in this state, and what is told from then on."""
    new = list(_new(told, state))
    room = state.room
    if room is None:
        return told, new
    after = replace(told, welcome=state.table_id, judged=_verdicts(state))
    if any(line["event"] == "round_over" for line in new):
        after = replace(after, rounds=room.rounds_played)
    return (replace(after, match=state.table_id) if _match_is_over(state) else after), new


def _new(told: Told, state: ClientState) -> Iterator[Line]:
    room, view = state.room, state.view
    if room is None:
        return
    if told.welcome != state.table_id:
        yield {"event": "welcome", "seat": room.you, "name": state.name}
    if view is not None and view.outcome is not None and _round_is_over(state) and told.rounds < room.rounds_played:
        outcome = view.outcome
        yield {
            "event": "round_over",
            "winners": list(view.sides[outcome.winner]) if outcome.winner is not None else [],
            "points": outcome.points,
            "scores": list(room.scores),
            "termination": outcome.termination.value,
        }
    for verdict in _verdicts(state):
        if verdict not in told.judged:
            yield _deal_line(verdict)
    if _match_is_over(state) and told.match != state.table_id:
        yield {"event": "match_over", "winners": list(room.winners), "scores": list(room.scores)}


def _verdicts(state: ClientState) -> tuple[Verdict, ...]:
    return tuple(entry.verdict for entry in state.log if isinstance(entry, Judged))


def _deal_line(verdict: Verdict) -> Line:
    reason = None if verdict.reason is None else verdict.reason.value
    number = verdict.round_number + 1
    return {
        "event": "deal",
        "round": number,
        "verdict": verdict.judgement.value,
        "reason": reason,
        "attempt": verdict.attempt,
    }


def _round_is_over(state: ClientState) -> bool:
    return state.room is not None and state.room.stage in ("round_over", "match_over")


def _match_is_over(state: ClientState) -> bool:
    """With the result of its last round."""
    over = state.room is not None and state.room.stage == "match_over"
    return over and state.view is not None and state.view.outcome is not None
