"""A stored match as a table again: what was committed happened once, what was not never did (P39, J27, F67)."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import Action, Discard
from engine.observe import observe
from engine.ruleset import Ruleset
from protocol import mapping, proof
from protocol import messages as m
from protocol.codes import DenyCode, RejectCode
from skipbo_lan.server.hall.inputs import Acted
from skipbo_lan.server.hall.resuming import resumed_hall
from skipbo_lan.server.hall.seats import player_at
from skipbo_lan.server.hall.state import Hall, Playing, RoundOver
from skipbo_lan.server.hall.terms import Terms
from skipbo_lan.server.limits import BETWEEN_ROUNDS
from skipbo_lan.store.changes import Change, MatchBegun, Reopened
from skipbo_lan.store.match_store import match_path, open_match
from skipbo_lan.store.unfinished import reopen
from tests.server.desk import LEVELS, Desk, Guest, choose, on_turn, play_round, started

LONG = Ruleset(stock_size=3, target=5000)


def again(folder: Path, desk: Desk, *, changes: list[Change] | None = None, pace_ms: int | None = None) -> Desk:
    """The table after the host was killed and resumed; only these changes, by default all, had been committed."""
    begun, *rest = desk.changes if changes is None else changes
    assert isinstance(begun, MatchBegun)
    open_match(folder, begun, rest).close()
    store, saved = reopen(match_path(folder, begun.table_id))
    store.commit((Reopened(saved.begun.epoch + 1, 16218),))
    store.close()
    host = Desk(seed="after")
    host.starts.clear()
    host.open(resumed_hall(saved, LEVELS, host.moment, pace_ms))
    return host


def of_terms(hall: Hall) -> Terms:
    """Without the password itself, which is not stored, and what concerns the beginning only."""
    return replace(hall.terms, password=None, start_when_full=False)


def test_a_resumed_table_is_the_same_in_its_next_epoch(tmp_path: Path) -> None:
    desk, guests = started("Bea", "Cy", ruleset=LONG, absent="wait", turn_timer=40.0, idle_limit=99.0, spectators=False)
    play_round(desk, guests, random.Random(1))
    for guest in guests:
        desk.ask(guest, m.Ready())
    for _ in range(5):
        seat = on_turn(desk.table)
        desk.act(guests[seat], choose(desk.table, seat, random.Random(2)))
    host = again(tmp_path, desk)
    assert (host.hall.table_id, host.hall.epoch) == (desk.hall.table_id, desk.hall.epoch + 1)
    assert host.hall.pace_ms == 600
    assert again(tmp_path / "chosen", desk, pace_ms=250).hall.pace_ms == 250
    assert (host.hall.stage, host.hall.seq, host.hall.ruleset) == (desk.hall.stage, desk.hall.seq, desk.hall.ruleset)
    assert of_terms(host.hall) == of_terms(desk.hall)


def test_players_return_by_their_tokens_and_the_owner_is_the_owner(tmp_path: Path) -> None:
    desk, guests = started("Bea", "Cy", ruleset=LONG)
    host = again(tmp_path, desk)
    for seat, guest in enumerate(guests):
        seen = host.newest(host.back(guest).peer, m.Update)
        assert (seen.epoch, seen.seq) == (2, desk.hall.seq)
        assert mapping.view_from_wire(seen.view) == observe(desk.table, seat)
    assert host.ask(host.back(guests[0]), m.Pace(ms=1)) is None


def test_nobody_is_taken_for_somebody_else(tmp_path: Path) -> None:
    """J19 to J21, over a resumption."""
    desk, _ = started("Bea", ruleset=LONG)
    host = again(tmp_path, desk)
    assert host.last[host.ask_in("Bea")].code is RejectCode.PLAYING
    assert host.last[host.prove(bytes(16))].code is RejectCode.BAD_PROOF


def test_everybody_is_waited_for_from_the_resumption_on_and_the_game_waits_too(tmp_path: Path) -> None:
    desk, guests = started("Bea", ruleset=LONG, grace=60.0)
    host = again(tmp_path, desk)
    assert host.hall.paused
    back = host.back(guests[0])
    assert host.newest(back.peer, m.Room).players[1].grace_ms == 60_000
    host.wait(60.0)
    assert host.newest(back.peer, m.Room).players[1].presence == "bot"


def discard(desk: Desk) -> tuple[int, Action]:
    seat = on_turn(desk.table)
    return seat, Discard(desk.table.seats[seat].hand[0], 0)


@pytest.mark.parametrize("id", [1, 7])
def test_a_committed_act_that_was_not_answered_is_applied_once_and_acknowledged_f67(tmp_path: Path, id: int) -> None:
    desk, guests = started("Bea", ruleset=LONG)
    seat, action = discard(desk)
    sent = Acted(guests[seat].peer, id, desk.hall.epoch, desk.hall.seq, action)
    desk.act(guests[seat], action, id=id)
    host = again(tmp_path, desk)
    back = host.back(guests[seat])
    assert host.newest(back.peer, m.Welcome).last_id == id
    before = host.hall
    host.hear(replace(sent, peer=back.peer))
    answer = host.newest(back.peer, m.Update)
    assert (answer.ack, answer.seq) == (id, desk.hall.seq)
    assert host.hall.stage == before.stage
    assert not host.all(back.peer, m.Refused)


def test_an_act_that_was_not_committed_never_happened_f67(tmp_path: Path) -> None:
    desk, guests = started("Bea", ruleset=LONG)
    committed = list(desk.changes)
    seat, action = discard(desk)
    sent = Acted(guests[seat].peer, 1, desk.hall.epoch, desk.hall.seq, action)
    desk.act(guests[seat], action, id=1)
    host = again(tmp_path, desk, changes=committed)
    back = host.back(guests[seat])
    assert host.newest(back.peer, m.Welcome).last_id == 0
    host.hear(replace(sent, peer=back.peer))
    assert host.newest(back.peer, m.Refused) == m.Refused(id=1, code=DenyCode.STALE)
    assert host.newest(back.peer, m.Update).epoch == 2
    host.act(back, action, id=2)
    assert host.newest(back.peer, m.Update).ack == 2


def test_a_refused_act_is_not_stored_and_its_id_is_free_again(tmp_path: Path) -> None:
    desk, guests = started("Bea", ruleset=LONG)
    seat, action = discard(desk)
    desk.act(guests[seat], Discard(desk.table.seats[seat].hand[0], 200), id=3)
    host = again(tmp_path, desk)
    back = host.back(guests[seat])
    assert host.newest(back.peer, m.Welcome).last_id == 0
    host.act(back, action, id=4)
    assert host.newest(back.peer, m.Update).ack == 4


@pytest.mark.parametrize("moves", range(0, 40, 7))
def test_a_match_that_is_resumed_at_any_moment_goes_on_as_if_nothing_had_been(tmp_path: Path, moves: int) -> None:
    """J27: after every number of actions the resumed table is the table, and a game on both ends alike."""
    desk, guests = started("Bea", "Cy", ruleset=Ruleset(stock_size=2, target=200), match_seed=bytes(32))
    play_on(desk, guests, moves)
    host = again(tmp_path, desk)
    theirs = [host.back(guest) for guest in guests]
    play_on(desk, guests, 300)
    play_on(host, theirs, 300)
    assert host.game.match == desk.game.match
    assert host.table == desk.table


def play_on(desk: Desk, guests: list[Guest], moves: int) -> None:
    """So many actions that follow from the cards alone."""
    for _ in range(moves):
        if desk.at(RoundOver):
            for guest in guests:
                desk.ask(guest, m.Ready())
        if not desk.at(Playing):
            return
        seat = on_turn(desk.table)
        desk.act(guests[seat], choose(desk.table, seat, random.Random(desk.hall.seq)))


def test_between_two_rounds_the_result_is_shown_again_and_then_the_next_is_dealt(tmp_path: Path) -> None:
    desk, guests = started("Bea", ruleset=LONG)
    play_round(desk, guests, random.Random(1))
    assert desk.at(RoundOver)
    host = again(tmp_path, desk)
    assert host.at(RoundOver)
    back = host.back(guests[0])
    assert host.newest(back.peer, m.Room).next_round_ms == BETWEEN_ROUNDS * 1000
    assert host.newest(back.peer, m.Room).scores == list(desk.game.match.scores)
    host.ask(back, m.Ready())
    assert host.at(Playing)
    assert host.table.dealer == desk.game.match.dealer


def test_the_host_s_own_bots_come_back_by_themselves_with_new_tokens(tmp_path: Path) -> None:
    desk = Desk(bots=1, capacity=2, bot_levels=("random",), ruleset=LONG)
    anna, bot = desk.owner(), desk.bot_comes()
    desk.ask(anna, m.Start(dealer=None))
    host = again(tmp_path, desk)
    assert [start.level for start in host.starts] == ["random"]
    assert host.last[host.prove(bot.token)].code is RejectCode.BAD_PROOF
    assert host.newest(host.bot_comes().peer, m.Welcome).seat == 1
    assert host.newest(host.back(anna).peer, m.Room).players[1].level == "random"


def test_a_match_of_bots_alone_goes_on_without_anybody(tmp_path: Path) -> None:
    desk = Desk(owner=False, capacity=2, bots=2, start_when_full=True, ruleset=LONG)
    for start in desk.starts:
        desk.bot_comes(start)
    host = again(tmp_path, desk)
    bots = [host.bot_comes(start) for start in host.starts]
    assert not host.hall.paused
    seat = on_turn(host.table)
    host.act(bots[seat], choose(host.table, seat, random.Random(1)))
    assert host.hall.seq == 2


def test_an_offered_seat_is_still_offered_and_the_removed_player_is_not_back(tmp_path: Path) -> None:
    desk, (anna, bea) = started("Bea", ruleset=LONG)
    desk.ask(anna, m.RemovePlayer(seat=1))
    host = again(tmp_path, desk)
    assert host.last[host.prove(bea.token)].code is RejectCode.BAD_PROOF
    owner = host.back(anna)
    shown = host.newest(owner.peer, m.Room).players[1]
    assert (shown.presence, shown.offered) == ("bot", True), "nobody can come back, so nobody is waited for"
    assert host.newest(host.join("Cy").peer, m.Welcome).seat == 1


def test_who_took_a_seat_keeps_it_and_counts_his_own_ids(tmp_path: Path) -> None:
    desk, guests = started("Bea", ruleset=LONG)
    seat, action = discard(desk)
    desk.act(guests[seat], action, id=41)
    if seat == 1:
        desk.act(guests[0], discard(desk)[1])
    desk.ask(guests[0], m.RemovePlayer(seat=1))
    cy = desk.join("Cy")
    host = again(tmp_path, desk)
    assert host.newest(host.back(cy).peer, m.Welcome).last_id == 0
    player = player_at(host.hall, 1)
    assert player is not None
    assert (player.name, player.offered) == ("Cy", False)


def test_a_locked_table_stays_locked_with_its_password(tmp_path: Path) -> None:
    desk = Desk(password="sesame", capacity=2, ruleset=LONG)
    key = proof.password_key("sesame", desk.hall.table_id)
    anna, peer = desk.owner(), desk.ask_in("Bea", password=key)
    assert desk.newest(peer, m.Welcome)
    desk.ask(anna, m.Start(dealer=None))
    host = again(tmp_path, desk)
    assert host.last[host.ask_to_watch("Walt", password=bytes(32), address="x")].code is RejectCode.BAD_PASSWORD
    assert host.newest(host.ask_to_watch("Walt", password=key), m.Welcome).seat is None
    assert host.newest(host.back(anna).peer, m.Room).locked


def test_a_match_can_be_resumed_again_and_again(tmp_path: Path) -> None:
    desk, guests = started("Bea", ruleset=LONG)
    changes = list(desk.changes)
    host = again(tmp_path / "0", desk)
    for number in range(1, 4):
        seat, action = discard(host)
        host.act(host.back(guests[seat]), action)
        changes += host.changes
        host = again(tmp_path / str(number), host, changes=changes)
    assert host.hall.seq == 4
