"""Rounds, matches and what comes after them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.actions import Pass
from engine.cards import DECK
from engine.deal import draw_dealer
from engine.match import after_round, leaders
from engine.ruleset import PRESETS, DryRule, FirstDealer, Ruleset, Teams
from engine.shuffle import Label, chosen, round_seed, shuffled
from protocol import dealing as d
from protocol import messages as m
from protocol.codes import ByeCode, DenyCode, RejectCode
from skipbo_lan.server.hall.inputs import Acted
from skipbo_lan.server.hall.seats import player_at
from skipbo_lan.server.hall.state import Closed, Lobby, MatchOver, Playing, RoundOver
from skipbo_lan.server.limits import BETWEEN_ROUNDS
from skipbo_lan.store.changes import MatchBegun, MatchEnded, RoundBegun, RoundEnded
from tests.server.desk import Desk, on_turn, play_round, started

LONG = Ruleset(stock_size=3, target=5000)
ONE_ROUND = Ruleset(stock_size=3, rounds=1)
SEED = bytes(range(32))


def begun_rounds(desk: Desk) -> list[RoundBegun]:
    return [change for change in desk.changes if isinstance(change, RoundBegun)]


def test_the_dealer_is_drawn_from_the_first_round_s_seed_and_the_draw_is_told_before_the_deal() -> None:
    desk, guests = started("Bea", "Cy", seed="x", ruleset=LONG)
    seed = begun_rounds(desk)[0].seed
    dealer, events = draw_dealer(3, shuffled(DECK, Label.DEALER, 0, seed))
    assert desk.table.dealer == dealer
    told = desk.newest(guests[0].peer, m.Update).events
    kinds = [type(event).__name__ for event in told]
    assert kinds[: len(events)] == ["DealerCardEvent"] * len(events)
    assert kinds[len(events)] == "DealtEvent"


def test_a_random_dealer_is_one_choice_from_the_dealer_stream() -> None:
    desk, _ = started("Bea", "Cy", ruleset=Ruleset(stock_size=3, first_dealer=FirstDealer.RANDOM))
    assert desk.table.dealer == chosen(3, Label.DEALER, begun_rounds(desk)[0].seed)


def test_with_a_given_seed_the_rounds_follow_from_it() -> None:
    desk = Desk(capacity=2, ruleset=LONG, match_seed=SEED)
    guests = [desk.owner(), desk.join("Bea")]
    desk.ask(guests[0], m.Start(dealer=None))
    play_round(desk, guests, random.Random(1))
    for guest in guests:
        desk.ask(guest, m.Ready())
    assert [round.seed for round in begun_rounds(desk)] == [round_seed(0, SEED), round_seed(1, SEED)]


def test_without_a_seed_every_round_has_a_fresh_one() -> None:
    desk, guests = started("Bea", ruleset=LONG)
    for number in range(3):
        play_round(desk, guests, random.Random(number))
        for guest in guests:
            desk.ask(guest, m.Ready())
    seeds = {round.seed for round in begun_rounds(desk)}
    assert len(seeds) == 4
    assert all(len(seed) == 32 for seed in seeds)


def test_a_round_is_counted_stored_reported_and_shown_with_its_cards_first() -> None:
    desk, guests = started("Bea", ruleset=LONG)
    match = desk.game.match
    desk.forget()
    play_round(desk, guests, random.Random(2))
    outcome = desk.table.outcome
    assert outcome is not None
    assert RoundEnded(0, outcome) in desk.changes
    counted = after_round(match, outcome)
    assert desk.game.match == counted
    assert desk.told == [
        {
            "event": "round_over",
            "winners": [outcome.winner],
            "points": outcome.points,
            "scores": list(counted.scores),
            "termination": "win",
        }
    ]
    update, *proof, room = [
        one for one in desk.sent[guests[1].peer] if one not in desk.all(guests[1].peer, m.Update)[:-1]
    ]
    assert {type(one) for one in proof} == {d.DealProof, d.DealActions}
    assert isinstance(update, m.Update)
    assert update.view.outcome is not None
    assert isinstance(room, m.Room)
    assert (room.stage, room.scores, room.rounds_played) == ("round_over", list(counted.scores), 1)
    assert room.next_round_ms == BETWEEN_ROUNDS * 1000


def test_the_next_round_begins_when_everybody_who_is_connected_is_ready() -> None:
    desk, guests = started("Bea", "Cy", ruleset=LONG)
    dealer = desk.game.match.dealer
    play_round(desk, guests, random.Random(3))
    desk.ask(guests[0], m.Ready())
    desk.ask(guests[0], m.Ready())
    room = desk.newest(guests[1].peer, m.Room)
    assert [player.ready for player in room.players] == [True, False, False]
    desk.ask(guests[1], m.Ready())
    assert desk.at(RoundOver)
    desk.lose(guests[2])
    assert desk.at(Playing), "who is not there is not waited for"
    assert desk.table.dealer == (dealer + 1) % 3
    assert not any(player.ready for player in desk.newest(guests[0].peer, m.Room).players)
    assert desk.newest(guests[0].peer, m.Room).next_round_ms is None


def test_the_next_round_begins_after_a_minute_whoever_is_not_ready() -> None:
    desk, guests = started("Bea", ruleset=LONG)
    play_round(desk, guests, random.Random(4))
    desk.ask(guests[0], m.Ready())
    desk.wait(BETWEEN_ROUNDS - 0.1)
    assert desk.at(RoundOver)
    desk.wait(0.1)
    assert desk.at(Playing)
    assert desk.ask(guests[1], m.Ready()) is None, "who is a moment too late is not scolded"


def test_the_host_s_own_bots_are_not_waited_for() -> None:
    desk = Desk(bots=1, capacity=2, ruleset=LONG)
    anna, bot = desk.owner(), desk.bot_comes()
    desk.ask(anna, m.Start(dealer=None))
    play_round(desk, [anna, bot], random.Random(5))
    desk.ask(anna, m.Ready())
    assert desk.at(Playing)


def test_without_an_owner_the_table_closes_after_the_match() -> None:
    desk, guests = started("Ada", "Bea", owner=False, ruleset=ONE_ROUND)
    play_round(desk, guests, random.Random(6))
    assert desk.at(Closed)
    assert desk.has_ended()
    assert {desk.last[guest.peer].code for guest in guests} == {ByeCode.CLOSED}
    update = desk.newest(guests[0].peer, m.Update)
    assert update.view.outcome is not None
    winners = [seat for side in [update.view.outcome.winner] for seat in [side]]
    assert desk.told[-1]["event"] == "match_over"
    assert desk.told[-1]["winners"] == winners
    assert desk.changes[-1] == MatchEnded(tuple(seat for seat in winners if seat is not None))


def test_everybody_sees_the_result_of_the_match_before_the_table_closes() -> None:
    desk, guests = started("Ada", "Bea", owner=False, ruleset=ONE_ROUND)
    play_round(desk, guests, random.Random(6))
    room = desk.newest(guests[0].peer, m.Room)
    assert room.stage == "match_over"
    assert room.winners


def test_with_an_owner_the_table_stays_open_until_it_is_closed() -> None:
    desk, guests = started("Bea", ruleset=ONE_ROUND)
    play_round(desk, guests, random.Random(7))
    assert desk.at(MatchOver)
    room = desk.newest(guests[1].peer, m.Room)
    assert room.stage == "match_over"
    assert list(room.winners) == [seat for side in leaders(desk.game.match) for seat in desk.game.match.sides[side]]
    desk.wait(1000.0)
    assert not desk.has_ended()
    desk.ask(guests[0], m.CloseTable())
    assert desk.has_ended()
    assert [desk.last[guest.peer].code for guest in guests] == [ByeCode.CLOSED] * 2


def test_an_owner_who_leaves_after_the_match_closes_the_table() -> None:
    desk, guests = started("Bea", ruleset=ONE_ROUND)
    play_round(desk, guests, random.Random(7))
    desk.leave(guests[0])
    assert desk.last[guests[1].peer].code is ByeCode.CLOSED


def test_a_match_that_the_owner_closes_is_not_to_be_gone_on_with() -> None:
    desk, guests = started("Bea")
    desk.ask(guests[0], m.CloseTable())
    assert desk.changes[-1] == MatchEnded(())
    assert desk.last[desk.prove(guests[1].token)].code is RejectCode.CLOSING


def test_a_lobby_that_is_closed_stores_nothing() -> None:
    desk = Desk()
    desk.ask(desk.owner(), m.CloseTable())
    assert not desk.changes


def test_another_match_is_a_new_table_id_with_new_tokens_for_those_who_are_there() -> None:
    desk, guests = started("Bea", "Cy", "Dan", ruleset=ONE_ROUND, grace=1.0)
    anna, bea, cy, dan = guests
    assert desk.ask(anna, m.Again()) == DenyCode.NOT_NOW
    play_round(desk, guests, random.Random(8))
    old_id = desk.hall.table_id
    desk.lose(cy)
    desk.forget()
    assert desk.ask(anna, m.Again()) is None
    assert desk.at(Lobby)
    assert desk.hall.table_id != old_id
    for guest, seat in ((anna, 0), (bea, 1), (dan, 3)):
        welcome, room = desk.sent[guest.peer]
        assert isinstance(welcome, m.Welcome)
        assert isinstance(room, m.Room)
        assert (welcome.table_id, welcome.seat, welcome.last_id) == (desk.hall.table_id, seat, 0)
        assert welcome.token not in (None, guest.token)
        assert welcome.owner == (guest is anna)
        assert (room.stage, [player.name for player in room.players]) == ("lobby", ["Anna", "Bea", "Dan"])
    assert desk.last[desk.prove(cy.token)].code is RejectCode.BAD_PROOF, "a token of the old match is good for nothing"
    assert desk.last[desk.prove(bea.token)].code is RejectCode.BAD_PROOF


def test_another_match_is_played_and_stored_by_itself() -> None:
    desk, guests = started("Bea", ruleset=ONE_ROUND)
    first = desk.changes[0]
    play_round(desk, guests, random.Random(9))
    desk.ask(guests[0], m.Again())
    desk.forget()
    desk.ask(guests[0], m.Start(dealer=None))
    begun = desk.changes[0]
    assert isinstance(first, MatchBegun)
    assert isinstance(begun, MatchBegun)
    assert begun.table_id == desk.hall.table_id != first.table_id
    assert {seat.key for seat in begun.seats}.isdisjoint(seat.key for seat in first.seats)
    assert desk.hall.seq == 1
    play_round(desk, guests, random.Random(10))
    assert desk.game.match.rounds_played == 1


def test_an_act_on_its_way_into_another_match_does_not_block_its_player() -> None:
    desk, guests = started("Bea", ruleset=ONE_ROUND)
    epoch = desk.hall.epoch
    play_round(desk, guests, random.Random(11))
    desk.ask(guests[0], m.Again())
    desk.ask(guests[0], m.Start(dealer=None))
    for guest in guests:
        desk.hear(Acted(guest.peer, 500, epoch, 3, Pass()))
    desk.act(guests[on_turn(desk.table)], desk.legal(on_turn(desk.table))[0], id=1)
    assert desk.hall.seq == 2


def test_stand_ins_do_not_come_along_to_another_match_and_house_bots_do() -> None:
    desk = Desk(bots=1, capacity=3, ruleset=ONE_ROUND)
    anna, bot = desk.owner(), desk.bot_comes()
    bea = desk.join("Bea")
    desk.ask(anna, m.Start(dealer=None))
    desk.leave(bea)
    stand_in = desk.bot_comes()
    play_round(desk, [anna, bot, stand_in], random.Random(13))
    desk.ask(anna, m.Again())
    assert desk.last[stand_in.peer].code is ByeCode.REMOVED
    assert player_at(desk.hall, 2) is None
    renewed = desk.newest(bot.peer, m.Welcome)
    assert renewed.token is not None
    starts = len(desk.starts)
    desk.lose(bot)
    desk.end_bot(desk.starts[0])
    assert len(desk.starts) == starts + 1, "it is still known as the bot it was"


def test_bots_keep_a_pace_while_somebody_watches() -> None:
    assert Desk().hall.pace_ms == 600
    desk = Desk(owner=False)
    assert desk.hall.pace_ms == 0
    assert Desk(pace_ms=250).hall.pace_ms == 250
    assert Desk(owner=False, pace_ms=250).hall.pace_ms == 250
    desk, guests = started("Bea")
    desk.ask(guests[0], m.Pace(ms=1500))
    assert desk.newest(guests[1].peer, m.Room).pace_ms == 1500


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["classic", "german", "french", "modern"])
def test_matches_of_every_preset_and_size_come_to_their_end(preset: str, seats: int) -> None:
    rules = replace(PRESETS[preset], stock_size=3, target=60)
    _play_match(rules, seats)


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(stock_size=2, target=50, teams=Teams.PAIRS),
        Ruleset(stock_size=2, target=50, teams=((0, 1), (2, 3))),
        Ruleset(stock_size=30, rounds=1, dry_rule=DryRule.TUCK),
    ],
)
def test_matches_in_teams_come_to_their_end(rules: Ruleset) -> None:
    _play_match(rules, 4)


@pytest.mark.parametrize("teams", [Teams.PAIRS, Teams.TRIOS])
def test_six_in_teams_come_to_their_end(teams: Teams) -> None:
    _play_match(Ruleset(stock_size=2, target=50, teams=teams), 6)


def _play_match(rules: Ruleset, seats: int) -> None:
    desk, guests = started(*(f"Guest {seat}" for seat in range(seats)), owner=False, ruleset=rules)
    luck = random.Random(seats)
    while not desk.has_ended():
        play_round(desk, guests, luck)
        for guest in guests:
            desk.ask(guest, m.Ready())
    assert desk.told[-1]["event"] == "match_over"
