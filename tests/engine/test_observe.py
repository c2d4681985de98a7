"""What leaves the referee: views built from what is open, and events without what others drew (R9, R10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from engine.actions import Hand
from engine.cards import Card
from engine.events import (
    DealerCard,
    Dealt,
    Discarded,
    Drew,
    DrewUnder,
    Event,
    Intruded,
    Objected,
    Passed,
    Penalised,
    PileCompleted,
    Played,
    Recycled,
    Rescued,
    RoundOver,
    StockTurned,
    Tucked,
    TurnBegan,
)
from engine.legal import legal_actions
from engine.observe import observe, redact
from engine.outcome import Outcome, Termination
from engine.ruleset import OutOfTurn, Ruleset, Teams
from engine.table import Table
from engine.view import SeatView, View
from tests.engine.build import cards, pile, seat, table

PAIRS = Ruleset(teams=Teams.PAIRS, out_of_turn=OutOfTurn.TABLE)


def four() -> Table:
    """A table on which every place holds something."""
    return replace(
        table(
            seat("5 S 11", "1 2", "", "S", stock="3 12"),
            seat("6 6", "4", stock="1 1 S"),
            seat("10", stock="", no_draw=True),
            seat("", "", "", "", "7 8 9", stock="2"),
            ruleset=PAIRS,
            draw="7 2 7",
            piles=(pile("1 S"), pile("S", tucked=4)),
            set_aside="12 S 1",
        ),
        intruder=1,
        draw_due=True,
    )


def everything_in(value: object) -> Iterator[object]:
    """Every value that a view holds, however deep."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from everything_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from everything_in(part)


def test_a_seat_sees_its_hand_and_what_is_open() -> None:
    assert observe(four(), 0) == View(
        observer=0,
        hand=cards("5 S 11"),
        seats=(
            SeatView(Card.TWELVE, 2, 3, (cards("1 2"), (), cards("S"), ()), no_draw=False),
            SeatView(Card.WILD, 3, 2, (cards("4"), (), (), ()), no_draw=False),
            SeatView(None, 0, 1, ((), (), (), ()), no_draw=True),
            SeatView(Card.TWO, 1, 0, ((), (), (), cards("7 8 9")), no_draw=False),
        ),
        building=(pile("1 S"), pile("S", tucked=4), pile(""), pile("")),
        draw_count=3,
        set_aside=cards("1 12 S"),
        dealer=3,
        turn=0,
        intruder=1,
        draw_due=True,
        ruleset=PAIRS,
        sides=((0, 2), (1, 3)),
        outcome=None,
    )


@pytest.mark.parametrize("observer", [0, 1, 2, 3, None])
def test_a_view_holds_the_own_hand_and_open_cards_and_no_other(observer: int | None) -> None:
    """R9: no hand but the own, the partner's neither; no card below a stock's top; no draw pile; no seed."""
    state = four()
    own = len(state.seats[observer].hand) if observer is not None else 0
    tops, discards, building, aside = 3, 3 + 1 + 3, 3, 3
    found = list(everything_in(observe(state, observer)))
    assert sum(isinstance(value, Card) for value in found) == own + tops + discards + building + aside
    assert not any(isinstance(value, bytes) for value in found)


@pytest.mark.parametrize("observer", [0, 1, 2, 3, None])
def test_what_an_observer_cannot_see_changes_nothing_in_the_view(observer: int | None) -> None:
    state = four()
    other = replace(
        state,
        seed=b"\xff" * 32,
        draw_pile=cards("1 1 1"),
        set_aside=state.set_aside[::-1],
        seats=tuple(
            replace(
                own,
                hand=own.hand if number == observer else (Card.NINE,) * len(own.hand),
                stock=(Card.FIVE,) * (len(own.stock) - 1) + own.stock[-1:],
            )
            for number, own in enumerate(state.seats)
        ),
    )
    assert observe(other, observer) == observe(state, observer)
    assert legal_actions(observe(other, observer)) == legal_actions(observe(state, observer))


def test_the_result_is_open_to_all() -> None:
    over = replace(four(), outcome=Outcome(Termination.WIN, 1, 30))
    assert [observe(over, observer).outcome for observer in (0, 3, None)] == [Outcome(Termination.WIN, 1, 30)] * 3


DREW = Drew(1, 2, cards("5 S"))
OPEN_EVENTS: tuple[Event, ...] = (
    DealerCard(1, Card.FIVE),
    Dealt(0, 30),
    TurnBegan(1),
    DrewUnder(1, 2),
    Played(1, Hand(Card.FIVE), Card.FIVE, 0, 5),
    StockTurned(1, Card.SIX, 4),
    PileCompleted(0),
    Discarded(1, Card.FIVE, 0),
    Passed(1),
    Recycled(12),
    Tucked(3),
    Rescued(3),
    Intruded(1),
    Objected(0, 1),
    Penalised(1, 2),
    RoundOver(Outcome(Termination.BLOCKED, None, 0)),
)


def test_drawn_cards_are_told_to_the_seat_that_drew() -> None:
    assert redact(DREW, 1) == DREW


@pytest.mark.parametrize("observer", [0, 2, 3, None])
def test_others_learn_how_many_cards_were_drawn(observer: int | None) -> None:
    assert redact(DREW, observer) == Drew(1, 2, None)


@pytest.mark.parametrize("event", OPEN_EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("observer", [0, 1, None])
def test_all_other_events_are_open(event: Event, observer: int | None) -> None:
    assert redact(event, observer) == event
