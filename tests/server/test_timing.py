"""The turn timer: a bot plays the rest of a turn that takes too long, and its player sees it (P36, F64)."""

from __future__ import annotations

import random
from typing import Any

from engine.actions import Discard
from engine.ruleset import Ruleset
from protocol import messages as m
from protocol.codes import ByeCode, DenyCode
from skipbo_lan.server.hall.inputs import Slept
from skipbo_lan.server.hall.state import Player, Playing
from tests.server.desk import SHORT, Desk, Guest, choose, on_turn, play_round, started

LONG = Ruleset(stock_size=6, target=5000)


def timed(*names: str, **chosen: Any) -> tuple[Desk, list[Guest]]:
    return started(*(names or ("Bea",)), turn_timer=30.0, ruleset=chosen.pop("ruleset", LONG), **chosen)


def player(desk: Desk, seat: int) -> Player:
    found = desk.hall.players[seat]
    assert found is not None
    return found


def discard(desk: Desk, guest: Guest) -> None:
    """End the turn."""
    seat = on_turn(desk.table)
    desk.act(guest, Discard(next(card for card in desk.table.seats[seat].hand), 0))


def test_everybody_sees_what_is_left_of_the_turn() -> None:
    desk, guests = timed()
    for guest in guests:
        assert desk.newest(guest.peer, m.Room).turn_ms == 30_000
    seat = on_turn(desk.table)
    desk.wait(12.0)
    desk.lose(guests[1 - seat])
    assert desk.newest(guests[seat].peer, m.Room).turn_ms == 18_000


def test_without_a_timer_a_turn_takes_as_long_as_it_takes() -> None:
    desk, guests = started("Bea")
    assert desk.newest(guests[0].peer, m.Room).turn_ms is None
    desk.wait(3600.0)
    assert not desk.starts


def test_every_turn_has_its_own_time_and_actions_do_not_prolong_it() -> None:
    desk, guests = timed(ruleset=Ruleset(stock_size=6, target=5000, wild_discard=True))
    seat = on_turn(desk.table)
    desk.wait(20.0)
    desk.act(guests[seat], choose(desk.table, seat, random.Random(3)))
    if on_turn(desk.table) == seat:
        assert desk.hall.timed is not None
        assert desk.hall.timed.until == desk.now + 10.0
        discard(desk, guests[seat])
    assert on_turn(desk.table) != seat
    assert desk.newest(guests[seat].peer, m.Room).turn_ms == 30_000


def test_a_bot_plays_the_rest_of_a_turn_that_took_too_long_f64() -> None:
    """The player stays, is told everything, and acts again in his next turn."""
    desk, guests = timed()
    seat = on_turn(desk.table)
    desk.wait(30.0)
    bot = desk.bot_comes()
    assert desk.newest(bot.peer, m.Room).you == seat
    shown = desk.newest(guests[1 - seat].peer, m.Room).players[seat]
    assert (shown.presence, shown.relieved) == ("here", True)
    assert desk.newest(guests[seat].peer, m.Room).turn_ms is None
    desk.act(guests[seat], desk.legal(seat)[0])
    assert desk.newest(guests[seat].peer, m.Refused).code == DenyCode.NOT_NOW
    assert desk.ask(guests[seat], m.Say(text="sorry")) is None
    seq = desk.hall.seq
    discard(desk, bot)
    assert desk.newest(guests[seat].peer, m.Update).seq == seq + 1, "the player is told"
    assert desk.newest(guests[seat].peer, m.Update).view.observer == seat
    assert desk.last[bot.peer].code is ByeCode.REMOVED
    assert not desk.newest(guests[seat].peer, m.Room).players[seat].relieved
    discard(desk, guests[1 - seat])
    assert on_turn(desk.table) == seat
    discard(desk, guests[seat])
    assert on_turn(desk.table) != seat, "he plays again himself"


def test_the_ids_of_the_player_go_on_after_a_bot_has_played_for_him() -> None:
    desk, guests = timed()
    seat = on_turn(desk.table)
    desk.act(guests[seat], Discard(desk.table.seats[seat].hand[0], 9), id=5)
    desk.wait(30.0)
    discard(desk, desk.bot_comes())
    assert desk.newest(guests[seat].peer, m.Update).ack == 5
    discard(desk, guests[1 - seat])
    desk.act(guests[seat], Discard(desk.table.seats[seat].hand[0], 0), id=6)
    assert desk.newest(guests[seat].peer, m.Update).ack == 6


