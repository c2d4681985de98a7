"""Setting up: who deals, and the dealt table (R1 to R8, R11, R12)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import DECK, Card
from engine.deal import deal, draw_dealer
from engine.errors import IllegalAction, Refusal
from engine.events import DealerCard, Dealt, Drew, TurnBegan
from engine.ruleset import Ruleset
from engine.shuffle import Label, shuffled
from engine.view import BuildingPile
from tests.engine.build import cards

SEED = bytes(range(32))
PLAYERS = range(2, 7)


def test_the_deck_holds_twelve_of_each_number_and_eighteen_wilds() -> None:
    """R2."""
    counts = Counter(DECK)
    assert counts.pop(Card.WILD) == 18
    assert (len(DECK), set(counts.values()), len(counts)) == (162, {12}, 12)


def test_draw_for_the_deal_tells_every_card() -> None:
    """R3: a wild is replaced at once, those tied draw again."""
    dealer, events = draw_dealer(3, cards("5 S 9 9 3 4 12"))
    assert dealer == 2
    drawn = [(0, 5), (1, 0), (1, 9), (2, 9), (1, 3), (2, 4)]
    assert events == tuple(DealerCard(seat, Card(number)) for seat, number in drawn)


def test_draw_for_the_deal_from_the_whole_deck_always_finds_a_dealer() -> None:
    for index in range(200):
        dealer, _ = draw_dealer(6, shuffled(DECK, Label.DEALER, index, SEED))
        assert 0 <= dealer < 6


def test_draw_for_the_deal_without_cards_is_our_fault() -> None:
    with pytest.raises(AssertionError):
        draw_dealer(2, cards("S S"))


@pytest.mark.parametrize("seats", PLAYERS)
def test_cards_are_dealt_one_by_one_from_the_left_of_the_dealer(seats: int) -> None:
    """R5: the first card of a stock lies at the bottom, the last on top; R7: the rest is the draw pile."""
    dealer = seats - 2
    table, _ = deal(Ruleset(), seats, dealer, SEED)
    deck = list(shuffled(DECK, Label.DEAL, 0, SEED))
    stocks: dict[int, list[Card]] = {seat: [] for seat in range(seats)}
    seat = dealer
    for _ in range(seats * (30 if seats <= 4 else 20)):
        seat = (seat + 1) % seats
        stocks[seat].append(deck.pop(0))
    assert {number: list(own.stock) for number, own in enumerate(table.seats)} == stocks
    first = (dealer + 1) % seats
    assert list(table.seats[first].hand + table.draw_pile) == deck


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_table_is_bare_but_for_stocks_draw_pile_and_the_first_hand(seats: int) -> None:
    """R7, R8."""
    table, _ = deal(Ruleset(), seats, 0, SEED)
    assert table.building == (BuildingPile(),) * 4
    assert table.set_aside == ()
    assert all(own.discards == ((), (), (), ()) for own in table.seats)
    assert [len(own.hand) for own in table.seats] == [0, 5, *[0] * (seats - 2)]


def test_the_deal_is_told_and_the_first_turn_begun() -> None:
    """R11, R12."""
    table, events = deal(Ruleset(), 3, 0, SEED)
    assert events == (Dealt(0, 30), TurnBegan(1), Drew(1, 5, table.seats[1].hand))
    assert (table.turn, table.dealer, table.outcome) == (1, 0, None)


def test_the_same_seed_deals_the_same_table() -> None:
    assert deal(Ruleset(), 4, 3, SEED) == deal(Ruleset(), 4, 3, SEED)
    assert deal(Ruleset(), 4, 3, SEED)[0].draw_pile != deal(Ruleset(), 4, 3, bytes(32))[0].draw_pile


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_only_two_to_six_can_play(seats: int) -> None:
    """R1."""
    with pytest.raises(IllegalAction) as caught:
        deal(Ruleset(), seats, 0, SEED)
    assert caught.value.refusal is Refusal.BAD_CONFIG
