"""Everybody is honest: each deal is verified, or the reason why this client could not check it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.ruleset import FirstDealer, Ruleset
from protocol import dealing as d
from protocol import messages as m
from protocol.fairness import host_commitment, mixed_seed
from skipbo_lan.client.dealing import with_verdict
from skipbo_lan.client.judging import judge
from skipbo_lan.client.log import NoteKind
from skipbo_lan.fairness.verdict import Gap, Judgement
from skipbo_lan.server.hall.inputs import Asked
from skipbo_lan.server.hall.state import Dealing, Playing
from skipbo_lan.server.limits import NUMBERS
from skipbo_lan.store.changes import AttemptMade, Committed, Listed, MixBegun, Revealed, RoundBegun
from tests.fairness.ring import Ring

LONG = Ruleset(stock_size=3, target=1000)


def judgements(ring: Ring, name: str) -> list[tuple[int, str, object]]:
    return [(one.round_number, one.judgement.value, one.reason) for one in ring.programs[name].verdicts]


@pytest.mark.parametrize("how", list(FirstDealer))
def test_each_guest_verifies_each_deal(how: FirstDealer) -> None:
    ring = Ring("Bea", "Cy", "Dan", ruleset=Ruleset(stock_size=3, target=1000, first_dealer=how))
    for _ in range(3):
        ring.play()
        ring.go_on()
    for name in ("Bea", "Cy", "Dan"):
        assert judgements(ring, name) == [(number, "verified", None) for number in range(3)]


def test_the_host_s_screen_says_that_this_machine_dealt() -> None:
    ring = Ring("Bea", owner=True)
    ring.play()
    assert judgements(ring, "Anna") == [(0, "dealt_here", None)]
    assert judgements(ring, "Bea") == [(0, "verified", None)]


def test_the_seed_is_made_of_the_secret_and_every_guest_s_number() -> None:
    ring = Ring("Bea", "Cy")
    mixes = [change for change in ring.desk.changes if isinstance(change, MixBegun)]
    shown = [change for change in ring.desk.changes if isinstance(change, Revealed)]
    (dealt,) = [change for change in ring.desk.changes if isinstance(change, RoundBegun)]
    numbers = [(change.seat, change.nonce) for change in shown]
    assert sorted(seat for seat, _ in numbers) == [0, 1]
    assert dealt.seed == mixed_seed(ring.desk.hall.table_id, 0, 1, mixes[0].secret, numbers)


def test_everything_is_stored_in_its_order() -> None:
    ring = Ring("Bea", "Cy")
    kinds = [type(change) for change in ring.desk.changes[1:]]
    assert kinds == [MixBegun, AttemptMade, Committed, Committed, Listed, Revealed, Revealed, RoundBegun]


def test_what_is_told_of_a_deal_is_stored_in_the_same_step_or_before() -> None:
    """The dealer stores what a step brings before it sends anything of it."""
    ring = Ring("Bea", "Cy")
    hall, told = ring.desk.hall, [one for messages in ring.desk.sent.values() for one in messages]
    (mix,) = [one for one in ring.desk.changes if isinstance(one, MixBegun)]
    stored = {(one.seat, one.commitment) for one in ring.desk.changes if isinstance(one, Committed)}
    lists = [one for one in told if isinstance(one, d.Commitments)]
    assert lists
    for one in lists:
        assert {(each.seat, each.commitment) for each in one.seats} == stored
        assert one.host == host_commitment(hall.table_id, 0, 1, mix.secret)


def test_the_secret_is_shown_after_the_round_only() -> None:
    ring = Ring("Bea", "Cy")
    (mix,) = [change for change in ring.desk.changes if isinstance(change, MixBegun)]
    said = [message for messages in ring.desk.sent.values() for message in messages]
    assert not any(isinstance(message, d.DealProof) for message in said)
    ring.play()
    said = [message for messages in ring.desk.sent.values() for message in messages]
    assert {message.secret for message in said if isinstance(message, d.DealProof)} == {mix.secret}


def test_a_guest_who_is_away_gives_nothing_is_named_and_plays_all_the_same() -> None:
    ring = Ring("Bea", "Cy", ruleset=LONG)
    ring.play()
    ring.lose("Cy")
    ring.hear(Asked(ring.programs["Bea"].guest.peer, m.Ready()))
    call = ring.programs["Bea"].heard[-1].call
    assert (call.asked, call.away) == ((ring.seat("Bea"),), (ring.seat("Cy"),))
    ring.back("Cy")
    ring.play()
    assert judgements(ring, "Bea")[1] == (1, "verified", None)
    assert judgements(ring, "Cy")[1] == (1, "not_checked", Gap.AWAY)


def test_a_spectator_checks_what_can_be_checked_without_a_number() -> None:
    ring = Ring("Bea", owner=True, ruleset=LONG)
    watcher = ring.desk.watch("Walt")
    ring._seat(watcher)
    ring._read[watcher.peer] = 0
    ring.pass_on()
    ring.play()
    assert judgements(ring, "Walt") == [(0, "not_checked", Gap.WATCHING)]


def test_who_sits_down_later_is_told_why_his_number_is_not_in_it() -> None:
    ring = Ring("Bea", "Cy", owner=True, ruleset=LONG)
    owner = ring.programs["Anna"].guest
    ring.lose("Cy")
    assert ring.desk.ask(owner, m.BotNow(seat=ring.seat("Cy"))) is None
    assert ring.desk.ask(owner, m.Give(seat=ring.seat("Cy"))) is None
    ring._seat(ring.desk.join("Dan"))
    del ring.programs["Cy"]
    ring.pass_on()
    ring.play()
    assert judgements(ring, "Dan") == [(0, "not_checked", Gap.LATER)]


def test_who_does_not_answer_is_named_and_the_deal_goes_on_without_him() -> None:
    def silent(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Cy" and isinstance(message, d.Commit) else (message,)

    ring = Ring("Bea", "Cy", up=silent)
    assert ring.desk.at(Dealing)
    ring.wait(NUMBERS)
    assert ring.desk.at(Playing)
    ring.play()
    (note,) = [one for one in ring.programs["Bea"].notes if one.kind is NoteKind.NO_NUMBER]
    assert note.name == "Cy"
    assert judgements(ring, "Bea") == [(0, "verified", None)]


def test_a_number_that_does_not_come_voids_the_attempt_and_the_next_is_without_him() -> None:
    def hides(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Cy" and isinstance(message, d.Reveal) else (message,)

    ring = Ring("Bea", "Cy", "Dan", up=hides)
    first = ring.programs["Bea"].heard[-1]
    ring.wait(NUMBERS)
    second = ring.programs["Bea"].heard[-1]
    assert (second.call.number, second.call.left_out, second.call.why) == (2, (ring.seat("Cy"),), "missed")
    assert second.nonce not in (None, first.nonce), "each attempt has fresh numbers"
    (mix,) = [change for change in ring.desk.changes if isinstance(change, MixBegun)]
    ring.play()
    for name in ("Bea", "Dan"):
        (verdict,) = ring.programs[name].verdicts
        assert (verdict.judgement, verdict.attempt) == (Judgement.VERIFIED, 2)
        (note,) = [one for one in ring.programs[name].notes if one.kind is NoteKind.DEAL_AGAIN]
        assert (note.name, note.count) == ("Cy", 2)
    (proof,) = [
        message for message in ring.desk.sent[ring.programs["Bea"].guest.peer] if isinstance(message, d.DealProof)
    ]
    assert (len(proof.attempts), proof.secret) == (2, mix.secret)


def test_a_given_seed_turns_the_exchange_off_and_everybody_is_told() -> None:
    from tests.server.desk import Desk

    desk = Desk(owner=False, capacity=2, match_seed=bytes(32), start_when_full=True)
    bea, cy = desk.join("Bea"), desk.join("Cy")
    assert isinstance(desk.hall.stage, Playing)
    for guest in (bea, cy):
        assert desk.newest(guest.peer, m.Room).seeded
        assert not desk.all(guest.peer, d.Deal)


def test_the_journal_of_a_client_survives_it(tmp_path: Path) -> None:
    ring = Ring("Bea", "Cy", ruleset=LONG, folder=tmp_path)
    program = ring.programs["Bea"]
    assert program.journal is not None
    assert program.journal.load() == program.state.deals.memory


def test_a_guest_whose_answer_comes_too_late_accuses_nobody() -> None:
    """His machine stood still: he hears the announcement and the list together, when the list is out already."""
    asleep = True
    kept: list[m.Message] = []

    def slow(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name != "Bea" or not asleep:
            return (message,)
        kept.append(message)
        return ()

    ring = Ring("Bea", "Cy", down=slow)
    ring.wait(NUMBERS)
    asleep = False
    bea = ring.programs["Bea"]
    for message in kept:
        bea.hear(message, ring.desk.now)
    ring.play()
    assert judgements(ring, "Bea") == [(0, "not_checked", Gap.UNANSWERED)]


def test_a_guest_who_was_killed_before_his_number_was_sent_accuses_nobody(tmp_path: Path) -> None:
    lost = Ring(
        "Bea",
        "Cy",
        folder=tmp_path,
        up=lambda who, said: () if isinstance(said, d.Reveal) and who == "Bea" else (said,),
    )
    lost.lose("Bea")
    lost.wait(NUMBERS)
    lost.back("Bea", killed=True)
    lost.play()
    assert judgements(lost, "Bea")[0][:2] == (0, "not_checked")


def test_a_commitment_that_was_lost_with_the_connection_accuses_nobody() -> None:
    ring = Ring("Bea", "Cy", up=lambda who, said: () if who == "Bea" and isinstance(said, d.Commit) else (said,))
    ring.lose("Bea")
    ring.wait(NUMBERS)
    ring.back("Bea")
    ring.play()
    assert judgements(ring, "Bea")[0][:2] == (0, "not_checked")


def test_the_verdict_of_a_match_s_last_round_is_told_when_the_next_match_has_begun_meanwhile() -> None:
    ring = Ring("Bea", owner=True, ruleset=Ruleset(stock_size=3, rounds=1))
    bea = ring.programs["Bea"]
    bea.judges = False
    ring.play()
    case = bea.state.deals.case
    assert case is not None
    assert ring.desk.ask(ring.programs["Anna"].guest, m.Again()) is None
    ring.pass_on()
    bea.state = with_verdict(bea.state, case, judge(case))
    assert judgements(ring, "Bea") == [(0, "verified", None)]
