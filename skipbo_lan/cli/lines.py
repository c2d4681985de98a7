"""What `join --bot --json` prints: one object for the welcome, each round and the match. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from skipbo_lan.client.dealing import overdue
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
    deal: Verdict | None = None
    """On the deal of which round."""


def lines(told: Told, state: ClientState) -> tuple[Told, list[Line]]:
    """What is new in this state, and what is told from then on."""
    new = list(_new(told, state))
    room = state.room
    if room is None:
        return told, new
    after = replace(told, welcome=state.table_id, deal=state.deals.verdict)
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
    verdict = state.deals.verdict
    if verdict is not None and verdict is not told.deal:
        reason = None if verdict.reason is None else verdict.reason.value
        yield {"event": "deal", "round": verdict.round_number, "verdict": verdict.judgement.value, "reason": reason}
    if _match_is_over(state) and told.match != state.table_id:
        yield {"event": "match_over", "winners": list(room.winners), "scores": list(room.scores)}


def awaits_verdict(state: ClientState) -> bool:
    """Whether the last round was dealt together and has not been judged yet."""
    return state.deals.shown is not None or overdue(state) is not None


def _round_is_over(state: ClientState) -> bool:
    return state.room is not None and state.room.stage in ("round_over", "match_over")


def _match_is_over(state: ClientState) -> bool:
    """With the result of its last round."""
    over = state.room is not None and state.room.stage == "match_over"
    return over and state.view is not None and state.view.outcome is not None
