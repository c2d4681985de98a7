"""The first words with a host: what is proved, what is sent, and what is believed (P20, P22)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
import pytest
import trio

from protocol import proof
from protocol.codes import RejectCode
from protocol.messages import Bye, Challenge, Hello, Prove, Rejected
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.limits import MAX_PLACES
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended, LocalEnd, Online
from tests.client.scripted_host import (
    TABLE_ID,
    TOKEN,
    ScriptedHost,
    Visit,
    a_room,
    a_session,
    a_welcome,
    challenge,
    welcome,
)


class Outcome:
    """How a session under test ended."""

    ended: Ended | None = None

    async def of(self, session: Session) -> None:
        """Run the session to its end."""
        self.ended = await session.run()


async def _run(host: ScriptedHost, credentials: Unsaved, outcome: Outcome, table_id: bytes | None = None) -> None:
    await outcome.of(a_session(host, credentials, table_id=table_id))


async def test_a_newcomer_keeps_the_token_and_returns_with_a_proof_of_it(autojump_clock: object) -> None:
    host, credentials = ScriptedHost(), Unsaved("Anna")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, credentials, Outcome())
        visit = await host.visit()
        assert await welcome(visit) == Prove(kind="new", name="Anna", bot=False, proof=None)
        await visit.close()
        returned = await welcome(await host.visit())
        assert credentials.token(TABLE_ID) == TOKEN
        assert (returned.kind, returned.name) == ("return", None)
        nursery.cancel_scope.cancel()


async def test_the_token_never_travels_from_the_client(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", token=TOKEN), Outcome())
        visit = await host.visit()
        sent: list[bytes] = []
        for answer in (Challenge(version=1, table_id=TABLE_ID, epoch=1, nonce=b"n" * 32, locked=False), None):
            message = await visit.hear()
            sent.append(msgspec.msgpack.encode(message))
            if answer is not None:
                await visit.say(answer)
        assert not any(TOKEN in data for data in sent)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("forged", [b"\x00" * 32, None], ids=["wrong proof", "no proof"])
async def test_a_returning_player_says_nothing_more_to_a_host_that_cannot_prove_itself(
    autojump_clock: object, forged: bytes | None
) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", token=TOKEN), outcome)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(msgspec.structs.replace(a_welcome(), proof=forged))
        assert await visit.link.receive() is None
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)


async def test_the_clients_own_proof_sent_back_is_no_proof_of_the_host(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", token=TOKEN), outcome)
        visit = await host.visit()
        prove, _ = await challenge(visit)
        await visit.say(msgspec.structs.replace(a_welcome(), proof=prove.proof))
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)


async def test_a_host_that_fails_its_proof_does_not_end_a_session_that_the_true_host_may_still_save(
    autojump_clock: object,
) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna"), outcome)
        visit = await host.visit()
        await welcome(visit)
        await visit.close()
        impostor = await host.visit()
        await challenge(impostor)
        await impostor.say(msgspec.structs.replace(a_welcome(), proof=bytes(32)))
        assert (await welcome(await host.visit())).kind == "return"
        assert outcome.ended is None
        nursery.cancel_scope.cancel()


async def test_a_newcomer_without_a_token_is_no_player_and_the_host_is_told(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna"), outcome)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(a_welcome())
        assert isinstance(await visit.hear(), Bye)
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)


async def test_another_table_than_the_one_chosen_learns_neither_name_nor_proof(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", token=TOKEN), outcome, b"another table...")
        visit = await host.visit()
        assert isinstance(await visit.hear(), Hello)
        await visit.say(Challenge(version=1, table_id=TABLE_ID, epoch=1, nonce=bytes(32), locked=False))
        assert await visit.link.receive() is None
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)


async def hangs_up(visit: Visit) -> None:
    """A stranger who closes at once."""
    await visit.close()


async def says_nothing(visit: Visit) -> None:
    """A stranger who accepts, and never says a word."""
    await trio.sleep_forever()


async def is_another(visit: Visit) -> None:
    """Another table."""
    await visit.hear()
    await visit.say(Challenge(version=1, table_id=b"another table...", epoch=1, nonce=b"n" * 32, locked=False))


@pytest.mark.parametrize("stranger", [hangs_up, says_nothing, is_another])
async def test_F15_a_newcomer_who_meets_a_stranger_goes_on_to_the_other_places(
    stranger: Callable[[Visit], Awaitable[None]], autojump_clock: object
) -> None:
    """Also to the last of many, before somebody loses patience."""
    host, places = ScriptedHost(), MAX_PLACES
    session = a_session(host, table_id=TABLE_ID, places=places)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        for _ in range(places - 1):
            nursery.start_soon(stranger, await host.visit())
        await welcome(await host.visit())
        while session.state.status != Online():
            await session.changed(session.state)
        nursery.cancel_scope.cancel()
    assert trio.current_time() <= 2 * places


async def test_F15_a_slow_table_is_waited_for_once_all_its_places_were_tried(autojump_clock: object) -> None:
    host = ScriptedHost()
    session = a_session(host, table_id=TABLE_ID, places=2)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        await host.visit()
        await host.visit()
        slow = await host.visit()
        await trio.sleep(8)
        await welcome(slow)
        while session.state.status != Online():
            await session.changed(session.state)
        nursery.cancel_scope.cancel()


async def test_F15_where_nobody_but_strangers_answers_it_ends(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    session = a_session(host, table_id=TABLE_ID, places=2)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outcome.of, session)
        for _ in range(4):
            await (await host.visit()).close()
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)
    assert len(host.dialled) == 4


async def test_a_version_that_was_not_offered_is_refused(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna"), outcome)
        visit = await host.visit()
        await visit.hear()
        await visit.say(Challenge(version=2, table_id=TABLE_ID, epoch=1, nonce=bytes(32), locked=False))
        assert isinstance(await visit.hear(), Bye)
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)


@pytest.mark.parametrize("code", [code for code in RejectCode if code is not RejectCode.BAD_PROOF])
async def test_a_rejection_ends_the_session_with_the_hosts_program_and_versions(
    autojump_clock: object, code: RejectCode
) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna"), outcome)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(Rejected(code=code, app="Skip-Bo LAN 9", proto_min=3, proto_max=4))
    assert outcome.ended == Ended(code, "Skip-Bo LAN 9", 3, 4)
    assert len(host.dialled) == 1


async def test_who_lost_the_seat_in_the_lobby_sits_down_as_somebody_new(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", token=TOKEN), outcome)
        visit = await host.visit()
        prove, _ = await challenge(visit)
        assert prove.kind == "return"
        await visit.say(Rejected(code=RejectCode.BAD_PROOF, app="", proto_min=1, proto_max=1))
        prove, _ = await challenge(await host.visit())
        assert (prove.kind, prove.name) == ("new", "Anna")
        nursery.cancel_scope.cancel()


PASSWORD = "Käsebrot"
KEY = proof.password_key(PASSWORD, TABLE_ID)


async def test_a_locked_table_is_proved_the_password_and_proves_it_too(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", password=PASSWORD), outcome)
        visit = await host.visit()
        prove, transcript = await challenge(visit, locked=True)
        assert (prove.kind, prove.proof) == ("new", proof.client_proof(KEY, transcript))
        answer = msgspec.structs.replace(a_welcome(), token=TOKEN, proof=proof.host_proof(KEY, transcript))
        await visit.say(answer, a_room())
        await visit.close()
        assert (await welcome(await host.visit())).kind == "return"
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("forged", [bytes(32), None], ids=["wrong proof", "no proof"])
async def test_a_host_that_does_not_know_the_password_is_told_nothing_more(
    autojump_clock: object, forged: bytes | None
) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", password=PASSWORD), outcome)
        visit = await host.visit()
        await challenge(visit, locked=True)
        await visit.say(msgspec.structs.replace(a_welcome(), token=TOKEN, proof=forged))
        assert await visit.link.receive() is None
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)


async def _goes_no_further(credentials: Unsaved, *, locked: bool) -> Ended | None:
    """How it ends when the client hangs up at this challenge, before it has said who it is."""
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, credentials, outcome)
        visit = await host.visit()
        assert isinstance(await visit.hear(), Hello)
        await visit.say(Challenge(version=1, table_id=TABLE_ID, epoch=1, nonce=bytes(32), locked=locked))
        assert await visit.link.receive() is None
    assert len(host.dialled) == 1
    return outcome.ended


async def test_a_locked_table_ends_an_attempt_without_password_so_that_the_player_can_be_asked(
    autojump_clock: object,
) -> None:
    assert await _goes_no_further(Unsaved("Anna"), locked=True) == Ended(LocalEnd.LOCKED)


async def test_a_password_is_no_use_at_a_table_that_cannot_prove_that_it_knows_it(autojump_clock: object) -> None:
    assert await _goes_no_further(Unsaved("Anna", password="x"), locked=False) == Ended(LocalEnd.NOT_LOCKED)


async def test_a_return_needs_no_password(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", token=TOKEN), Outcome())
        prove, transcript = await challenge(await host.visit(), locked=True)
        assert (prove.kind, prove.proof) == ("return", proof.client_proof(proof.token_key(TOKEN), transcript))
        nursery.cancel_scope.cancel()


async def test_neither_the_password_nor_its_key_travels(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Anna", password=PASSWORD), Outcome())
        visit = await host.visit()
        prove, _ = await challenge(visit, locked=True)
        sent = msgspec.msgpack.encode(prove)
        assert PASSWORD.encode() not in sent
        assert KEY not in sent
        nursery.cancel_scope.cancel()


async def test_a_spectator_says_so_and_is_let_in_without_seat_and_token(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Zoe", watching=True, token=TOKEN), outcome)
        visit = await host.visit()
        prove, _ = await challenge(visit)
        assert prove == Prove(kind="watch", name="Zoe", bot=False, proof=None)
        await visit.say(msgspec.structs.replace(a_welcome(), seat=None))
        await visit.close()
        again = await host.visit()
        assert (await challenge(again))[0].kind == "watch"
        nursery.cancel_scope.cancel()


async def test_a_spectator_who_is_given_a_seat_ends_it(autojump_clock: object) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Zoe", watching=True), outcome)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(msgspec.structs.replace(a_welcome(), token=TOKEN))
        assert isinstance(await visit.hear(), Bye)
    assert outcome.ended == Ended(LocalEnd.BAD_HOST)


async def test_a_spectators_own_name_is_taken_only_until_the_host_has_noticed_that_he_was_gone(
    autojump_clock: object,
) -> None:
    host, outcome = ScriptedHost(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_run, host, Unsaved("Zoe", watching=True), outcome)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(msgspec.structs.replace(a_welcome(), seat=None))
        await visit.close()
        again = await host.visit()
        await challenge(again)
        await again.say(Rejected(code=RejectCode.NAME_TAKEN, app="", proto_min=1, proto_max=1))
        assert (await challenge(await host.visit()))[0].kind == "watch"
        nursery.cancel_scope.cancel()


def test_both_proofs_are_about_one_handshake_only() -> None:
    key = proof.token_key(TOKEN)
    one = proof.transcript(1, TABLE_ID, 1, b"c" * 32, b"h" * 32)
    other = proof.transcript(1, TABLE_ID, 1, b"c" * 32, b"i" * 32)
    assert len({proof.client_proof(key, one), proof.host_proof(key, one), proof.client_proof(key, other)}) == 3
