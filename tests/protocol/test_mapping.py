"""Engine values survive the wire; combinations that no game can have do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ruleset import PRESETS, DryRule, OutOfTurn, Ruleset, Teams
from protocol import codec, mapping
from protocol import messages as m
from protocol.phases import Role
from tests.protocol.games import play

RULESETS = [
    (replace(PRESETS["classic"], stock_size=3), 2),
    (replace(PRESETS["german"], stock_size=5, out_of_turn=OutOfTurn.TABLE, manual_draw=True), 3),
    (replace(PRESETS["french"], stock_size=4, teams=Teams.PAIRS), 4),
    (replace(PRESETS["modern"], stock_size=20, teams=((0, 3), (1, 4), (2, 5)), dry_rule=DryRule.TUCK), 6),
]


@pytest.mark.parametrize(("ruleset", "seats"), RULESETS)
def test_every_value_of_a_real_round_survives_the_wire(ruleset: Ruleset, seats: int) -> None:
    for seq, (action, view, events) in enumerate(play(ruleset, seats, seed=seats, steps=400)):
        update = m.Update(
            epoch=1,
            seq=seq,
            ack=0,
            events=[mapping.event_to_wire(event) for event in events],
            view=mapping.view_to_wire(view),
        )
        received = codec.decode(codec.encode(update, Role.HOST)[4:], Role.HOST)
        assert isinstance(received, m.Update)
        assert mapping.view_from_wire(received.view) == view
        assert mapping.events_from_wire(received.events, view) == events
        if action is not None:
            assert mapping.action_from_wire(mapping.action_to_wire(action)) == action