def test_the_timer_waits_while_the_player_is_away_and_starts_afresh_on_his_return_j25() -> None:
    desk, guests = timed(grace=120.0)
    seat = on_turn(desk.table)
    desk.wait(25.0)
    desk.lose(guests[seat])
    assert desk.newest(guests[1 - seat].peer, m.Room).turn_ms is None
    desk.wait(60.0)
    assert not desk.starts
    back = desk.back(guests[seat])
    assert desk.newest(back.peer, m.Room).turn_ms == 30_000


def test_a_relieved_player_who_is_lost_is_waited_for_and_back_in_his_next_turn() -> None:
    desk, guests = timed(grace=120.0)
    seat = on_turn(desk.table)
    desk.wait(30.0)
    bot = desk.bot_comes()
    desk.lose(guests[seat])
    shown = desk.newest(guests[1 - seat].peer, m.Room).players[seat]
    assert (shown.presence, shown.relieved, shown.grace_ms) == ("away", True, 120_000)
    back = desk.back(guests[seat])
    assert player(desk, seat).relieved, "the bot still ends the turn"
    discard(desk, bot)
    discard(desk, guests[1 - seat])
    discard(desk, back)
    assert on_turn(desk.table) != seat


def test_a_relieved_player_who_leaves_is_replaced_by_the_same_bot() -> None:
    desk, guests = timed()
    seat = on_turn(desk.table)
    desk.wait(30.0)
    bot = desk.bot_comes()
    desk.leave(guests[seat])
    assert (player(desk, seat).presence, len(desk.starts)) == ("bot", 1)
    discard(desk, bot)
    discard(desk, guests[1 - seat])
    discard(desk, bot)
    assert bot.peer not in desk.last


def test_a_bot_that_fails_in_the_middle_of_such_a_turn_is_started_again_and_after_it_no_more() -> None:
    desk, _ = timed()
    seat = on_turn(desk.table)
    desk.wait(30.0)
    first = desk.starts[-1]
    desk.end_bot(first)
    second = desk.starts[-1]
    assert second.bot != first.bot
    discard(desk, desk.bot_comes(second))
    starts = len(desk.starts)
    desk.end_bot(second)
    assert len(desk.starts) == starts
    assert not player(desk, seat).relieved


def test_the_host_s_own_bots_and_stand_ins_are_not_timed() -> None:
    desk = Desk(bots=1, capacity=2, turn_timer=30.0, ruleset=LONG)
    anna, _ = desk.owner(), desk.bot_comes()
    desk.ask(anna, m.Start(dealer=None))
    while on_turn(desk.table) == 0:
        discard(desk, anna)
    assert desk.newest(anna.peer, m.Room).turn_ms is None
    starts = len(desk.starts)
    desk.wait(300.0)
    assert len(desk.starts) == starts


def test_with_nobody_ever_acting_bots_play_the_match_to_its_end() -> None:
    desk, guests = timed("Bea", "Cy", ruleset=SHORT)
    luck, came = random.Random(4), 0
    for _ in range(3000):
        if not desk.at(Playing):
            break
        seat = on_turn(desk.table)
        desk.wait(30.0)
        bots = [desk.bot_comes(start) for start in desk.starts[came:]]
        came = len(desk.starts)
        while desk.at(Playing) and on_turn(desk.table) == seat:
            desk.act(bots[-1], choose(desk.table, seat, luck))
    assert not desk.at(Playing)
    assert all(player(desk, seat).presence == "here" for seat in range(len(guests)))
    assert all(player(desk, seat).stand_in is None for seat in range(len(guests)))


def test_between_rounds_no_time_runs_and_the_next_round_begins_with_a_whole_turn() -> None:
    desk, guests = timed(ruleset=Ruleset(stock_size=3, target=5000))
    play_round(desk, guests, random.Random(1))
    assert desk.newest(guests[0].peer, m.Room).turn_ms is None
    desk.wait(10.0)
    for guest in guests:
        desk.ask(guest, m.Ready())
    assert desk.newest(guests[0].peer, m.Room).turn_ms == 30_000


def test_a_host_that_slept_gives_the_time_back_f72() -> None:
    desk, _ = timed()
    desk.wait(10.0)
    desk.now += 600.0
    desk.hear(Slept(600.0))
    assert not desk.starts
    assert desk.hall.timed is not None
    assert desk.hall.timed.until == desk.now + 20.0
