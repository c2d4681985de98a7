"""Levels against each other: many rounds, each deal played once from every seat, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Final

from engine.actions import Action
from engine.deal import deal
from engine.ruleset import Ruleset, sides_of
from engine.view import View
from skipbo_lan.bots.levels import line
from skipbo_lan.bots.rounds import Played, play_round

_STEPS: Final = 20
"""Decisions are sorted into classes of a twentieth of a millisecond."""
_CONFIDENCE: Final = 1.96
"""Standard errors to either side of a share, for 95 %."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays, by what rules, and on which deals."""

    levels: tuple[str, ...]
    """By seat, before they are rotated."""
    ruleset: Ruleset
    seed: str

    @property
    def rotations(self) -> tuple[tuple[str, ...], ...]:
        """The seatings of one deal: equal ones once, since the same players would play the same round again."""
        seats = len(self.levels)
        return tuple(dict.fromkeys((*self.levels[turn:], *self.levels[:turn]) for turn in range(seats)))


@dataclass(slots=True)
class Thinking:
    """How long the decisions of a level took, in milliseconds of CPU time; a decision is one search."""

    decisions: int = 0
    total: float = 0.0
    worst: float = 0.0
    classes: Counter[int] = field(default_factory=Counter)

    def add(self, milliseconds: float) -> None:
        """Count a decision."""
        self.decisions += 1
        self.total += milliseconds
        self.worst = max(self.worst, milliseconds)
        self.classes[int(milliseconds * _STEPS)] += 1

    def merge(self, other: Thinking) -> None:
        """Count those of other rounds, too."""
        self.decisions += other.decisions
        self.total += other.total
        self.worst = max(self.worst, other.worst)
        self.classes += other.classes

    @property
    def mean(self) -> float:
        """The mean; 0 without decisions."""
        return self.total / max(1, self.decisions)

    def below(self, share: float) -> float:
        """The time that this share of the decisions stays below."""
        left = self.decisions * share
        for step in sorted(self.classes):
            left -= self.classes[step]
            if left <= 0:
                return (step + 1) / _STEPS
        return 0.0


@dataclass(slots=True)
class Tally:
    """What was counted of some rounds."""

    rounds: int = 0
    decided: int = 0
    void: int = 0
    """Blocked for good (R44)."""
    endless: int = 0
    """Stopped after so many turns that there was no end to be seen (R45)."""
    rescued: int = 0
    """Rounds that were blocked at least once and went on."""
    turns: int = 0
    wins: dict[str, float] = field(default_factory=dict)
    """Rounds won by each level; where partners differ, each has its part."""
    thinking: dict[str, Thinking] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Count other rounds, too."""
        self.rounds += other.rounds
        self.decided += other.decided
        self.void += other.void
        self.endless += other.endless
        self.rescued += other.rescued
        self.turns += other.turns
        for level, won in other.wins.items():
            self.wins[level] = self.wins.get(level, 0.0) + won
        for level, thinking in other.thinking.items():
            self.thinking.setdefault(level, Thinking()).merge(thinking)

    def share(self, level: str) -> float:
        """The part of the decided rounds that a level won."""
        return self.wins.get(level, 0.0) / max(1, self.decided)

    def interval(self, level: str) -> tuple[float, float]:
        """Where that share really lies with 95 % confidence (Wilson's interval)."""
        rounds, share, z = max(1, self.decided), self.share(level), _CONFIDENCE
        middle = share + z * z / (2 * rounds)
        reach = z * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
        scale = 1 + z * z / rounds
        return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def play_deal(contest: Contest, number: int) -> Tally:
    """Play one deal from every seat."""
    tally = Tally()
    for turn, levels in enumerate(contest.rotations):
        chance = Random(f"{contest.seed}:{number}")
        seats = len(levels)
        table, _ = deal(contest.ruleset, seats, chance.randrange(seats), chance.randbytes(32))
        thinking = {level: tally.thinking.setdefault(level, Thinking()) for level in levels}
        own_chance = Random(f"{contest.seed}:{number}:{turn}")
        played = play_round(table, [_timed(level, own_chance, thinking[level]) for level in levels])
        tally.add(_counted(played, levels, contest.ruleset))
    return tally


def _timed(level: str, chance: Random, thinking: Thinking) -> Callable[[View], Sequence[Action]]:
    def think(view: View) -> Sequence[Action]:
        began = process_time()
        actions = line(view, level, chance)
        thinking.add(1000 * (process_time() - began))
        return actions

    return think


def _counted(played: Played, levels: tuple[str, ...], ruleset: Ruleset) -> Tally:
    tally = Tally(rounds=1, turns=played.turns, rescued=int(played.rescues > 0))
    if played.outcome is None:
        tally.endless = 1
    elif played.outcome.winner is None:
        tally.void = 1
    else:
        tally.decided = 1
        tally.wins = _winners(levels, sides_of(ruleset, len(levels))[played.outcome.winner])
    return tally


def _winners(levels: tuple[str, ...], seats: tuple[int, ...]) -> dict[str, float]:
    counted = Counter(levels[seat] for seat in seats)
    return {level: count / len(seats) for level, count in counted.items()}
