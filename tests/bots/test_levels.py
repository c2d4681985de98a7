"""Bots choose legal actions under every rule, end their rounds, and see nothing but their view."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.actions import Action, Draw, Object, Play
from engine.deal import deal
from engine.legal import legal_actions
from engine.observe import observe
from engine.outcome import Termination
from engine.rules import apply
from engine.ruleset import PRESETS, DryRule, OnBlock, OutOfTurn, Ruleset, Teams
from engine.table import Table
from engine.view import View
from skipbo_lan.bots.levels import LEVELS, choose
from tests.bots.rounds import play_round, with_other_hidden_cards

SHORT = Ruleset(stock_size=10)

OPTIONS = {
    "german": replace(PRESETS["german"], stock_size=10),
    "modern": replace(PRESETS["modern"], stock_size=10),
    "tuck": replace(SHORT, dry_rule=DryRule.TUCK),
    "void": replace(SHORT, on_block=OnBlock.VOID),
    "no wild on wild": replace(SHORT, wild_on_wild=False),
    "no wild discard": replace(SHORT, wild_discard=False),
    "neither": replace(SHORT, wild_on_wild=False, wild_discard=False),
    "manual draw": replace(SHORT, manual_draw=True),
    "out of turn": replace(SHORT, out_of_turn=OutOfTurn.TABLE),
    "everything": replace(
        SHORT,
        wild_on_wild=False,
        wild_discard=False,
        manual_draw=True,
        out_of_turn=OutOfTurn.TABLE,
        dry_rule=DryRule.TUCK,
    ),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_rounds_end_with_a_winner_without_an_illegal_action(level: str, seats: int) -> None:
    for seed in range(2):
        table = play_round(Ruleset(), [level] * seats, seed)
        assert table.outcome is not None
        assert table.outcome.termination is Termination.WIN


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seats", "teams"), [(4, Teams.PAIRS), (6, Teams.PAIRS), (6, Teams.TRIOS)])
def test_teams_end_their_rounds(level: str, seats: int, teams: Teams) -> None:
    for seed in range(2):
        table = play_round(replace(SHORT, teams=teams), [level] * seats, seed)
        assert table.outcome is not None
        assert table.outcome.termination is Termination.WIN


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("ruleset", OPTIONS.values(), ids=OPTIONS.keys())
def test_every_option_is_played_to_an_end(level: str, seats: int, ruleset: Ruleset) -> None:
    assert play_round(ruleset, [level] * seats, seed=seats).outcome is not None


def test_a_draw_by_hand_fills_the_hand_and_no_more() -> None:
    draws: list[tuple[Draw, int]] = []

    def watch(table: Table, view: View, action: Action) -> None:
        if isinstance(action, Draw):
            draws.append((action, len(view.hand)))

    play_round(OPTIONS["manual draw"], ["easy", "random"], 3, watch)
    assert draws
    assert all(draw.count + held == 5 for draw, held in draws)


@pytest.mark.parametrize("teams", [Teams.NONE, Teams.PAIRS])
@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_never_change_a_decision(level: str, teams: Teams) -> None:
    shuffles = Random(7)
    seen = 0

    def watch(table: Table, view: View, action: Action) -> None:
        nonlocal seen
        seen += 1
        if seen % 5 == 0:
            other = observe(with_other_hidden_cards(table, table.turn, shuffles), table.turn)
            assert choose(other, level, Random(seen)) == choose(view, level, Random(seen))

    play_round(replace(SHORT, teams=teams), [level] * 4, 11, watch)
    assert seen > 50


def test_permuting_hidden_cards_really_changes_the_table() -> None:
    table, _ = deal(Ruleset(), 4, 0, bytes(32))
    other = with_other_hidden_cards(table, 1, Random(1))
    assert other != table
    assert observe(other, 1) == observe(table, 1)


def test_easy_decides_the_same_way_every_time() -> None:
    def watch(table: Table, view: View, action: Action) -> None:
        assert choose(view, "easy", Random(1)) == choose(view, "easy", Random(2)) == action

    play_round(SHORT, ["easy"] * 3, 5, watch)


def test_easy_beats_random_clearly() -> None:
    won = 0
    for seed in range(30):
        seats = ["easy", "random"] if seed % 2 else ["random", "easy"]
        outcome = play_round(SHORT, seats, seed).outcome
        assert outcome is not None
        won += outcome.winner == seats.index("easy")
    # Seen: 29 of 30. Two equal players would reach 24 once in a thousand times.
    assert won >= 24


def test_nobody_acts_on_somebody_elses_turn() -> None:
    table, _ = deal(replace(SHORT, out_of_turn=OutOfTurn.TABLE), 3, 0, bytes(32))
    others = [seat for seat in range(3) if seat != table.turn]
    assert [choose(observe(table, seat), level, Random(1)) for seat in others for level in LEVELS] == [None] * 4


def test_easy_objects_to_an_opponents_play_out_of_turn_and_not_to_a_partners() -> None:
    rules = replace(SHORT, out_of_turn=OutOfTurn.TABLE, teams=Teams.PAIRS)
    table, _ = deal(rules, 4, 3, bytes(32))
    assert table.turn == 0
    table = replace(table, intruder=1)
    assert choose(observe(table, 2), "easy", Random(1)) == Object()
    assert choose(observe(table, 3), "easy", Random(1)) is None


def test_nobody_acts_after_the_end() -> None:
    table = play_round(SHORT, ["easy", "easy"], 1)
    assert [choose(observe(table, seat), "easy", Random(1)) for seat in range(2)] == [None, None]


@pytest.mark.parametrize("level", LEVELS)
def test_a_view_on_which_nothing_is_legal_stops_no_bot(level: str) -> None:
    """No table is ever like that; a hostile host may say so (F83)."""
    table, _ = deal(SHORT, 2, 1, bytes(32))
    view = observe(table, 0)
    nothing = replace(view.seats[0], stock_top=None, stock_count=0, hand_count=0)
    assert choose(replace(view, hand=(), seats=(nothing, view.seats[1])), level, Random(1)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_takes_over_in_an_irregular_turn_ends_it(level: str) -> None:
    chance = Random(4)
    intrusions = 0
    for seed in range(40):
        table, _ = deal(OPTIONS["out of turn"], 3, 0, Random(seed).randbytes(32))
        plays = [play for play in legal_actions(observe(table, 2)) if isinstance(play, Play)]
        if not plays:
            continue
        intrusions += 1
        table, _ = apply(table, 2, chance.choice(plays))
        while table.intruder == 2:
            action = choose(observe(table, 2), level, chance)
            assert action is not None
            table, _ = apply(table, 2, action)
        assert table.turn == 0, "the turn passes to the left of whoever played unnoticed"
    assert intrusions > 3
