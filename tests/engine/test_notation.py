"""The text form of cards, actions and views (engine.notation)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Penalise, Play, Source, Stock
from engine.cards import Card
from engine.errors import IllegalAction, NotationError, Refusal
from engine.notation import parse, read_card, write_action, write_card, write_source, write_view
from engine.observe import observe
from engine.outcome import Outcome, Termination
from engine.ruleset import OutOfTurn, Ruleset, Teams
from engine.table import Table
from tests.engine.build import pile, seat, table

PAIRS = Ruleset(teams=Teams.PAIRS)
SOURCES: tuple[Source, ...] = (
    *map(Hand, Card),
    *map(Stock, range(4)),
    *(DiscardTop(owner, number) for owner, number in product(range(4), range(4))),
)
ACTIONS: tuple[Action, ...] = (
    *(Play(source, target) for source, target in product(SOURCES, range(4))),
    *(Play(Stock(2), 1, value) for value in range(1, 13)),
    *(Play(source, 3, out_of_turn=True) for source in SOURCES),
    Play(Hand(Card.WILD), 0, 7, out_of_turn=True),
    Play(Hand(Card.ONE), -1),
    Play(Hand(Card.ONE), 4),
    *(Discard(card, target) for card, target in product(Card, range(4))),
    Pass(),
    Draw(1),
    Draw(100),
    Object(),
    Penalise(3),
)


def four() -> Table:
    """A table for two pairs; everybody holds one card."""
    return table(seat("5"), seat("6"), seat("7"), seat("8"), ruleset=PAIRS, piles=(pile("1"),))


@pytest.mark.parametrize("action", ACTIONS, ids=write_action)
def test_an_action_reads_back_as_it_was_written(action: Action) -> None:
    assert parse(observe(four(), 0), write_action(action)) == action


@pytest.mark.parametrize("card", Card)
def test_a_card_reads_back_as_it_was_written(card: Card) -> None:
    assert read_card(write_card(card)) is card


def test_cards_are_written_as_numbers_and_s() -> None:
    assert [write_card(card) for card in Card] == ["S", *map(str, range(1, 13))]


def test_sources_are_written_with_their_owner() -> None:
    sources = (Hand(Card.TWELVE), Hand(Card.WILD), Stock(0), DiscardTop(2, 3))
    assert [write_source(source) for source in sources] == ["h:12", "h:S", "st@0", "d@2:3"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play h:5 0", Play(Hand(Card.FIVE), 0)),
        ("play st 1", Play(Stock(1), 1)),
        ("play d:2 3", Play(DiscardTop(1, 2), 3)),
        ("play st@3 1 4", Play(Stock(3), 1, 4)),
        ("play st#0 1", Play(Stock(1), 1)),
        ("  play   st   1 ", Play(Stock(1), 1)),
        ("oot h:S 0", Play(Hand(Card.WILD), 0, out_of_turn=True)),
        ("discard 6 0", Discard(Card.SIX, 0)),
        ("discard h:6 0", Discard(Card.SIX, 0)),
        ("discard h@1:6 0", Discard(Card.SIX, 0)),
        ("discard 6 0 1", Discard(Card.SIX, 0)),
        ("draw 3", Draw(3)),
    ],
)
def test_what_the_observer_means_by_it(text: str, action: Action) -> None:
    """Without an owner a pile is the observer's own; here that is seat 1."""
    on_turn = table(seat("5"), seat("6 S"), seat(), seat(), ruleset=PAIRS, turn=1)
    assert parse(observe(on_turn, 1), text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "fly st 0",
        "play",
        "play st",
        "play st zero",
        "play st 0 four",
        "play st 0 4 5",
        "play st 1000000",
        "play st 0x1",
        "play st \N{ARABIC-INDIC DIGIT ONE}",
        "play st --1",
        "discard 5",
        "discard 5 x",
        "discard 5 0 me",
        "pass 0",
        "draw",
        "draw all",
        "object 1",
        "penalise",
        "penalise you",
        "PASS",
    ],
)
def test_text_that_is_not_in_the_notation(text: str) -> None:
    with pytest.raises(NotationError):
        parse(observe(four(), 0), text)


