"""Accusing somebody of having given advice, and what the owner makes of it (R70 to R72)."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.actions import Penalise
from engine.ruleset import Coaching, Ruleset, Teams
from protocol import messages as m
from protocol.codes import DenyCode
from skipbo_lan.server.limits import ACCUSATION
from skipbo_lan.store.changes import ActionTaken
from tests.server.desk import Desk, Guest, choose, on_turn, play_round, started

ACCUSE = Ruleset(stock_size=5, coaching=Coaching.ACCUSE, teams=Teams.PAIRS, target=5000)


def table(**changes: object) -> tuple[Desk, list[Guest], int]:
    """Seats 0 and 2 against 1 and 3, and who is on turn."""
    desk, guests = started("Bea", "Cy", "Dan", ruleset=replace(ACCUSE, **changes))  # type: ignore[arg-type]
    return desk, guests, on_turn(desk.table)


def is_open(desk: Desk) -> bool:
    return desk.hall.accused is not None


def end_turn(desk: Desk, guests: list[Guest]) -> None:
    seat = on_turn(desk.table)
    while on_turn(desk.table) == seat:
        desk.act(guests[seat], choose(desk.table, seat, random.Random(1)))


def test_an_opponent_accuses_the_partner_of_the_player_on_turn_and_everybody_sees_it() -> None:
    desk, guests, turn = table()
    partner, opponent = (turn + 2) % 4, (turn + 1) % 4
    assert desk.ask(guests[opponent], m.Accuse(offender=partner)) is None
    room = desk.newest(guests[turn].peer, m.Room)
    assert room.accusation == m.Accusation(accuser=opponent, offender=partner, left_ms=30_000)
    assert desk.ask(guests[(turn + 3) % 4], m.Accuse(offender=partner)) == DenyCode.NOT_NOW, "one at a time"


def test_an_accusation_that_the_owner_confirms_costs_two_cards_unseen() -> None:
    desk, guests, turn = table()
    partner, opponent = (turn + 2) % 4, (turn + 1) % 4
    stock = desk.table.seats[partner].stock
    desk.ask(guests[opponent], m.Accuse(offender=partner))
    desk.forget()
    assert desk.ask(guests[opponent], m.Confirm(guilty=True)) == (DenyCode.NOT_OWNER if opponent else None)
    if opponent:
        desk.ask(guests[0], m.Confirm(guilty=True))
    assert len(desk.table.seats[partner].stock) == len(stock) + 2
    assert desk.table.seats[partner].stock[-1] == stock[-1], "the visible card stays on top"
    assert [change for change in desk.changes if isinstance(change, ActionTaken)] == [
        ActionTaken(0, 0, None, Penalise(partner), None)
    ]
    assert desk.table.turn == turn
    assert desk.newest(guests[turn].peer, m.Update).seq == 2
    assert desk.newest(guests[turn].peer, m.Room).accusation is None


def test_an_accusation_that_the_owner_rejects_is_dropped() -> None:
    desk, guests, turn = table()
    desk.ask(guests[(turn + 1) % 4], m.Accuse(offender=(turn + 2) % 4))
    desk.ask(guests[0], m.Confirm(guilty=False))
    assert not is_open(desk)
    assert desk.hall.seq == 1
    assert desk.ask(guests[0], m.Confirm(guilty=True)) == DenyCode.NOT_NOW


def test_an_accusation_that_nobody_decides_lapses_after_half_a_minute() -> None:
    desk, guests, turn = table()
    desk.ask(guests[(turn + 1) % 4], m.Accuse(offender=(turn + 2) % 4))
    desk.wait(ACCUSATION - 0.1)
    assert is_open(desk)
    desk.wait(0.1)
    assert not is_open(desk)
    assert desk.newest(guests[0].peer, m.Room).accusation is None
    assert desk.hall.seq == 1


def test_who_did_not_advise_the_player_on_turn_cannot_be_accused() -> None:
    desk, guests, turn = table()
    partner, left, right = (turn + 2) % 4, (turn + 1) % 4, (turn + 3) % 4
    assert desk.ask(guests[left], m.Accuse(offender=right)) == DenyCode.NOT_NOW, "the own partner"
    assert desk.ask(guests[left], m.Accuse(offender=left)) == DenyCode.NOT_NOW, "oneself"
    assert desk.ask(guests[turn], m.Accuse(offender=partner)) == DenyCode.NOT_NOW, "by the one who was advised"
    assert desk.ask(guests[left], m.Accuse(offender=turn)) == DenyCode.NOT_NOW, "the player on turn"
    assert desk.ask(guests[left], m.Accuse(offender=5)) == DenyCode.NO_SUCH_SEAT


def test_a_turn_that_has_just_ended_still_counts_until_the_next_action() -> None:
    desk, guests, turn = table()
    partner, left = (turn + 2) % 4, (turn + 1) % 4
    end_turn(desk, guests)
    assert desk.ask(guests[left], m.Accuse(offender=partner)) is None
    desk.ask(guests[0], m.Confirm(guilty=False))
    while on_turn(desk.table) == left and desk.game.ended_turn is not None:
        desk.act(guests[left], choose(desk.table, left, random.Random(1)))
    if on_turn(desk.table) == left:
        assert desk.ask(guests[left], m.Accuse(offender=partner)) == DenyCode.NOT_NOW


def test_where_nobody_accuses_there_is_nothing_to_accuse() -> None:
    desk, guests, turn = table(coaching=Coaching.OFF)
    assert desk.ask(guests[(turn + 1) % 4], m.Accuse(offender=(turn + 2) % 4)) == DenyCode.NOT_NOW


def test_without_teams_anybody_may_have_advised_the_player_on_turn() -> None:
    """R70 applies to any player who advises."""
    desk, guests, turn = table(teams=Teams.NONE)
    assert desk.ask(guests[(turn + 1) % 4], m.Accuse(offender=turn)) == DenyCode.NOT_NOW
    assert desk.ask(guests[(turn + 1) % 4], m.Accuse(offender=(turn + 2) % 4)) is None


def test_an_accusation_ends_with_its_round() -> None:
    desk, guests, turn = table(teams=Teams.NONE, stock_size=1)
    desk.ask(guests[(turn + 1) % 4], m.Accuse(offender=(turn + 2) % 4))
    play_round(desk, guests, random.Random(3))
    assert not is_open(desk)


def test_without_an_owner_an_accusation_lapses() -> None:
    desk, guests = started("Ada", "Bea", "Cy", "Dan", owner=False, ruleset=ACCUSE)
    turn = on_turn(desk.table)
    desk.ask(guests[(turn + 1) % 4], m.Accuse(offender=(turn + 2) % 4))
    desk.wait(ACCUSATION)
    assert not is_open(desk)
