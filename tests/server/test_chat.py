"""Chat, and the silence between partners (R69, R72)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.ruleset import Coaching, Ruleset, Teams
from protocol import messages as m
from protocol.codes import DenyCode
from skipbo_lan.server.limits import HELD_LINES
from skipbo_lan.store.changes import ChatSaid
from tests.server.desk import Desk, Guest, choose, on_turn, play_round, started

PAIRS = Ruleset(stock_size=3, teams=Teams.PAIRS, target=5000)


def pairs(**changes: object) -> tuple[Desk, list[Guest]]:
    """A match of seats 0 and 2 against 1 and 3."""
    return started("Bea", "Cy", "Dan", ruleset=replace(PAIRS, **changes))  # type: ignore[arg-type]


def lines(desk: Desk, guest: Guest) -> list[tuple[str, bool, bool]]:
    return [(said.text, said.team, said.held) for said in desk.all(guest.peer, m.Said)]


def end_turn(desk: Desk, guests: list[Guest]) -> None:
    seat = on_turn(desk.table)
    while on_turn(desk.table) == seat and desk.table.outcome is None:
        desk.act(guests[seat], choose(desk.table, seat, random.Random(1)))


def test_a_line_to_all_reaches_everybody_the_speaker_too() -> None:
    desk = Desk()
    anna, bea = desk.owner(), desk.join("Bea")
    desk.ask(bea, m.Say(text="hello"))
    for guest in (anna, bea):
        assert desk.newest(guest.peer, m.Said) == m.Said(seat=1, name="Bea", text="hello", team=False, held=False)
    assert not desk.changes, "a lobby is not stored"


def test_chat_of_a_match_is_stored() -> None:
    desk, guests = started("Bea")
    desk.forget()
    desk.ask(guests[1], m.Say(text="good luck"))
    assert desk.changes == [ChatSaid(1, "good luck", False, "Bea")]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[2J", "␛[2J"),
        ("a\nb", "a␊b"),
        ("a\u202eb", "a<U+202E>b"),
        ("x" * 300, "x" * 199 + "…"),
    ],
)
def test_a_line_cannot_act_on_a_terminal(text: str, seen: str) -> None:
    desk = Desk()
    anna = desk.owner()
    desk.ask(anna, m.Say(text=text))
    assert desk.newest(anna.peer, m.Said).text == seen


@pytest.mark.parametrize("text", ["", "   "])
def test_a_line_without_anything_in_it_is_not_passed_on(text: str) -> None:
    desk = Desk()
    anna = desk.owner()
    assert desk.ask(anna, m.Say(text=text)) is None
    assert not desk.all(anna.peer, m.Said)


def test_a_line_of_escapes_only_still_travels() -> None:
    """Four hundred characters may each become eight; what is sent must fit a message again."""
    desk = Desk()
    anna = desk.owner()
    desk.ask(anna, m.Say(text="e" + "\u0301" * 399))
    assert len(desk.newest(anna.peer, m.Said).text) <= 400


def test_team_chat_reaches_the_own_team_only() -> None:
    desk, guests = pairs(coaching=Coaching.OFF)
    desk.ask(guests[2], m.Say(text="we two", team=True))
    assert [lines(desk, guest) for guest in guests] == [[("we two", True, False)], [], [("we two", True, False)], []]


def test_without_partners_there_is_no_team_chat() -> None:
    desk, guests = started("Bea")
    assert desk.ask(guests[0], m.Say(text="psst", team=True)) == DenyCode.NO_TEAM
    lobby = Desk()
    assert lobby.ask(lobby.owner(), m.Say(text="psst", team=True)) == DenyCode.NO_TEAM


@pytest.mark.parametrize("team", [True, False])
def test_a_partner_s_line_reaches_the_player_on_turn_when_the_turn_is_over(team: bool) -> None:
    desk, guests = pairs()
    turn = on_turn(desk.table)
    partner, opponent = (turn + 2) % 4, (turn + 1) % 4
    desk.ask(guests[partner], m.Say(text="play the 3", team=team))
    assert lines(desk, guests[turn]) == []
    assert lines(desk, guests[partner]) == [("play the 3", team, False)]
    assert lines(desk, guests[opponent]) == ([] if team else [("play the 3", False, False)])
    end_turn(desk, guests)
    assert lines(desk, guests[turn]) == [("play the 3", team, True)]
    assert len(lines(desk, guests[opponent])) == (0 if team else 1), "those who had it do not get it again"


def test_an_opponent_s_line_is_not_held() -> None:
    desk, guests = pairs()
    turn = on_turn(desk.table)
    desk.ask(guests[(turn + 1) % 4], m.Say(text="hurry up"))
    assert lines(desk, guests[turn]) == [("hurry up", False, False)]


def test_the_player_on_turn_may_speak() -> None:
    desk, guests = pairs()
    turn = on_turn(desk.table)
    desk.ask(guests[turn], m.Say(text="your Skip-Bo as a 4", team=True))
    assert lines(desk, guests[(turn + 2) % 4]) == [("your Skip-Bo as a 4", True, False)]


@pytest.mark.parametrize("coaching", [Coaching.OFF, Coaching.ACCUSE])
def test_where_talk_is_free_nothing_is_held(coaching: Coaching) -> None:
    desk, guests = pairs(coaching=coaching)
    turn = on_turn(desk.table)
    desk.ask(guests[(turn + 2) % 4], m.Say(text="play the 3", team=True))
    assert lines(desk, guests[turn]) == [("play the 3", True, False)]


def test_held_lines_are_bounded() -> None:
    desk, guests = pairs()
    partner = (on_turn(desk.table) + 2) % 4
    for number in range(HELD_LINES):
        desk.wait(1.0)
        assert desk.ask(guests[partner], m.Say(text=str(number))) is None
    assert desk.ask(guests[partner], m.Say(text="one more")) == DenyCode.SLOW_DOWN


def test_what_was_held_comes_at_the_end_of_the_round_at_the_latest() -> None:
    desk, guests = pairs()
    for seat in range(4):
        while on_turn(desk.table) != seat:
            end_turn(desk, guests)
        desk.ask(guests[(seat + 2) % 4], m.Say(text=f"for {seat}", team=True))
        end_turn(desk, guests)
    play_round(desk, guests, random.Random(1))
    assert not desk.hall.held
    for seat in range(4):
        assert (f"for {seat}", True, True) in lines(desk, guests[seat])


def test_what_was_held_for_somebody_who_is_gone_is_not_sent_to_anybody_else() -> None:
    desk, guests = pairs()
    turn = on_turn(desk.table)
    desk.ask(guests[(turn + 2) % 4], m.Say(text="secret", team=True))
    desk.lose(guests[turn])
    desk.forget()
    back = desk.back(guests[turn])
    guests[turn] = back
    assert not lines(desk, back)
    end_turn(desk, guests)
    assert lines(desk, back) == [("secret", True, True)]
    assert not lines(desk, guests[(turn + 1) % 4])
