"""Losing, leaving and coming back; stand-ins and bots that are started again."""

from __future__ import annotations

import random

import pytest

from engine.actions import Discard
from engine.ruleset import Ruleset
from protocol import messages as m
from protocol import proof
from protocol.codes import ByeCode, DenyCode, RejectCode
from skipbo_lan.server.hall import core
from skipbo_lan.server.hall.inputs import Acted, Lost
from skipbo_lan.server.hall.state import Closed, Lobby, MatchOver, Playing, RoundOver
from skipbo_lan.server.limits import BOT_RESTART, IDLE
from tests.server.desk import SHORT, Desk, Guest, choose, on_turn, play_round, started


def presence(desk: Desk, seat: int) -> str:
    player = desk.hall.players[seat]
    assert player is not None
    return player.presence


def test_a_lost_player_s_seat_waits_for_the_grace_and_everyone_sees_the_countdown() -> None:
    desk, (anna, bea) = started("Bea", grace=120.0)
    desk.forget()
    desk.lose(bea)
    (room,) = desk.sent[anna.peer]
    assert isinstance(room, m.Room)
    assert (room.players[1].presence, room.players[1].grace_ms) == ("away", 120_000)
    desk.wait(119.0)
    assert not desk.starts
    desk.wait(1.0)
    assert presence(desk, 1) == "bot"
    assert [start.level for start in desk.starts] == ["medium"]


def test_a_return_within_the_grace_starts_no_bot() -> None:
    """J7: the seat waits as long as it was said to."""
    desk, (_, bea) = started("Bea", grace=120.0)
    desk.lose(bea)
    desk.wait(119.0)
    desk.back(bea)
    desk.wait(1000.0)
    assert not desk.starts
    assert presence(desk, 1) == "here"


def test_a_player_who_returns_has_the_same_choice_byte_for_byte() -> None:
    """J12: the view before is the view after."""
    desk, guests = started("Bea", "Cy")
    seat = on_turn(desk.table)
    before = desk.newest(guests[seat].peer, m.Update)
    desk.lose(guests[seat])
    desk.wait(60.0)
    back = desk.back(guests[seat])
    welcome, room, update = desk.sent[back.peer]
    assert isinstance(welcome, m.Welcome)
    assert (welcome.token, welcome.seat) == (None, seat)
    assert isinstance(room, m.Room)
    assert isinstance(update, m.Update)
    assert update.view == before.view
    assert (update.seq, update.events) == (before.seq, [])
    desk.act(back, choose(desk.table, seat, random.Random(1)))
    assert desk.newest(back.peer, m.Update).seq == before.seq + 1


def test_a_player_who_returns_sees_what_others_did_meanwhile() -> None:
    """J13."""
    desk, guests = started("Bea", "Cy")
    away = (on_turn(desk.table) + 1) % 3
    desk.lose(guests[away])
    seat = on_turn(desk.table)
    while on_turn(desk.table) == seat:
        desk.act(guests[seat], choose(desk.table, seat, random.Random(2)))
    back = desk.back(guests[away])
    assert desk.newest(back.peer, m.Update).view == desk.newest(back.peer, m.Update).view
    assert desk.newest(back.peer, m.Update).view.turn == desk.table.turn
    assert desk.newest(back.peer, m.Update).seq == desk.hall.seq


def test_the_host_proves_on_a_return_that_it_knows_the_token() -> None:
    desk, (_, bea) = started("Bea")
    desk.lose(bea)
    back = desk.back(bea)
    ours = proof.host_proof(proof.token_key(bea.token), f"handshake {back.peer}".encode())
    assert desk.newest(back.peer, m.Welcome).proof == ours


def test_a_stand_in_plays_for_the_seat_and_goes_when_the_player_returns() -> None:
    desk, guests = started("Bea")
    desk.leave(guests[1])
    assert presence(desk, 1) == "bot", "who leaves is not waited for"
    stand_in = desk.bot_comes()
    assert not desk.newest(stand_in.peer, m.Welcome).owner
    assert desk.newest(stand_in.peer, m.Room).you == 1
    players = [guests[0], stand_in]
    for _ in range(6):
        seat = on_turn(desk.table)
        desk.act(players[seat], choose(desk.table, seat, random.Random(3)))
    back = desk.back(guests[1])
    assert desk.last[stand_in.peer].code is ByeCode.SUPERSEDED
    assert presence(desk, 1) == "here"
    assert desk.seat_of(back) == 1
    assert desk.last.get(back.peer) is None


def test_what_a_stand_in_says_after_the_return_counts_no_more() -> None:
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    desk.leave(guests[seat])
    stand_in = desk.bot_comes()
    desk.back(guests[seat])
    before = desk.hall
    desk.hear(Lost(stand_in.peer))
    desk.hear(Acted(stand_in.peer, 1, desk.hall.epoch, desk.hall.seq, desk.legal(seat)[0]))
    assert desk.hall == before
    assert desk.last[desk.prove(stand_in.token)].code is RejectCode.BAD_PROOF


