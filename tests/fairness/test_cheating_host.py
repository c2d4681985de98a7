"""A host that cheats: whatever it does, the guests do not answer it, or say what is wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.actions import Action
from engine.deal import deal
from engine.events import Event, Recycled
from engine.rules import apply
from engine.ruleset import FirstDealer, Ruleset, Seat
from engine.table import Table
from protocol import dealing as d
from protocol import mapping
from protocol import messages as m
from protocol import values as v
from protocol.errors import RemoteProtocolError
from protocol.fairness import host_commitment
from skipbo_lan.client import deals
from skipbo_lan.client.log import NoteKind
from skipbo_lan.fairness.proof import Flaw
from skipbo_lan.fairness.verdict import Breach, Gap
from skipbo_lan.server.hall import play, rounds
from skipbo_lan.server.hall.state import Dealing
from skipbo_lan.server.limits import NUMBERS
from tests.fairness.ring import Ring

LONG = Ruleset(stock_size=3, target=1000)
OTHER = bytes(range(32))
"""A secret, or a seed, that nobody has committed to."""

Reason = Breach | Flaw | Gap | None


def reasons(ring: Ring, name: str) -> list[Reason]:
    return [verdict.reason for verdict in ring.programs[name].verdicts]


def played(ring: Ring) -> Ring:
    ring.play()
    return ring


def test_cards_moved_after_the_shuffle_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def stacked(ruleset: Ruleset, seats: int, dealer: Seat, seed: bytes) -> tuple[Table, tuple[Event, ...]]:
        table, events = deal(ruleset, seats, dealer, seed)
        one, *others = table.seats
        return replace(table, seats=(replace(one, stock=(*one.stock[1:], one.stock[0])), *others)), events

    monkeypatch.setattr(rounds, "deal", stacked)
    ring = Ring("Bea", "Cy")
    stock = ring.desk.table.seats[0].stock
    assert stock[-1] != stock[-2], "another card lies on top now"
    assert reasons(played(ring), "Bea") == reasons(ring, "Cy") == [Flaw.VIEW]


def test_a_card_that_nobody_could_see_at_the_deal_is_found_when_it_turns_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def stacked(ruleset: Ruleset, seats: int, dealer: Seat, seed: bytes) -> tuple[Table, tuple[Event, ...]]:
        table, events = deal(ruleset, seats, dealer, seed)
        return replace(table, draw_pile=table.draw_pile[::-1]), events

    monkeypatch.setattr(rounds, "deal", stacked)
    ring = played(Ring("Bea", "Cy"))
    verdict = ring.programs["Bea"].verdicts[0]
    assert verdict.reason in (Flaw.VIEW, Flaw.ACTION)
    assert verdict.step > 0


def test_a_secret_that_is_changed_after_the_numbers_were_shown_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rounds.deal_together

    def greedy(hall: Any, dealing: Dealing, moment: Any) -> Any:
        if dealing.mix.last.listed and not dealing.mix.last.missing:
            dealing = replace(dealing, mix=replace(dealing.mix, secret=OTHER))
        return honest(replace(hall, stage=dealing), dealing, moment)

    ring = Ring(
        "Bea", "Cy", up=lambda name, message: () if isinstance(message, d.Reveal) and name == "Cy" else (message,)
    )
    monkeypatch.setattr("skipbo_lan.server.hall.core.deal_together", greedy)
    cy = ring.programs["Cy"]
    heard = cy.heard[-1]
    assert heard.nonce is not None
    ring.hear(_asked(ring, "Cy", d.Reveal(round=0, attempt=1, nonce=heard.nonce)))
    shown = ring.desk.hall.game
    assert shown is not None
    assert shown.mix is not None
    assert shown.mix.secret == OTHER
    assert reasons(played(ring), "Bea") == reasons(ring, "Cy") == [Flaw.LIST]


def test_a_secret_that_fits_no_commitment_is_named_when_the_list_lies_too() -> None:
    """A host that also shows the list as it was is caught by the commitment itself."""

    def lies(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if isinstance(message, d.DealProof):
            return (msgspec.structs.replace(message, secret=OTHER),)
        return (message,)

    assert reasons(played(Ring("Bea", "Cy", down=lies)), "Bea") == [Flaw.SECRET]


def test_a_second_list_for_one_attempt_gets_no_number() -> None:
    answers: list[m.Message] = []

    def twice(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name == "Bea" and isinstance(message, d.Commitments):
            return message, msgspec.structs.replace(message, host=OTHER)
        return (message,)

    def note(name: str, message: m.Message) -> tuple[m.Message, ...]:
        answers.extend([message] if name == "Bea" else [])
        return (message,)

    ring = Ring("Bea", "Cy", down=twice, up=note)
    assert [type(answer) for answer in answers] == [d.Commit, d.Reveal]
    assert reasons(ring, "Bea") == [Breach.SECOND_LIST], "told at once"
    assert reasons(played(ring), "Bea") == [Breach.SECOND_LIST, Breach.SECOND_LIST]
    assert reasons(ring, "Cy") == [None]


def test_a_list_that_differs_from_the_one_shown_later_is_no_proof() -> None:
    def forged(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name == "Bea" and isinstance(message, d.Commitments):
            own = next(one for one in message.seats if one.seat == ring_seat[name])
            return (msgspec.structs.replace(message, seats=[own]),)
        return (message,)

    ring_seat = {"Bea": 0}
    ring = Ring("Bea", "Cy", down=forged)
    assert ring.seat("Bea") == 0
    assert reasons(played(ring), "Bea") == [Flaw.LIST]


def test_a_guest_whose_number_is_left_out_says_so() -> None:
    def drops(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Bea" and isinstance(message, d.Commit) else (message,)

    ring = Ring("Bea", "Cy", up=drops)
    ring.wait(NUMBERS)
    assert reasons(played(ring), "Bea") == [Breach.LEFT_OUT]
    assert reasons(ring, "Cy") == [None]


def test_a_guest_whose_number_is_dropped_says_that_he_did_answer_and_nobody_else_is_accused() -> None:
    def drops(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Bea" and isinstance(message, d.Reveal) else (message,)

    ring = Ring("Bea", "Cy", up=drops)
    ring.wait(NUMBERS)
    assert reasons(played(ring), "Bea") == [Breach.DENIED]
    assert reasons(ring, "Cy") == [None]
    assert [note.kind for note in ring.programs["Cy"].notes if note.name == "Bea"] == [NoteKind.DEAL_AGAIN]


def test_a_guest_who_is_not_even_told_of_the_next_attempt_says_that_he_did_answer() -> None:
    def drops(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Bea" and isinstance(message, d.Reveal) else (message,)

    def hides(name: str, message: m.Message) -> tuple[m.Message, ...]:
        late = isinstance(message, d.Deal | d.Commitments) and message.attempt == 2
        return () if name == "Bea" and late else (message,)

    ring = Ring("Bea", "Cy", up=drops, down=hides)
    ring.wait(NUMBERS)
    assert reasons(played(ring), "Bea") == [Breach.DENIED]


def test_a_guest_who_is_here_and_is_not_asked_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def hides(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if isinstance(message, d.Deal):
            return (msgspec.structs.replace(message, asked=[1]),)
        if isinstance(message, d.DealProof):
            attempts = [msgspec.structs.replace(one, asked=[1]) for one in message.attempts]
            return (msgspec.structs.replace(message, attempts=attempts),)
        return (message,)

    ring = Ring("Bea", "Cy", down=hides)
    ring.wait(NUMBERS)
    assert ring.seat("Bea") == 0
    assert reasons(played(ring), "Bea") == [Breach.LEFT_OUT]


def test_another_shuffle_of_the_cards_set_aside_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first reshuffle the new draw pile is turned round."""

    def stacked(table: Table, seat: Seat | None, action: Action) -> tuple[Table, tuple[Event, ...]]:
        table, events = apply(table, seat, action)
        if any(isinstance(event, Recycled) for event in events):
            table = replace(table, draw_pile=table.draw_pile[::-1])
        return table, events

    monkeypatch.setattr(play, "apply", stacked)
    ring = Ring(*"ABCDEF", ruleset=Ruleset(stock_size=20, target=10_000))
    recycled = False
    while not recycled:
        ring.play()
        said = [one for one in ring.desk.sent[ring.programs["A"].guest.peer] if isinstance(one, m.Update)]
        recycled = any(type(event).__name__ == "RecycledEvent" for update in said for event in update.events)
        if not recycled:
            ring.go_on()
    assert reasons(ring, "A")[-1] in (Flaw.VIEW, Flaw.ACTION)


