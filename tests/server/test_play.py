"""Acts: one answer each, applied at most once, told to everybody, stored before that."""

from __future__ import annotations

import random

import pytest

from engine.actions import Discard, Hand, Pass, Play
from engine.cards import Card
from engine.errors import Refusal
from engine.observe import observe
from engine.ruleset import OutOfTurn, Ruleset
from protocol import mapping
from protocol import messages as m
from protocol.codes import DenyCode
from skipbo_lan.server.hall.effects import Commit, Effect, Send
from skipbo_lan.server.hall.inputs import Acted
from skipbo_lan.store.changes import ActionTaken
from tests.server.desk import Desk, Guest, choose, on_turn, play_round, started


def answers(effects: tuple[Effect, ...], guest: Guest, id: int) -> list[m.Message]:
    """The messages by which an Act was answered."""
    return [
        effect.message
        for effect in effects
        if isinstance(effect, Send)
        and effect.peer == guest.peer
        and (
            (isinstance(effect.message, m.Refused) and effect.message.id == id)
            or (isinstance(effect.message, m.Update) and effect.message.ack == id)
        )
    ]


def any_discard(desk: Desk, seat: int) -> Discard:
    return Discard(desk.table.seats[seat].hand[0], 0)


def test_an_accepted_act_is_stored_acknowledged_and_told_to_everybody() -> None:
    desk, guests = started("Bea", "Cy")
    seat = on_turn(desk.table)
    action = any_discard(desk, seat)
    desk.forget()
    effects = desk.act(guests[seat], action, id=7)
    assert desk.changes == [ActionTaken(0, 0, seat, action, 7)]
    assert isinstance(effects[0], Commit), "stored before it is told"
    for other, guest in enumerate(guests):
        (update,) = desk.sent[guest.peer]
        assert isinstance(update, m.Update)
        assert update.seq == 2
        assert update.ack == (7 if other == seat else 0)
        assert update.view == mapping.view_to_wire(observe(desk.table, other))
        assert update.events, "what happened is told too"


def test_an_illegal_act_is_refused_with_its_reason_and_changes_nothing() -> None:
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    table = desk.table
    effects = desk.act(guests[seat], Pass(), id=1)
    (answer,) = answers(effects, guests[seat], 1)
    assert answer == m.Refused(id=1, code=Refusal.MUST_DISCARD)
    assert desk.table == table
    assert len(effects) == 1


def test_an_act_out_of_turn_is_refused() -> None:
    desk, guests = started("Bea")
    other = 1 - on_turn(desk.table)
    (answer,) = answers(desk.act(guests[other], Discard(Card.ONE, 0), id=1), guests[other], 1)
    assert answer == m.Refused(id=1, code=Refusal.NOT_YOUR_TURN)


def test_a_card_that_is_not_there_is_refused() -> None:
    """S17: the host looks the card up."""
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    absent = next(card for card in Card if card not in desk.table.seats[seat].hand)
    (answer,) = answers(desk.act(guests[seat], Discard(absent, 0), id=1), guests[seat], 1)
    assert answer == m.Refused(id=1, code=Refusal.NO_SUCH_CARD)


@pytest.mark.parametrize("shift", [-1, 1])
def test_an_act_on_another_view_is_stale_and_brings_the_present_one(shift: int) -> None:
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    effects = desk.act(guests[seat], any_discard(desk, seat), id=1, seq=desk.hall.seq + shift)
    refused, update = answers(effects, guests[seat], 1)
    assert refused == m.Refused(id=1, code=DenyCode.STALE)
    assert isinstance(update, m.Update)
    assert (update.seq, update.events) == (desk.hall.seq, [])
    assert desk.hall.seq == 1


def test_an_act_that_is_sent_again_is_applied_once_and_answered_alike() -> None:
    """J15."""
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    action = any_discard(desk, seat)
    seq = desk.hall.seq
    desk.act(guests[seat], action, id=3, seq=seq)
    desk.forget()
    for _ in range(3):
        effects = desk.act(guests[seat], action, id=3, seq=seq)
        (answer,) = answers(effects, guests[seat], 3)
        assert isinstance(answer, m.Update)
        assert (answer.ack, answer.seq) == (3, seq + 1)
    assert not desk.changes


