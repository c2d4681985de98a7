"""The table of keys: one meaning a key, words for each, and nothing that belongs to the terminal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from engine.table import Table
from protocol.messages import Accusation
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale.keys import KEY_WORDS
from skipbo_lan.tui.bindings import BINDINGS, Deed, find, in_force
from skipbo_lan.tui.full_screen import KEY_NAMES
from skipbo_lan.tui.model import Overlay, UiState
from skipbo_lan.tui.pressing import modes
from tests.tui.scenes import MINE, canvas, drawn_table, in_room, lobby, model, seen, team_table, text

_EVERYTHING = Ruleset(teams=Teams.PAIRS, coaching=Coaching.ACCUSE, out_of_turn=OutOfTurn.TABLE, manual_draw=True)


def _to_draw() -> Table:
    """A turn on which two cards are still to be drawn."""
    table = drawn_table(MINE, MINE, MINE, rules=_EVERYTHING)
    return replace(table, draw_due=True, seats=(replace(MINE, hand=MINE.hand[:3]), *table.seats[1:]))


STATES = {
    "nothing": ClientState(),
    "lobby": lobby(),
    "guest": replace(lobby(), owner=False),
    "two": seen(),
    "their turn": seen(drawn_table(turn=1)),
    "pairs": seen(team_table()),
    "trios": seen(team_table(Teams.TRIOS)),
    "all options": seen(_to_draw()),
    "intruded": seen(replace(drawn_table(MINE, MINE, MINE, rules=_EVERYTHING, turn=2), intruder=1)),
    "accused": in_room(
        seen(drawn_table(MINE, MINE, MINE, rules=_EVERYTHING)),
        accusation=Accusation(accuser=0, offender=1, left_ms=30_000),
    ),
    "round over": in_room(seen(), stage="round_over"),
    "match over": in_room(seen(), stage="match_over", winners=[0]),
}
every_state = pytest.mark.parametrize("client", STATES.values(), ids=STATES.keys())


@every_state
def test_no_key_has_two_meanings(client: ClientState) -> None:
    counts = Counter(key for binding in in_force(client) for key in binding.keys)
    assert [key for key, count in counts.items() if count > 1] == []


@every_state
def test_the_help_lists_every_key_that_is_bound(client: ClientState) -> None:
    """T25: the page comes from the same table that binds the keys."""
    page = text(model(client, 80, 70, UiState(overlay=Overlay.HELP)))
    for binding in in_force(client):
        assert f"{binding.shown} " in page
        assert KEY_WORDS[binding.deed.name].help[:40] in page


@every_state
def test_help_and_the_way_out_are_always_in_the_bar(client: ClientState) -> None:
    for width in (60, 80, 120):
        bar = canvas(model(client, width, 24)).lines()[-1]
        assert "h hint" in bar or not client.playing
        assert "? help" in bar
        assert "q quit" in bar


def test_the_lobbys_bar_names_what_is_done_there() -> None:
    host = canvas(model(lobby(), 80, 24)).lines()[-1]
    assert host.strip() == "s start b add bot x remove bot p partners l log t talk g rules ? help q quit"
    guest = canvas(model(replace(lobby(), owner=False), 80, 24)).lines()[-1]
    assert "g rules" in guest
    assert "Esc" not in guest


@every_state
def test_a_key_that_is_bound_is_found(client: ClientState) -> None:
    for binding in in_force(client):
        for key in binding.keys:
            assert find(key, client) == (binding.deed, key)


def test_every_deed_has_words_and_a_key() -> None:
    assert set(KEY_WORDS) == {deed.name for deed in Deed}
    assert {binding.deed for binding in BINDINGS} == set(Deed)


def test_every_deed_is_done_somewhere() -> None:
    elsewhere = {Deed.REDRAW, Deed.SUSPEND, Deed.INTERRUPT}
    assert set(modes.DEEDS) == set(Deed) - elsewhere


def test_flow_control_and_function_keys_are_left_alone() -> None:
    """T3 and T20."""
    bound = {key for binding in BINDINGS for key in binding.keys} | set(KEY_NAMES.values())
    assert not bound & {"c-s", "c-q"}
    assert not any(key.startswith("f") and key[1:].isdigit() for key in bound)


def test_keys_that_apply_at_this_moment_are_in_the_bar_even_of_a_small_window() -> None:
    for state, words in (("all options", "+ draw"), ("intruded", "! object"), ("accused", "k guilty")):
        assert words in canvas(model(STATES[state], 60, 20)).lines()[-1]
    assert "r next round" in canvas(model(STATES["round over"], 60, 20)).lines()[-1]