def test_another_seed_is_seen_at_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "seed_of", lambda mix, table_id, number: OTHER)
    ring = played(Ring("Bea", "Cy", ruleset=Ruleset(stock_size=3, first_dealer=FirstDealer.HOST_CHOICE)))
    verdict = ring.programs["Bea"].verdicts[0]
    assert (verdict.reason, verdict.step) == (Flaw.VIEW, 0)


def test_a_single_forged_view_is_named_by_its_action() -> None:
    def forged(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name == "Bea" and isinstance(message, m.Update) and message.seq == 4:
            view = msgspec.structs.replace(message.view, draw_count=message.view.draw_count - 1)
            return (msgspec.structs.replace(message, view=view),)
        return (message,)

    ring = played(Ring("Bea", "Cy", down=forged))
    verdict = ring.programs["Bea"].verdicts[0]
    assert (verdict.reason, verdict.step) == (Flaw.VIEW, 3), "seq 1 is the deal"
    assert reasons(ring, "Cy") == [None]


def test_a_host_that_starts_again_until_it_likes_the_deal_is_refused(tmp_path: Path) -> None:
    """With another secret the same attempt has another list: the guest shows no second number."""
    answers: list[m.Message] = []

    def note(name: str, message: m.Message) -> tuple[m.Message, ...]:
        answers.append(message)
        return () if name == "Cy" and isinstance(message, d.Reveal) else (message,)

    ring = Ring("Bea", "Cy", up=note, folder=tmp_path)
    ring.restart_host(tmp_path)
    stage = ring.desk.hall.stage
    assert isinstance(stage, Dealing)
    ring.desk.hall = replace(ring.desk.hall, stage=replace(stage, mix=replace(stage.mix, secret=OTHER)))
    answers.clear()
    ring.back("Bea")
    assert [type(answer) for answer in answers] == [], "no number for another list"
    assert Breach.SECOND_LIST in reasons(ring, "Bea")


def test_a_host_that_did_start_again_says_so_and_it_is_shown(tmp_path: Path) -> None:
    def note(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Cy" and isinstance(message, d.Reveal) else (message,)

    ring = Ring("Bea", "Cy", up=note, folder=tmp_path)
    ring.restart_host(tmp_path)
    ring.back("Bea")
    ring.wait(NUMBERS)
    (again,) = [one for one in ring.programs["Bea"].notes if one.kind is NoteKind.DEAL_RESTARTED]
    assert (again.name, again.count) == ("Cy", 2)


def test_a_deal_without_a_proof_is_not_verified() -> None:
    def hides(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if isinstance(message, d.DealProof | d.DealActions) else (message,)

    ring = played(Ring("Bea", "Cy", ruleset=LONG, down=hides))
    ring.go_on()
    assert reasons(ring, "Bea") == [Breach.NO_PROOF]
    last = played(Ring("Bea", "Cy", ruleset=Ruleset(stock_size=3, rounds=1), down=hides))
    last.programs["Bea"].end()
    assert reasons(last, "Bea") == [Breach.NO_PROOF]


def test_a_round_that_is_skipped_or_repeated_gets_no_number() -> None:
    def jumps(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name == "Bea" and isinstance(message, d.Deal) and message.round == 1:
            return (msgspec.structs.replace(message, round=5),)
        return (message,)

    ring = played(Ring("Bea", "Cy", ruleset=LONG, down=jumps))
    ring.go_on()
    assert reasons(ring, "Bea")[1] == Breach.NOT_NEXT


def test_another_dealer_than_the_next_is_seen() -> None:
    def turns(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if isinstance(message, d.DealProof) and message.round == 1:
            wrong = (message.dealer + 1) % message.players
            attempts = [msgspec.structs.replace(one, dealer=wrong) for one in message.attempts]
            return (msgspec.structs.replace(message, dealer=wrong, attempts=attempts),)
        if isinstance(message, d.Deal) and message.round == 1:
            assert message.dealer is not None
            return (msgspec.structs.replace(message, dealer=(message.dealer + 1) % 3),)
        return (message,)

    ring = played(Ring("Bea", "Cy", "Dan", ruleset=LONG, down=turns))
    ring.go_on()
    assert reasons(played(ring), "Bea") == [None, Flaw.DEALER]


def test_the_commitment_of_the_host_is_bound_to_table_round_and_attempt() -> None:
    first = host_commitment(bytes(16), 0, 1, OTHER)
    others = (host_commitment(bytes(15) + b"1", 0, 1, OTHER), host_commitment(bytes(16), 1, 1, OTHER))
    assert len({first, *others, host_commitment(bytes(16), 0, 2, OTHER)}) == 4


def _asked(ring: Ring, name: str, message: d.Reveal) -> Any:
    from skipbo_lan.server.hall.inputs import Asked

    return Asked(ring.programs[name].guest.peer, message)


def test_a_stacked_deal_cannot_be_hidden_behind_a_proof_of_another_game() -> None:
    """The whole round is forged, and afterwards an honest one is proved."""

    def forged(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if isinstance(message, m.Update):
            view = msgspec.structs.replace(message.view, draw_count=message.view.draw_count - 1)
            return (msgspec.structs.replace(message, view=view),)
        return (message,)

    assert reasons(played(Ring("Bea", "Cy", down=forged)), "Bea") == [Flaw.VIEW]


def test_views_after_an_early_proof_are_not_taken_for_proved() -> None:
    """The host shows how the round will end, and then lets it end in another way."""
    early: list[m.Message] = []

    def ahead(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name != "Bea" or not early:
            return (message,)
        if isinstance(message, m.Update) and message.seq == 3:
            return (message, *early)
        if isinstance(message, m.Update) and message.seq > 3:
            view = msgspec.structs.replace(message.view, draw_count=message.view.draw_count - 1)
            return (msgspec.structs.replace(message, view=view),)
        return () if isinstance(message, d.DealProof | d.DealActions) else (message,)

    first = played(Ring("Bea", "Cy", ruleset=LONG))
    proof = [
        one for one in first.desk.sent[first.programs["Bea"].guest.peer] if isinstance(one, d.DealProof | d.DealActions)
    ]
    early.extend(proof)
    ring = Ring("Bea", "Cy", ruleset=LONG, down=ahead)
    ring.play()
    assert Breach.OLD_VIEW in reasons(ring, "Bea")


def test_another_match_before_the_proof_does_not_make_the_round_forgotten() -> None:
    """The host dislikes the cards, and says that a new match begins."""
    ring = Ring("Bea", owner=True, ruleset=Ruleset(stock_size=3, rounds=1))
    ring.down = lambda name, message: () if isinstance(message, d.DealProof | d.DealActions) else (message,)
    ring.play()
    assert ring.desk.ask(ring.programs["Anna"].guest, m.Again()) is None
    ring.pass_on()
    assert reasons(ring, "Bea") == [Breach.NO_PROOF]


def test_a_jump_over_a_round_after_a_cut_is_told() -> None:
    """The line is broken after the numbers were shown, and the round is never heard of again."""
    ring = Ring("Bea", "Cy", ruleset=LONG)
    ring.lose("Bea")

    def later(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if name == "Bea" and isinstance(message, m.Room):
            return (msgspec.structs.replace(message, rounds_played=message.rounds_played + 2),)
        return () if name == "Bea" and isinstance(message, d.DealProof | d.DealActions) else (message,)

    ring.down = later
    ring.back("Bea")
    ring.play()
    ring.programs["Bea"].end()
    assert reasons(ring, "Bea") == [Breach.NO_PROOF]


def test_a_match_without_any_exchange_is_not_verified() -> None:
    def hides(name: str, message: m.Message) -> tuple[m.Message, ...]:
        of_a_deal = d.Deal | d.Commitments | d.DealProof | d.DealActions
        return () if name == "Bea" and isinstance(message, of_a_deal) else (message,)

    ring = Ring("Bea", "Cy", ruleset=LONG, down=hides)
    ring.wait(NUMBERS)
    ring.play()
    ring.go_on()
    ring.wait(NUMBERS)
    assert reasons(ring, "Bea") == [Breach.NO_PROOF]


def test_a_guest_who_was_there_and_was_told_of_no_deal_says_that_he_was_left_out() -> None:
    def hides(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Bea" and isinstance(message, d.Deal | d.Commitments) else (message,)

    ring = Ring("Bea", "Cy", ruleset=LONG, down=hides)
    ring.wait(NUMBERS)
    assert reasons(played(ring), "Bea") == [Breach.LEFT_OUT]


def test_a_list_that_is_withheld_is_a_number_left_out() -> None:
    def hides(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return () if name == "Bea" and isinstance(message, d.Commitments) else (message,)

    ring = Ring("Bea", "Cy", up=lambda name, said: () if name == "Bea" else (said,), down=hides)
    ring.wait(NUMBERS)
    assert reasons(played(ring), "Bea") == [Breach.LEFT_OUT]


def test_rules_that_change_after_the_numbers_were_given_are_seen() -> None:
    """With the same numbers another size of the stocks is another deal."""

    def other(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if isinstance(message, d.Deal) and name == "Bea":
            return (message,)
        if isinstance(message, m.Room) and message.stage == "dealing":
            return (msgspec.structs.replace(message, ruleset=mapping.ruleset_to_wire(Ruleset(stock_size=4))),)
        return (message,)

    assert reasons(played(Ring("Bea", "Cy", down=other)), "Bea") == [Flaw.RULES]


@pytest.mark.parametrize("seat", [2, 5])
def test_numbers_of_people_who_are_not_there_end_the_connection(seat: int) -> None:
    """Each of them could fail to answer until the cards please."""

    def invents(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if isinstance(message, d.Deal):
            return (msgspec.structs.replace(message, asked=[*message.asked, seat]),)
        return (message,)

    with pytest.raises(RemoteProtocolError):
        Ring("Bea", "Cy", down=invents)


def test_a_number_of_the_owner_s_or_of_a_bot_of_the_host_s_ends_the_connection() -> None:
    def invents(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return (msgspec.structs.replace(message, asked=[0, 1]),) if isinstance(message, d.Deal) else (message,)

    with pytest.raises(RemoteProtocolError):
        Ring("Bea", owner=True, down=invents)


@pytest.mark.parametrize("number", [1, 7, 2**32 - 1])
def test_a_proof_of_a_round_that_was_not_just_played_ends_the_connection(number: int) -> None:
    """It would count as the newest from then on, and no other would be looked at."""

    def foreign(name: str, message: m.Message) -> tuple[m.Message, ...]:
        return (msgspec.structs.replace(message, round=number),) if isinstance(message, d.DealProof) else (message,)

    ring = Ring("Bea", "Cy", down=foreign)
    with pytest.raises(RemoteProtocolError):
        ring.play()


@pytest.mark.parametrize(
    "taken", [d.Taken(seat=5, action=v.PassAction()), d.Taken(seat=None, action=v.PenaliseAction(offender=5))]
)
def test_an_action_of_a_seat_that_does_not_exist_ends_the_connection(taken: d.Taken) -> None:
    def odd(name: str, message: m.Message) -> tuple[m.Message, ...]:
        if isinstance(message, d.DealActions):
            return (msgspec.structs.replace(message, actions=[taken, *message.actions[1:]]),)
        return (message,)

    ring = Ring("Bea", "Cy", down=odd)
    with pytest.raises(RemoteProtocolError):
        ring.play()


def test_a_host_that_never_ends_a_round_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "MAX_ROUND_ACTIONS", 5)
    ring = Ring("Bea", "Cy")
    state = ring.programs["Bea"].state
    assert state.view is not None
    assert state.room is not None
    heard = state.deals
    for seq in range(2, 50):
        heard = deals.hear_view(heard, seq, state.view, state.room)
    assert len(heard.memory.views) == 6
