"""Matches in bad weather end as they must; and the simulation is one that can be repeated, and that can fail."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest

from skipbo_lan.fairness.verdict import Judgement
from skipbo_lan.store.changes import Change
from tests.simulation.house import House
from tests.simulation.run import simulate
from tests.simulation.scenario import Blow, scenario_of

SEEDS: Final = range(200)
_BATCH: Final = 20


@pytest.mark.parametrize("first", SEEDS[::_BATCH])
def test_whatever_the_weather_nothing_is_lost_doubled_or_told_to_the_wrong_one(first: int) -> None:
    verdicts: Counter[Judgement] = Counter()
    for seed in range(first, first + _BATCH):
        verdicts += simulate(seed).verdicts
    # A number that was lost on the way there looks to its client like one that the host has dropped.
    assert verdicts[Judgement.NOT_VERIFIED] <= 1, "bad weather alone looks like fraud"


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, 100))
def test_the_same_for_many_more(first: int) -> None:
    for seed in range(first, first + 100):
        simulate(seed)


@pytest.mark.parametrize("seed", [9, 17, 66])
def test_a_seed_always_tells_the_same_story(seed: int) -> None:
    assert traced(seed) == traced(seed)


def traced(seed: int) -> str:
    trace: list[str] = []
    simulate(seed, trace)
    assert len(trace) > 50
    return hashlib.sha256("\n".join(trace).encode()).hexdigest()


def test_every_blow_falls_somewhere() -> None:
    blows = Counter(event.blow for seed in SEEDS for event in scenario_of(seed).events)
    assert set(blows) == set(Blow)
    assert min(blows.values()) >= 5


def test_a_store_that_loses_an_action_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judgement can fail: every seventh action never reaches the disk."""
    stored = House._store
    count = 0

    async def forgetful(self: House, changes: Sequence[Change]) -> None:
        nonlocal count
        count += 1
        if count % 7:
            await stored(self, changes)

    monkeypatch.setattr(House, "_store", forgetful)
    with pytest.raises(BaseException) as failure:  # noqa: PT011, PT012 - groups of errors, whose text is looked at
        for seed in SEEDS:
            simulate(seed)
    assert "reproduce it with: python -m tests.simulation --seeds" in "".join(failure.value.__notes__)
