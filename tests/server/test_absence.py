"""What the owner decides about players, and tables that wait for those who are away (P35, F62, F65, J17)."""

from __future__ import annotations

import random

import pytest

from engine.actions import Discard
from engine.ruleset import Ruleset
from protocol import messages as m
from protocol.codes import ByeCode, DenyCode, RejectCode
from protocol.proof import token_key
from skipbo_lan.server.hall.effects import StartBot
from skipbo_lan.server.hall.state import Lobby, MatchOver, Player, Playing, RoundOver
from skipbo_lan.store.changes import SavedSeat, SeatChanged
from tests.server.desk import Desk, Guest, choose, on_turn, play_round, started

LONG = Ruleset(stock_size=3, target=5000)
DECISIONS = (m.RemovePlayer, m.BotNow, m.WaitLonger, m.Give)


def player(desk: Desk, seat: int) -> Player:
    found = desk.hall.players[seat]
    assert found is not None
    return found


def shown(desk: Desk, guest: Guest, seat: int) -> m.WirePlayer:
    return desk.newest(guest.peer, m.Room).players[seat]


def seat_changes(desk: Desk) -> list[SeatChanged]:
    return [change for change in desk.changes if isinstance(change, SeatChanged)]


@pytest.mark.parametrize("decision", DECISIONS)
def test_only_the_owner_decides_about_players(decision: type[m.RemovePlayer]) -> None:
    desk, (anna, bea, cy) = started("Bea", "Cy")
    desk.lose(cy)
    assert desk.ask(bea, decision(seat=2)) == DenyCode.NOT_OWNER
    desk.leave(anna)
    assert desk.ask(desk.bot_comes(), decision(seat=2)) == DenyCode.NOT_OWNER, "a bot that plays for him is not he"


@pytest.mark.parametrize("decision", DECISIONS)
def test_there_must_be_somebody_whom_the_decision_could_be_about(decision: type[m.RemovePlayer]) -> None:
    desk, (anna, _) = started("Bea")
    assert desk.ask(anna, decision(seat=5)) == DenyCode.NO_SUCH_SEAT
    lobby = Desk()
    assert lobby.ask(lobby.owner(), decision(seat=3)) == DenyCode.NO_SUCH_SEAT


def test_the_owner_does_not_remove_himself() -> None:
    desk, (anna, _) = started("Bea")
    assert desk.ask(anna, m.RemovePlayer(seat=0)) == DenyCode.NO_SUCH_SEAT


def test_a_player_who_is_removed_in_the_lobby_leaves_the_seat_free() -> None:
    desk = Desk()
    anna, bea = desk.owner(), desk.join("Bea")
    assert desk.ask(anna, m.RemovePlayer(seat=1)) is None
    assert desk.last[bea.peer].code is ByeCode.REMOVED
    assert desk.hall.players[1] is None
    assert desk.last[desk.prove(bea.token)].code is RejectCode.BAD_PROOF
    assert desk.told[-1] == {"event": "left", "seat": 1, "name": "Bea", "why": "removed"}
    assert desk.join("Bea")


def test_a_player_who_is_removed_in_a_match_is_gone_for_good_a_bot_plays_on_and_the_seat_is_offered_f53() -> None:
    """The token of a removed player gives nothing any more."""
    desk, (anna, bea) = started("Bea")
    assert desk.ask(anna, m.RemovePlayer(seat=1)) is None
    assert desk.last[bea.peer].code is ByeCode.REMOVED
    assert (shown(desk, anna, 1).presence, shown(desk, anna, 1).offered) == ("bot", True)
    assert desk.last[desk.prove(bea.token)].code is RejectCode.BAD_PROOF
    desk.lose(bea)
    assert desk.newest(desk.bot_comes().peer, m.Room).you == 1
    (changed,) = seat_changes(desk)
    assert (changed.seat, changed.saved.offered, changed.saved.name) == (1, True, "Bea")
    assert changed.saved.key != token_key(bea.token)


def test_a_newcomer_takes_an_offered_seat_with_its_cards_and_a_token_of_his_own() -> None:
    desk, (anna, _) = started("Bea")
    desk.ask(anna, m.RemovePlayer(seat=1))
    stand_in = desk.bot_comes()
    cards = desk.table.seats[1]
    cy = desk.join("Cy")
    assert desk.last[stand_in.peer].code is ByeCode.SUPERSEDED
    assert desk.newest(cy.peer, m.Welcome).seat == 1
    assert desk.newest(cy.peer, m.Update).view.hand == [int(card) for card in cards.hand]
    seen = shown(desk, anna, 1)
    assert (seen.name, seen.presence, seen.offered) == ("Cy", "here", False)
    assert seat_changes(desk)[-1] == SeatChanged(1, SavedSeat("Cy", False, None, False, token_key(cy.token)))
    desk.lose(cy)
    assert desk.seat_of(desk.back(cy)) == 1


