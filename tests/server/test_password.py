"""A locked table: who gets in, who waits, and what an outsider learns (P22, P23)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.ruleset import Ruleset
from protocol import messages as m
from protocol import proof
from protocol.codes import RejectCode
from skipbo_lan.server.hall.guessing import after_right, after_wrong, must_wait
from skipbo_lan.server.hall.inputs import Proved
from skipbo_lan.server.hall.opening import HostConfig
from skipbo_lan.server.hall.state import MatchOver
from skipbo_lan.server.limits import ADDRESSES_REMEMBERED, LONG_PAUSE, PAUSE, TRIES
from tests.server.desk import OWNER_TOKEN, Desk, Guest, play_round

PASSWORD = "open sesame"


def locked(**chosen: Any) -> Desk:
    return Desk(password=PASSWORD, **chosen)


def key_of(desk: Desk, password: str = PASSWORD) -> bytes:
    return proof.password_key(password, desk.hall.table_id)


def code(desk: Desk, peer: int) -> str:
    return desk.last[peer].code


def test_whoever_knows_the_password_is_let_in_and_the_host_proves_that_it_knows_it_too() -> None:
    desk = locked()
    for peer in (desk.ask_in("Bea", password=key_of(desk)), desk.ask_to_watch("Walt", password=key_of(desk))):
        welcome = desk.newest(peer, m.Welcome)
        assert welcome.proof == proof.host_proof(key_of(desk), f"handshake {peer}".encode())
        assert desk.newest(peer, m.Room).locked


def test_at_an_open_table_nobody_proves_anything() -> None:
    desk = Desk()
    peer = desk.ask_in("Bea", password=key_of(desk))
    assert desk.newest(peer, m.Welcome).proof is None
    assert not desk.newest(peer, m.Room).locked


def test_a_return_needs_the_token_and_no_password() -> None:
    """J4."""
    desk = locked()
    owner = desk.owner()
    peer = desk.ask_in("Bea", password=key_of(desk))
    bea = Guest(peer, desk.newest(peer, m.Welcome).token or b"", "Bea")
    desk.lose(bea)
    assert desk.seat_of(desk.back(bea)) == 1
    assert desk.seat_of(owner) == 0


@pytest.mark.parametrize("password", ["", "open sesam", "Open sesame", "open sesame ", "x" * 1_000_000])
def test_a_wrong_password_is_refused_f48(password: str) -> None:
    desk = locked()
    assert code(desk, desk.ask_in("Bea", password=key_of(desk, password))) is RejectCode.BAD_PASSWORD


def test_replayed_reflected_and_missing_proofs_are_refused_f48() -> None:
    """A proof is about one handshake; the host's own is none of a client; and without one nobody comes in."""
    desk = locked()
    key = key_of(desk)
    wrong = [
        proof.client_proof(key, b"handshake 1"),
        proof.host_proof(key, b"now"),
        proof.client_proof(proof.token_key(OWNER_TOKEN), b"now"),
        bytes(32),
        None,
    ]
    for number, claimed in enumerate(wrong):
        prove = m.Prove(kind="new", name="Bea", bot=False, proof=claimed)
        desk.hear(Proved(900 + number, prove, b"now", f"10.0.0.{number}"))
        assert code(desk, 900 + number) is RejectCode.BAD_PASSWORD


def test_an_outsider_learns_nothing_but_that_the_table_is_locked() -> None:
    """Neither that it is full, nor that it plays, nor who is there."""
    desk = locked(capacity=2)
    desk.owner()
    desk.ask_in("Bea", password=key_of(desk))
    for number, name in enumerate(("Bea", "Cy", "")):
        assert code(desk, desk.ask_in(name, address=f"10.0.0.{number}")) is RejectCode.BAD_PASSWORD
        assert code(desk, desk.ask_to_watch(name, address=f"10.0.0.{number}")) is RejectCode.BAD_PASSWORD


