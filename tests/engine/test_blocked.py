"""Dry supply, tucked cards and blocked rounds (R25, R43, R44)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.actions import Action, Discard, Hand, Pass, Play, Stock
from engine.cards import Card
from engine.events import Discarded, Drew, Passed, Rescued, RoundOver, Tucked, TurnBegan
from engine.outcome import Outcome, Termination
from engine.rules import apply, begin_turn
from engine.ruleset import DryRule, OnBlock, Ruleset
from engine.table import SeatCards, Table
from tests.engine.build import cards, pile, seat, table

VOID = Ruleset(on_block=OnBlock.VOID)
TUCK = Ruleset(dry_rule=DryRule.TUCK)
NOBODY_WINS = Outcome(Termination.BLOCKED, winner=None, points=0)


def after(state: Table, *actions: Action) -> Table:
    """The table after these actions of whoever is on turn."""
    for action in actions:
        state, _ = apply(state, state.turn, action)
    return state


def discards(*numbers: int) -> list[Action]:
    return [Discard(Card(number), 0) for number in numbers]


# tuck (R25)


def test_tucked_are_all_cards_below_the_tops_of_all_piles() -> None:
    state = table(seat(), seat(), piles=(pile("1 2 S"), pile("1"), pile(""), pile("S 2")), ruleset=TUCK)
    after_draw, events = begin_turn(state)
    assert Counter(after_draw.seats[0].hand) == Counter(cards("1 2 S"))
    assert events[1] == Tucked(3)
    assert after_draw.building == (pile("S", 2), pile("1"), pile(""), pile("2", 1))


def test_piles_keep_their_value_when_they_are_tucked_again() -> None:
    state = table(seat(), seat(), piles=(pile("5 6", tucked=4),), ruleset=TUCK)
    assert begin_turn(state)[0].building[0] == pile("6", tucked=5)


def test_nothing_is_tucked_before_a_card_is_needed() -> None:
    state = table(seat("1 2 3 4"), seat(), draw="7", piles=(pile("1 2"),), ruleset=TUCK)
    assert begin_turn(state)[0].building[0] == pile("1 2")


def test_single_cards_cannot_be_tucked() -> None:
    state = table(seat(), seat(), piles=(pile("1"), pile("7", tucked=6)), ruleset=TUCK)
    assert begin_turn(state)[1] == (TurnBegan(0),)


def test_without_the_option_the_player_plays_on_with_what_there_is() -> None:
    state = table(seat("7"), seat(), piles=(pile("1 2"),))
    assert begin_turn(state)[0].seats[0].hand == cards("7")


# when a round is blocked (R43)


def test_as_many_passes_as_players() -> None:
    state = table(seat(), seat(), seat(), ruleset=VOID)
    assert after(state, Pass(), Pass()).outcome is None
    assert after(state, Pass(), Pass(), Pass()).outcome == NOBODY_WINS


def test_passes_block_although_stock_cards_fit() -> None:
    """R43a: nobody has to play (R35), and nobody did."""
    state = table(seat(stock="9 1"), seat(stock="9 1"), ruleset=VOID)
    assert after(state, Pass(), Pass()).outcome == NOBODY_WINS


def test_a_discard_between_passes_begins_their_count_again() -> None:
    """R43a asks for passes; while a card fits, R43b does not hold either."""
    state = table(seat(stock="9 1"), seat("7"), ruleset=VOID)
    state = after(state, Pass(), Discard(Card.SEVEN, 0), Pass())
    assert (state.outcome, state.passes, state.idle_turns) == (None, 1, 3)
    assert after(state, Pass()).outcome == NOBODY_WINS


def test_a_turn_with_a_play_is_never_idle_even_if_it_ends_by_a_pass() -> None:
    state = table(seat(stock="9 9 1"), seat(), ruleset=VOID)
    state = after(state, Play(Stock(0), 0), Pass(), Pass())
    assert (state.outcome, state.passes, state.idle_turns) == (None, 1, 1)
    assert after(state, Pass()).outcome == NOBODY_WINS


def test_a_round_of_discards_when_nobody_can_ever_play() -> None:
    """R43b."""
    state = table(seat("7 7 7"), seat("6 6 6"), ruleset=VOID)
    assert after(state, *discards(7)).outcome is None
    assert after(state, *discards(7, 6)).outcome == NOBODY_WINS


@pytest.mark.parametrize(
    "holder",
    [seat("6 6 1"), seat("6 6", stock="9 1"), seat("6 6", "", "3 1"), seat("6 6 S"), seat("6 6", stock="S")],
    ids=["hand", "stock", "discard", "wild in hand", "wild as stock"],
)
def test_while_any_card_fits_nothing_is_blocked(holder: SeatCards) -> None:
    """R43b, also when its holder declines to play it."""
    state = after(table(seat("7 7"), holder, ruleset=VOID), *discards(7, 6))
    assert (state.outcome, state.turn) == (None, 0)


def test_a_buried_card_that_would_fit_does_not_count() -> None:
    state = table(seat("7 7", "", "1 8"), seat("6 6"), ruleset=VOID)
    assert after(state, *discards(7, 6)).outcome == NOBODY_WINS


def test_while_a_card_can_be_drawn_nothing_is_blocked() -> None:
    state = table(seat("7 7 7 7 7"), seat("6 6 6 6 6"), draw="8 8", ruleset=VOID)
    assert after(state, *discards(7, 6)).outcome is None


def test_cards_set_aside_can_be_drawn() -> None:
    state = table(seat("7 7 7 7 7"), seat("6 6 6 6 6"), set_aside="8 8", ruleset=VOID)
    assert after(state, *discards(7, 6)).outcome is None


def test_idle_turns_before_the_supply_ran_dry_count() -> None:
    """n turns without a play are over when the last card is drawn; the end of the next turn decides."""
    state = table(seat("7 7 7 7 7"), seat("6 6 6 6 6"), draw="8", ruleset=VOID)
    state = after(state, *discards(7, 6))
    assert (state.outcome, state.draw_pile) == (None, ())
    assert after(state, *discards(8)).outcome == NOBODY_WINS


def test_with_tuck_the_supply_is_dry_only_when_nothing_can_be_tucked() -> None:
    tuck_or_void = Ruleset(dry_rule=DryRule.TUCK, on_block=OnBlock.VOID)
    state = table(seat("7"), seat("6"), piles=(pile("1 2"),), ruleset=tuck_or_void)
    assert after(state, *discards(7, 6)).outcome is None
    state = table(seat("7"), seat("6"), piles=(pile("2", tucked=1),), ruleset=tuck_or_void)
    assert after(state, *discards(7, 6)).outcome == NOBODY_WINS


def test_the_real_block_of_the_rules() -> None:
    """docs/RULES.md, "Numbers to check against": four players, needs 6, 6, 10, 6, nothing to draw."""
    needs = (pile("S", 4), pile("5", 4), pile("9", 8), pile("5", 4))
    state = table(
        seat("3 11", "8", "12", stock="9"),
        seat("2 8 8", "7", stock="12"),
        seat("2 4 4 5", "1", stock="9"),
        seat("7", "11", stock="7"),
        piles=needs,
        ruleset=VOID,
    )
    assert after(state, *discards(3, 2, 2)).outcome is None
    assert after(state, *discards(3, 2, 2, 7)).outcome == NOBODY_WINS


def test_a_void_round_is_told_after_the_turn_that_ended_it() -> None:
    state = after(table(seat("7"), seat("6"), ruleset=VOID), *discards(7))
    assert apply(state, 1, Discard(Card.SIX, 2))[1] == (Discarded(1, Card.SIX, 2), RoundOver(NOBODY_WINS))


# the rescue (R44)


def test_a_rescue_shuffles_what_lies_below_the_tops_and_the_next_player_goes_on() -> None:
    state = after(table(seat(), seat(), piles=(pile("1 2 3 S"), pile("1 S"), pile("1"))), Pass())
    state, events = apply(state, 1, Pass())
    assert events[:3] == (Passed(1), Rescued(4), TurnBegan(0))
    assert isinstance(events[3], Drew)
    assert Counter(state.seats[0].hand) == Counter(cards("1 2 3 1"))
    assert state.building == (pile("S", 3), pile("S", 1), pile("1"), pile(""))
    assert (state.outcome, state.turn, state.idle_turns, state.passes) == (None, 0, 0, 0)


def test_a_rescue_gives_the_next_player_five_cards_and_leaves_the_rest_to_draw() -> None:
    state = after(table(seat(), seat(), piles=(pile("1 2 3 4 5 6 7 8"),)), Pass(), Pass())
    assert (len(state.seats[0].hand), len(state.draw_pile)) == (5, 2)


def test_without_the_rescue_the_round_is_void_whatever_lies_below_the_tops() -> None:
    state = table(seat(), seat(), piles=(pile("1 2 3 S"),), ruleset=VOID)
    assert after(state, Pass(), Pass()).outcome == NOBODY_WINS


def test_without_a_card_to_rescue_the_round_is_void() -> None:
    state = table(seat(), seat(), piles=(pile("1"), pile("7", tucked=6)))
    assert after(state, Pass(), Pass()).outcome == NOBODY_WINS


def test_each_block_is_rescued() -> None:
    """Here a card laid after the first rescue leaves one below the top for the second."""
    state = table(seat(), seat(stock="9 8 6"), piles=(pile("4 5", tucked=3),))
    state = after(state, Pass(), Pass(), Discard(Card.FOUR, 0), Play(Stock(1), 0), Pass(), Pass(), Pass())
    assert (state.outcome, state.turn, state.seats[0].hand) == (None, 0, cards("5"))
    assert state.building[0] == pile("6", tucked=5)
    assert [label.value for label in state.shuffles] == ["rescue", "rescue"]
    assert after(state, Discard(Card.FIVE, 0), Pass()).outcome == NOBODY_WINS


def test_a_pile_shortened_by_a_rescue_sets_aside_only_what_it_holds() -> None:
    state = table(seat("12 7"), seat(), piles=(pile("11", tucked=10),))
    state = after(state, Play(Hand(Card.TWELVE), 0))
    assert state.set_aside == cards("11 12")
    assert state.building[0] == pile("")
