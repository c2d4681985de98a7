"""A turn as it is told: every event, in the order in which it happened (R11 to R40)."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Discard, DiscardTop, Hand, Pass, Play, Stock
from engine.cards import Card
from engine.events import (
    Discarded,
    Drew,
    Passed,
    PileCompleted,
    Played,
    Recycled,
    RoundOver,
    StockTurned,
    Tucked,
    TurnBegan,
)
from engine.outcome import Outcome, Termination
from engine.rules import apply, begin_turn
from engine.ruleset import DryRule, Ruleset
from tests.engine.build import cards, pile, seat, table

ONE_TO_ELEVEN = pile("1 2 3 4 5 6 7 8 9 10 11")


def test_a_hand_card_is_played() -> None:
    before = table(seat("7 S 7"), seat(), piles=(pile(""), pile("1 2 3")))
    after, events = apply(before, 0, Play(Hand(Card.WILD), 1))
    assert events == (Played(0, Hand(Card.WILD), Card.WILD, pile=1, value=4),)
    assert after.seats[0].hand == cards("7 7")
    assert after.building[1] == pile("1 2 3 S")


def test_of_equal_cards_one_is_taken_and_the_others_keep_their_places() -> None:
    after, _ = apply(table(seat("2 1 3 1"), seat()), 0, Play(Hand(Card.ONE), 0))
    assert after.seats[0].hand == cards("2 3 1")


def test_a_stock_card_is_played_and_the_next_is_turned_up() -> None:
    """R13."""
    _, events = apply(table(seat("7", stock="4 9 1"), seat()), 0, Play(Stock(0), 2))
    assert events == (
        Played(0, Stock(0), Card.ONE, pile=2, value=1),
        StockTurned(0, Card.NINE, 2),
    )


def test_a_discard_is_played() -> None:
    """R14."""
    after, events = apply(table(seat("7", "", "4 1"), seat()), 0, Play(DiscardTop(0, 1), 0))
    assert events == (Played(0, DiscardTop(0, 1), Card.ONE, pile=0, value=1),)
    assert after.seats[0].discards == (cards(""), cards("4"), cards(""), cards(""))


def test_the_order_within_one_play() -> None:
    """R27: the card lands, the full pile is set aside, the hand is refilled from it."""
    after, events = apply(table(seat("12"), seat(), draw="6", piles=(ONE_TO_ELEVEN,)), 0, Play(Hand(Card.TWELVE), 0))
    drawn = after.seats[0].hand
    assert events == (
        Played(0, Hand(Card.TWELVE), Card.TWELVE, pile=0, value=12),
        PileCompleted(0),
        Recycled(12),
        Drew(0, 5, drawn),
    )
    assert drawn[0] == Card.SIX


def test_a_winning_play_that_completes_a_pile() -> None:
    """R27, R40: the stock is turned before the end; nothing is drawn."""
    before = table(seat("", stock="12"), seat(stock="3 4"), piles=(ONE_TO_ELEVEN,))
    after, events = apply(before, 0, Play(Stock(0), 0))
    won = Outcome(Termination.WIN, winner=0, points=35)
    assert events == (
        Played(0, Stock(0), Card.TWELVE, pile=0, value=12),
        PileCompleted(0),
        StockTurned(0, None, 0),
        RoundOver(won),
    )
    assert after.outcome == won


def test_a_discard_ends_the_turn_and_the_next_begins() -> None:
    """R12, R29."""
    after, events = apply(table(seat("7 8"), seat("2"), draw="3 4 5 6 9"), 0, Discard(Card.SEVEN, 3))
    assert events == (Discarded(0, Card.SEVEN, 3), TurnBegan(1), Drew(1, 4, cards("3 4 5 6")))
    assert after.turn == 1


def test_a_pass_ends_the_turn_too() -> None:
    """R35."""
    _, events = apply(table(seat(), seat("2 2 2 2 2")), 0, Pass())
    assert events == (Passed(0), TurnBegan(1))


def test_a_full_hand_and_a_dry_supply_draw_nothing() -> None:
    assert begin_turn(table(seat("1 2 3 4 5"), seat(), draw="6"))[1] == (TurnBegan(0),)
    assert begin_turn(table(seat("1"), seat()))[1] == (TurnBegan(0),)


def test_new_cards_stand_behind_the_old_ones() -> None:
    after, _ = begin_turn(table(seat("9 1"), seat(), draw="5 4 3"))
    assert after.seats[0].hand == cards("9 1 5 4 3")


def test_recycling_is_told_before_the_cards_it_gave() -> None:
    """R24: what is left is taken first, and one draw may take from both."""
    after, events = begin_turn(table(seat("9"), seat(), draw="5 6", set_aside="1 1 1"))
    assert events == (TurnBegan(0), Recycled(3), Drew(0, 4, cards("5 6 1 1")))
    assert (after.draw_pile, after.set_aside) == (cards("1"), ())


def test_one_draw_may_recycle_and_then_tuck() -> None:
    """R24, R25."""
    tucking = Ruleset(dry_rule=DryRule.TUCK)
    before = table(seat(), seat(), draw="5", set_aside="1 1", piles=(pile("7 7 S"),), ruleset=tucking)
    after, events = begin_turn(before)
    assert events == (TurnBegan(0), Recycled(2), Tucked(2), Drew(0, 5, cards("5 1 1 7 7")))
    assert after.building[0] == pile("S", tucked=2)


def test_each_recycling_is_another_shuffle() -> None:
    """Each label counts its own shuffles in a round, and the count is part of the key."""
    twelve = "1 2 3 4 5 6 7 8 9 10 11 12"
    before = table(seat(), seat(), set_aside=twelve)
    first, _ = begin_turn(before)
    second, _ = begin_turn(replace(before, shuffles=first.shuffles))
    assert first.seats[0].hand + first.draw_pile != second.seats[0].hand + second.draw_pile