@pytest.mark.parametrize("text", ["", "0", "13", "s", "-1", "W", "01x", "99999999999999999999"])
def test_text_that_is_no_card(text: str) -> None:
    with pytest.raises(NotationError):
        read_card(text)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("play cellar 0", Refusal.BAD_SOURCE),
        ("play h 0", Refusal.BAD_SOURCE),
        ("play d 0", Refusal.BAD_SOURCE),
        ("play d:4 0", Refusal.BAD_SOURCE),
        ("play d:S 0", Refusal.BAD_SOURCE),
        ("play st:0 0", Refusal.BAD_SOURCE),
        ("play b 0", Refusal.BAD_SOURCE),
        ("play b:4 0", Refusal.BAD_SOURCE),
        ("play h@9:5 0", Refusal.BAD_SOURCE),
        ("play h@4:5 0", Refusal.BAD_SOURCE),
        (f"play st@{'9' * 5000} 0", Refusal.BAD_SOURCE),
        ("play b:0 1", Refusal.NO_TAKEBACK),
        ("discard b:0 1", Refusal.NO_TAKEBACK),
        ("discard st 0", Refusal.ONLY_HAND_DISCARDS),
        ("discard d:0 1", Refusal.ONLY_HAND_DISCARDS),
        ("discard d@2:0 1", Refusal.ONLY_HAND_DISCARDS),
        ("discard cellar 1", Refusal.BAD_SOURCE),
        ("play h@1:6 0", Refusal.NOT_YOUR_PILE),
        ("play st@1#1 0", Refusal.NOT_YOUR_PILE),
        ("play h@2:7 0", Refusal.PARTNER_HAND),
        ("discard h@2:7 0", Refusal.PARTNER_HAND),
        ("play d:0#1 0", Refusal.SOURCE_EMPTY),
        ("play st#1 0", Refusal.NOT_TOP_CARD),
        ("play st@2#1 0", Refusal.NOT_TOP_CARD),
        ("play h:13 0", Refusal.NO_SUCH_CARD),
        ("discard 0 0", Refusal.NO_SUCH_CARD),
        ("discard 5 0 2", Refusal.NOT_YOUR_PILE),
        ("discard 6 0 2", Refusal.NO_SUCH_CARD),
        ("discard 5 4 2", Refusal.BAD_TARGET),
    ],
)
def test_an_attempt_that_no_action_can_express(text: str, refusal: Refusal) -> None:
    """R80: the codes come from reading the attempt."""
    assert refusal_of(four(), 0, text) is refusal


ATTEMPTS = (
    "play b:0 1",
    "play cellar 0",
    "discard st 0",
    "discard b:0 0",
    "play h@2:7 0",
    "play st#1 0",
    "discard 5 0 3",
)


@pytest.mark.parametrize("text", ATTEMPTS)
def test_the_end_of_the_round_counts_before_anything_else(text: str) -> None:
    over = replace(four(), outcome=Outcome(Termination.WIN, 0, 40))
    assert refusal_of(over, 0, text) is Refusal.GAME_OVER


@pytest.mark.parametrize("observer", [1, None])
@pytest.mark.parametrize("text", ATTEMPTS)
def test_whose_turn_it_is_counts_before_the_source(text: str, observer: int | None) -> None:
    assert refusal_of(four(), observer, text) is Refusal.NOT_YOUR_TURN


def test_an_attempt_out_of_turn_in_table_mode_is_judged_like_one_on_turn() -> None:
    freely = replace(four(), ruleset=replace(PAIRS, out_of_turn=OutOfTurn.TABLE))
    assert refusal_of(freely, 1, "oot b:0 1") is Refusal.NO_TAKEBACK
    assert refusal_of(freely, 1, "play b:0 1") is Refusal.NOT_YOUR_TURN


def test_a_view_in_a_few_lines() -> None:
    shown = table(
        seat("5 S 11", "1 2", "", "S", stock="3 12"),
        seat("6", stock=""),
        draw="7 7 7",
        piles=(pile("1 S"), pile("S", tucked=4)),
        set_aside="2 1",
    )
    assert write_view(observe(shown, 0)).splitlines() == [
        "seat 0: turn 0, dealer 1, draw 3",
        "  hand 5 S 11, set aside 1 2",
        "  pile 0: height 2, 1 S",
        "  pile 1: height 5, S",
        "  pile 2: height 0, -",
        "  pile 3: height 0, -",
        "  seat 0: stock 12 of 2, hand 3, discards 1 2 | - | S | -",
        "  seat 1: stock - of 0, hand 1, discards - | - | - | -",
    ]


def test_a_spectators_view_shows_no_hand() -> None:
    assert write_view(observe(four(), None)).splitlines()[:2] == [
        "spectator: turn 0, dealer 3, draw 0",
        "  hand -, set aside -",
    ]


def refusal_of(state: Table, observer: int | None, text: str) -> Refusal:
    """The code with which an attempt is refused while it is read."""
    with pytest.raises(IllegalAction) as caught:
        parse(observe(state, observer), text)
    return caught.value.refusal
