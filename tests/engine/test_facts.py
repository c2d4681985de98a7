"""What can be counted without the engine and must come out of it (docs/RULES.md, "Numbers to check against")."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from engine.actions import Discard, Hand, Play, Stock
from engine.cards import DECK, Card
from engine.deal import deal, draw_dealer
from engine.events import DealerCard
from engine.observe import observe
from engine.outcome import Termination
from engine.rules import apply
from engine.ruleset import OnBlock, Ruleset, Teams, stock_size
from engine.shuffle import Label, shuffled
from engine.table import Table
from tests.engine.build import pile, seat, table
from tests.engine.play import Style, hoarding, idly, play_out, randomly, sensibly

VOID = Ruleset(on_block=OnBlock.VOID)
SHORT = Ruleset(stock_size=10)


def dealt(ruleset: Ruleset, seats: int, seed: int = 0) -> Table:
    return deal(ruleset, seats, seats - 1, seed.to_bytes(32, "big"))[0]


def idle_turns(state: Table, number: int) -> Table:
    """The table after so many turns in which nobody plays."""
    return play_out(state, idly, Random(0), number)[0]


@pytest.mark.parametrize(
    ("seats", "ruleset", "after_the_deal", "after_one_hand", "after_all_hands"),
    [
        (2, VOID, 102, 97, 92),
        (3, VOID, 72, 67, 57),
        (4, VOID, 42, 37, 22),
        (5, VOID, 62, 57, 37),
        (6, VOID, 42, 37, 12),
        (2, SHORT, 142, 137, 132),
        (3, SHORT, 132, 127, 117),
        (4, SHORT, 122, 117, 102),
        (5, SHORT, 112, 107, 87),
        (6, SHORT, 102, 97, 72),
    ],
)
def test_cards_left_to_draw(
    seats: int, ruleset: Ruleset, after_the_deal: int, after_one_hand: int, after_all_hands: int
) -> None:
    state = dealt(ruleset, seats)
    assert 162 - seats * stock_size(ruleset, seats) == after_the_deal
    assert len(state.draw_pile) == after_one_hand
    assert len(idle_turns(state, seats - 1).draw_pile) == after_all_hands


@pytest.mark.parametrize(
    ("seats", "empty_after", "over_by"), [(2, 94, 104), (3, 60, 75), (4, 26, 46), (5, 42, 67), (6, 18, 48)]
)
def test_when_nobody_ever_plays(seats: int, empty_after: int, over_by: int) -> None:
    """The draw pile lasts exactly so many turns, and the round ends soon after."""
    state = dealt(VOID, seats)
    before = idle_turns(state, empty_after - 2)
    assert len(before.draw_pile) == 1
    state = idle_turns(before, 1)
    assert state.draw_pile == ()
    state, turns = play_out(state, idly, Random(0), limit=200)
    assert state.outcome is not None
    assert state.outcome.termination is Termination.BLOCKED
    assert empty_after - 1 + turns <= over_by


@pytest.mark.parametrize(
    ("per_card", "seats", "least", "most"),
    [
        (5, 2, 30, 175),
        (5, 3, 35, 325),
        (5, 4, 40, 475),
        (5, 5, 45, 425),
        (5, 6, 50, 525),
        (1, 2, 26, 55),
        (1, 3, 27, 85),
        (1, 4, 28, 115),
        (1, 5, 29, 105),
        (1, 6, 30, 125),
    ],
)
def test_points_of_a_round(per_card: int, seats: int, least: int, most: int) -> None:
    """R50: 25, and so much for one card or a whole stock of each opponent."""
    rules = Ruleset(points_per_card=per_card)
    assert points(rules, seats, stock="9") == least
    assert points(rules, seats, stock=" ".join("9" * stock_size(rules, seats))) == most


@pytest.mark.parametrize(("seats", "most"), [(4, 325), (6, 425)])
def test_points_of_a_pair(seats: int, most: int) -> None:
    """R51: 60 cards of two opponents, 80 of four."""
    rules = Ruleset(teams=Teams.PAIRS)
    assert points(rules, seats, stock=" ".join("9" * stock_size(rules, seats))) == most


def points(rules: Ruleset, seats: int, stock: str) -> int:
    """What seat 0's win brings when every opponent has such a stock; a partner has finished."""
    own = seat(stock="1")
    others = [seat(stock=stock) for _ in range(seats - 1)]
    if rules.teams is Teams.PAIRS:
        others[seats // 2 - 1] = seat(stock="")
    state, _ = apply(table(own, *others, ruleset=rules), 0, Play(Stock(0), 0))
    assert state.outcome is not None
    return state.outcome.points


def test_the_shortest_round_is_one_turn_of_thirty_plays() -> None:
    """30 = 12 + 12 + 6 stock cards in order."""
    upwards = [*range(1, 13), *range(1, 13), *range(1, 7)]
    state = table(seat("7 7 7 7 7", stock=" ".join(map(str, reversed(upwards)))), seat(stock="9 " * 30))
    for _ in range(30):
        assert state.outcome is None
        state, _ = apply(state, 0, Play(Stock(0), 0))
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.points, len(state.set_aside)) == (0, 175, 24)