def test_after_a_wrong_password_its_address_waits_a_second_and_after_five_a_minute_f48() -> None:
    """P23: even the right password is not looked at meanwhile; other addresses and tokens are not concerned."""
    desk = locked()
    for _ in range(TRIES):
        desk.wait(PAUSE)
        assert code(desk, desk.ask_in("Bea", password=bytes(32), address="evil")) is RejectCode.BAD_PASSWORD
        assert code(desk, desk.ask_in("Bea", password=key_of(desk), address="evil")) is RejectCode.SLOW_DOWN
    desk.wait(LONG_PAUSE - 0.1)
    assert code(desk, desk.ask_in("Bea", password=key_of(desk), address="evil")) is RejectCode.SLOW_DOWN
    assert desk.newest(desk.ask_in("Cy", password=key_of(desk), address="good"), m.Welcome)
    assert desk.newest(desk.prove(OWNER_TOKEN), m.Welcome).owner
    desk.wait(0.1)
    assert desk.newest(desk.ask_in("Bea", password=key_of(desk), address="evil"), m.Welcome), "never a ban"


def test_asking_without_a_password_is_no_guess() -> None:
    desk = locked()
    for _ in range(2 * TRIES):
        assert code(desk, desk.ask_in("Bea")) is RejectCode.BAD_PASSWORD


def test_the_right_password_makes_earlier_mistakes_forgotten() -> None:
    tries = after_wrong({}, "a", 0.0)
    assert must_wait(tries, "a", PAUSE - 0.1)
    tries = after_right(tries, "a")
    for number in range(TRIES - 1):
        tries = after_wrong(tries, "a", 100.0 + 2 * number)
    assert not must_wait(tries, "a", 100.0 + 2 * TRIES)


def test_what_is_remembered_of_addresses_is_bounded_and_a_new_one_waits_all_the_same() -> None:
    """D27."""
    tries = after_wrong({}, "first", 0.0)
    for number in range(10 * ADDRESSES_REMEMBERED):
        tries = after_wrong(tries, f"address {number}", 0.0)
        assert must_wait(tries, f"address {number}", PAUSE - 0.1)
    assert len(tries) == ADDRESSES_REMEMBERED
    assert len(after_wrong(tries, "late", 10 * LONG_PAUSE)) == 1, "what is long ago is forgotten"


def test_another_match_at_a_locked_table_is_locked_with_the_same_password() -> None:
    desk, (anna, _) = over()
    old = key_of(desk)
    assert desk.ask(anna, m.Again()) is None
    assert key_of(desk) != old, "its key is another"
    assert code(desk, desk.ask_in("Cy", password=old, address="1")) is RejectCode.BAD_PASSWORD
    assert desk.newest(desk.ask_in("Cy", password=key_of(desk), address="2"), m.Welcome)


def test_another_match_without_the_password_lets_nobody_new_in() -> None:
    """After a resumption only the key of the old match is known; an open table would be a downgrade."""
    desk, (anna, _) = over()
    desk.hall = replace(desk.hall, terms=replace(desk.hall.terms, password=None))
    desk.ask(anna, m.Again())
    assert code(desk, desk.ask_in("Cy", password=key_of(desk))) is RejectCode.BAD_PASSWORD
    assert desk.newest(anna.peer, m.Room).locked


def test_the_password_and_its_key_are_in_no_text_form_f78() -> None:
    desk, _ = over()
    desk.ask_in("Cy", password=bytes(32))
    texts = [
        repr(desk.hall),
        repr(desk.changes),
        repr(desk.told),
        repr(desk.sent),
        repr(HostConfig("T", password="s3cr")),
    ]
    for text in texts:
        assert PASSWORD not in text
        assert "s3cr" not in text
        assert repr(key_of(desk))[2:-1] not in text


def over() -> tuple[Desk, list[Guest]]:
    """A locked table after its match of one round."""
    desk = locked(capacity=3, ruleset=Ruleset(stock_size=3, rounds=1))
    peer = desk.ask_in("Bea", password=key_of(desk))
    guests = [desk.owner(), Guest(peer, desk.newest(peer, m.Welcome).token or b"", "Bea")]
    desk.ask(guests[0], m.Start(dealer=None))
    play_round(desk, guests, random.Random(1))
    assert desk.at(MatchOver)
    return desk, guests
