"""A round between bots on the engine itself: no table on the network, no waiting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.actions import Action, Discard, Pass
from engine.events import Event, Rescued
from engine.observe import observe
from engine.outcome import Outcome
from engine.rules import apply
from engine.ruleset import Seat
from engine.table import Table
from engine.view import View

Thinker: TypeAlias = Callable[[View], Sequence[Action]]
"""What a player does next, for as long as everything about it is known: at least one action."""

Watcher: TypeAlias = Callable[[Seat, Action, int, tuple[Event, ...]], None]
"""Is told who did what in which turn (from 0), and what came of it."""

MOST_TURNS: Final = 3000
"""A round of so many turns counts as endless; the longest seen has a tenth of that (R45)."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a round went."""

    outcome: Outcome | None
    """None: there was no end to it."""
    turns: int
    rescues: int
    """How often it was blocked and went on (R44)."""


def play_round(table: Table, thinkers: Sequence[Thinker], watch: Watcher | None = None) -> Played:
    """Play a dealt round to its end. Raises IllegalAction when a player does what the rules do not allow."""
    turns = rescues = 0
    while table.outcome is None and turns < MOST_TURNS:
        seat = table.turn
        for action in thinkers[seat](observe(table, seat)):
            table, events = apply(table, seat, action)
            rescues += any(isinstance(event, Rescued) for event in events)
            if watch is not None:
                watch(seat, action, turns, events)
            turns += isinstance(action, Discard | Pass)
    return Played(table.outcome, turns, rescues)
