"""The host's own computer is told to stop, slept, or cannot save (P38, P40, F63, F68, F72)."""

from __future__ import annotations

import random

import pytest

from engine.ruleset import Coaching, Ruleset
from protocol import messages as m
from protocol.codes import ByeCode
from skipbo_lan.server.hall.core import next_deadline
from skipbo_lan.server.hall.inputs import Interrupted, Saving, Slept
from skipbo_lan.server.hall.state import Closed, MatchOver, Playing, RoundOver
from skipbo_lan.store.changes import MatchEnded
from tests.server.desk import Desk, Guest, choose, on_turn, play_round, started

LONG = Ruleset(stock_size=3, target=5000)


def ended(desk: Desk) -> list[MatchEnded]:
    return [change for change in desk.changes if isinstance(change, MatchEnded)]


def between_rounds() -> tuple[Desk, list[Guest]]:
    desk, guests = started("Bea", ruleset=LONG)
    play_round(desk, guests, random.Random(1))
    assert desk.at(RoundOver)
    return desk, guests


@pytest.mark.parametrize("playing", [True, False])
def test_a_match_that_goes_on_is_kept_and_everybody_is_told_so(playing: bool) -> None:
    """P40: within the same step, spectators too."""
    desk, guests = started("Bea", ruleset=LONG) if playing else between_rounds()
    walt = desk.watch("Walt")
    desk.hear(Interrupted(resumable=True))
    assert [desk.last[one.peer].code for one in (*guests, walt)] == [ByeCode.HOST_CLOSING] * 3
    assert desk.has_ended()
    assert not ended(desk), "or it could not be resumed"


@pytest.mark.parametrize("resumable", [True, False])
def test_a_table_without_a_match_to_keep_is_closed_for_good(resumable: bool) -> None:
    lobby = Desk()
    anna = lobby.owner()
    lobby.hear(Interrupted(resumable=resumable))
    assert lobby.last[anna.peer].code is ByeCode.CLOSED
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=3, rounds=1))
    play_round(desk, guests, random.Random(1))
    assert desk.at(MatchOver)
    desk.hear(Interrupted(resumable=resumable))
    assert desk.last[guests[1].peer].code is ByeCode.CLOSED
    assert len(ended(desk)) == 1, "it was won before"


def test_a_match_that_is_not_to_be_kept_ends_for_good() -> None:
    desk, guests = started("Bea")
    desk.hear(Interrupted(resumable=False))
    assert [desk.last[guest.peer].code for guest in guests] == [ByeCode.CLOSED] * 2
    assert ended(desk) == [MatchEnded(())]


def test_everybody_learns_that_the_disk_refuses_and_that_it_takes_again_f68() -> None:
    desk, guests = started("Bea")
    walt = desk.watch("Walt")
    for works in (False, True):
        desk.hear(Saving(works))
        assert [desk.newest(one.peer, m.Room).saved for one in (*guests, walt)] == [works] * 3
    desk.hear(Saving(False))
    desk.act(guests[on_turn(desk.table)], choose(desk.table, on_turn(desk.table), random.Random(1)))
    assert desk.hall.seq == 2, "the game goes on"


def test_after_a_sleep_every_deadline_is_as_far_away_as_before_f72() -> None:
    desk, guests = started("Bea", "Cy", "Dan", grace=50.0, turn_timer=70.0, ruleset=Ruleset(coaching=Coaching.ACCUSE))
    desk.lose(guests[(on_turn(desk.table) + 1) % 4])
    accuser = (on_turn(desk.table) + 2) % 4
    desk.ask(guests[accuser], m.Accuse(offender=(accuser + 1) % 4))
    assert desk.hall.accused is not None
    desk.wait(5.0)
    before = next_deadline(desk.hall) - desk.now
    desk.now += 600.0
    desk.hear(Slept(600.0))
    assert next_deadline(desk.hall) - desk.now == before
    assert not desk.starts
    assert desk.hall.accused is not None
    waiting, others = between_rounds()
    waiting.now += 600.0
    waiting.hear(Slept(600.0))
    assert waiting.at(RoundOver)
    assert others


def test_a_table_ends_when_it_has_been_deserted_for_as_long_as_its_host_said_f63() -> None:
    """--idle-limit; the match is kept."""
    desk, guests = started("Bea", idle_limit=300.0)
    for guest in guests:
        desk.lose(guest)
    desk.wait(299.0)
    assert desk.at(Playing)
    desk.wait(1.0)
    assert desk.at(Closed)
    assert not ended(desk)


def test_a_game_that_waited_for_everybody_goes_on_when_one_is_back_f63() -> None:
    desk, guests = started("Bea", "Cy", grace=30.0, ruleset=LONG)
    for guest in guests:
        desk.lose(guest)
    desk.wait(100.0)
    bots = [desk.bot_comes(start) for start in desk.starts]
    assert desk.hall.paused
    seat = on_turn(desk.table)
    actor = next(bot for bot in bots if desk.seat_of(bot) == seat)
    desk.act(actor, choose(desk.table, seat, random.Random(1)), id=1)
    assert desk.hall.seq == 1
    desk.back(guests[(seat + 1) % 3])
    assert desk.hall.seq == 2
