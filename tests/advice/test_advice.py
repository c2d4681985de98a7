"""What is advised in positions where a sensible player knows what to do, and why."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from engine.actions import Discard, DiscardTop, Draw, Hand, Object, Pass, Play, Stock
from engine.cards import Card
from engine.legal import check
from engine.ruleset import OutOfTurn, Ruleset, Teams
from engine.view import View
from skipbo_lan.advice.choice import Reason, Why, advise, why
from skipbo_lan.advice.planning import way_to_stock
from tests.advice.positions import S, banned_from_drawing, position

PAIRS = Ruleset(teams=Teams.PAIRS)
STOCK = Stock(0)
WILD = Hand(Card.WILD)


def played(view: View) -> tuple[list[int], int]:
    """The cards of the way to the stock card, in order, and how many of them are wilds."""
    cards = [int(play.source.card) for play in way_to_stock(view) if isinstance(play.source, Hand)]
    return cards, cards.count(S)


# The stock card


def test_the_stock_card_is_played_when_it_fits() -> None:
    view = position(hand=[3, 4, 5], stocks=[3, 9], needs=[3, 1, 1, 1])
    assert advise(view) == Play(STOCK, 0)
    assert why(view, advise(view)) == Reason(Why.STOCK, Card.THREE, 0)


def test_the_way_to_the_stock_card_is_taken_step_by_step() -> None:
    view = position(hand=[S, S, 3, 4, 9], stocks=[5, 9])
    assert played(view) == ([S, S, 3, 4], 2)
    assert why(view, advise(view)) == Reason(Why.WAY_TO_STOCK, Card.FIVE, 0, steps=3)


def test_the_pile_with_the_shorter_way_is_chosen() -> None:
    view = position(hand=[3, 4, 5], stocks=[6, 12], needs=[3, 5, 1, 1])
    assert way_to_stock(view) == (Play(Hand(Card.FIVE), 1), Play(STOCK, 1))


def test_two_cards_are_played_rather_than_one_wild() -> None:
    view = position(hand=[S, 3, 4], stocks=[5, 12], needs=[3, 4, 1, 1], discards=[[4]])
    assert S not in played(view)[0]


def test_a_wild_is_spent_where_nothing_else_leads_to_the_stock_card() -> None:
    view = position(hand=[S, 9, 11], stocks=[6, 12], needs=[5, 1, 1, 1])
    assert advise(view) == Play(WILD, 0)


def test_a_card_buried_under_a_playable_one_is_reached() -> None:
    view = position(hand=[10, 10], stocks=[6, 12], needs=[5, 9, 1, 1], discards=[[5, 9]])
    assert way_to_stock(view) == (
        Play(DiscardTop(0, 0), 1),
        Play(DiscardTop(0, 0), 0),
        Play(STOCK, 0),
    )


def test_the_way_leads_across_a_completed_pile() -> None:
    view = position(hand=[12, 1, 9], stocks=[2, 12], needs=[12, 7, 7, 7])
    assert way_to_stock(view) == (Play(Hand(Card.TWELVE), 0), Play(Hand(Card.ONE), 0), Play(STOCK, 0))


def test_a_wild_stock_card_goes_where_it_helps_the_next_player_least() -> None:
    view = position(hand=[2, 2], stocks=[S, 8], needs=[7, 5, 5, 5], wild_tops=[])
    assert advise(view) in {Play(STOCK, pile) for pile in (1, 2, 3)}
    near = position(hand=[2, 2], stocks=[S, 8], needs=[8, 5, 5, 5])
    assert advise(near) == Play(STOCK, 0)


def test_the_last_card_of_the_stock_wins() -> None:
    view = position(hand=[3], stocks=[3, 9], needs=[3, 1, 1, 1], stock_counts=[1, 5])
    assert why(view, advise(view)).why is Why.WINS


def test_in_a_team_the_last_card_wins_only_when_the_partners_stock_is_out_too() -> None:
    view = position(hand=[3], stocks=[3, 9, 9, 9], needs=[3, 1, 1, 1], stock_counts=[1, 5, 2, 5], ruleset=PAIRS)
    assert why(view, advise(view)).why is Why.STOCK


def test_the_partners_stock_card_is_played_when_the_own_one_does_not_fit() -> None:
    view = position(hand=[2, 9], stocks=[12, 7, 4, 7], needs=[4, 1, 1, 1], ruleset=PAIRS)
    assert advise(view) == Play(Stock(2), 0)
    assert why(view, advise(view)) == Reason(Why.STOCK, Card.FOUR, 2)


def test_the_own_stock_card_comes_before_the_partners() -> None:
    view = position(hand=[2, 9], stocks=[4, 7, 4, 7], needs=[4, 1, 1, 1], ruleset=PAIRS)
    assert advise(view) == Play(STOCK, 0)


def test_the_partners_discards_lead_to_the_own_stock_card() -> None:
    view = position(hand=[9, 9], stocks=[6, 12, 12, 12], needs=[5, 1, 1, 1], others=[[], [[5]]], ruleset=PAIRS)
    assert way_to_stock(view) == (Play(DiscardTop(2, 0), 0), Play(STOCK, 0))


def test_no_way_uses_a_wild_on_a_wild_where_that_is_not_allowed() -> None:
    rules = Ruleset(wild_on_wild=False)
    view = position(hand=[S, 9], stocks=[5, 12], needs=[4, 1, 1, 1], wild_tops=[0], ruleset=rules)
    assert check(view, advise(view)) is None
    assert advise(view) != Play(WILD, 0)


# Other plays


def test_the_last_hand_card_is_played_for_five_new_ones() -> None:
    view = position(hand=[5], stocks=[12, 12], needs=[5, 1, 1, 1])
    assert advise(view) == Play(Hand(Card.FIVE), 0)
    assert why(view, advise(view)).why is Why.REFILL


def test_a_hand_of_wilds_alone_is_played_rather_than_discarded() -> None:
    view = position(hand=[S, S], stocks=[12, 9], needs=[2, 3, 5, 6])
    action = advise(view)
    assert isinstance(action, Play)
    assert action.source == WILD


def test_the_next_player_is_not_given_what_the_stock_card_needs_for_nothing() -> None:
    view = position(hand=[5, 9, 9], stocks=[12, 6], needs=[5, 1, 1, 1])
    assert isinstance(advise(view), Discard)


def test_the_same_card_is_played_when_nobody_waits_for_the_next_one() -> None:
    view = position(hand=[5, 9, 9], stocks=[12, 12], needs=[5, 1, 1, 1])
    assert advise(view) == Play(Hand(Card.FIVE), 0)
    assert why(view, advise(view)).why is Why.FEWER_CARDS


def test_a_partner_is_given_what_the_stock_card_needs() -> None:
    view = position(hand=[5, 9, 9], stocks=[12, 12, 6, 12], needs=[5, 1, 1, 1], ruleset=PAIRS)
    assert way_to_stock(view) == (Play(Hand(Card.FIVE), 0), Play(Stock(2), 0))


def test_piles_are_completed_when_there_is_nothing_left_to_draw() -> None:
    view = position(hand=[12, 9, 9], stocks=[7, 1], needs=[12, 5, 5, 5], draw=0)
    assert advise(view) == Play(Hand(Card.TWELVE), 0)
    assert why(view, advise(view)).why is Why.SUPPLY


def test_with_plenty_to_draw_the_same_pile_is_not_emptied_for_a_waiting_opponent() -> None:
    view = position(hand=[12, 9, 9], stocks=[7, 1], needs=[12, 5, 5, 5], draw=60)
    assert isinstance(advise(view), Discard)


def test_a_card_that_leads_to_the_stock_card_is_uncovered() -> None:
    view = position(hand=[12, 12], stocks=[8, 12], needs=[5, 9, 5, 5], discards=[[6, 9], [7], [10], [11]])
    assert advise(view) == Play(DiscardTop(0, 0), 1)
    assert why(view, advise(view)).why is Why.FREES_DISCARD


def test_no_new_cards_are_expected_under_a_drawing_ban() -> None:
    view = banned_from_drawing(position(hand=[5], stocks=[12, 6], needs=[5, 1, 1, 1]))
    assert advise(view) == Discard(Card.FIVE, 0)


def test_an_empty_hand_passes_when_nothing_may_be_drawn() -> None:
    view = position(hand=[], stocks=[12, 9], needs=[5, 5, 5, 5], draw=0)
    assert advise(view) == Pass()
    assert why(view, Pass()).why is Why.NOTHING_ELSE


def test_the_stock_card_is_played_with_an_empty_hand_too() -> None:
    view = position(hand=[], stocks=[5, 9], needs=[5, 1, 1, 1], draw=0)
    assert advise(view) == Play(STOCK, 0)


def test_the_hand_is_filled_first_when_cards_are_drawn_by_hand() -> None:
    rules = Ruleset(manual_draw=True)
    view = replace(position(hand=[2, 2], stocks=[3, 9], needs=[3, 1, 1, 1], ruleset=rules), draw_due=True)
    assert advise(view) == Draw(3)
    assert why(view, Draw(3)).why is Why.DRAW


# Discards


def test_a_wild_is_kept_while_there_is_anything_else() -> None:
    view = position(hand=[S, 9], stocks=[2, 12], needs=[5, 5, 5, 5])
    assert advise(view) == Discard(Card.NINE, 0)


@pytest.mark.parametrize(
    ("discards", "pile", "reason"),
    [
        ([[3], [8], [9], [5]], 2, Why.RUN),
        ([[3], [8], [5], [12]], 1, Why.SAME),
        ([[3], [4], [5], []], 3, Why.EMPTY_PILE),
        ([[3], [4], [5], [11]], 3, Why.LEAST_HARM),
        ([[S], [S], [4], [S]], 2, Why.LEAST_HARM),
    ],
)
def test_discard_piles_are_kept_usable(discards: list[list[int]], pile: int, reason: Why) -> None:
    view = position(hand=[8], stocks=[12, 12], needs=[2, 2, 2, 2], discards=discards)
    view = banned_from_drawing(view)
    assert advise(view) == Discard(Card.EIGHT, pile)
    assert why(view, advise(view)).why is reason


def test_what_leads_to_the_stock_card_is_not_covered() -> None:
    view = position(hand=[3, 3], stocks=[8, 12], needs=[5, 5, 5, 5], discards=[[6], [10], [7], [12]])
    assert advise(view) == Discard(Card.THREE, 1)


def test_of_two_cards_the_one_that_leads_to_the_stock_card_is_kept() -> None:
    view = position(hand=[6, 4], stocks=[8, 12], needs=[5, 5, 5, 5])
    assert advise(view) == Discard(Card.FOUR, 0)


@pytest.mark.parametrize("hand", [[S, 9], [S, S]])
def test_a_wild_that_may_not_be_discarded_is_not(hand: list[int]) -> None:
    rules = Ruleset(wild_discard=False)
    view = position(hand=hand, stocks=[2, 12], needs=[5, 5, 5, 5], ruleset=rules)
    assert check(view, advise(view)) is None


# Whoever is not on turn


def test_an_opponents_play_out_of_turn_is_objected_to() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    view = replace(position(hand=[2], stocks=[12, 9, 9], ruleset=rules), turn=1, intruder=2)
    assert advise(view) == Object()
    assert why(view, Object()).why is Why.OBJECTION


def test_nothing_is_said_for_a_play_out_of_turn() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    view = replace(position(hand=[1], stocks=[12, 9, 9], ruleset=rules), turn=1)
    action = advise(view)
    assert check(view, action) is None
    assert why(view, action).why is Why.OUT_OF_TURN


# Speed


def test_the_hardest_positions_take_a_few_milliseconds() -> None:
    runs = [[12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2], [9, 8, 8, 7], [S, 12, 11]]
    views = [
        position(hand=[S, S, S, 2, 3], stocks=[1, 9, 9, 9, 9, 9], needs=[2, 5, 8, 11], discards=runs),
        position(
            hand=[S, S, S, S, 7],
            stocks=[6, 9, 5, 9, 4, 9],
            needs=[7, 7, 8, 9],
            discards=runs,
            others=[runs] * 5,
            ruleset=Ruleset(teams=Teams.TRIOS),
        ),
        position(hand=[1, 2, 3, 4, 5], stocks=[11, 9, 9, 9, 9, 9], needs=[12, 1, 2, 3], discards=runs),
    ]
    for view in views:
        began = time.process_time()
        advise(view)
        # Seen: 0.5 to 7 ms; ten times that while coverage is measured.
        assert time.process_time() - began < 0.2
