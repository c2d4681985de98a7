"""Sentences for what happens: each kind has one, nobody is given a sex, and `You` is you."""

from __future__ import annotations

from typing import get_args

import pytest

from engine import events as ev
from engine.actions import DiscardTop, Hand, Stock
from engine.cards import Card
from engine.events import Event
from engine.outcome import Outcome, Termination
from skipbo_lan.locale.cards import card_word
from skipbo_lan.locale.events import event_line

NAMES = {0: "Anna", 1: "Bea", 2: "Cy", 3: "Dan"}
TEAMS = ((0, 2), (1, 3))

SENTENCES: list[tuple[Event, str | None]] = [
    (ev.DealerCard(1, Card.SEVEN), "Bea drew 7 to see who deals."),
    (ev.DealerCard(0, Card.WILD), "You drew SB to see who deals."),
    (ev.Dealt(1, 30), "Bea deals: 30 stock cards each."),
    (ev.Dealt(0, 1), "You deal: 1 stock card each."),
    (ev.TurnBegan(0), "Your turn."),
    (ev.TurnBegan(1), None),
    (ev.Drew(0, 3, (Card.TWO, Card.WILD, Card.SEVEN)), "You drew 2, SB, 7."),
    (ev.Drew(1, 1, None), "Bea drew 1 card."),
    (ev.Drew(1, 0, None), None),
    (ev.DrewUnder(1, 2), "2 surplus cards went under Bea's stock."),
    (ev.Played(1, Hand(Card.THREE), Card.THREE, 0, 3), "Bea played 3 on A (hand)."),
    (ev.Played(0, Stock(0), Card.FIVE, 1, 5), "You played 5 on B (stock)."),
    (ev.Played(1, DiscardTop(1, 0), Card.FOUR, 2, 4), "Bea played 4 on C (pile 1)."),
    (ev.Played(2, Stock(0), Card.WILD, 3, 9), "Cy played SB as 9 on D (your stock)."),
    (ev.Played(0, DiscardTop(2, 3), Card.ONE, 3, 1), "You played 1 on D (Cy's pile 4)."),
    (ev.StockTurned(0, Card.ELEVEN, 17), "Your new stock card: 11, 17 left."),
    (ev.StockTurned(1, Card.WILD, 3), "Bea's new stock card: SB. Bea has 3 stock cards left!"),
    (ev.StockTurned(0, Card.TWO, 5), "Your new stock card: 2. You have 5 stock cards left!"),
    (ev.StockTurned(1, Card.TWO, 6), "Bea's new stock card: 2, 6 left."),
    (ev.StockTurned(1, None, 0), "Bea's stock is empty."),
    (ev.PileCompleted(3), "D is complete and set aside."),
    (ev.Discarded(1, Card.THREE, 0), "Bea discarded 3 on pile 1."),
    (ev.Passed(0), "You passed."),
    (ev.Recycled(36), "36 set-aside cards became the new draw pile."),
    (ev.Tucked(24), "24 cards from under the building piles became the draw pile."),
    (ev.Rescued(8), "Nobody can play: 8 cards from under the building piles became the draw pile."),
    (ev.Intruded(1), "Bea plays out of turn!"),
    (ev.Objected(0, 1), "You objected: Bea draws nothing in the next turn."),
    (ev.Objected(1, 0), "Bea objected: you draw nothing in the next turn."),
    (ev.Penalised(1, 2), "2 penalty cards went under Bea's stock."),
    (ev.RoundOver(Outcome(Termination.WIN, 1, 70)), "Bea and Dan win the round: 70 points."),
    (ev.RoundOver(Outcome(Termination.WIN, 0, 0)), "You and Cy win the round."),
    (ev.RoundOver(Outcome(Termination.BLOCKED, None, 0)), "The round is blocked: nobody can play, nobody wins."),
    (ev.RoundOver(Outcome(Termination.ABANDONED, None, 0)), "The round was broken off: nobody wins."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_reads_as(event: Event, sentence: str | None) -> None:
    assert event_line(event, NAMES, 0, TEAMS) == sentence


def test_every_kind_of_event_is_worded() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(get_args(Event))


def test_alone_one_wins() -> None:
    won = ev.RoundOver(Outcome(Termination.WIN, 1, 70))
    assert event_line(won, NAMES, 0, ((0,), (1,))) == "Bea wins the round: 70 points."
    assert event_line(won, NAMES, 1, ((0,), (1,))) == "You win the round: 70 points."


def test_a_spectator_is_nobody_at_the_table() -> None:
    assert event_line(ev.Discarded(0, Card.ONE, 0), NAMES, None) == "Anna discarded 1 on pile 1."


def test_read_aloud_a_wild_is_a_word() -> None:
    drew = ev.Drew(0, 2, (Card.WILD, Card.TWO))
    assert event_line(drew, NAMES, 0, write=card_word) == "You drew skip-bo, 2."


def test_a_seat_that_nobody_is_known_at_has_its_number() -> None:
    assert event_line(ev.Passed(5), NAMES, 0) == "Seat 6 passed."
