"""Whoever is killed between any two steps of the exchange goes on with the same attempt, and the deal is verified."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.ruleset import Ruleset
from protocol import dealing as d
from protocol import messages as m
from skipbo_lan.fairness.proof import Flaw
from skipbo_lan.fairness.verdict import Judgement
from skipbo_lan.server.hall.inputs import Asked
from skipbo_lan.store.changes import Listed, MatchBegun, MixBegun, Revealed, RoundBegun
from tests.fairness.ring import Ring

LONG = Ruleset(stock_size=3, target=1000)
GUESTS = ("Bea", "Cy", "Dan")
ANSWERS = [(kind, arrives) for kind in (d.Commit, d.Reveal) for arrives in (False, True)]


def verified(ring: Ring, round_number: int = 0) -> None:
    """Play the round, and have everybody verify its only attempt."""
    ring.play()
    for name in GUESTS:
        verdict = ring.programs[name].verdicts[-1]
        assert (verdict.round_number, verdict.judgement, verdict.attempt) == (round_number, Judgement.VERIFIED, 1)


@pytest.mark.parametrize("killed_too", [False, True])
@pytest.mark.parametrize("steps", range(3, 12))
def test_a_host_that_is_killed_after_any_step_deals_the_same_round(
    steps: int, killed_too: bool, tmp_path: Path
) -> None:
    """3 changes: the attempt is stored; 12: the cards are dealt. With `killed_too` the guests are killed as well."""
    ring = Ring(*GUESTS, ruleset=LONG, folder=tmp_path)
    ring.play()
    before = len(ring.desk.changes)
    _ready_until(ring, before + steps - 1)
    kinds = [type(change) for change in ring.desk.changes[before:]]
    assert MixBegun in kinds
    (secret,) = [one.secret for one in ring.desk.changes[before:] if isinstance(one, MixBegun)]
    ring.restart_host(tmp_path)
    for name in GUESTS:
        ring.back(name, killed=killed_too)
    mixes = [one for one in ring.desk.changes if isinstance(one, MixBegun) and one.number == 1]
    assert [mix.secret for mix in mixes] == [secret]
    verified(ring, round_number=1)


def _ready_until(ring: Ring, stored: int) -> None:
    """Let the next deal begin, and stop it as soon as so much is on the disk: what follows is said to nobody."""
    for name in GUESTS:
        ring.desk.hear(Asked(ring.programs[name].guest.peer, m.Ready()))
    while len(ring.desk.changes) < stored and ring.step():
        pass


def test_the_steps_above_are_all_there_are(tmp_path: Path) -> None:
    ring = Ring(*GUESTS, ruleset=LONG, folder=tmp_path)
    kinds = [type(change).__name__ for change in ring.desk.changes]
    assert len(kinds) == 11
    assert [kinds[0], kinds[1], kinds[-1]] == [MatchBegun.__name__, MixBegun.__name__, RoundBegun.__name__]
    assert kinds.count(Listed.__name__) == 1
    assert kinds.count(Revealed.__name__) == 3


@pytest.mark.parametrize(("kind", "arrives"), ANSWERS)
def test_a_client_that_is_killed_as_it_answers_answers_the_same_again(
    kind: type[m.Message], arrives: bool, tmp_path: Path
) -> None:
    said: list[m.Message] = []

    def dies(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name != "Bea" or not isinstance(message, kind):
            return (message,)
        said.append(message)
        return (message,) if arrives or len(said) > 1 else ()

    ring = Ring(*GUESTS, ruleset=LONG, up=dies, folder=tmp_path)
    ring.lose("Bea")
    ring.back("Bea", killed=True)
    assert all(answer == said[0] for answer in said)
    verified(ring)


def test_views_seen_before_a_client_was_killed_are_checked_as_well(tmp_path: Path) -> None:
    """What was forged before is not forgotten."""

    def forged(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name == "Bea" and isinstance(message, m.Update) and message.seq == 1:
            view = msgspec.structs.replace(message.view, draw_count=message.view.draw_count - 1)
            return (msgspec.structs.replace(message, view=view),)
        return (message,)

    ring = Ring(*GUESTS, ruleset=LONG, down=forged, folder=tmp_path)
    ring.lose("Bea")
    ring.down = lambda name, message: (message,)
    ring.back("Bea", killed=True)
    ring.play()
    assert ring.programs["Bea"].verdicts[-1].reason is Flaw.VIEW
