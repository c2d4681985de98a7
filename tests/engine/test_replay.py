"""A record is enough to play a round again (engine.replay)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.actions import Pass, Penalise
from engine.deal import deal
from engine.errors import IllegalAction, Refusal
from engine.observe import observe
from engine.record import Record
from engine.replay import replay
from engine.rules import apply
from engine.ruleset import Ruleset
from tests.engine.play import randomly

DEALT = Record(Ruleset(stock_size=3), seats=3, dealer=1, seed=bytes(range(32)))


def test_the_deal_comes_first() -> None:
    assert list(replay(DEALT)) == [deal(DEALT.ruleset, 3, 1, DEALT.seed)]


def test_every_action_follows_with_its_events_to_the_same_end() -> None:
    random, record = Random(1), DEALT
    steps = [deal(record.ruleset, 3, 1, record.seed)]
    while steps[-1][0].outcome is None:
        table = steps[-1][0]
        penalty = len(steps) == 4
        seat, action = (None, Penalise(0)) if penalty else (table.turn, randomly(observe(table, table.turn), random))
        steps.append(apply(table, seat, action))
        record = replace(record, actions=(*record.actions, (seat, action)))
    assert list(replay(record)) == steps


def test_a_record_that_the_rules_refuse_stops_there() -> None:
    steps = replay(replace(DEALT, actions=((2, Pass()),)))
    next(steps)
    with pytest.raises(IllegalAction) as caught:
        next(steps)
    assert caught.value.refusal is Refusal.MUST_DISCARD