def test_a_player_whose_token_is_lost_gets_his_seat_back_under_the_same_name_f62() -> None:
    """The host gives the seat to the next who comes; of several offered ones that of the same name."""
    desk, (anna, bea, cy) = started("Bea", "Cy")
    for guest, seat in ((bea, 1), (cy, 2)):
        desk.lose(guest)
        assert desk.ask(anna, m.Give(seat=seat)) is None
    again = desk.join("Cy")
    assert desk.newest(again.peer, m.Welcome).seat == 2
    assert desk.last[desk.prove(cy.token)].code is RejectCode.BAD_PROOF, "the old token is void once it is taken"
    assert desk.newest(desk.join("Dan").peer, m.Welcome).seat == 1
    assert desk.last[desk.ask_in("Eva")].code is RejectCode.PLAYING


def test_whoever_is_back_first_keeps_an_offered_seat() -> None:
    desk, (anna, bea) = started("Bea")
    desk.lose(bea)
    desk.ask(anna, m.Give(seat=1))
    assert shown(desk, anna, 1).offered
    desk.back(bea)
    assert not shown(desk, anna, 1).offered
    assert [change.saved.offered for change in seat_changes(desk)] == [True, False]
    assert desk.last[desk.ask_in("Cy")].code is RejectCode.PLAYING


def test_the_seat_of_somebody_who_is_here_is_not_given_away() -> None:
    desk, (anna, _) = started("Bea")
    assert desk.ask(anna, m.Give(seat=1)) == DenyCode.NOT_NOW
    assert desk.last[desk.ask_in("Cy")].code is RejectCode.PLAYING


def test_the_seat_of_a_bot_of_the_host_s_own_can_be_given_to_a_late_guest() -> None:
    desk = Desk(bots=1, capacity=2)
    anna, bot = desk.owner(), desk.bot_comes()
    desk.ask(anna, m.Start(dealer=None))
    assert desk.ask(anna, m.RemovePlayer(seat=1)) == DenyCode.NO_SUCH_SEAT
    assert desk.ask(anna, m.Give(seat=1)) is None
    late = desk.join("Cy")
    assert desk.last[bot.peer].code is ByeCode.SUPERSEDED
    assert desk.newest(late.peer, m.Room).players[1].kind == "human"
    starts = len(desk.starts)
    desk.end_bot(desk.starts[-1])
    assert len(desk.starts) == starts, "the bot is not needed any more"


def test_a_bot_plays_at_once_when_the_owner_does_not_want_to_wait() -> None:
    desk, (anna, bea) = started("Bea", grace=120.0)
    assert desk.ask(anna, m.BotNow(seat=1)) == DenyCode.NOT_NOW, "he is here"
    desk.lose(bea)
    assert desk.ask(anna, m.BotNow(seat=1)) is None
    assert (shown(desk, anna, 1).presence, shown(desk, anna, 1).grace_ms) == ("bot", None)
    assert len(desk.starts) == 1
    desk.wait(300.0)
    assert len(desk.starts) == 1
    assert desk.ask(anna, m.BotNow(seat=1)) == DenyCode.NOT_NOW, "one plays already"
    desk.back(bea)
    assert shown(desk, anna, 1).presence == "here"


def test_the_owner_lets_the_grace_begin_anew() -> None:
    desk, (anna, bea) = started("Bea", grace=120.0)
    assert desk.ask(anna, m.WaitLonger(seat=1)) == DenyCode.NOT_NOW
    desk.lose(bea)
    desk.wait(100.0)
    assert desk.ask(anna, m.WaitLonger(seat=1)) is None
    assert shown(desk, anna, 1).grace_ms == 120_000
    desk.wait(119.0)
    assert shown(desk, anna, 1).presence == "away"
    desk.wait(1.0)
    assert shown(desk, anna, 1).presence == "bot"
    assert desk.ask(anna, m.WaitLonger(seat=1)) == DenyCode.NOT_NOW


@pytest.mark.parametrize("how", ["lose", "leave"])
def test_a_table_that_waits_lets_nobody_play_for_an_absent_player(how: str) -> None:
    desk, guests = started("Bea", absent="wait", grace=20.0)
    desk.ask(guests[0], m.Say(text="back in an hour"))
    getattr(desk, how)(guests[1])
    desk.wait(3600.0)
    assert not desk.starts
    seen = shown(desk, guests[0], 1)
    assert (seen.presence, seen.grace_ms) == ("away", None)
    assert desk.newest(guests[0].peer, m.Room).absent == "wait"
    assert desk.seat_of(desk.back(guests[1])) == 1


def test_at_a_table_that_waits_the_owner_may_still_let_a_bot_play() -> None:
    desk, (anna, bea) = started("Bea", absent="wait", grace=20.0)
    desk.leave(bea)
    desk.wait(3600.0)
    assert desk.ask(anna, m.BotNow(seat=1)) is None
    assert desk.newest(desk.bot_comes().peer, m.Room).you == 1


