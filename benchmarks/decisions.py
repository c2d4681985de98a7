"""CPU time of the strongest bot's decisions: 20,000 of whole rounds at every table, and positions made to be hard.

A search decides several cards, up to the next unknown one. The promise: none takes more than 50 ms, and the mean for
each card stays under 2 ms; all figures are also told as multiples of a fixed piece of work, which makes those of
different machines comparable.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from time import process_time
from typing import Final

from engine.actions import Action
from engine.deal import deal
from engine.ruleset import Ruleset, Teams
from engine.view import View
from skipbo_lan.bots.arena import Thinking
from skipbo_lan.bots.levels import line
from skipbo_lan.bots.rounds import play_round
from tests.advice.positions import S, position

DECISIONS: Final = 20_000
MOST: Final = 50.0
"""Milliseconds of the longest decision."""
MEAN: Final = 2.0
"""Milliseconds for each card."""
TABLES: Final = (
    *((seats, Ruleset()) for seats in range(2, 7)),
    (4, Ruleset(teams=Teams.PAIRS)),
    (6, Ruleset(teams=Teams.PAIRS)),
    (6, Ruleset(teams=Teams.TRIOS)),
)


def main() -> int:
    """Measure, print, and return 1 when the promise is broken."""
    work = _piece_of_work()
    (rounds, cards), hard = _rounds(), _hard_positions()
    for name, thinking in (("rounds", rounds), ("hard positions", hard)):
        figures = thinking.mean, thinking.below(0.99), thinking.worst
        told = ", ".join(f"{figure:.2f} ms ({figure / work:.2f} x)" for figure in figures)
        print(f"{name}: {thinking.decisions} searches; mean, 99th, worst: {told}")
    mean = rounds.total / cards
    print(f"rounds: {cards} cards; mean: {mean:.2f} ms ({mean / work:.2f} x)")
    kept = max(rounds.worst, hard.worst) <= MOST and mean <= MEAN
    print("kept" if kept else f"BROKEN: no decision over {MOST:g} ms, mean for each card under {MEAN:g} ms")
    return 0 if kept else 1


def _rounds() -> tuple[Thinking, int]:
    """The searches, and how many cards they decided."""
    thinking, number, cards = Thinking(), 0, 0

    def watch(*_: object) -> None:
        nonlocal cards
        cards += 1

    while thinking.decisions < DECISIONS:
        seats, ruleset = TABLES[number % len(TABLES)]
        chance = Random(number)
        table, _ = deal(ruleset, seats, 0, chance.randbytes(32))
        play_round(table, [lambda view: _timed(view, thinking)] * seats, watch)
        number += 1
    return thinking, cards


def _hard_positions() -> Thinking:
    """Hands with many wilds and long rows on the discard piles, each looked at several times."""
    thinking = Thinking()
    for view in _positions():
        for _ in range(20):
            _timed(view, thinking)
    return thinking


def _positions() -> Iterator[View]:
    rows = [[12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2, 1], [9, 8, 8, 7, 6, 5], [12, 11, 10]]
    loose = [[*row, S] for row in rows]
    for hand in ([S, S, S, 2, 3], [S, S, S, S, 7], [S, S, S, S, S], [1, 2, 3, 4, 5], [S, 3, 5, 8, 11]):
        for discards in (rows, loose):
            tops = [11, 9, 5, 9, 4, 9]
            yield position(hand=hand, stocks=tops, needs=[2, 5, 8, 11], discards=discards, others=[rows] * 5)
            for teams in (Teams.PAIRS, Teams.TRIOS):
                rules = Ruleset(teams=teams)
                yield position(
                    hand=hand, stocks=tops, needs=[7, 7, 8, 9], discards=discards, others=[rows] * 5, ruleset=rules
                )


def _timed(view: View, thinking: Thinking) -> Sequence[Action]:
    began = process_time()
    actions = line(view, "hard", Random(0))
    thinking.add(1000 * (process_time() - began))
    return actions


def _piece_of_work() -> float:
    """Milliseconds for something that takes about one on a machine of today."""
    began = process_time()
    for _ in range(50):
        sum({number: number for number in range(10_000)}.values())
    return 1000 * (process_time() - began) / 50


if __name__ == "__main__":
    sys.exit(main())