def test_a_stand_in_has_ids_of_its_own() -> None:
    """What a stand-in did tells the player nothing about the own last request."""
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    desk.act(guests[seat], Discard(desk.table.seats[seat].hand[0], 0), id=41, seq=0)
    desk.leave(guests[seat])
    stand_in = desk.bot_comes()
    assert desk.newest(stand_in.peer, m.Welcome).last_id == 0
    desk.act(stand_in, choose(desk.table, seat, random.Random(4)))
    assert desk.newest(desk.back(guests[seat]).peer, m.Welcome).last_id == 41


def test_a_stand_in_of_the_owner_does_not_own_the_table() -> None:
    desk, guests = started("Bea")
    desk.leave(guests[0])
    stand_in = desk.bot_comes()
    assert not desk.newest(stand_in.peer, m.Welcome).owner
    assert desk.ask(stand_in, m.CloseTable()) == DenyCode.NOT_OWNER
    assert desk.ask(desk.back(guests[0]), m.CloseTable()) is None


def test_a_second_connection_supersedes_the_first_and_its_late_end_harms_nothing() -> None:
    """P29."""
    desk, (anna, bea) = started("Bea")
    desk.forget()
    again = desk.back(bea)
    assert desk.last[bea.peer].code is ByeCode.SUPERSEDED
    settled = desk.hall
    desk.lose(bea)
    desk.leave(bea)
    desk.ask(bea, m.Say(text="still me"))
    assert desk.hall == settled
    assert desk.seat_of(again) == 1
    assert not desk.all(anna.peer, m.Room), "nobody need hear of it"
    assert desk.all(again.peer, m.Room), "the new connection needs the room"
    assert not [line for line in desk.told if line["event"] in ("joined", "left")]


def test_a_bot_that_ends_is_started_again_after_a_pause_as_long_as_it_is_needed() -> None:
    desk, guests = started("Bea")
    desk.leave(guests[1])
    first = desk.starts[-1]
    desk.end_bot(first)
    second = desk.starts[-1]
    assert second.bot != first.bot
    assert second.delay == BOT_RESTART
    assert desk.last[desk.prove(first.token)].code is RejectCode.BAD_PROOF, "an old token is good for nothing"
    desk.bot_comes(second)
    desk.back(guests[1])
    starts = len(desk.starts)
    desk.end_bot(second)
    assert len(desk.starts) == starts


def test_a_bot_that_is_started_again_goes_on_with_the_ids_of_the_first() -> None:
    desk = Desk(bots=1, capacity=2, bot_levels=("random",))
    anna, bot = desk.owner(), desk.bot_comes()
    desk.ask(anna, m.Start(dealer=None))
    if on_turn(desk.table) == 0:
        desk.act(anna, Discard(desk.table.seats[0].hand[0], 0))
    desk.act(bot, choose(desk.table, 1, random.Random(1)))
    desk.lose(bot)
    desk.end_bot(desk.starts[-1])
    assert desk.starts[-1].level == "random"
    assert desk.newest(desk.bot_comes().peer, m.Welcome).last_id == 1
    assert presence(desk, 1) == "here"


def test_a_lost_connection_of_a_house_bot_starts_no_countdown() -> None:
    desk = Desk(bots=1, capacity=2)
    anna, bot = desk.owner(), desk.bot_comes()
    desk.forget()
    desk.lose(bot)
    assert not desk.sent[anna.peer]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_table_goes_on_whoever_is_lost_at_whatever_moment(seats: int) -> None:
    """J8, J17: at every moment of a round the player on turn, or any other, is lost, and the round comes to its end."""
    for moment in range(0, 40, 3):
        luck = random.Random(moment)
        desk, guests = started(*(f"Guest {n}" for n in range(1, seats)), grace=10.0)
        for _ in range(moment):
            if desk.at(Playing):
                seat = on_turn(desk.table)
                desk.act(guests[seat], choose(desk.table, seat, luck))
        lost = on_turn(desk.table) if moment % 2 else luck.randrange(seats)
        (desk.lose if moment % 3 else desk.leave)(guests[lost])
        _play_on(desk, guests, lost, luck)
        assert desk.hall.game is None or desk.table.outcome is not None


def _play_on(desk: Desk, guests: list[Guest], lost: int, luck: random.Random) -> None:
    players = list(guests)
    for _ in range(3000):
        if not desk.at(Playing):
            return
        seat = on_turn(desk.table)
        if seat == lost and not desk.starts:
            desk.wait(10.0)
        if seat == lost and players[lost] is guests[lost]:
            players[lost] = desk.bot_comes()
        desk.act(players[seat], choose(desk.table, seat, luck))
    raise AssertionError("the table is blocked")


