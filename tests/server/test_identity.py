"""Who is who: names, tokens, races, and coming back at whatever moment (F51 to F54, F57, F60, F61)."""

from __future__ import annotations

import random

import pytest

from engine.actions import Discard, Play
from engine.observe import observe
from engine.ruleset import DryRule, Ruleset
from protocol import mapping
from protocol import messages as m
from protocol.codes import ByeCode, RejectCode
from skipbo_lan.server.hall.state import MatchOver, Playing
from tests.server.desk import Desk, choose, on_turn, play_round, started

LONG = Ruleset(stock_size=3, target=5000)


def code(desk: Desk, peer: int) -> str:
    return desk.last[peer].code


def test_of_two_who_come_with_the_same_name_one_wins_and_the_other_is_told_f51() -> None:
    desk = Desk()
    assert desk.newest(desk.ask_in("Bea"), m.Welcome)
    for name in ("Bea", "BEA", "\uff22ea"):
        assert code(desk, desk.ask_in(name)) is RejectCode.NAME_TAKEN
    assert code(desk, desk.ask_to_watch("bea")) is RejectCode.NAME_TAKEN


def test_of_two_who_come_for_the_last_seat_one_wins_and_the_other_is_told_f52() -> None:
    desk = Desk(capacity=2)
    first, second = desk.ask_in("Bea"), desk.ask_in("Cy")
    assert desk.newest(first, m.Welcome).seat == 1
    assert code(desk, second) is RejectCode.FULL


def test_no_token_that_is_not_a_player_s_of_this_match_gives_a_seat_f53() -> None:
    """Wrong, cut short, of another table, of a seat that was left in the lobby, of a match that is over."""
    other = Desk(seed="another table")
    foreign = other.join("Bea").token
    desk = Desk(capacity=3, ruleset=Ruleset(stock_size=3, rounds=1))
    anna, bea, gone = desk.owner(), desk.join("Bea"), desk.join("Cy")
    desk.leave(gone)
    for token in (bytes(16), bea.token[:-1], foreign, gone.token):
        assert code(desk, desk.prove(token)) is RejectCode.BAD_PROOF
    desk.ask(anna, m.Start(dealer=None))
    play_round(desk, [anna, bea], random.Random(1))
    assert desk.at(MatchOver)
    desk.ask(anna, m.Again())
    assert code(desk, desk.prove(bea.token)) is RejectCode.BAD_PROOF


def test_of_two_clients_with_one_token_the_newest_always_wins_f54() -> None:
    desk, (_, bea) = started("Bea")
    for _ in range(20):
        older, bea = bea, desk.back(bea)
        assert code(desk, older.peer) is ByeCode.SUPERSEDED
        desk.lose(older)
        assert desk.seat_of(bea) == 1


def test_an_act_three_times_an_older_one_and_a_jump_of_ids_f57() -> None:
    """Applied once, ignored, accepted."""
    desk, guests = started("Bea", ruleset=LONG)
    seat = on_turn(desk.table)
    action = Discard(desk.table.seats[seat].hand[0], 0)
    for _ in range(3):
        desk.act(guests[seat], action, id=10, seq=1)
    assert desk.hall.seq == 2
    assert [type(change).__name__ for change in desk.changes].count("ActionTaken") == 1
    desk.forget()
    desk.act(guests[seat], action, id=9)
    assert not desk.sent[guests[seat].peer]
    other = guests[1 - seat]
    desk.act(other, Discard(desk.table.seats[1 - seat].hand[0], 0), id=2**53 - 1)
    assert desk.newest(other.peer, m.Update).ack == 2**53 - 1


@pytest.mark.parametrize("manual_draw", [False, True])
def test_a_player_who_returns_in_his_turn_may_do_the_same_as_before_f60(manual_draw: bool) -> None:
    """At each prompt of a turn: the draw by hand, plays, the discard."""
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=6, manual_draw=manual_draw))
    luck = random.Random(2)
    for _ in range(60):
        if not desk.at(Playing):
            break
        seat = on_turn(desk.table)
        before = desk.legal(seat)
        if luck.random() < 0.5:
            desk.lose(guests[seat])
        guests[seat] = desk.back(guests[seat])
        assert desk.legal(seat) == before
        view = desk.newest(guests[seat].peer, m.Update).view
        assert mapping.view_from_wire(view) == observe(desk.table, seat)
        desk.act(guests[seat], choose(desk.table, seat, luck))


@pytest.mark.parametrize("watching", [False, True])
@pytest.mark.parametrize("first", ["the move", "the newcomer"])
def test_who_comes_at_the_same_tick_as_a_move_sees_it_exactly_once_f61(watching: bool, first: str) -> None:
    desk, guests = started("Bea", "Cy", ruleset=LONG)
    seat = on_turn(desk.table)
    comer = guests[(seat + 1) % 3]
    action = next(action for action in desk.legal(seat) if not isinstance(action, Play))

    def come() -> int:
        return desk.watch("Walt").peer if watching else desk.back(comer).peer

    if first == "the newcomer":
        peer = come()
        desk.act(guests[seat], action)
        assert [bool(update.events) for update in desk.all(peer, m.Update)] == [False, True]
    else:
        desk.act(guests[seat], action)
        peer = come()
        assert [bool(update.events) for update in desk.all(peer, m.Update)] == [False], "it is in the view already"
    assert desk.newest(peer, m.Update).seq == desk.hall.seq


def test_a_reshuffle_while_somebody_is_waited_for_is_like_any_other_f75() -> None:
    rules = Ruleset(stock_size=21, dry_rule=DryRule.TUCK)
    desk, guests = started(*(f"Guest {n}" for n in range(5)), ruleset=rules, grace=1e9)
    luck, shuffles = random.Random(5), 0
    for _ in range(3000):
        if not desk.at(Playing) or shuffles:
            break
        seat = on_turn(desk.table)
        desk.lose(guests[(seat + 1) % 6])
        desk.act(guests[seat], choose(desk.table, seat, luck))
        shuffles += bool(desk.table.shuffles)
        guests[(seat + 1) % 6] = desk.back(guests[(seat + 1) % 6])
        assert mapping.view_from_wire(desk.newest(guests[seat].peer, m.Update).view) == observe(desk.table, seat)
    assert shuffles
