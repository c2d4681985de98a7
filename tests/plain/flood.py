"""Ten thousand events at a table of bots, one state after another, as a spectator's client has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.deal import deal
from engine.observe import observe, redact
from engine.rules import apply
from engine.ruleset import Ruleset
from protocol import mapping
from protocol.messages import Said, Update
from skipbo_lan.bots.levels import choose
from skipbo_lan.client.state import ClientState, update
from tests.locale.sights import a_room, a_spectator

CHAT_EVERY = 50
"""Events after which somebody talks."""


def states(events: int, seed: int) -> Iterator[ClientState]:
    """The states of a client while at least so many events happen, round after round, with talk in between."""
    chance = Random(seed)
    told, number = 0, 1
    state = a_spectator(room=a_room("playing", players=4))
    while told < events:
        table, happened = deal(Ruleset(), 4, 0, chance.randbytes(32))
        while table.outcome is None and told < events:
            number += 1
            news = [mapping.event_to_wire(redact(event, None)) for event in happened]
            view = mapping.view_to_wire(observe(table, None))
            state = update(state, Update(epoch=1, seq=number, ack=0, events=news, view=view), 0.0)
            told += len(happened)
            yield state
            if number % CHAT_EVERY == 0:
                state = update(state, Said(seat=1, name="Bea", text=f"line {number}", team=False, held=False), 0.0)
                yield state
            action = choose(observe(table, table.turn), "random", chance)
            assert action is not None
            table, happened = apply(table, table.turn, action)
        state = replace(state, view=None)
