"""What the fitting learns from: lines as they were chosen, rewards where they belong, and weights that follow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.actions import Action, Discard, Hand, Play, Stock
from engine.cards import Card
from engine.deal import deal
from engine.ruleset import Ruleset, Seat, Teams, sides_of
from engine.view import View
from skipbo_lan.advice.evaluation import Weights, fitted_weights, read_weights
from skipbo_lan.advice.features import NAMES, Kind
from skipbo_lan.bots.diary import Aim, Diary, Entries
from skipbo_lan.bots.rounds import play_round

AIM = Aim(discount=0.5, envy=0.6)


def needs_numpy(module: str) -> Any:
    """A module of the fitting; the test is skipped where numpy is not installed."""
    return pytest.importorskip(module, reason="numpy is not installed", exc_type=ImportError)


def kept(seats: int, teams: Teams = Teams.NONE) -> tuple[list[Entries], list[tuple[Seat, Action, int]]]:
    """What the seats noted of a round, and what was done in it."""
    ruleset = Ruleset(stock_size=4, teams=teams)
    table, _ = deal(ruleset, seats, 0, bytes(31) + b"\x05")
    diary = Diary(sides_of(ruleset, seats), AIM, fitted_weights(seats, teams is not Teams.NONE), Random(1))
    done: list[tuple[Seat, Action, int]] = []

    def think(view: View) -> Sequence[Action]:
        return diary.think(view)

    def watch(seat: Seat, action: Action, turn: int, events: tuple[object, ...]) -> None:
        done.append((seat, action, turn))
        diary.watch(seat, action, turn, ())

    assert play_round(table, [think] * seats, watch).outcome is not None
    return diary.entries, done


def test_every_line_is_noted_but_the_one_that_wins() -> None:
    entries, done = kept(3)
    ends = [action for _, action, _ in done if isinstance(action, Discard)]
    kinds = [kind for seat in entries for kind in seat.kinds]
    assert kinds.count(Kind.DISCARD) == len(ends)
    stock = [action for _, action, _ in done if isinstance(action, Play) and isinstance(action.source, Stock)]
    assert kinds.count(Kind.STOCK) == len(stock) - 1, "the last one wins, and nothing follows it"
    for seat in entries:
        assert len(seat.features) == len(seat.kinds) * len(NAMES)
        assert len(seat.rewards) == len(seat.discounts) == len(seat.kinds)


def test_the_last_line_of_a_seat_leads_to_no_other() -> None:
    entries, _ = kept(3)
    for seat in entries:
        assert seat.discounts[-1] == 0
        assert all(0 < discount <= 1 for discount in seat.discounts[:-1])


@pytest.mark.parametrize(("seats", "teams"), [(3, Teams.NONE), (4, Teams.PAIRS)])
def test_a_stock_card_counts_for_its_side_and_against_the_others(seats: int, teams: Teams) -> None:
    """For the own side it is worth one, for each other side its part of the envy, and other cards nothing."""
    sides = sides_of(Ruleset(teams=teams), seats)
    diary = Diary(sides, Aim(discount=1.0, envy=0.6), fitted_weights(seats, teams is not Teams.NONE), Random(1))
    for seat in range(seats):
        diary.entries[seat].rewards.append(0.0)
    diary.watch(1, Play(Stock(1), 0), 0, ())
    diary.watch(1, Play(Hand(Card.ONE), 0), 0, ())
    own = next(side for side in sides if 1 in side)
    for seat in range(seats):
        expected = 1.0 if seat in own else -0.6 / (len(sides) - 1)
        assert diary.entries[seat].rewards[-1] == pytest.approx(expected)


def test_weights_outlive_being_written_and_read() -> None:
    fit = needs_numpy("skipbo_lan.bots.fit")
    weights = fitted_weights(4, teams=True)
    again = read_weights(fit.as_text(weights, {"seed": "1"}))
    for kind in Kind:
        assert again.by_kind[kind] == pytest.approx(weights.by_kind[kind], abs=1e-4)


def test_the_regression_finds_the_weights_that_made_the_rewards() -> None:
    """Rewards are twice the number of wilds in the hand, and nothing follows: the weight must become 2."""
    regression = pytest.importorskip(
        "skipbo_lan.bots.regression", reason="numpy is not installed", exc_type=ImportError
    )
    chance, entries, wilds = Random(3), Entries(), NAMES.index("hand_wilds")
    for _ in range(20_000):
        counted = [0.0] * len(NAMES)
        counted[NAMES.index("bias")] = 1.0
        counted[wilds] = float(chance.randrange(4))
        entries.kinds.append(Kind.DISCARD)
        entries.features.extend(counted)
        entries.rewards.append(2 * counted[wilds])
        entries.discounts.append(0.0)
    start = Weights(tuple((0.0,) * len(NAMES) for _ in Kind))
    found = regression.fitted(regression.Samples.of([entries]), start)
    assert found.by_kind[Kind.DISCARD][wilds] == pytest.approx(2, abs=0.05)
    assert found.by_kind[Kind.STOCK] == start.by_kind[Kind.STOCK], "nothing was seen of it"
