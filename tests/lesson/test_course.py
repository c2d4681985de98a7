"""The lesson's cards and steps: a table that the rules allow, and on which everything is true that is told."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.actions import Discard
from engine.cards import DECK, Card
from engine.legal import legal_actions
from engine.observe import observe
from engine.view import View
from skipbo_lan.lesson.cards import BOT, LEARNER, arranged_table
from skipbo_lan.lesson.course import MOVES, Progress, Step, step_of
from tests.lesson.lessons import client_at, table_at
from tests.tui.scenes import lobby


def view_at(step: Step) -> View:
    """What the player sees when a step begins."""
    return observe(table_at(step), LEARNER)


def needs(view: View) -> list[int]:
    """What the building piles need."""
    return [pile.need for pile in view.building]


def test_the_arranged_table_has_all_cards_of_the_deck() -> None:
    table = arranged_table()
    lying = [card for pile in table.building for card in pile.cards]
    held = [card for seat in table.seats for pile in (seat.stock, seat.hand, *seat.discards) for card in pile]
    assert Counter([*lying, *held, *table.draw_pile]) == Counter(DECK)


@pytest.mark.parametrize("step", Step)
def test_each_right_move_leads_to_the_next_step(step: Step) -> None:
    assert step_of(client_at(step)) is step


def test_nothing_is_taught_before_the_table_is_seen() -> None:
    assert step_of(lobby()) is None


def test_the_stock_card_5_fits_a() -> None:
    view = view_at(Step.STOCK)
    assert (view.seats[LEARNER].stock_top, needs(view)[0]) == (Card.FIVE, 5)


def test_the_12_on_key_4_fits_b_and_completes_it() -> None:
    view = view_at(Step.HAND)
    assert (view.hand[3], needs(view)[1]) == (Card.TWELVE, 12)
    assert len(view_at(Step.WILD).set_aside) == 12


def test_the_wild_on_key_2_is_what_c_needs() -> None:
    view = view_at(Step.WILD)
    assert (view.hand[1], needs(view)[2]) == (Card.WILD, 2)


def test_nothing_but_a_discard_is_left_in_the_fourth_step() -> None:
    view = view_at(Step.DISCARD)
    assert all(isinstance(action, Discard) for action in legal_actions(view))
    assert (view.hand[2], view.seats[LEARNER].discards[1][-1]) == (Card.TEN, Card.ELEVEN)


@pytest.mark.parametrize("chance", range(40))
def test_whatever_the_bot_plays_its_9_still_waits_for_an_8(chance: int) -> None:
    view = observe(table_at(Step.HELP, chance), LEARNER)
    assert view.turn == LEARNER
    assert view.seats[BOT].stock_top is Card.NINE
    assert 8 in needs(view)
    assert 9 not in needs(view)
    assert len(view.hand) == 5


def test_the_bot_of_the_lesson_plays_before_it_discards() -> None:
    assert needs(view_at(Step.WATCH)) == [6, 1, 3, 8]
    assert needs(view_at(Step.HELP)) == [7, 2, 3, 8]


def test_the_lesson_is_done_when_hint_and_help_were_seen() -> None:
    assert not Progress(hinted=True).done
    assert not Progress(helped=True).done
    assert Progress(hinted=True, helped=True).done


def test_each_move_is_right_in_one_step_only() -> None:
    assert [*MOVES] == [Step.STOCK, Step.HAND, Step.WILD, Step.DISCARD]
    assert len(set(MOVES.values())) == len(MOVES)
