"""Partners: their piles, their silence, their win, their penalties (R60 to R71)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Action, Discard, DiscardTop, Hand, Pass, Penalise, Play, Stock
from engine.cards import Card
from engine.errors import IllegalAction, Refusal
from engine.events import Drew, Penalised, Played, Recycled, RoundOver, StockTurned, Tucked
from engine.outcome import Outcome, Termination
from engine.rules import apply
from engine.ruleset import DryRule, Ruleset, Teams
from engine.table import SeatCards, Table
from tests.engine.build import cards, pile, seat, table

PAIRS = Ruleset(teams=Teams.PAIRS)
TRIOS = Ruleset(teams=Teams.TRIOS)


def refusal(state: Table, number: int | None, action: Action) -> Refusal:
    with pytest.raises(IllegalAction) as caught:
        apply(state, number, action)
    return caught.value.refusal


def six(ruleset: Ruleset, stocks: str) -> Table:
    """Six seats with these stocks, separated by commas; seat 0 is on turn with a 1."""
    return table(*(seat("1 7", stock=stock) for stock in stocks.split(",")), ruleset=ruleset)


def test_a_partners_stock_card_is_played_and_the_next_turned_up() -> None:
    """R62."""
    state = table(seat("7"), seat(), seat("3", stock="9 4 1"), seat(), ruleset=PAIRS, draw="5 5")
    after, events = apply(state, 0, Play(Stock(2), 0))
    assert events == (Played(0, Stock(2), Card.ONE, pile=0, value=1), StockTurned(2, Card.FOUR, 2))
    assert after.seats[2] == replace(state.seats[2], stock=cards("9 4"))
    assert after.seats[0] == state.seats[0]


def test_a_partners_discard_is_played() -> None:
    """R62."""
    state = table(seat("7"), seat(), seat("", "", "4 1"), seat(), ruleset=PAIRS)
    after, _ = apply(state, 0, Play(DiscardTop(2, 1), 0))
    assert after.seats[2].discards[1] == cards("4")


def test_only_the_hand_on_turn_is_filled() -> None:
    """R62: also when a partner's card completes the pile from which it is filled."""
    eleven = pile("1 2 3 4 5 6 7 8 9 10 11")
    state = table(seat(), seat(), seat(stock="9 12"), seat(), ruleset=PAIRS, piles=(eleven,))
    after, events = apply(state, 0, Play(Stock(2), 0))
    assert [len(own.hand) for own in after.seats] == [5, 0, 0, 0]
    assert isinstance(events[-1], Drew)


@pytest.mark.parametrize("source", [Stock(1), Stock(3), DiscardTop(1, 0)])
def test_the_opponents_piles_are_not_theirs(source: Stock | DiscardTop) -> None:
    """R14, R62."""
    opponent = seat("", "1", stock="9 1")
    state = table(seat("7"), opponent, seat(), opponent, ruleset=PAIRS)
    assert refusal(state, 0, Play(source, 0)) is Refusal.NOT_YOUR_PILE


def test_the_partner_does_nothing_while_the_other_is_on_turn() -> None:
    """R65."""
    state = table(seat("7"), seat(), seat("1 7", stock="9 1"), seat(), ruleset=PAIRS)
    for action in (Play(Hand(Card.ONE), 0), Play(Stock(2), 0), Discard(Card.SEVEN, 0), Pass()):
        assert refusal(state, 2, action) is Refusal.NOT_YOUR_TURN


def test_a_finished_stock_ends_neither_round_nor_turn() -> None:
    """R66."""
    state = table(seat("7 7", stock="1"), seat("8"), seat(), seat(), ruleset=PAIRS)
    after, events = apply(state, 0, Play(Stock(0), 0))
    assert events[-1] == StockTurned(0, None, 0)
    assert (after.outcome, after.turn) == (None, 0)
    assert refusal(after, 0, Pass()) is Refusal.MUST_DISCARD


def test_who_has_finished_draws_and_discards_as_before() -> None:
    """R66."""
    state = table(seat("7"), seat("8"), seat("", stock=""), seat("8"), ruleset=PAIRS, turn=1, draw="1 2 3 4 5 6 6")
    after, _ = apply(state, 1, Discard(Card.EIGHT, 0))
    assert (after.turn, after.seats[2].hand) == (2, cards("1 2 3 4 5"))
    after, _ = apply(after, 2, Discard(Card.FIVE, 0))
    assert after.turn == 3


@pytest.mark.parametrize(("turn", "source"), [(0, Stock(2)), (2, Stock(2))])
def test_the_last_stock_of_a_team_wins_whoever_plays_it(turn: int, source: Stock) -> None:
    """R67, R51: one score, for the stocks of all other teams."""
    state = table(seat("7", stock=""), seat(stock="9 9"), seat("7", stock="1"), seat(), ruleset=PAIRS, turn=turn)
    after, events = apply(state, turn, Play(source, 0))
    assert events[-1] == RoundOver(Outcome(Termination.WIN, winner=0, points=25 + 5 * 4))
    assert after.outcome is not None