def test_a_turn_has_no_greatest_number_of_plays() -> None:
    """Hand 1 to 5, supply 6 to 12: when the last two are drawn and played, twelve cards are there again."""
    state = table(seat("1 2 3 4 5"), seat(), draw="6 7 8 9 10 11 12")
    for number in range(1, 13):
        state, _ = apply(state, 0, Play(Hand(Card(number)), 0))
    assert state.turn == 0
    assert (len(state.seats[0].hand), len(state.draw_pile)) == (5, 7)
    assert sorted(state.seats[0].hand + state.draw_pile) == list(range(1, 13))


def test_unfinished_building_piles_hold_at_most_44_cards() -> None:
    full = pile("1 2 3 4 5 6 7 8 9 10 11")
    state = table(seat("S 12 7"), seat(), piles=(full,) * 4)
    assert sum(len(building.cards) for building in state.building) == 44
    for card in (Card.WILD, Card.TWELVE):
        after, _ = apply(state, 0, Play(Hand(card), 3))
        assert sum(len(building.cards) for building in after.building) == 33


@pytest.mark.parametrize(("seats", "percent"), [(2, 7.7), (3, 11.3), (4, 14.9), (5, 18.4), (6, 21.9)])
def test_ties_in_the_draw_for_the_deal(seats: int, percent: float) -> None:
    """R3: a tie is more than one card for each player, apart from wilds."""
    draws = 600
    drawn = (draw_dealer(seats, shuffled(DECK, Label.DEALER, index, bytes(32)))[1] for index in range(draws))
    numbers = (sum(isinstance(event, DealerCard) and event.card > 0 for event in events) for events in drawn)
    ties = sum(count > seats for count in numbers)
    assert abs(100 * ties / draws - percent) < 4


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("style", [sensibly, randomly, hoarding], ids=lambda style: style.__name__)
def test_a_round_ends(seats: int, style: Style) -> None:
    """Mean rounds take some 100 turns and 400 plays; the longest of 3000 random ones took 293 turns."""
    state, _ = play_out(dealt(VOID, seats, seed=seats), style, Random(seats), limit=5000)
    assert state.outcome is not None


def test_sensible_play_wins_short_rounds() -> None:
    wins = 0
    for seed in range(10):
        state, turns = play_out(dealt(SHORT, 2, seed), sensibly, Random(seed), limit=3000)
        assert state.outcome is not None
        wins += state.outcome.termination is Termination.WIN
        assert turns < 200
    assert wins >= 9


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "teams", "turns", "plays"),
    [
        (2, Teams.NONE, 132.3, 385.3),
        (3, Teams.NONE, 141.2, 475.1),
        (4, Teams.NONE, 155.3, 558.7),
        (5, Teams.NONE, 119.8, 422.2),
        (6, Teams.NONE, 134.3, 474.3),
        (4, Teams.PAIRS, 122.3, 465.4),
        (6, Teams.PAIRS, 93.2, 388.7),
        (6, Teams.TRIOS, 78.4, 353.8),
    ],
)
def test_random_play_is_as_long_as_in_an_independent_simulation(
    seats: int, teams: Teams, turns: float, plays: float
) -> None:
    """3000 rounds a line (1000 in teams) of another program that follows the same rules."""
    rules = Ruleset(on_block=OnBlock.VOID, teams=teams)
    found = [counted(dealt(rules, seats, seed), Random(seed)) for seed in range(60)]
    assert mean(count for count, _ in found) == pytest.approx(turns, rel=0.1)
    assert mean(count for _, count in found) == pytest.approx(plays, rel=0.1)


def counted(state: Table, random: Random) -> tuple[int, int]:
    """The number of turns and of plays of a random round."""
    turns, plays = 1, 0
    while state.outcome is None:
        action = randomly(observe(state, state.turn), random)
        state, _ = apply(state, state.turn, action)
        plays += isinstance(action, Play)
        turns += isinstance(action, Discard) and state.outcome is None
    return turns, plays
