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
from skipbo_lan.advice.hint import hint
from skipbo_lan.bots.arena import Contest, Tally, play_deal
from skipbo_lan.bots.levels import LEVELS, choose, line
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


SEARCHING = ("easy", "medium", "hard")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_rounds_end_with_a_winner_without_an_illegal_action(level: str, seats: int) -> None:
    table = play_round(SHORT, [level] * seats, seats)
    assert table.outcome is not None
    assert table.outcome.termination is Termination.WIN


@pytest.mark.parametrize("level", ["random", "hard"])
@pytest.mark.parametrize(("seats", "teams"), [(4, Teams.PAIRS), (6, Teams.PAIRS), (6, Teams.TRIOS)])
def test_teams_end_their_rounds(level: str, seats: int, teams: Teams) -> None:
    table = play_round(replace(SHORT, teams=teams), [level] * seats, 1)
    assert table.outcome is not None
    assert table.outcome.termination is Termination.WIN


@pytest.mark.parametrize("level", ["random", "hard"])
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("ruleset", OPTIONS.values(), ids=OPTIONS.keys())
def test_every_option_is_played_to_an_end(level: str, seats: int, ruleset: Ruleset) -> None:
    assert play_round(ruleset, [level] * seats, seed=seats).outcome is not None


@pytest.mark.long
def test_no_action_of_two_thousand_rounds_is_illegal() -> None:
    """Every level, table and option, in turn; an illegal action would raise, an endless round fail."""
    rules = list(OPTIONS.values())
    tables = [(seats, Teams.NONE) for seats in range(2, 7)] + [(4, Teams.PAIRS), (6, Teams.PAIRS), (6, Teams.TRIOS)]
    for seed in range(2000):
        seats, teams = tables[seed % len(tables)]
        ruleset = replace(rules[seed % len(rules)], teams=teams, stock_size=1 + seed % 12)
        levels = [list(LEVELS)[(seed + seat) % len(LEVELS)] for seat in range(seats)]
        assert play_round(ruleset, levels, seed).outcome is not None, f"seed {seed}"


def test_a_draw_by_hand_fills_the_hand_and_no_more() -> None:
    draws: list[tuple[Draw, int]] = []

    def watch(table: Table, view: View, action: Action) -> None:
        if isinstance(action, Draw):
            draws.append((action, len(view.hand)))

    play_round(OPTIONS["manual draw"], ["hard", "random"], 3, watch)
    assert draws
    assert all(draw.count + held == 5 for draw, held in draws)


def permuted(ruleset: Ruleset, seats: int, level: str, seed: int, every: int) -> int:
    """Play a round, and decide anew with other hidden cards; how often that was tried."""
    shuffles = Random(seed)
    seen = tried = 0

    def watch(table: Table, view: View, action: Action) -> None:
        nonlocal seen, tried
        seen += 1
        if seen % every == 0:
            tried += 1
            other = observe(with_other_hidden_cards(table, table.turn, shuffles), table.turn)
            assert line(other, level, Random(seen)) == line(view, level, Random(seen)), f"seed {seed}"
            assert hint(other) == hint(view), f"seed {seed}"

    play_round(ruleset, [level] * seats, seed, watch)
    return tried


@pytest.mark.parametrize("teams", [Teams.NONE, Teams.PAIRS])
def test_hidden_cards_never_change_a_decision_or_a_hint(teams: Teams) -> None:
    assert permuted(replace(SHORT, teams=teams), 4, "hard", 11, every=4) > 10


@pytest.mark.long
def test_hidden_cards_change_nothing_at_two_thousand_positions() -> None:
    tried = seed = 0
    while tried < 2000:
        teams = Teams.PAIRS if seed % 6 == 5 else Teams.NONE
        seats = 4 if teams is Teams.PAIRS else 2 + seed % 5
        ruleset = replace(list(OPTIONS.values())[seed % len(OPTIONS)], teams=teams)
        tried += permuted(ruleset, seats, SEARCHING[seed % 3], seed, every=2)
        seed += 1


def test_permuting_hidden_cards_really_changes_the_table() -> None:
    table, _ = deal(Ruleset(), 4, 0, bytes(32))
    other = with_other_hidden_cards(table, 1, Random(1))
    assert other != table
    assert observe(other, 1) == observe(table, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_chance_give_the_same_decision(level: str) -> None:
    def watch(table: Table, view: View, action: Action) -> None:
        assert line(view, level, Random(1)) == line(view, level, Random(1))

    play_round(replace(SHORT, stock_size=3), [level] * 3, 5, watch)


def test_hard_leaves_nothing_to_chance() -> None:
    def watch(table: Table, view: View, action: Action) -> None:
        assert choose(view, "hard", Random(1)) == choose(view, "hard", Random(2))

    play_round(replace(SHORT, stock_size=3), ["hard"] * 3, 5, watch)


def test_a_line_is_what_a_bot_would_decide_card_by_card_up_to_the_unknown() -> None:
    """Every action of a line but the last leaves everything known: the hand is what it was, less what was played."""
    table, _ = deal(SHORT, 2, 0, bytes(32))
    actions = line(observe(table, table.turn), "hard", Random(1))
    held = len(table.seats[table.turn].hand)
    for action in actions[:-1]:
        seat = table.turn
        table, _ = apply(table, seat, action)
        assert table.turn == seat
        assert len(table.seats[seat].hand) in (held, held - 1)
        held = len(table.seats[seat].hand)


def won(strong: str, weak: str, deals: int, seats: int = 2) -> Tally:
    contest = Contest((strong, *[weak] * (seats - 1)), SHORT, "test")
    tally = Tally()
    for number in range(deals):
        tally.add(play_deal(contest, number))
    return tally


def test_hard_beats_easy_clearly() -> None:
    # Two equal players would win 20 of 24 rounds or more once in a thousand times.
    assert won("hard", "easy", deals=12).wins["hard"] >= 20


@pytest.mark.long
@pytest.mark.parametrize(("strong", "weak"), [("hard", "medium"), ("medium", "easy"), ("easy", "random")])
def test_each_level_beats_the_one_below(strong: str, weak: str) -> None:
    # In a short game luck counts for more: equal players would win 65 % of 200 once in a hundred thousand times.
    assert won(strong, weak, deals=100).share(strong) >= 0.65


def test_nobody_acts_on_somebody_elses_turn() -> None:
    table, _ = deal(replace(SHORT, out_of_turn=OutOfTurn.TABLE), 3, 0, bytes(32))
    others = [seat for seat in range(3) if seat != table.turn]
    acts = [choose(observe(table, seat), level, Random(1)) for seat in others for level in LEVELS]
    assert acts == [None] * len(acts)


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


@pytest.mark.parametrize("level", ["random", "medium"])
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
