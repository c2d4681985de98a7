"""How bots choose: one function for each level, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from engine import legal
from engine.actions import Action, Discard, Draw, Object, Pass, Play
from engine.view import View
from skipbo_lan.advice.choice import advise, wants

Choice: TypeAlias = Callable[[View, Random], Action | None]
"""What to do now; None to do nothing, as on a view that no table can show. Whatever it is, it is legal."""


def at_random(view: View, chance: Random) -> Action | None:
    """Any play while there is one, then any discard."""
    if not legal.is_acting(view):
        return None
    choices = legal.legal_actions(view)
    for kinds in (Draw, Play, Discard | Pass):
        fitting = [action for action in choices if isinstance(action, kinds)]
        if fitting:
            return chance.choice(fitting)
    return None


def easy(view: View, chance: Random) -> Action | None:
    """What a player is advised to do; somebody's play out of turn is objected to (R81)."""
    if legal.is_acting(view):
        return advise(view) if legal.legal_actions(view) else None
    objects = view.outcome is None and legal.check(view, Object()) is None and wants(view, Object())
    return Object() if objects else None


LEVELS: Final[Mapping[str, Choice]] = MappingProxyType({"random": at_random, "easy": easy})
"""The levels by the names that people type, weakest first."""


def choose(view: View, level: str, chance: Random) -> Action | None:
    """What a bot of this level does now; None when it is for others to act."""
    return LEVELS[level](view, chance) if view.outcome is None else None
