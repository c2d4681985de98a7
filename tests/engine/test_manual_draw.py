"""Drawing by hand, forgetting it, and drawing too many (R82)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Action, Discard, Draw, Hand, Pass, Play, Stock
from engine.cards import Card
from engine.errors import IllegalAction, Refusal
from engine.events import Discarded, Drew, DrewUnder, Event, Played, Recycled, StockTurned, Tucked, TurnBegan
from engine.legal import check, legal_actions
from engine.observe import observe
from engine.rules import apply, begin_turn
from engine.ruleset import DryRule, Ruleset, Teams
from engine.table import Table
from tests.engine.build import cards, pile, seat, table

BY_HAND = Ruleset(manual_draw=True)


def begun(hand: str = "7 7", draw: str = "1 2 4 5 6 6 6", stock: str = "3 9", no_draw: bool = False) -> Table:
    """Seat 0 has come to turn and has not drawn."""
    own = seat(hand, stock=stock, no_draw=no_draw)
    return begin_turn(table(own, seat("8 8 8 8 8"), draw=draw, ruleset=BY_HAND))[0]


def told(state: Table, action: Action) -> tuple[Event, ...]:
    return apply(state, 0, action)[1]


def refusal(state: Table, action: Action, number: int = 0) -> Refusal:
    with pytest.raises(IllegalAction) as caught:
        apply(state, number, action)
    return caught.value.refusal


def drawing(state: Table) -> list[Action]:
    """The draws among the legal actions of the seat on turn."""
    return [action for action in legal_actions(observe(state, state.turn)) if isinstance(action, Draw)]


def test_nothing_is_drawn_when_the_turn_begins() -> None:
    state, events = begin_turn(table(seat("7"), seat(), draw="1 2 3", ruleset=BY_HAND))
    assert (events, state.seats[0].hand, state.draw_due) == ((TurnBegan(0),), cards("7"), True)


def test_the_draw_that_is_due_is_offered() -> None:
    assert drawing(begun("7 7")) == [Draw(3)]
    assert drawing(begun("")) == [Draw(5)]
    assert drawing(begun("7 7 7 7 7")) == []
    assert not begun("7 7 7 7 7").draw_due
    assert drawing(begun(draw="")) == []


def test_a_draw_that_is_not_due_is_accepted_and_not_offered() -> None:
    state, _ = apply(begun("1 7"), 0, Play(Hand(Card.ONE), 0))
    assert drawing(state) == []
    assert check(observe(state, 0), Draw(1)) is None


def test_cards_are_drawn_to_five() -> None:
    state, events = apply(begun(), 0, Draw(3))
    assert events == (Drew(0, 3, cards("1 2 4")),)
    assert (state.seats[0].hand, state.draw_due) == (cards("7 7 1 2 4"), False)


def test_a_draw_in_parts() -> None:
    state, _ = apply(begun(), 0, Draw(1))
    assert (state.seats[0].hand, drawing(state)) == (cards("7 7 1"), [Draw(2)])
    state, _ = apply(state, 0, Draw(1))
    assert (state.seats[0].hand, drawing(state)) == (cards("7 7 1 2"), [Draw(1)])
    state, _ = apply(state, 0, Draw(1))
    assert (state.seats[0].hand, drawing(state)) == (cards("7 7 1 2 4"), [])


def test_what_is_drawn_above_five_goes_unseen_under_the_own_stock() -> None:
    state, events = apply(begun(), 0, Draw(5))
    assert events == (Drew(0, 3, cards("1 2 4")), DrewUnder(0, 2))
    assert state.seats[0].stock == cards("6 5 3 9")
    assert state.draw_pile == cards("6 6")


def test_every_card_drawn_when_none_is_due_goes_under_the_stock() -> None:
    """R26: a short hand is not filled up in mid-turn."""
    state, _ = apply(begun("1 7"), 0, Play(Hand(Card.ONE), 0))
    short = len(state.seats[0].hand)
    state, events = apply(state, 0, Draw(1))
    assert (events, len(state.seats[0].hand)) == ((DrewUnder(0, 1),), short)
    assert not state.draw_due


def test_a_finished_stock_becomes_a_stock_again() -> None:
    """R71, R82."""
    pairs = replace(BY_HAND, teams=Teams.PAIRS)
    state = table(seat("7 7 7 7 7", stock=""), seat(), seat(), seat(), draw="4 5", ruleset=pairs)
    state, events = apply(state, 0, Draw(2))
    assert events == (DrewUnder(0, 2), StockTurned(0, Card.FOUR, 2))
    assert state.seats[0].stock == cards("5 4")


def test_too_few_cards_for_the_surplus() -> None:
    state, events = apply(begun(draw="1 2 4 5"), 0, Draw(9))
    assert events == (Drew(0, 3, cards("1 2 4")), DrewUnder(0, 1))
    assert state.draw_pile == ()


def test_no_card_for_the_surplus() -> None:
    assert told(begun(draw="1 2 4"), Draw(9)) == (Drew(0, 3, cards("1 2 4")),)


def test_too_few_cards_for_the_hand_leave_nothing_due() -> None:
    """R25."""
    state, _ = apply(begun(draw="1"), 0, Draw(3))
    assert (state.seats[0].hand, state.draw_due) == (cards("7 7 1"), False)


def test_the_surplus_may_come_from_recycled_cards() -> None:
    """R24: told before the cards that it gave."""
    state = table(seat("7 7 7 7 7"), seat(), set_aside="1 1 1", ruleset=BY_HAND)
    assert told(state, Draw(2)) == (Recycled(3), DrewUnder(0, 2))


def test_the_surplus_may_come_from_tucked_cards() -> None:
    """R25."""
    tucking = replace(BY_HAND, dry_rule=DryRule.TUCK)
    state = table(seat("7 7 7 7 7"), seat(), piles=(pile("1 2 3"),), ruleset=tucking)
    assert told(state, Draw(1)) == (Tucked(2), DrewUnder(0, 1))


def test_a_forgotten_draw_is_made_before_the_first_play() -> None:
    state, events = apply(begun("1 7"), 0, Play(Hand(Card.ONE), 0))
    assert events == (Drew(0, 3, cards("1 2 4")), Played(0, Hand(Card.ONE), Card.ONE, pile=0, value=1))
    assert not state.draw_due


def test_the_rest_of_a_draw_in_parts_is_made_before_the_first_play() -> None:
    state, _ = apply(begun("1 7"), 0, Draw(1))
    assert told(state, Play(Hand(Card.ONE), 0))[0] == Drew(0, 2, cards("2 4"))


def test_a_forgotten_draw_is_made_before_a_play_from_the_stock_too() -> None:
    assert told(begun(stock="3 1"), Play(Stock(0), 0))[0] == Drew(0, 3, cards("1 2 4"))


def test_a_forgotten_draw_is_made_before_the_discard() -> None:
    assert told(begun(), Discard(Card.SEVEN, 0))[0] == Drew(0, 3, cards("1 2 4"))


def test_a_wild_is_kept_back_while_a_draw_is_due_that_may_bring_another_card() -> None:
    """R34: the referee would draw before the discard."""
    keeping = replace(BY_HAND, wild_discard=False)
    state = table(seat("S S"), seat(), draw="4 5 6", ruleset=keeping)
    assert refusal(begin_turn(state)[0], Discard(Card.WILD, 0)) is Refusal.WILD_DISCARD
    assert told(begin_turn(replace(state, draw_pile=()))[0], Discard(Card.WILD, 0))[0] == Discarded(0, Card.WILD, 0)
    assert told(state, Discard(Card.WILD, 0))[0] == Discarded(0, Card.WILD, 0)


def test_no_passing_before_the_draw_that_is_due() -> None:
    """R35."""
    assert refusal(begun(""), Pass()) is Refusal.MUST_DISCARD
    assert told(begun("", draw=""), Pass())[1] == TurnBegan(1)


def test_an_empty_hand_in_mid_turn_is_filled_by_itself() -> None:
    """R26."""
    state = table(seat("1"), seat(), draw="4 4 4 4 4", ruleset=BY_HAND)
    assert told(state, Play(Hand(Card.ONE), 0))[1] == Drew(0, 5, cards("4 4 4 4 4"))


def test_a_drawing_ban_holds_for_the_hand_too() -> None:
    """R81."""
    state = begun(no_draw=True)
    assert (state.draw_due, drawing(state)) == (False, [])
    assert refusal(state, Draw(3)) is Refusal.NO_MANUAL_DRAW


def test_drawing_is_the_referees_otherwise() -> None:
    assert refusal(table(seat("7"), seat(), draw="1 2"), Draw(1)) is Refusal.NO_MANUAL_DRAW


@pytest.mark.parametrize("count", [0, -1])
def test_a_draw_of_nothing(count: int) -> None:
    assert refusal(begun(), Draw(count)) is Refusal.BAD_TARGET


def test_a_dry_supply() -> None:
    assert refusal(begun(draw=""), Draw(1)) is Refusal.SOURCE_EMPTY


def test_nobody_else_draws() -> None:
    assert refusal(begun(), Draw(1), number=1) is Refusal.NOT_YOUR_TURN