def test_a_table_that_waits_deals_the_next_round_all_the_same() -> None:
    desk, guests = started("Bea", "Cy", absent="wait", ruleset=LONG)
    play_round(desk, guests, random.Random(1))
    desk.leave(guests[2])
    for guest in guests[:2]:
        desk.ask(guest, m.Ready())
    assert desk.at(Playing)


def test_after_the_match_a_removed_player_is_not_there_for_another() -> None:
    desk, (anna, bea) = over()
    desk.ask(anna, m.RemovePlayer(seat=1))
    assert desk.last[bea.peer].code is ByeCode.REMOVED
    assert desk.last[desk.prove(bea.token)].code is RejectCode.BAD_PROOF
    assert desk.ask(anna, m.BotNow(seat=1)) == DenyCode.NOT_NOW
    assert desk.ask(anna, m.WaitLonger(seat=1)) == DenyCode.NOT_NOW
    assert desk.ask(anna, m.Give(seat=1)) == DenyCode.NOT_NOW
    desk.ask(anna, m.Again())
    assert desk.at(Lobby)
    assert [one.name for one in desk.newest(anna.peer, m.Room).players] == ["Anna"]


def test_after_the_match_ready_counts_those_who_would_play_another() -> None:
    desk, (anna, bea) = over()
    assert [one.ready for one in desk.newest(anna.peer, m.Room).players] == [False, False]
    assert desk.ask(bea, m.Ready()) is None
    assert [one.ready for one in desk.newest(anna.peer, m.Room).players] == [False, True]
    desk.ask(anna, m.Ready())
    assert desk.at(MatchOver), "the owner makes it"
    desk.ask(anna, m.Again())
    assert [one.ready for one in desk.newest(anna.peer, m.Room).players] == [False, False]


def over() -> tuple[Desk, list[Guest]]:
    desk, guests = started("Bea", ruleset=Ruleset(stock_size=3, rounds=1))
    play_round(desk, guests, random.Random(1))
    assert desk.at(MatchOver)
    return desk, guests


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("how", ["leave", "lose", "remove", "two"])
@pytest.mark.parametrize("absent", ["bot", "wait"])
def test_whoever_goes_whenever_one_seat_is_to_act_and_the_round_ends_j17_f65(seats: int, how: str, absent: str) -> None:
    """Own turn, another's, just before a discard, the last two at once. The desk checks the seat after each step."""
    for moment in range(0, 36, 5):
        luck = random.Random(moment)
        desk, guests = started(*(f"Guest {n}" for n in range(1, seats)), grace=10.0, absent=absent)
        for _ in range(moment):
            if desk.at(Playing):
                seat = on_turn(desk.table)
                desk.act(guests[seat], choose(desk.table, seat, luck))
        if not desk.at(Playing):
            continue
        turn = on_turn(desk.table)
        gone = {turn if moment % 2 and turn else luck.randrange(1, seats)}
        if how == "two" and seats > 2:
            gone |= {seats - 1}
        for seat in gone:
            go(desk, guests, seat, how)
        play_on(desk, guests, gone, luck)
        assert desk.hall.game is None or desk.table.outcome is not None


def go(desk: Desk, guests: list[Guest], seat: int, how: str) -> None:
    if how == "remove":
        assert desk.ask(guests[0], m.RemovePlayer(seat=seat)) is None
        desk.lose(guests[seat])
    elif how == "lose":
        desk.lose(guests[seat])
    else:
        desk.leave(guests[seat])


def play_on(desk: Desk, guests: list[Guest], gone: set[int], luck: random.Random) -> None:
    """Play on; the owner waits for the grace, and where nobody plays after it, asks for a bot."""
    players, came = dict(enumerate(guests)), 0
    for _ in range(3000):
        if not desk.at(Playing):
            return
        seat = on_turn(desk.table)
        if seat in gone and players[seat] is guests[seat]:
            desk.wait(11.0)
            if player(desk, seat).stand_in is None:
                assert desk.hall.terms.absent == "wait"
                assert desk.ask(guests[0], m.BotNow(seat=seat)) is None
        for start in desk.starts[came:]:
            bot: StartBot = start
            guest = desk.bot_comes(bot)
            players[desk.seat_of(guest)] = guest
        came = len(desk.starts)
        desk.act(players[seat], choose(desk.table, seat, luck))
    raise AssertionError("the table is blocked")


def test_leaving_between_rounds_and_returning_by_token_until_the_match_ends() -> None:
    desk, guests = started("Bea", ruleset=LONG)
    play_round(desk, guests, random.Random(2))
    desk.leave(guests[1])
    assert desk.at(RoundOver)
    assert player(desk, 1).presence == "bot"
    desk.ask(guests[0], m.Ready())
    assert desk.at(Playing)
    back = desk.back(guests[1])
    if on_turn(desk.table) == 1:
        desk.act(back, Discard(desk.table.seats[1].hand[0], 0))
    assert player(desk, 1).presence == "here"
