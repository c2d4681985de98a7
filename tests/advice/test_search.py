"""The search follows the rules to the next unknown card, and values what it finds as it says."""

from __future__ import annotations

from dataclasses import replace
from operator import mul
from random import Random

import pytest

from engine.actions import Action, Discard, DiscardTop, Hand, Pass, Play, Stock
from engine.cards import Card
from engine.ruleset import DryRule, Ruleset, Teams
from engine.table import Table
from engine.view import View
from skipbo_lan.advice.evaluation import Evaluation, fitted_weights
from skipbo_lan.advice.features import Kind
from skipbo_lan.advice.line import HARD, Line, best_line
from skipbo_lan.advice.search import Flow, Leaf, Search
from skipbo_lan.advice.situation import situation_of
from tests.advice.positions import S, banned_from_drawing, position
from tests.bots.rounds import play_round

PAIRS = Ruleset(teams=Teams.PAIRS)
STOCK = Stock(0)


def best(view: View) -> Line:
    line = best_line(view, HARD, Random(1))
    assert line is not None
    return line


def searched(view: View, nodes: int = 400) -> Search:
    situation = situation_of(view)
    weights = fitted_weights(len(view.seats), bool(situation.mates))
    return Search(situation, Evaluation(situation, weights), Flow(), nodes)


def lines(view: View, kind: Kind) -> list[tuple[Action, ...]]:
    """The lines of a kind that the search finds."""
    search, situation = searched(view), situation_of(view)
    chosen = [leaf for leaf in search.leaves if leaf.kind is kind]
    return [tuple(map(situation.action, search.moves(leaf))) for leaf in chosen]


def hand(*cards: int, pile: int = 0) -> tuple[Play, ...]:
    return tuple(Play(Hand(Card(card)), pile) for card in cards)


# Winning


def test_the_last_card_of_the_stock_is_played_whatever_else_could_be() -> None:
    view = position(hand=[S, 5, 6, 8, 9], stocks=[7, 9], needs=[5, 8, 1, 1], stock_counts=[1, 9])
    line = best(view)
    assert line.wins
    assert line.actions[-1] == Play(STOCK, 0)


def test_the_partners_last_card_wins_when_the_own_stock_is_out() -> None:
    view = position(hand=[5, 9], stocks=[12, 9, 6, 9], needs=[5, 1, 1, 1], stock_counts=[0, 9, 1, 9], ruleset=PAIRS)
    assert best(view).wins
    assert best(view).actions == (*hand(5), Play(Stock(2), 0))


def test_the_last_own_card_does_not_win_while_the_partner_has_some() -> None:
    view = position(hand=[9, 9], stocks=[5, 9, 4, 9], needs=[5, 1, 1, 1], stock_counts=[1, 9, 3, 9], ruleset=PAIRS)
    line = best(view)
    assert not line.wins
    assert line.leaf.finished


def test_the_last_card_of_a_stock_is_not_played_out_of_turn() -> None:
    view = position(hand=[9], stocks=[5, 9, 9], needs=[5, 1, 1, 1], stock_counts=[1, 9, 9])
    irregular = replace(view, turn=1, intruder=0)
    assert lines(irregular, Kind.STOCK) == []


# Lines


def test_cards_and_wilds_lead_to_the_stock_card() -> None:
    view = position(hand=[S, S, 3, 4, 9], stocks=[5, 9])
    assert (*hand(0, 0, 3, 4), Play(STOCK, 0)) in lines(view, Kind.STOCK)


def test_a_card_buried_under_a_playable_one_is_reached() -> None:
    view = position(hand=[10, 10], stocks=[6, 12], needs=[5, 9, 1, 1], discards=[[5, 9]])
    way = (Play(DiscardTop(0, 0), 1), Play(DiscardTop(0, 0), 0), Play(STOCK, 0))
    assert way in lines(view, Kind.STOCK)


def test_a_line_leads_across_a_completed_pile() -> None:
    view = position(hand=[12, 1, 9], stocks=[2, 12], needs=[12, 7, 7, 7])
    assert (*hand(12, 1), Play(STOCK, 0)) in lines(view, Kind.STOCK)


def test_the_partners_discards_and_stock_are_within_reach() -> None:
    view = position(hand=[9, 9], stocks=[6, 12, 7, 12], needs=[5, 1, 1, 1], others=[[], [[5]]], ruleset=PAIRS)
    assert (Play(DiscardTop(2, 0), 0), Play(STOCK, 0)) in lines(view, Kind.STOCK)
    near = position(hand=[9, 9], stocks=[12, 12, 5, 12], needs=[5, 1, 1, 1], ruleset=PAIRS)
    assert (Play(Stock(2), 0),) in lines(near, Kind.PARTNER)