def test_two_finished_stocks_of_different_teams_win_nothing() -> None:
    """R67."""
    state = six(PAIRS, "1,,9,9,9,9")
    assert apply(state, 0, Play(Stock(0), 0))[0].outcome is None


def test_three_pairs() -> None:
    """R61: the others are two teams."""
    state = six(PAIRS, "1,9 9,9,,9 9 9 9,9 9 9 9 9")
    outcome = apply(state, 0, Play(Stock(0), 0))[0].outcome
    assert outcome == Outcome(Termination.WIN, winner=0, points=25 + 5 * 12)


@pytest.mark.parametrize(("stocks", "won"), [("1,9,,9,,9", True), ("1,9,9,9,,9", False), ("1,9,,9,9,9", False)])
def test_two_trios_need_all_three_stocks(stocks: str, won: bool) -> None:
    """R61, R67."""
    outcome = apply(six(TRIOS, stocks), 0, Play(Stock(0), 0))[0].outcome
    assert outcome == (Outcome(Termination.WIN, winner=0, points=40) if won else None)


def test_a_member_of_a_trio_plays_the_stocks_of_both_partners() -> None:
    """R62."""
    state = six(TRIOS, "9,9,9 1,9,9 2,9")
    state, _ = apply(state, 0, Play(Stock(2), 0))
    state, _ = apply(state, 0, Play(Stock(4), 0))
    assert state.building[0] == pile("1 2")


def four(offender: SeatCards, draw: str = "", set_aside: str = "", ruleset: Ruleset = PAIRS) -> Table:
    """Two pairs; seat 2 has given advice."""
    return table(seat("7"), seat(), offender, seat(), draw=draw, set_aside=set_aside, ruleset=ruleset)


def test_the_coaching_penalty_goes_unseen_under_the_stock() -> None:
    """R70: neither turn nor hands change, and the top card stays."""
    state = four(seat("2", stock="3 4"), draw="5 6 7")
    after, events = apply(state, None, Penalise(2))
    assert events == (Penalised(2, 2),)
    assert after == replace(
        state,
        seats=(*state.seats[:2], seat("2", stock="6 5 3 4"), state.seats[3]),
        draw_pile=cards("7"),
    )


def test_a_penalty_of_another_size() -> None:
    """R70: `coaching_cards`."""
    state = four(seat(stock="3"), draw="5 6 7", ruleset=replace(PAIRS, coaching_cards=3))
    assert apply(state, None, Penalise(2))[0].seats[2].stock == cards("7 6 5 3")
    state = four(seat(stock="3"), draw="5 6 7", ruleset=replace(PAIRS, coaching_cards=0))
    assert apply(state, None, Penalise(2)) == (state, (Penalised(2, 0),))


def test_a_penalty_recycles() -> None:
    """R71: told before the cards that it gave."""
    after, events = apply(four(seat(stock="3"), draw="5", set_aside="6 6 6"), None, Penalise(2))
    assert events == (Recycled(3), Penalised(2, 2))
    assert (after.seats[2].stock, after.draw_pile, after.set_aside) == (cards("6 5 3"), cards("6 6"), ())


def test_a_penalty_takes_what_there_is() -> None:
    """R71: nothing is owed."""
    assert apply(four(seat(stock="3"), draw="5"), None, Penalise(2))[1] == (Penalised(2, 1),)
    for stock in ("3", ""):
        state = four(seat(stock=stock))
        assert apply(state, None, Penalise(2)) == (state, (Penalised(2, 0),))


def test_a_penalty_tucks_where_the_rules_do() -> None:
    """R25, R71."""
    tucking = replace(PAIRS, dry_rule=DryRule.TUCK)
    state = replace(four(seat(stock="3"), ruleset=tucking), building=(pile("1 1 2"), *[pile("")] * 3))
    assert apply(state, None, Penalise(2))[1] == (Tucked(2), Penalised(2, 2))


def test_a_penalty_on_a_finished_stock_makes_a_stock_again() -> None:
    """R71: the upper card is turned up, and the team has to empty it."""
    state = four(seat(stock=""), draw="5 6")
    state = replace(state, seats=(seat("7", stock="1"), *state.seats[1:]))
    after, events = apply(state, None, Penalise(2))
    assert events == (Penalised(2, 2), StockTurned(2, Card.FIVE, 2))
    assert after.seats[2].stock == cards("6 5")
    assert apply(after, 0, Play(Stock(0), 0))[0].outcome is None


def test_penalty_cards_are_stock_cards_for_the_points() -> None:
    """R84."""
    state = table(seat("7", stock="1"), seat(stock="9"), draw="5 5")
    state, _ = apply(state, None, Penalise(1))
    outcome = apply(state, 0, Play(Stock(0), 0))[0].outcome
    assert outcome == Outcome(Termination.WIN, winner=0, points=25 + 5 * 3)