def test_leaving_lost_and_removed_are_told_apart() -> None:
    desk = Desk()
    owner, bea, cy, bot = desk.owner(), desk.join("Bea"), desk.join("Cy"), desk.join(None, bot=True)
    desk.leave(bea)
    desk.lose(cy)
    desk.ask(owner, m.RemoveBot(seat=desk.seat_of(bot)))
    assert [(line["name"], line["why"]) for line in desk.told if line["event"] == "left"] == [
        ("Bea", "left"),
        ("Cy", "lost"),
        (bot.name, "removed"),
    ]


def test_without_anybody_over_the_network_the_game_waits_and_an_act_is_answered_afterwards() -> None:
    """P37."""
    desk = Desk(bots=1, capacity=2, grace=5.0)
    anna, bot = desk.owner(), desk.bot_comes()
    desk.ask(anna, m.Start(dealer=None))
    while on_turn(desk.table) == 0:
        desk.act(anna, Discard(desk.table.seats[0].hand[0], 0))
    desk.lose(anna)
    seq = desk.hall.seq
    desk.act(bot, choose(desk.table, 1, random.Random(1)), id=1)
    assert desk.hall.seq == seq
    assert desk.hall.paused
    desk.forget()
    desk.back(anna)
    assert desk.hall.seq == seq + 1
    assert desk.newest(bot.peer, m.Update).ack == 1
    assert [type(change).__name__ for change in desk.changes] == ["ActionTaken"]


def test_between_rounds_nothing_is_dealt_while_nobody_is_there() -> None:
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=3, target=5000))
    play_round(desk, guests, random.Random(5))
    desk.lose(guests[0])
    desk.lose(guests[1])
    desk.wait(600.0)
    assert desk.at(RoundOver)
    desk.back(guests[1])
    assert desk.at(Playing), "the time for the result is long over"


def test_a_table_that_nobody_comes_to_ends_after_half_an_hour() -> None:
    desk = Desk()
    desk.wait(IDLE - 1)
    assert desk.at(Lobby)
    desk.wait(1)
    assert desk.at(Closed)
    assert desk.has_ended()


def test_a_deserted_match_ends_after_half_an_hour_and_is_kept() -> None:
    desk, guests = started("Bea")
    for guest in guests:
        desk.lose(guest)
    desk.wait(IDLE / 2)
    back = desk.back(guests[1])
    desk.wait(IDLE)
    assert not desk.has_ended(), "somebody is there"
    desk.lose(back)
    desk.wait(IDLE)
    assert desk.has_ended()
    assert "MatchEnded" not in [type(change).__name__ for change in desk.changes]


def test_a_match_of_the_host_s_own_bots_alone_is_played_to_its_end() -> None:
    desk = Desk(owner=False, capacity=2, bots=2, start_when_full=True, ruleset=Ruleset(stock_size=3, target=60))
    bots = [desk.bot_comes(start) for start in desk.starts]
    luck = random.Random(6)
    for _ in range(5000):
        if desk.has_ended():
            break
        seat = on_turn(desk.table)
        desk.act(bots[seat], choose(desk.table, seat, luck))
    assert desk.has_ended()
    assert [line for line in desk.told if line["event"] == "match_over"]


def test_after_the_match_a_lost_owner_is_waited_for_and_then_the_table_ends() -> None:
    desk, guests = started("Bea", grace=30.0, ruleset=Ruleset(stock_size=3, rounds=1))
    play_round(desk, guests, random.Random(7))
    assert desk.at(MatchOver)
    desk.lose(guests[1])
    desk.lose(guests[0])
    desk.wait(29.0)
    owner = desk.back(guests[0])
    desk.wait(1000.0)
    assert not desk.has_ended()
    desk.lose(owner)
    desk.wait(30.0)
    assert desk.has_ended()
    assert len(desk.starts) == 0, "after the match no bot need play"


def test_every_deadline_that_comes_is_over_afterwards() -> None:
    """Or the dealer would spin. `wait` checks it at each; here for halls of every stage with all clocks running."""
    for rules in (SHORT, Ruleset(stock_size=3, rounds=1)):
        desk, guests = started("Bea", "Cy", grace=7.0, ruleset=rules)
        for step in range(200):
            if not desk.at(Playing):
                break
            seat = on_turn(desk.table)
            if step % 20 == 10:
                desk.lose(guests[0])
                guests[0] = desk.back(guests[0])
            desk.act(guests[seat], choose(desk.table, seat, random.Random(step)))
        for guest in guests:
            desk.lose(guest)
        desk.wait(10 * IDLE)
        assert core.next_deadline(desk.hall) == float("inf")
        assert desk.has_ended()
