"""The list of commands: what means something at this moment, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from msgspec import structs

from skipbo_lan.client.state import ClientState
from skipbo_lan.locale.help import typed_commands
from tests.engine.build import seat, table
from tests.locale.sights import Stage, a_room, a_spectator, a_state


def listed(state: ClientState) -> set[str]:
    return {typed.form for typed in typed_commands(state)}


def with_bea(stage: Stage, presence: Literal["here", "away", "bot"]) -> ClientState:
    room = a_room(stage)
    bea = structs.replace(room.players[1], presence=presence)
    return a_state(table(seat("1 2"), seat()), structs.replace(room, players=[room.players[0], bea]))


ABSENT = {"bot now NAME", "wait NAME", "give NAME"}


def test_what_the_host_decides_about_absent_players_is_listed_while_there_are_some() -> None:
    assert listed(with_bea("playing", "away")) >= ABSENT
    assert listed(with_bea("playing", "bot")) & ABSENT == {"give NAME"}
    assert listed(with_bea("playing", "here")) & ABSENT == set()
    assert listed(with_bea("lobby", "away")) & ABSENT == set()
    assert listed(replace(with_bea("playing", "away"), owner=False)) & ABSENT == set()


def test_somebody_can_be_removed_as_long_as_there_is_somebody() -> None:
    assert "remove NAME" in listed(with_bea("playing", "here"))
    alone = structs.replace(a_room("lobby"), players=a_room("lobby").players[:1])
    assert "remove NAME" not in listed(a_state(None, alone))


@pytest.mark.parametrize(("owner", "form"), [(True, "again"), (False, "ready")])
def test_after_a_match_its_owner_begins_another_and_the_others_say_that_they_would_play(owner: bool, form: str) -> None:
    over = replace(with_bea("match_over", "here"), owner=owner)
    assert listed(over) & {"again", "ready"} == {form}


def test_a_spectator_is_told_of_questions_talk_and_the_way_out_only() -> None:
    watching = listed(a_spectator(table(seat("1 2"), seat())))
    assert {"say TEXT", "leave", "look"} <= watching
    assert watching & {"s b", "pass", "hint", "moves, do 3", "ready", "start", "team TEXT", *ABSENT} == set()
