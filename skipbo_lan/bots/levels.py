"""How bots choose: the levels, each a strength of the same search, and one that plays at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from engine import legal
from engine.actions import Action, Discard, Draw, Pass, Play
from engine.view import View
from skipbo_lan.advice.duty import duty
from skipbo_lan.advice.line import HARD, Strength, best_line

LEVELS: Final[Mapping[str, Strength | None]] = MappingProxyType(
    {
        "random": None,
        "easy": Strength(nodes=40, noise=0.42, opponents=False),
        "medium": Strength(nodes=100, noise=0.16, opponents=False),
        "hard": HARD,
    }
)
"""The levels by the names that people type, weakest first; None: any play while there is one, then any discard."""


def choose(view: View, level: str, chance: Random) -> Action | None:
    """What a bot of this level does now, always legal; None when it is for others to act."""
    return next(iter(line(view, level, chance)), None)


def line(view: View, level: str, chance: Random) -> tuple[Action, ...]:
    """What a bot of this level does up to the next unknown card, or to the end of its turn; () when others are to act.

    The same view, level and state of `chance` give the same line.
    """
    if view.outcome is not None:
        return ()
    strength = LEVELS[level]
    if strength is None:
        return _at_random(view, chance)
    first = duty(view)
    if first is not None:
        return (first,)
    if not legal.is_acting(view):
        return ()
    found = best_line(view, strength, chance)
    if found is not None and legal.check(view, found.actions[0]) is None:
        return found.actions
    return legal.legal_actions(view)[:1]  # a view that no table can show


def _at_random(view: View, chance: Random) -> tuple[Action, ...]:
    if not legal.is_acting(view):
        return ()
    choices = legal.legal_actions(view)
    for kinds in (Draw, Play, Discard | Pass):
        fitting = [action for action in choices if isinstance(action, kinds)]
        if fitting:
            return (chance.choice(fitting),)
    return ()
