"""A guest that cheats gets its number left out, and can never choose the cards."""

from __future__ import annotations

import pytest

from protocol import dealing as d
from protocol import messages as m
from protocol.codes import DenyCode
from skipbo_lan.fairness.verdict import Judgement
from skipbo_lan.server.hall.inputs import Asked
from skipbo_lan.server.hall.state import Dealing, Playing
from skipbo_lan.server.limits import NUMBERS
from tests.fairness.ring import Ring


def without(kind: type[m.Message], name: str = "Cy") -> Ring:
    """A table where a guest keeps something back; the others answer."""
    return Ring("Bea", name, up=lambda who, said: () if who == name and isinstance(said, kind) else (said,))


def say(ring: Ring, name: str, message: d.Commit | d.Reveal) -> str | None:
    """What a guest says all the same; the code of the refusal."""
    peer = ring.programs[name].guest.peer
    refused = [one for one in _sent(ring.hear(Asked(peer, message)), peer) if isinstance(one, m.Refused)]
    return refused[0].code if refused else None


def _sent(effects: object, peer: int) -> list[m.Message]:
    from skipbo_lan.server.hall.effects import Send

    assert isinstance(effects, tuple)
    return [one.message for one in effects if isinstance(one, Send) and one.peer == peer]


def test_the_commitment_of_another_is_refused() -> None:
    ring = without(d.Commit)
    stage = ring.desk.hall.stage
    assert isinstance(stage, Dealing)
    ((_, other),) = stage.mix.last.commitments
    assert say(ring, "Cy", d.Commit(round=0, attempt=1, commitment=other)) == DenyCode.BAD_NUMBER


def test_a_number_that_does_not_open_the_commitment_is_refused_and_the_attempt_is_void() -> None:
    ring = without(d.Reveal)
    assert say(ring, "Cy", d.Reveal(round=0, attempt=1, nonce=bytes(32))) == DenyCode.BAD_NUMBER
    ring.wait(NUMBERS)
    ring.play()
    (verdict,) = ring.programs["Bea"].verdicts
    assert (verdict.judgement, verdict.attempt) == (Judgement.VERIFIED, 2)


def test_a_number_that_comes_too_late_changes_nothing() -> None:
    ring = without(d.Reveal)
    late = ring.programs["Cy"].heard[-1].nonce
    assert late is not None
    ring.wait(NUMBERS)
    dealt = ring.desk.table
    assert ring.desk.at(Playing)
    assert say(ring, "Cy", d.Reveal(round=0, attempt=1, nonce=late)) is None
    assert ring.desk.table == dealt


def test_the_first_commitment_counts() -> None:
    ring = without(d.Reveal)
    stage = ring.desk.hall.stage
    assert isinstance(stage, Dealing)
    assert say(ring, "Cy", d.Commit(round=0, attempt=1, commitment=bytes(32))) is None
    assert ring.desk.hall.stage == stage


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_speaks_for_another_seat_s_attempt(seat: int) -> None:
    """Who was not asked in this attempt is not heard in it."""
    ring = without(d.Reveal)
    ring.wait(NUMBERS)
    before = ring.desk.hall
    assert say(ring, ("Bea", "Cy")[seat], d.Commit(round=0, attempt=2, commitment=bytes(32))) is None
    assert ring.desk.hall.stage == before.stage
