"""How many keys a game costs (T24): whole rounds, each move pressed with the fewest keys that the screen allows."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from engine.deal import deal
from engine.observe import observe
from engine.rules import apply
from engine.ruleset import PRESETS, Ruleset, Teams
from skipbo_lan.bots.levels import line
from tests.tui.robots import fewest_keys, pressed, screen_of

MOST_MEAN: Final = 1.5
MOST: Final = 2

TABLES: Final = (
    (2, Ruleset()),
    (4, Ruleset(teams=Teams.PAIRS)),
    (3, PRESETS["german"]),
    (6, Ruleset(teams=Teams.TRIOS)),
    (2, Ruleset(manual_draw=True)),
    (5, PRESETS["modern"]),
    (6, Ruleset(teams=Teams.PAIRS)),
    (2, Ruleset(wild_on_wild=False, wild_discard=False)),
    (4, PRESETS["french"]),
)
"""So many players, and what they play: teams with one and two partners, every preset, the options about wilds."""

LEVELS: Final = ("medium", "hard", "easy", "random")
"""Who chooses the moves."""


@dataclass
class Count:
    """What some rounds cost."""

    moves: int = 0
    keys: int = 0
    asked: int = 0
    """Careless discards, whose last key is pressed twice (TERMINAL.md, rule 3)."""

    def __str__(self) -> str:
        mean = self.keys / self.moves
        return f"{mean:.3f} keys a move over {self.moves} moves, {self.asked} discards asked about"


def play_round(number: int, count: Count) -> None:
    """Every seat's moves are pressed on that seat's own screen, and what the keys ask for is done on the engine."""
    players, rules = TABLES[number % len(TABLES)]
    chance = Random(number)
    table, _ = deal(rules, players, number % players, chance.randbytes(32))
    while table.outcome is None:
        for move in line(observe(table, table.turn), LEVELS[number % len(LEVELS)], chance):
            screen = screen_of(table, table.turn)
            keys = fewest_keys(screen, move)
            assert len(keys) <= MOST, f"round {number}: {move} takes {keys}"
            action, once_more = pressed(screen, keys)
            count.moves += 1
            count.keys += len(keys)
            count.asked += once_more
            table, _ = apply(table, table.turn, action)
            if action != move:
                break  # the card went on another pile with the same need: what follows is to be thought out anew


@pytest.mark.parametrize("rounds", [3, pytest.param(144, marks=pytest.mark.long)])
def test_a_move_takes_one_key_and_a_half_on_average_and_never_more_than_two(rounds: int) -> None:
    count = Count()
    for number in range(rounds):
        play_round(number, count)
    assert count.keys / count.moves <= MOST_MEAN, str(count)
