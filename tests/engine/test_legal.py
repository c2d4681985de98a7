"""What may be done, judged from a view alone (R13 to R20, R29 to R35, R80)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Penalise, Play, Stock
from engine.cards import Card
from engine.errors import Refusal
from engine.legal import can_play, check, legal_actions, sources
from engine.notation import write_action
from engine.observe import observe
from engine.outcome import Outcome, Termination
from engine.ruleset import Ruleset, Teams
from engine.table import Table
from tests.engine.build import pile, seat, table


def written(state: Table, observer: int | None) -> list[str]:
    """The legal actions of a seat, as text."""
    return [write_action(action) for action in legal_actions(observe(state, observer))]


def refusal(state: Table, observer: int | None, action: Action) -> Refusal | None:
    return check(observe(state, observer), action)


def test_stock_first_then_hand_then_discards_each_on_every_pile_that_fits() -> None:
    state = table(seat("S 2 7 2", "", "3", stock="9 1"), seat(), piles=(pile("1"), pile("1 2")))
    assert written(state, 0) == [
        "play st@0 2",
        "play st@0 3",
        "play h:2 0",
        "play h:S 0",
        "play h:S 1",
        "play h:S 2",
        "play h:S 3",
        "play d@0:1 1",
        *(f"discard {card} {number}" for card, number in product(("2", "7", "S"), range(4))),
    ]


def test_with_an_empty_hand_and_a_dry_supply_a_pass_is_offered_beside_the_plays() -> None:
    """R28, R35."""
    state = table(seat("", "1"), seat(), piles=(pile("1"), pile("1"), pile("1")))
    assert written(state, 0) == ["play d@0:0 3", "pass"]


@pytest.mark.parametrize("observer", [1, None])
def test_whoever_is_not_to_act_has_no_action(observer: int | None) -> None:
    assert written(table(seat("1"), seat("1", "1", stock="1 1")), observer) == []


def test_nobody_has_an_action_when_the_round_is_over() -> None:
    over = replace(table(seat("1"), seat("1")), outcome=Outcome(Termination.WIN, 0, 40))
    assert written(over, 0) == []
    assert refusal(over, None, Penalise(1)) is Refusal.GAME_OVER
    assert refusal(over, 1, Object()) is Refusal.GAME_OVER


def test_a_partners_piles_are_offered_too() -> None:
    """R62."""
    partner = seat("1", "", "1", stock="9 1")
    state = table(seat("7"), seat("1"), partner, seat(), ruleset=Ruleset(teams=Teams.PAIRS), piles=(pile("1"),) * 3)
    assert written(state, 0)[:2] == ["play st@2 3", "play d@2:1 3"]
    assert sources(observe(state, 0)) == (Stock(0), Hand(Card.SEVEN), Stock(2), DiscardTop(2, 1))


def test_a_spectator_has_no_sources() -> None:
    assert sources(observe(table(seat("1"), seat()), None)) == ()


@pytest.mark.parametrize("action", [Play(Hand(Card.ONE), 0), Discard(Card.ONE, 0), Pass(), Draw(1), Object()])
def test_a_spectator_and_the_referee_take_no_turn(action: Action) -> None:
    assert refusal(table(seat("1"), seat()), None, action) is Refusal.NOT_YOUR_TURN


def test_penalties_are_the_referees_alone() -> None:
    """R70."""
    state = table(seat("1"), seat())
    for offender in (0, 1):
        assert refusal(state, 0, Penalise(offender)) is Refusal.NOT_YOUR_TURN
        assert refusal(state, None, Penalise(offender)) is None


@pytest.mark.parametrize("offender", [-1, 2])
def test_nobody_is_penalised_on_a_seat_that_does_not_exist(offender: int) -> None:
    assert refusal(table(seat("1"), seat()), None, Penalise(offender)) is Refusal.BAD_TARGET


@pytest.mark.parametrize(
    "source", [Stock(-1), Stock(2), DiscardTop(-1, 0), DiscardTop(2, 0), DiscardTop(0, -1), DiscardTop(0, 4)]
)
def test_a_source_that_does_not_exist(source: Stock | DiscardTop) -> None:
    assert refusal(table(seat("1", "1"), seat("", "1")), 0, Play(source, 0)) is Refusal.BAD_SOURCE


@pytest.mark.parametrize("number", [-1, 4, 10**9])
def test_a_pile_that_does_not_exist(number: int) -> None:
    state = table(seat("1"), seat())
    assert refusal(state, 0, Play(Hand(Card.ONE), number)) is Refusal.BAD_TARGET
    assert refusal(state, 0, Discard(Card.ONE, number)) is Refusal.BAD_TARGET


@pytest.mark.parametrize(
    ("named", "expected"), [(None, None), (1, None), (2, Refusal.WRONG_VALUE), (0, Refusal.WRONG_VALUE)]
)
def test_a_named_value_must_be_what_the_pile_needs(named: int | None, expected: Refusal | None) -> None:
    """R68."""
    assert refusal(table(seat("S"), seat()), 0, Play(Hand(Card.WILD), 0, named)) is expected


@pytest.mark.parametrize("need", range(1, 13))
def test_a_pile_takes_the_value_it_needs_and_wilds(need: int) -> None:
    """R15, R17, R20."""
    state = table(seat("1 2 3 4 5 6 7 8 9 10 11 12 S"), seat(), piles=(pile("S", need - 2) if need > 1 else pile(""),))
    fits = {card for card in Card if refusal(state, 0, Play(Hand(card), 0)) is None}
    assert fits == {Card(need), Card.WILD}


def test_whether_anything_fits_does_not_depend_on_the_turn() -> None:
    """R43."""
    state = table(seat("7"), seat("7", stock="9 1"))
    assert (can_play(observe(state, 0)), can_play(observe(state, 1))) == (False, True)
