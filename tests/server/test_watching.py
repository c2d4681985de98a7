"""Spectators: they see what is open to all, talk, and do nothing else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.actions import Pass
from engine.observe import observe
from engine.ruleset import Coaching, Ruleset, Teams
from protocol import mapping
from protocol import messages as m
from protocol.codes import ByeCode, DenyCode, RejectCode
from protocol.limits import MAX_SPECTATORS
from skipbo_lan.server.hall.inputs import Acted, Configured
from skipbo_lan.server.hall.names import BOT_NAMES
from skipbo_lan.server.hall.state import Lobby, MatchOver, RoundOver
from skipbo_lan.server.limits import HELD_FROM_SPECTATORS, HELD_LINES, IDLE
from skipbo_lan.store.changes import ChatSaid
from tests.server.desk import SHORT, Desk, Guest, choose, on_turn, play_round, started


def code(desk: Desk, peer: int) -> str:
    return desk.last[peer].code


def test_a_spectator_gets_a_welcome_without_a_seat_the_room_and_the_open_view() -> None:
    desk, guests = started("Bea")
    walt = desk.watch("Walt")
    welcome, room, update = desk.sent[walt.peer]
    assert isinstance(welcome, m.Welcome)
    assert (welcome.seat, welcome.token, welcome.owner, welcome.last_id) == (None, None, False, 0)
    assert isinstance(room, m.Room)
    assert (room.you, room.watching, len(room.players)) == (None, 1, 2)
    assert isinstance(update, m.Update)
    assert mapping.view_from_wire(update.view) == observe(desk.table, None)
    assert (update.ack, update.view.observer, update.view.hand) == (0, None, [])
    assert desk.newest(guests[0].peer, m.Room).watching == 1, "the players see that somebody watches"


def test_a_spectator_in_the_lobby_sees_the_room_and_then_the_game() -> None:
    desk = Desk(capacity=2)
    walt, anna = desk.watch("Walt"), desk.owner()
    assert not desk.all(walt.peer, m.Update)
    desk.join("Bea")
    desk.ask(anna, m.Start(dealer=None))
    assert desk.newest(walt.peer, m.Room).stage == "playing"
    assert desk.newest(walt.peer, m.Update).seq == 1


def test_a_spectator_sees_every_action_and_never_a_card_that_was_drawn_f77() -> None:
    """S3: what a spectator sees every player may see."""
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=3, target=5000))
    walt = desk.watch("Walt")
    play_round(desk, guests, random.Random(1))
    updates = desk.all(walt.peer, m.Update)
    assert [update.seq for update in updates] == list(range(1, desk.hall.seq + 1))
    drawn = [event for update in updates for event in update.events if type(event).__name__ == "DrewEvent"]
    assert drawn
    assert all(getattr(event, "cards", 0) is None for event in drawn)
    assert all(update.view.hand == [] for update in updates)


def test_a_spectator_may_only_talk() -> None:
    desk, guests = started("Bea")
    walt = desk.watch("Walt")
    before = (desk.hall.stage, desk.hall.players)
    requests = (m.Sit(seat=0), m.Ready(), m.Start(dealer=None), m.Pace(ms=0), m.CloseTable(), m.Accuse(offender=0))
    for request in (*requests, m.RemovePlayer(seat=1), m.Give(seat=1), m.Again()):
        assert desk.ask(walt, request) == DenyCode.WATCHING
    assert desk.configure(walt, SHORT) == DenyCode.WATCHING
    desk.hear(Acted(walt.peer, 7, desk.hall.epoch, desk.hall.seq, Pass()))
    assert desk.newest(walt.peer, m.Refused) == m.Refused(id=7, code=DenyCode.WATCHING)
    assert (desk.hall.stage, desk.hall.players) == before
    assert desk.ask(walt, m.Say(text="hello")) is None
    expected = m.Said(seat=None, name="Walt", text="hello", team=False, held=False)
    assert [desk.newest(one.peer, m.Said) for one in (walt, guests[1 - on_turn(desk.table)])] == [expected] * 2
    assert ChatSaid(None, "hello", False, "Walt") in desk.changes


def test_a_spectator_has_no_team_to_talk_to() -> None:
    desk, _ = started("Bea")
    assert desk.ask(desk.watch("Walt"), m.Say(text="psst", team=True)) == DenyCode.NO_TEAM


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_spectator_says_reaches_the_player_on_turn_when_his_turn_is_over(seats: int) -> None:
    """R72: as a partner's, with teams and without."""
    teams = Teams.PAIRS if seats == 4 else Teams.NONE
    desk, guests = started(*("Bea", "Cy", "Dan")[: seats - 1], ruleset=replace(SHORT, teams=teams))
    walt = desk.watch("Walt")
    seat = on_turn(desk.table)
    desk.ask(walt, m.Say(text="lay it on B"))
    assert not desk.all(guests[seat].peer, m.Said)
    assert all(desk.all(guest.peer, m.Said) for guest in guests if guest is not guests[seat])
    while on_turn(desk.table) == seat:
        desk.act(guests[seat], choose(desk.table, seat, random.Random(1)))
    (held,) = desk.all(guests[seat].peer, m.Said)
    assert (held.seat, held.name, held.held) == (None, "Walt", True)


@pytest.mark.parametrize("coaching", [Coaching.OFF, Coaching.ACCUSE])
def test_where_advice_is_not_muted_everybody_hears_spectators_at_once(coaching: Coaching) -> None:
    desk, guests = started("Bea", ruleset=replace(SHORT, coaching=coaching))
    desk.ask(desk.watch("Walt"), m.Say(text="B!"))
    assert all(desk.all(guest.peer, m.Said) for guest in guests)


