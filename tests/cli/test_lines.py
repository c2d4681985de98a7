"""What `join --bot --json` prints, once each, whatever order the news come in."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from engine.outcome import Outcome, Termination
from skipbo_lan.cli.lines import Line, Told, lines
from skipbo_lan.client.state import ClientState
from tests.engine.build import seat, table
from tests.locale.sights import a_room, a_state

PLAYING = a_state(table(seat("1"), seat()))
WON = Outcome(Termination.WIN, 1, 70)


def ended(stage: str, *, rounds: int = 1) -> ClientState:
    """Bea has won a round."""
    room = structs.replace(
        a_room(), stage=stage, scores=[0, 70], rounds_played=rounds, winners=[1] if stage == "match_over" else []
    )
    assert PLAYING.view is not None
    return replace(PLAYING, room=room, view=replace(PLAYING.view, outcome=WON))


def told(*states: ClientState) -> list[Line]:
    so_far, everything = Told(), []
    for state in states:
        so_far, new = lines(so_far, state)
        everything += new
    return everything


WELCOME: Line = {"event": "welcome", "seat": 0, "name": "Anna"}
ROUND: Line = {"event": "round_over", "winners": [1], "points": 70, "scores": [0, 70], "termination": "win"}
MATCH: Line = {"event": "match_over", "winners": [1], "scores": [0, 70]}


def test_a_match_of_one_round() -> None:
    assert told(a_state(), PLAYING, ended("match_over")) == [WELCOME, ROUND, MATCH]


def test_nothing_is_told_twice() -> None:
    again = replace(PLAYING, room=None)
    states = (PLAYING, again, PLAYING, ended("round_over"), ended("round_over"), ended("match_over", rounds=2))
    assert told(*states) == [WELCOME, ROUND, ROUND, MATCH]


def test_a_result_is_told_when_both_view_and_room_have_come() -> None:
    room_first = replace(ended("round_over"), view=PLAYING.view)
    view_first = replace(ended("round_over"), room=PLAYING.room)
    assert told(room_first, ended("round_over")) == [WELCOME, ROUND]
    assert told(view_first, ended("round_over")) == [WELCOME, ROUND]


def test_nobody_wins_a_blocked_round() -> None:
    state = ended("round_over")
    assert state.view is not None
    blocked = replace(state, view=replace(state.view, outcome=Outcome(Termination.BLOCKED, None, 0)))
    assert told(blocked)[1] == {**ROUND, "winners": [], "points": 0, "termination": "blocked"}