def test_the_opponents_cards_are_not() -> None:
    view = position(hand=[9, 9], stocks=[6, 5, 12, 12], needs=[5, 1, 1, 1], others=[[[5]], []], ruleset=PAIRS)
    assert lines(view, Kind.STOCK) == lines(view, Kind.PARTNER) == []


def test_no_line_lays_a_wild_on_a_wild_where_that_is_not_allowed() -> None:
    view = position(hand=[S, S, 9], stocks=[6, 12], needs=[4, 1, 1, 1], ruleset=Ruleset(wild_on_wild=False))
    assert lines(view, Kind.STOCK) == []
    allowed = position(hand=[S, S, 9], stocks=[6, 12], needs=[4, 1, 1, 1])
    assert (*hand(0, 0), Play(STOCK, 0)) in lines(allowed, Kind.STOCK)


def test_a_wild_is_discarded_only_when_there_is_nothing_else() -> None:
    ends = [line[-1] for line in lines(position(hand=[S, 9], stocks=[2, 12], needs=[5, 5, 5, 5]), Kind.DISCARD)]
    assert Discard(Card.NINE, 0) in ends
    for end in ends:
        assert end != Discard(Card.WILD, 0) or len(ends) > 1


# When the hand is empty


def test_the_last_hand_card_brings_five_new_ones() -> None:
    assert hand(5) in lines(position(hand=[5], stocks=[12, 12], needs=[5, 1, 1, 1]), Kind.REFILL)


def test_a_pile_completed_on_the_way_fills_the_hand_of_a_dry_table() -> None:
    """The supply is dry until the 12 lies; the card played after it empties the hand (R24, R26)."""
    view = position(hand=[12, 1], stocks=[7, 9], needs=[12, 5, 5, 5], draw=0)
    assert hand(12, 1) in lines(view, Kind.REFILL)
    assert all(line[-1] != Pass() for line in lines(view, Kind.DISCARD))


def test_an_empty_hand_passes_only_where_nothing_can_be_drawn() -> None:
    dry = position(hand=[5], stocks=[12, 9], needs=[5, 5, 5, 5], draw=0)
    assert (*hand(5), Pass()) in lines(dry, Kind.DISCARD)
    assert lines(dry, Kind.REFILL) == []
    banned = banned_from_drawing(position(hand=[5], stocks=[12, 9], needs=[5, 5, 5, 5]))
    assert (*hand(5), Pass()) in lines(banned, Kind.DISCARD)


def test_tucking_fills_the_hand_after_any_play_on_a_pile_that_has_begun() -> None:
    rules = Ruleset(dry_rule=DryRule.TUCK)
    view = position(hand=[2], stocks=[12, 9], needs=[2, 1, 1, 1], draw=0, ruleset=rules)
    assert hand(2) in lines(view, Kind.REFILL)
    begun = position(hand=[1], stocks=[12, 9], needs=[1, 1, 1, 1], draw=0, ruleset=rules)
    assert lines(begun, Kind.REFILL) == []


# Values


@pytest.mark.parametrize("teams", [Teams.NONE, Teams.PAIRS])
def test_a_value_is_the_weighted_sum_of_the_features(teams: Teams) -> None:
    """The search adds up parts that it keeps; from the features it must come out the same."""
    compared = 0

    def compare(search: Search, leaf: Leaf, seats: int) -> None:
        nonlocal compared
        weights = fitted_weights(seats, teams is not Teams.NONE).by_kind[leaf.kind]
        value = sum(map(mul, weights, search.features(leaf)))
        laid = leaf.kind in (Kind.STOCK, Kind.PARTNER)
        assert leaf.value == pytest.approx(value + laid)
        compared += 1

    def watch(table: Table, view: View, action: Action) -> None:
        if len(view.hand) % 2:
            search = searched(view, nodes=60)
            for leaf in search.leaves if not search.wins else ():
                compare(search, leaf, len(view.seats))

    play_round(Ruleset(stock_size=6, teams=teams), ["medium"] * 4, 3, watch)
    assert compared > 100


def test_more_positions_are_not_looked_at_than_allowed() -> None:
    view = position(hand=[S, S, S, 4, 7], stocks=[9, 9], needs=[1, 3, 5, 7], discards=[[8, 7, 6], [5, 4], [3, 2], [1]])
    few, many = searched(view, nodes=10), searched(view, nodes=400)
    assert len(few.leaves) < len(many.leaves)
