"""A session with its host: what it takes in, what it sends, and how it ends."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
import trio
import trio.testing

from engine.actions import Discard, Hand, Play
from engine.cards import Card
from protocol import mapping
from protocol.codes import ByeCode
from protocol.messages import Act, Bye, CloseTable, Ping, Pong, Ready, Refused, Said, Say
from protocol.phases import Role
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.route import UnknownName
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended, LocalEnd, Lost, Online
from skipbo_lan.link import Link
from tests.client.scripted_host import (
    TABLE_ID,
    TOKEN,
    ScriptedHost,
    Visit,
    a_room,
    a_session,
    a_view,
    a_welcome,
    an_update,
    challenge,
    welcome,
    with_draw_count,
)

PLAY = Play(Hand(Card.ONE), 0)


@asynccontextmanager
async def joined(host: ScriptedHost) -> AsyncIterator[tuple[Session, Visit]]:
    """A session that sits at the table and has seen a view; whatever still runs at the end is cancelled."""
    session = a_session(host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await welcome(visit)
        await visit.say(a_room(), an_update())
        await seen(session, 1)
        yield session, visit
        nursery.cancel_scope.cancel()


async def seen(session: Session, seq: int) -> None:
    """Wait until the session knows this view."""
    state = session.state
    while state.seq < seq:
        state = await session.changed(state)


async def ended(session: Session) -> Ended:
    """Wait for the end."""
    state = session.state
    while not isinstance(state.status, Ended):
        state = await session.changed(state)
    return state.status


async def next_act(visit: Visit) -> Act:
    """The next Act; heartbeats before it are passed over."""
    while not isinstance(message := await visit.hear(), Act):
        assert isinstance(message, Ping | Pong)
    return message


async def test_the_state_shows_what_the_host_tells(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, _):
        state = session.state
        assert (state.status, state.name, state.table, state.seat) == (Online(), "Anna", "Kitchen", 0)
        assert state.view == a_view()


async def test_changed_returns_at_once_when_the_state_is_no_longer_the_newest(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        old = session.state
        await visit.say(an_update(2))
        await seen(session, 2)
        with trio.fail_after(0.1):
            assert await session.changed(old) is session.state


async def test_an_act_names_the_view_it_was_made_on_and_counts_up(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        assert session.act(PLAY)
        assert await next_act(visit) == Act(id=1, epoch=1, seq=1, action=mapping.action_to_wire(PLAY))
        await visit.say(an_update(2, ack=1))
        await seen(session, 2)
        assert session.act(PLAY)
        assert (await next_act(visit)).id == 2


async def test_only_one_act_is_under_way_at_a_time(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        assert session.act(PLAY)
        assert not session.act(Discard(Card.ONE, 0))
        await next_act(visit)
        await visit.say(Refused(id=1, code="WRONG_VALUE"))
        state = session.state
        while state.pending is not None:
            state = await session.changed(state)
        assert state.refusal == "WRONG_VALUE"


async def test_an_act_after_a_refused_one_has_an_id_of_its_own(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        session.act(PLAY)
        await next_act(visit)
        await visit.say(Refused(id=1, code="WRONG_VALUE"))
        await session.changed(session.state)
        assert session.act(PLAY)
        assert (await next_act(visit)).id == 2


async def test_nothing_is_asked_before_there_is_a_table(autojump_clock: object) -> None:
    session = a_session(ScriptedHost())
    assert not session.act(PLAY)
    session.ask(Ready())
    assert session.state.pending is None


async def test_other_requests_reach_the_host(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        session.ask(Say(text="hello"))
        assert await visit.hear() == Say(text="hello")


async def test_chat_goes_to_the_log(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        said = Said(seat=1, name="Bo", text="hi", team=False, held=False)
        await visit.say(said)
        state = await session.changed(session.state)
        assert getattr(state.log[-1], "said", None) == said


async def test_a_ping_is_answered_though_nobody_reads_the_state(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (_, visit):
        await visit.say(Ping(n=77))
        assert await visit.hear() == Pong(n=77)


async def test_a_ping_goes_out_after_three_silent_seconds(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (_, visit):
        began = trio.current_time()
        assert await visit.hear() == Ping(n=0)
        assert trio.current_time() - began == pytest.approx(3.0)


async def test_an_hour_of_nothing_but_heartbeats_keeps_the_connection(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        with trio.move_on_after(3600):
            while True:
                message = await visit.hear()
                assert isinstance(message, Ping)
                await visit.say(Pong(n=message.n))
        assert (len(host.dialled), session.state.status) == (1, Online())


async def test_a_host_silent_for_ten_seconds_is_lost(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, _):
        began = trio.current_time()
        await host.visit()
        assert trio.current_time() - began == pytest.approx(10.0)
        assert isinstance(session.state.status, Lost)


async def test_a_rematch_brings_a_new_table_token_and_count_of_acts(autojump_clock: object) -> None:
    host, credentials = ScriptedHost(), Unsaved("Anna")
    session = a_session(host, credentials)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await welcome(visit, last_id=7)
        await visit.say(a_room(), an_update(9))
        await seen(session, 9)
        again = msgspec.structs.replace(a_welcome(table_id=b"the next table.."), token=b"the next token..")
        await visit.say(again, a_room(1, stage="lobby"))
        state = session.state
        while state.room is None or state.room.stage != "lobby":
            state = await session.changed(state)
        assert (state.table_id, state.view, state.last_id) == (b"the next table..", None, 0)
        assert credentials.token(b"the next table..") == b"the next token.."
        nursery.cancel_scope.cancel()


async def test_leaving_says_so_and_ends_at_once(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        session.leave()
        assert await visit.hear() == Bye(code=ByeCode.LEFT)
        await visit.close()
        assert await ended(session) == Ended(LocalEnd.QUIT)


async def test_leaving_ones_own_table_closes_it(autojump_clock: object) -> None:
    host = ScriptedHost()
    session = a_session(host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(msgspec.structs.replace(a_welcome(), owner=True, token=TOKEN), a_room(), an_update())
        await seen(session, 1)
        session.leave()
        assert [await visit.hear(), await visit.hear()] == [CloseTable(), Bye(code=ByeCode.LEFT)]
        await visit.close()
    assert session.state.status == Ended(LocalEnd.QUIT)


async def test_leaving_takes_two_seconds_when_nothing_gets_through(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, _):
        began = trio.current_time()
        session.leave()
        assert await ended(session) == Ended(LocalEnd.QUIT)
        assert trio.current_time() - began <= 2.0


async def test_leaving_while_the_host_is_lost_ends_at_once(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        host.down = ConnectionRefusedError()
        await visit.close()
        await trio.sleep(10)
        assert isinstance(session.state.status, Lost)
        began = trio.current_time()
        session.leave()
        assert await ended(session) == Ended(LocalEnd.QUIT)
        assert trio.current_time() == began


@pytest.mark.parametrize("code", [ByeCode.SUPERSEDED, ByeCode.REMOVED, ByeCode.CLOSED, ByeCode.PROTOCOL_ERROR])
async def test_a_final_goodbye_ends_the_session_without_another_attempt(autojump_clock: object, code: ByeCode) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.say(Bye(code=code))
        assert await ended(session) == Ended(code)
        assert len(host.dialled) == 1


@pytest.mark.parametrize(
    "code", [ByeCode.HOST_CLOSING, ByeCode.SILENT, ByeCode.TOO_SLOW, ByeCode.ERROR, ByeCode.FLOOD, ByeCode.LEFT]
)
async def test_any_other_goodbye_is_a_loss_and_the_session_comes_back(autojump_clock: object, code: ByeCode) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.say(Bye(code=code))
        state = session.state
        while not isinstance(state.status, Lost):
            state = await session.changed(state)
        assert state.status.closing == (code is ByeCode.HOST_CLOSING)
        assert (await welcome(await host.visit())).kind == "return"


GARBAGE = {
    "no frame": b"\xff" * 64,
    "not msgpack": b"\x00\x00\x00\x01\xc1",
    "an impossible view": None,
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE.keys())
async def test_a_host_that_breaks_the_protocol_ends_the_session_and_is_told_so(
    autojump_clock: object, garbage: bytes | None
) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        if garbage is None:
            await visit.say(an_update(2, view=with_draw_count(a_view(), 3)))
            update = an_update(3)
            hand = msgspec.structs.replace(update.view, hand=[1])
            await visit.say(msgspec.structs.replace(update, view=hand))
        else:
            await visit.stream.send_all(garbage)
        while not isinstance(message := await visit.hear(), Bye):
            assert isinstance(message, Ping | Pong)
        assert message.code is ByeCode.PROTOCOL_ERROR
        await visit.close()
        assert await ended(session) == Ended(LocalEnd.INVALID)
        assert len(host.dialled) == 1


@pytest.mark.parametrize("code", [ByeCode.ERROR, ByeCode.CLOSED])
async def test_a_goodbye_instead_of_a_welcome_counts_like_any_other(autojump_clock: object, code: ByeCode) -> None:
    host = ScriptedHost()
    session = a_session(host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(Bye(code=code))
        if code is ByeCode.ERROR:
            await welcome(await host.visit())
            nursery.cancel_scope.cancel()
        else:
            assert await ended(session) == Ended(code)


async def test_a_host_that_reads_nothing_is_lost_and_never_waited_for(autojump_clock: object) -> None:
    clients, hosts = trio.testing.lockstep_stream_pair()
    streams: list[trio.abc.Stream] = [clients]

    async def dial(table_id: bytes | None) -> trio.abc.Stream:
        if not streams:
            raise ConnectionRefusedError
        return streams.pop()

    session = Session(dial, Unsaved("Anna"), chance=lambda: 0.5, clock=trio.current_time)
    visit = Visit(Link(hosts, Role.HOST), hosts, 0.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        await welcome(visit)
        await visit.say(a_room(), an_update())
        await seen(session, 1)
        began = trio.current_time()
        for _ in range(1000):
            session.ask(Say(text="anybody there?"))
        assert not session.act(PLAY)
        assert trio.current_time() == began
        state = session.state
        while not isinstance(state.status, Lost):
            state = await session.changed(state)
        assert trio.current_time() - began == pytest.approx(10.0)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("stage", "owner", "kept"), [("lobby", False, False), ("playing", False, True), ("lobby", True, True)]
)
async def test_a_guest_who_leaves_a_lobby_does_not_go_back_to_that_seat(
    stage: str, owner: bool, kept: bool, autojump_clock: object
) -> None:
    """The host gives it away; a seat at a table that plays, and an own table, are to return to."""
    host, credentials = ScriptedHost(), Unsaved("Anna")
    session = a_session(host, credentials)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await challenge(visit)
        await visit.say(msgspec.structs.replace(a_welcome(), token=TOKEN, owner=owner), a_room(stage=stage))
        while session.state.room is None:
            await session.changed(session.state)
        session.leave()
        await ended(session)
    assert credentials.token(TABLE_ID) == (TOKEN if kept else None)


async def test_a_new_match_without_a_token_is_the_hosts_fault(autojump_clock: object) -> None:
    async with joined(ScriptedHost()) as (session, visit):
        await visit.say(a_welcome(table_id=b"the next table.."))
        assert isinstance(await visit.hear(), Bye)
        await visit.close()
        assert await ended(session) == Ended(LocalEnd.INVALID)


async def test_whatever_is_no_table_ends_the_first_attempt(autojump_clock: object) -> None:
    host = ScriptedHost()
    session = a_session(host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await visit.stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    assert session.state.status == Ended(LocalEnd.BAD_HOST)


async def test_whatever_is_no_table_and_hangs_up_at_once_ends_it_too(autojump_clock: object) -> None:
    """Telling it that it broke the protocol fails then, and matters to nobody."""
    host = ScriptedHost()
    session = a_session(host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await visit.stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await visit.close()
    assert session.state.status == Ended(LocalEnd.BAD_HOST)


async def test_a_host_that_accepts_and_says_nothing_is_left_after_ten_seconds(autojump_clock: object) -> None:
    session = a_session(ScriptedHost())
    began = trio.current_time()
    assert await session.run() == Ended(LocalEnd.BAD_HOST)
    assert trio.current_time() - began == pytest.approx(10.0, abs=1.1)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ConnectionRefusedError(), LocalEnd.NO_TABLE_THERE),
        (TimeoutError(), LocalEnd.UNREACHABLE),
        (OSError("anything else"), LocalEnd.UNREACHABLE),
        (OSError(errno.EHOSTUNREACH, "no route to host"), LocalEnd.NO_ROUTE),
        (OSError(errno.ENETUNREACH, "network is unreachable"), LocalEnd.NO_NETWORK),
        (UnknownName("nowhere"), LocalEnd.UNKNOWN_NAME),
    ],
)
async def test_the_first_attempt_that_reaches_nobody_is_the_last(
    autojump_clock: object, error: OSError, why: LocalEnd
) -> None:
    host = ScriptedHost()
    host.down = error
    assert await a_session(host).run() == Ended(why)
    assert len(host.dialled) == 1


async def test_a_refusal_among_several_attempts_tells_that_the_machine_is_there(autojump_clock: object) -> None:
    host = ScriptedHost()
    host.down = OSError("all attempts failed")
    host.down.__cause__ = ExceptionGroup("attempts", [TimeoutError(), ConnectionRefusedError()])
    assert await a_session(host).run() == Ended(LocalEnd.NO_TABLE_THERE)