def test_spectators_cannot_take_the_place_of_what_partners_say() -> None:
    desk, guests = started("Bea", "Cy", "Dan", ruleset=replace(SHORT, teams=Teams.PAIRS))
    walt = desk.watch("Walt")
    for number in range(HELD_FROM_SPECTATORS):
        assert desk.ask(walt, m.Say(text=str(number))) is None
        desk.wait(1.0)
    assert desk.ask(walt, m.Say(text="more")) == DenyCode.SLOW_DOWN
    partner = guests[(on_turn(desk.table) + 2) % 4]
    for _ in range(HELD_LINES - HELD_FROM_SPECTATORS):
        assert desk.ask(partner, m.Say(text="mine")) is None
        desk.wait(1.0)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (None, RejectCode.NAME_EMPTY),
        ("", RejectCode.NAME_EMPTY),
        ("bea", RejectCode.NAME_TAKEN),
        ("WALT", RejectCode.NAME_TAKEN),
        ("host", RejectCode.NAME_RESERVED),
        ("x\u202ey", RejectCode.NAME_CHARACTER),
        ("a" * 17, RejectCode.NAME_TOO_LONG),
    ],
)
def test_names_of_spectators_are_checked_as_those_of_players_f50(name: str | None, reason: RejectCode) -> None:
    desk, _ = started("Bea")
    desk.watch("Walt")
    assert code(desk, desk.ask_to_watch(name)) is reason


def test_a_player_cannot_have_the_name_of_a_spectator() -> None:
    desk = Desk()
    desk.watch("Walt")
    assert code(desk, desk.ask_in("walt")) is RejectCode.NAME_TAKEN


def test_bots_find_a_name_though_spectators_have_taken_them_all() -> None:
    desk = Desk()
    for name in BOT_NAMES:
        desk.watch(name)
    anna = desk.owner()
    assert desk.ask(anna, m.AddBot(level="easy")) is None
    assert desk.join(None, bot=True).name == "Bot 2"


def test_a_table_without_spectators_says_so() -> None:
    desk = Desk(spectators=False)
    assert code(desk, desk.ask_to_watch("Walt")) is RejectCode.NO_SPECTATORS
    assert not desk.newest(desk.owner().peer, m.Room).spectators


def test_at_most_so_many_may_watch_and_players_still_come() -> None:
    desk = Desk()
    watchers = [desk.watch(f"Guest {number}") for number in range(MAX_SPECTATORS)]
    assert code(desk, desk.ask_to_watch("Walt")) is RejectCode.TOO_MANY
    assert desk.join("Bea")
    desk.lose(watchers[0])
    assert desk.watch("Walt")


@pytest.mark.parametrize("how", ["lose", "leave"])
def test_a_spectator_who_goes_is_gone_and_may_come_again(how: str) -> None:
    desk, guests = started("Bea")
    walt = desk.watch("Walt")
    getattr(desk, how)(walt)
    assert desk.newest(guests[0].peer, m.Room).watching == 0
    desk.forget()
    desk.act(guests[on_turn(desk.table)], desk.legal(on_turn(desk.table))[0])
    assert walt.peer not in desk.sent
    assert desk.watch("Walt")


def test_spectators_stay_for_another_match_and_hear_when_the_table_closes() -> None:
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=3, rounds=1))
    walt = desk.watch("Walt")
    play_round(desk, guests, random.Random(1))
    assert desk.at(MatchOver)
    old = desk.hall.table_id
    desk.forget()
    desk.ask(guests[0], m.Again())
    welcome, room = desk.sent[walt.peer]
    assert isinstance(welcome, m.Welcome)
    assert (welcome.seat, welcome.token, welcome.table_id != old) == (None, None, True)
    assert isinstance(room, m.Room)
    assert (room.stage, room.watching) == ("lobby", 1)
    desk.ask(guests[0], m.CloseTable())
    assert desk.last[walt.peer].code is ByeCode.CLOSED


def test_a_spectator_who_leaves_and_a_late_end_of_its_connection_harm_nothing() -> None:
    desk, _ = started("Bea")
    walt = desk.watch("Walt")
    desk.leave(walt)
    settled = desk.hall
    desk.leave(walt)
    desk.ask(walt, m.Say(text="still here?"))
    desk.hear(Configured(walt.peer, SHORT))
    assert desk.hall == settled


def test_a_game_without_its_players_waits_though_somebody_watches_f63() -> None:
    """P37: whoever only watches keeps no table open."""
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=3, target=5000))
    walt = desk.watch("Walt")
    play_round(desk, guests, random.Random(1))
    for guest in guests:
        desk.lose(guest)
    assert desk.hall.paused
    desk.wait(600.0)
    assert desk.at(RoundOver)
    desk.wait(IDLE)
    assert desk.last[walt.peer].code is ByeCode.HOST_CLOSING


def test_a_player_who_comes_back_to_watch_sees_no_more_than_others_s3() -> None:
    desk, guests = started("Bea", "Cy")
    desk.leave(guests[1])
    watching = desk.watch("Beate")
    assert mapping.view_from_wire(desk.newest(watching.peer, m.Update).view) == observe(desk.table, None)


def test_nobody_gets_a_seat_by_watching() -> None:
    desk = Desk(capacity=2)
    walt: Guest = desk.watch("Walt")
    assert desk.at(Lobby)
    assert desk.ask(walt, m.Sit(seat=1)) == DenyCode.WATCHING
    assert desk.hall.players[1] is None
