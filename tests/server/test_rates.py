"""Whoever asks too much is told to slow down, and hung up on when he does not; accepted acts are free (F37)."""

from __future__ import annotations

import random

import pytest

from engine.actions import Discard, Pass
from engine.ruleset import Ruleset
from protocol import messages as m
from protocol.codes import ByeCode, DenyCode
from skipbo_lan.server.hall.inputs import Acted
from skipbo_lan.server.hall.rates import UNTOUCHED, spend
from skipbo_lan.server.limits import ASKED_AT_ONCE, ASKED_PER_SECOND, CHAT_COST, FLOOD
from tests.server.desk import SHORT, Desk, choose, on_turn, started

BURST = int(ASKED_AT_ONCE)


def test_a_bucket_fills_with_time_and_no_further() -> None:
    spent = spend(UNTOUCHED, ASKED_AT_ONCE, 10.0)
    assert spent.left == 0
    assert not spent.exhausted
    assert spend(spent, 1, 10.0).exhausted
    assert spend(spent, 1, 11.0).left == ASKED_PER_SECOND - 1
    assert spend(spent, 0, 10_000.0).left == ASKED_AT_ONCE
    assert spend(spent, FLOOD + 1, 10.0).flooding


@pytest.mark.parametrize("watching", [False, True])
def test_200_lines_of_chat_a_second_are_refused_and_then_end_the_connection_f37(watching: bool) -> None:
    desk, guests = started("Bea", "Cy")
    talker = desk.watch("Walt") if watching else guests[1]
    for number in range(200):
        desk.wait(0.005)
        desk.ask(talker, m.Say(text=str(number)))
    heard = len(desk.all(guests[2].peer, m.Said))
    assert heard <= (ASKED_AT_ONCE + ASKED_PER_SECOND) / CHAT_COST
    assert DenyCode.SLOW_DOWN in [refused.code for refused in desk.all(talker.peer, m.Refused)]
    assert desk.last[talker.peer].code is ByeCode.FLOOD
    assert desk.newest(guests[0].peer, m.Room).watching == 0


def test_200_refused_acts_a_second_are_answered_slow_down_and_then_end_the_connection_f37() -> None:
    desk, guests = started("Bea")
    other = guests[1 - on_turn(desk.table)]
    for number in range(1, 400):
        desk.wait(0.005)
        desk.hear(Acted(other.peer, number, desk.hall.epoch, desk.hall.seq, Pass()))
    codes = [refused.code for refused in desk.all(other.peer, m.Refused)]
    assert codes[0] == "NOT_YOUR_TURN"
    assert codes[-1] == DenyCode.SLOW_DOWN
    assert len(codes) == len({refused.id for refused in desk.all(other.peer, m.Refused)}), "one answer each"
    assert desk.last[other.peer].code is ByeCode.FLOOD
    room = desk.newest(guests[on_turn(desk.table)].peer, m.Room)
    assert room.players[guests.index(other)].presence == "away", "his seat waits, as after any lost connection"


def test_accepted_acts_are_never_limited_f37() -> None:
    """A whole round within one instant, and more acts than a bucket holds."""
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=30))
    luck = random.Random(1)
    for _ in range(6 * BURST):
        seat = on_turn(desk.table)
        desk.act(guests[seat], choose(desk.table, seat, luck))
        if desk.table.outcome is not None:
            break
    assert desk.hall.seq > 2 * BURST
    assert not any(desk.all(guest.peer, m.Refused) for guest in guests)


def test_a_refused_act_that_got_slow_down_gets_it_again_and_one_accepted_keeps_its_answer() -> None:
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    guest = guests[seat]
    desk.act(guest, Discard(desk.table.seats[seat].hand[0], 0), id=1)
    for number in range(2, BURST + 3):
        desk.hear(Acted(guest.peer, number, desk.hall.epoch, desk.hall.seq, Pass()))
    last = desk.newest(guest.peer, m.Refused)
    assert last == m.Refused(id=BURST + 2, code=DenyCode.SLOW_DOWN)
    desk.forget()
    desk.hear(Acted(guest.peer, BURST + 2, desk.hall.epoch, desk.hall.seq, Pass()))
    assert desk.sent[guest.peer] == [last]


def test_the_same_accepted_act_without_end_ends_the_connection() -> None:
    """Each answer to it is a whole view."""
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    desk.act(guests[seat], Discard(desk.table.seats[seat].hand[0], 0), id=1)
    for _ in range(BURST + int(FLOOD) + 1):
        desk.hear(Acted(guests[seat].peer, 1, desk.hall.epoch, desk.hall.seq, Pass()))
    assert desk.last[guests[seat].peer].code is ByeCode.FLOOD


def test_requests_of_every_kind_are_counted() -> None:
    desk = Desk()
    anna = desk.owner()
    for _ in range(BURST):
        assert desk.configure(anna, SHORT) is None
    assert desk.configure(anna, SHORT) == DenyCode.SLOW_DOWN
    assert desk.ask(anna, m.Pace(ms=1)) == DenyCode.SLOW_DOWN
    desk.wait(1.0)
    assert desk.ask(anna, m.Pace(ms=1)) is None


def test_a_reconnection_does_not_forget_what_was_asked_and_does_not_ban_j30() -> None:
    desk, (_, bea) = started("Bea")
    while bea.peer not in desk.last:
        desk.ask(bea, m.Say(text="!"))
    again = desk.back(bea)
    assert desk.ask(again, m.Say(text="!")) == DenyCode.SLOW_DOWN or again.peer in desk.last
    desk.wait((FLOOD + ASKED_AT_ONCE) / ASKED_PER_SECOND)
    again = desk.back(bea)
    assert desk.ask(again, m.Say(text="sorry")) is None


def test_a_hundred_fast_returns_are_no_offence_j30() -> None:
    desk, (_, bea) = started("Bea")
    for _ in range(100):
        bea = desk.back(bea)
    assert desk.ask(bea, m.Say(text="bad cable")) is None
