"""Make the weights anew from self-play: `python -m skipbo_lan.bots.fit --seats 4`. Needs numpy (the extra `fit`).

Each iteration plays rounds with the weights so far, by players who now and then try another line, and fits all rounds
played until then; in the end the weights go half of the way. The same seed and budget give the same weights, on however
many processes.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Final

from engine.deal import deal
from engine.ruleset import OnBlock, Ruleset, Teams, sides_of
from skipbo_lan.advice.evaluation import Weights, fitted_weights, read_weights
from skipbo_lan.advice.features import NAMES, Kind
from skipbo_lan.bots.diary import Aim, Diary, Entries
from skipbo_lan.bots.regression import Samples, explained, fitted
from skipbo_lan.bots.rounds import play_round

AIMS: Final = {2: Aim(discount=0.90, envy=1.0)}
MANY: Final = Aim(discount=0.93, envy=0.6)
"""With more seats a dead round must not be as good as any other."""


def main() -> None:
    """Fit, and write the weights; what is said on the way goes to standard error."""
    options = _parser().parse_args()
    ruleset = Ruleset(teams=Teams(options.teams), stock_size=options.stock, on_block=OnBlock.VOID)
    start = fitted_weights(options.seats, ruleset.teams is not Teams.NONE)
    if options.start is not None:
        start = read_weights(options.start.read_text("utf-8"))
    weights = fit(ruleset, options.seats, start, options.games, options.iterations, options.seed, options.jobs)
    weights = halfway(start, weights)
    made = {key: str(value) for key, value in vars(options).items() if key not in ("out", "jobs")}
    options.out.write_text(as_text(weights, made), "utf-8")


def fit(ruleset: Ruleset, seats: int, start: Weights, games: int, iterations: int, seed: int, jobs: int) -> Weights:
    """The weights after so many iterations of so many games."""
    weights, entries = start, list[Entries]()
    with Pool(jobs) as pool:
        for iteration in range(iterations):
            seeds = [f"{seed}:{seats}:{iteration}:{game}" for game in range(games)]
            for played in pool.imap(partial(self_play, ruleset, seats, weights), seeds, chunksize=4):
                entries += played
            samples = Samples.of(entries)
            weights = fitted(samples, weights)
            told = f"iteration {iteration + 1}: {len(samples.kinds)} lines, R2 {explained(samples, weights):.3f}"
            print(told, file=sys.stderr, flush=True)
    return weights


def halfway(one: Weights, other: Weights) -> Weights:
    """The mean of two sets of weights: where each errs in its own way, it plays better than either."""
    pairs = zip(one.by_kind, other.by_kind, strict=True)
    return Weights(tuple(tuple((a + b) / 2 for a, b in zip(first, second, strict=True)) for first, second in pairs))


def self_play(ruleset: Ruleset, seats: int, weights: Weights, seed: str) -> list[Entries]:
    """One round, and what each seat noted of it."""
    chance = Random(seed)
    aim = AIMS.get(seats, MANY)
    table, _ = deal(ruleset, seats, chance.randrange(seats), chance.randbytes(32))
    diary = Diary(sides_of(ruleset, seats), aim, weights, chance)
    play_round(table, [diary.think] * seats, diary.watch)
    return [entries for entries in diary.entries if entries.kinds]


def as_text(weights: Weights, made: dict[str, str]) -> str:
    """The file of these weights: a line for each feature."""
    kinds = [kind.name.lower() for kind in Kind]
    columns = zip(NAMES, zip(*weights.by_kind, strict=True), strict=True)
    rows = {name: {k: round(v, 4) for k, v in zip(kinds, row, strict=True) if round(v, 4)} for name, row in columns}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items() if row)
    return f'{{"made": {json.dumps(made)},\n "weights": {{\n{lines}\n }}}}\n'


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m skipbo_lan.bots.fit", description=__doc__)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--teams", choices=list(Teams), default=Teams.NONE)
    parser.add_argument("--stock", type=int, help="cards in each stock (default: as the rules say)")
    parser.add_argument("--games", type=int, default=600, help="rounds in each iteration")
    parser.add_argument("--iterations", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to begin with (default: the present ones)")
    parser.add_argument("--out", type=Path, required=True)
    return parser


if __name__ == "__main__":
    main()
