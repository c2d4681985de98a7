"""What calls a player who looks elsewhere: once when something begins to wait, and never because of a flood (T34)."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from engine.events import Dealt, TurnBegan
from engine.ruleset import OutOfTurn, Ruleset
from engine.table import Table
from protocol.messages import Accusation
from skipbo_lan.client.log import Happened, Note, NoteKind
from skipbo_lan.client.state import ClientState, Lost
from skipbo_lan.tui.cues import BELL_EVERY, Waits, answered, calls_after, title, what_waits
from tests.locale.sights import a_player, a_spectator, with_log
from tests.tui.scenes import drawn_table, in_room, lobby, seen


def rings(*states: ClientState, apart: float = BELL_EVERY) -> list[bool]:
    """For which of these states, seen one after the other, the bell rings; the first has been seen already."""
    calls, heard = answered(states[0]), []
    for number, state in enumerate(states[1:], start=1):
        calls = calls_after(calls, state, number * apart)
        heard.append(calls.rings)
    return heard


def theirs() -> ClientState:
    return seen(drawn_table(turn=1))


def test_the_bell_rings_once_when_the_turn_begins() -> None:
    mine = seen()
    assert rings(theirs(), mine, replace(mine, seq=8), replace(mine, seq=9), theirs(), mine) == [
        *(True, False, False),
        *(False, True),
    ]


def test_a_turn_that_came_back_between_two_drawings_rings() -> None:
    mine = with_log(seen(), Happened(TurnBegan(0), 1))
    assert rings(mine, with_log(mine, Happened(TurnBegan(1), 1), Happened(TurnBegan(0), 1))) == [True]
    assert rings(mine, with_log(mine, Happened(TurnBegan(1), 1))) == [False]


def test_turns_in_a_flood_ring_no_more_than_once_in_three_seconds() -> None:
    heard = rings(theirs(), *[seen(), theirs()] * 30, apart=0.1)
    assert heard.count(True) == 2


def test_a_connection_that_comes_back_in_the_own_turn_rings_nothing() -> None:
    mine = seen()
    lost = replace(mine, status=Lost(retry_at=1, give_up_at=120))
    just_welcomed = replace(mine, room=None)
    assert rings(mine, lost, just_welcomed, mine) == [False, False, False]


def test_a_connection_that_comes_back_to_a_turn_that_has_begun_meanwhile_rings() -> None:
    lost = replace(theirs(), status=Lost(retry_at=1, give_up_at=120))
    assert rings(theirs(), lost, replace(theirs(), room=None), seen()) == [False, False, True]


def test_an_accusation_calls_only_whoever_decides_it() -> None:
    accused = in_room(theirs(), accusation=Accusation(accuser=0, offender=1, left_ms=30_000))
    assert what_waits(accused) == {Waits.ACCUSATION}
    assert what_waits(replace(accused, owner=False)) == frozenset()


def out_of_turn(turn: int, intruder: int) -> Table:
    return replace(drawn_table(turn=turn, rules=Ruleset(out_of_turn=OutOfTurn.TABLE)), intruder=intruder)


def test_a_play_out_of_turn_calls_whoever_may_object_and_does_not_begin_the_turn_anew() -> None:
    interrupted = seen(out_of_turn(0, 1))
    assert what_waits(interrupted) == {Waits.TURN, Waits.INTRUSION}
    assert rings(seen(), interrupted, seen()) == [True, False]
    assert what_waits(seen(out_of_turn(1, 0))) == frozenset()


def test_a_round_that_somebody_else_ended_calls_until_the_player_is_ready() -> None:
    over = in_room(theirs(), stage="round_over")
    assert what_waits(over) == {Waits.NEXT_ROUND}
    assert what_waits(in_room(seen(), stage="round_over")) == frozenset()
    ready = [structs.replace(a_player(0, "Anna"), ready=True), a_player(1, "Bea")]
    assert what_waits(in_room(over, players=ready)) == frozenset()


def test_nothing_waits_for_a_spectator_or_for_whose_turn_a_bot_plays() -> None:
    assert what_waits(a_spectator(drawn_table())) == frozenset()
    relieved = [structs.replace(a_player(0, "Anna"), relieved=True), a_player(1, "Bea")]
    assert what_waits(in_room(seen(), players=relieved)) == frozenset()


def test_the_title_tells_whose_turn_it_is_and_at_which_table() -> None:
    assert title(seen()) == "YOUR TURN - Kitchen"
    assert title(theirs()) == "Bea is playing - Kitchen"
    assert title(a_spectator(drawn_table())) == "Anna is playing - Kitchen"
    assert title(in_room(seen(), stage="round_over")) == "round over - Kitchen"
    assert title(replace(seen(), status=Lost(retry_at=1, give_up_at=120))) == "connection lost - Kitchen"
    assert title(ClientState()) == "joining - Skip-Bo LAN"


def test_the_title_in_the_lobby_tells_who_came_last() -> None:
    waiting = lobby()
    assert title(waiting) == "waiting for players - Kitchen"
    joined = replace(waiting, log=(Note(NoteKind.JOINED, "Ben"), Note(NoteKind.AWAY, "Ben", 60)))
    assert title(joined) == "Ben joined - Kitchen"
    assert title(replace(joined, log=(*joined.log, Note(NoteKind.LEFT, "Ben")))) == "Ben left - Kitchen"
    after_a_match = replace(joined, log=(*joined.log, Happened(Dealt(0, 30), 1)))
    assert title(after_a_match) == "waiting for players - Kitchen"


def test_a_name_cannot_act_on_the_terminal_by_way_of_the_title() -> None:
    evil = "\x1b]0;owned\x07\u202e"
    shown = title(replace(lobby(), table=evil, log=(Note(NoteKind.JOINED, evil),)))
    assert shown.isprintable()
