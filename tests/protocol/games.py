"""Real rounds, played at random, as a source of every value that crosses the wire."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.actions import Action
from engine.deal import deal
from engine.events import Event
from engine.legal import legal_actions
from engine.observe import observe, redact
from engine.rules import apply
from engine.ruleset import Ruleset
from engine.view import View


def play(
    ruleset: Ruleset, seats: int, seed: int, steps: int
) -> Iterator[tuple[Action | None, View, tuple[Event, ...]]]:
    """The actions of a round, each with one seat's view after it and the events as that seat knows them."""
    chance = random.Random(seed)
    table, events = deal(ruleset, seats, chance.randrange(seats), chance.randbytes(32))
    yield None, observe(table, 0), tuple(redact(event, 0) for event in events)
    for _ in range(steps):
        if table.outcome is not None:
            return
        seat = table.turn if table.intruder is None else table.intruder
        action = chance.choice(legal_actions(observe(table, seat)))
        table, events = apply(table, seat, action)
        observer = chance.choice([None, *range(seats)])
        yield action, observe(table, observer), tuple(redact(event, observer) for event in events)