def test_a_refused_act_that_is_sent_again_is_refused_alike_even_if_it_would_be_legal_now() -> None:
    desk, guests = started("Bea")
    other = 1 - on_turn(desk.table)
    desk.act(guests[other], Pass(), id=1)
    desk.act(guests[1 - other], any_discard(desk, 1 - other))
    again = desk.act(guests[other], any_discard(desk, other), id=1)
    assert answers(again, guests[other], 1) == [m.Refused(id=1, code=Refusal.NOT_YOUR_TURN)]


def test_an_act_with_an_older_id_is_nothing() -> None:
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    desk.act(guests[seat], Pass(), id=5)
    assert desk.act(guests[seat], any_discard(desk, seat), id=4) == ()
    assert desk.hall.seq == 1


def test_an_act_that_was_not_answered_before_the_connection_broke_is_answered_after_the_return() -> None:
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    action, seq = any_discard(desk, seat), desk.hall.seq
    desk.act(guests[seat], action, id=1, seq=seq)
    desk.lose(guests[seat])
    back = desk.back(guests[seat])
    assert desk.newest(back.peer, m.Welcome).last_id == 1
    assert answers(desk.act(back, action, id=1, seq=seq), back, 1)
    assert desk.hall.seq == seq + 1


def test_an_act_of_another_epoch_is_stale_and_its_id_is_not_remembered() -> None:
    """A request that was on its way when the host restarted, or when another match began."""
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    old = Acted(guests[seat].peer, 900, desk.hall.epoch + 1, desk.hall.seq, any_discard(desk, seat))
    assert answers(desk.hear(old), guests[seat], 900) == [m.Refused(id=900, code=DenyCode.STALE)]
    assert answers(desk.act(guests[seat], any_discard(desk, seat), id=1), guests[seat], 1)


def test_acts_in_the_lobby_and_after_the_round_are_refused() -> None:
    desk = Desk()
    owner = desk.owner()
    act = desk.act(owner, Pass(), id=1)
    assert answers(act, owner, 1) == [m.Refused(id=1, code=DenyCode.NOT_NOW)]
    desk, guests = started("Bea")
    play_round(desk, guests, random.Random(1))
    act = desk.act(guests[0], Pass(), id=9999)
    assert answers(act, guests[0], 9999) == [m.Refused(id=9999, code=Refusal.GAME_OVER)]


def test_every_act_of_a_match_gets_exactly_one_answer() -> None:
    """With legal, illegal, stale, repeated and untimely ones mixed, by everybody."""
    rules = Ruleset(stock_size=4, target=60, out_of_turn=OutOfTurn.TABLE)
    for seed in range(5):
        luck = random.Random(seed)
        desk, guests = started("Bea", "Cy", ruleset=rules)
        ids = [0, 0, 0]
        for _ in range(400):
            if desk.table.outcome is not None:
                break
            seat = luck.randrange(3) if luck.random() < 0.3 else on_turn(desk.table)
            action = luck.choice([choose(desk.table, seat, luck) if desk.legal(seat) else Pass(), Pass()])
            seq = desk.hall.seq - (luck.random() < 0.1)
            repeated = ids[seat] > 0 and luck.random() < 0.1
            ids[seat] += not repeated
            effects = desk.act(guests[seat], action, id=ids[seat], seq=seq)
            given = answers(effects, guests[seat], ids[seat])
            refusals = [answer for answer in given if isinstance(answer, m.Refused)]
            assert len(refusals) == 1 or (not refusals and len(given) >= 1)


def test_a_play_by_value_travels_to_the_engine() -> None:
    desk, guests = started("Bea")
    seat = on_turn(desk.table)
    card = desk.table.seats[seat].hand[0]
    action = Play(Hand(card), 0, value=12)
    (answer,) = answers(desk.act(guests[seat], action, id=1), guests[seat], 1)
    assert answer == m.Refused(id=1, code=Refusal.WRONG_VALUE)
