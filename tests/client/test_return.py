"""Losing the connection and coming back: when, how often, and with what (P31, J12 to J15)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec
import pytest
import trio

from engine.actions import Hand, Play
from engine.cards import Card
from protocol import proof
from protocol.codes import ByeCode, RejectCode
from protocol.messages import (
    Bye,
    Challenge,
    Hello,
    Message,
    Ping,
    Pong,
    Prove,
    Refused,
    Rejected,
    Update,
)
from skipbo_lan.client.awake import wait_for_wake
from skipbo_lan.client.backoff import pause_before
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.log import Note, NoteKind
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended, LocalEnd, Lost, Online
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
from tests.client.test_session import ended, joined, next_act, seen

PLAY = Play(Hand(Card.ONE), 0)


async def test_attempts_come_at_once_then_after_1_2_4_8_8_seconds(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        lost_at = trio.current_time()
        host.down = ConnectionRefusedError()
        await visit.close()
        await trio.sleep(24)
        attempts = host.dialled[1:]
        assert attempts[0] == pytest.approx(lost_at)
        pauses = [after - before for before, after in pairwise(attempts)]
        assert pauses == pytest.approx([1, 2, 4, 8, 8])
        assert isinstance(session.state.status, Lost)


def test_a_pause_is_up_to_thirty_percent_shorter_or_longer() -> None:
    assert [pause_before(attempt, lambda: 0.0) for attempt in range(7)] == pytest.approx(
        [0, 0.7, 1.4, 2.8, 5.6, 5.6, 5.6]
    )
    assert pause_before(4, lambda: 1.0) == pytest.approx(10.4)


async def test_the_session_gives_up_after_its_time_with_a_last_attempt(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        lost_at = trio.current_time()
        host.down = TimeoutError()
        await visit.close()
        assert await ended(session) == Ended(LocalEnd.GAVE_UP)
        assert trio.current_time() - lost_at == pytest.approx(120.0)
        assert host.dialled[-1] - lost_at == pytest.approx(120.0)


async def test_the_status_says_when_the_next_attempt_and_the_last_one_are_due(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        lost_at = trio.current_time()
        host.down = TimeoutError()
        await visit.close()
        await trio.sleep(5)
        status = session.state.status
        assert isinstance(status, Lost)
        assert (status.retry_at - lost_at, status.give_up_at - lost_at) == pytest.approx((7, 120))


async def test_a_closing_host_is_waited_for_until_it_is_back(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.say(Bye(code=ByeCode.HOST_CLOSING))
        host.down = ConnectionRefusedError()
        await trio.sleep(30)
        waiting = session.state
        assert isinstance(waiting.status, Lost)
        assert waiting.status.closing
        host.down = None
        again = await host.visit()
        await welcome(again, epoch=2)
        await again.say(a_room(1), an_update(3, epoch=2))
        await seen(session, 3)
        assert (session.state.status, session.state.epoch) == (Online(), 2)


async def test_a_host_that_closed_for_now_and_does_not_go_on_in_time_has_kept_the_match(
    autojump_clock: object,
) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        began = trio.current_time()
        await visit.say(Bye(code=ByeCode.HOST_CLOSING))
        host.down = ConnectionRefusedError()
        assert await ended(session) == Ended(LocalEnd.KEPT)
        assert trio.current_time() - began == pytest.approx(120.0, abs=1.0)


async def test_a_host_that_goes_on_and_is_lost_later_is_lost_and_not_closing(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.say(Bye(code=ByeCode.HOST_CLOSING))
        again = await host.visit()
        await welcome(again)
        await again.say(a_room(), an_update())
        while not isinstance(session.state.status, Online):
            await session.changed(session.state)
        host.down = ConnectionRefusedError()
        await again.close()
        assert await ended(session) == Ended(LocalEnd.GAVE_UP)


async def test_who_is_superseded_does_not_come_back_and_take_the_seat_again(autojump_clock: object) -> None:
    """F54: two windows with one token would throw each other out for ever."""
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.say(Bye(code=ByeCode.SUPERSEDED))
        assert await ended(session) == Ended(ByeCode.SUPERSEDED)
        await trio.sleep(300)
        assert len(host.dialled) == 1


async def test_a_host_that_is_still_closing_is_asked_again(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.close()
        visit = await host.visit()
        await visit.hear()
        await visit.say(Rejected(code=RejectCode.CLOSING, app="", proto_min=1, proto_max=1))
        assert (await welcome(await host.visit())).kind == "return"
        assert isinstance(session.state.status, Lost)


async def test_a_seat_given_up_in_a_match_ends_the_session(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.close()
        visit = await host.visit()
        await challenge(visit)
        await visit.say(Rejected(code=RejectCode.BAD_PROOF, app="", proto_min=1, proto_max=1))
        assert await ended(session) == Ended(RejectCode.BAD_PROOF, "", 1, 1)


async def test_what_was_seen_stays_while_the_host_is_lost(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        before = session.state
        host.down = TimeoutError()
        await visit.close()
        await trio.sleep(20)
        assert (session.state.view, session.state.room) == (before.view, before.room)


async def test_what_others_did_during_the_outage_is_seen_on_return(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.close()
        again = await host.visit()
        await welcome(again)
        await again.say(a_room(1), an_update(8, view=with_draw_count(a_view(), 5)))
        await seen(session, 8)
        assert session.state.view == with_draw_count(a_view(), 5)


async def test_the_same_view_again_on_return_changes_nothing(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        before = session.state
        await visit.close()
        again = await host.visit()
        await welcome(again)
        await again.say(a_room(), an_update())
        state = session.state
        while state.returned is not None or state.status != Online():
            state = await session.changed(state)
        assert (state.view, state.seq) == (before.view, before.seq)
        assert state.log == (*before.log, Note(NoteKind.BACK_AGAIN, "Anna", mine=True))


async def test_a_return_tells_the_host_what_has_been_seen(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        await visit.say(an_update(7))
        await seen(session, 7)
        await visit.close()
        assert (await welcome(await host.visit())).seen == 7


async def test_a_lost_act_is_sent_again_once_with_the_same_id(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        session.act(PLAY)
        sent = await next_act(visit)
        await visit.close()
        again = await host.visit()
        await welcome(again, last_id=0)
        await again.say(a_room(), an_update(1))
        assert await next_act(again) == sent
        await again.say(an_update(2, ack=1))
        await seen(session, 2)
        assert session.state.pending is None
        assert all(isinstance(message, Ping) for message in await heard_in(again, 9))


async def test_an_act_that_was_answered_before_the_loss_is_not_sent_again(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        session.act(PLAY)
        await next_act(visit)
        await visit.close()
        again = await host.visit()
        await welcome(again, last_id=1)
        await again.say(a_room(), an_update(2, ack=1))
        assert all(isinstance(message, Ping) for message in await heard_in(again, 9))
        assert session.state.pending is None


async def test_a_resent_act_that_came_too_late_is_answered_like_any_other(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        session.act(PLAY)
        await visit.close()
        again = await host.visit()
        await welcome(again)
        await again.say(a_room(), an_update(6))
        assert (await next_act(again)).seq == 1
        await again.say(Refused(id=1, code="STALE"), an_update(6, ack=1))
        state = session.state
        while state.pending is not None:
            state = await session.changed(state)
        assert (state.refusal, state.seq) == ("STALE", 6)


async def heard_in(visit: Visit, seconds: float) -> list[Message]:
    """Everything the client says in so many seconds; its pings are answered."""
    heard: list[Message] = []
    with trio.move_on_after(seconds):
        while True:
            heard.append(await visit.hear())
            await visit.say(Pong(n=0))
    return heard


STEPS = ["Hello", "Challenge", "Prove", "Welcome", "Room", "Update", "Act", "applied", "answered"]


@dataclass
class SmallTable:
    """A host's memory from one visit to the next: it applies an act once and answers for it."""

    applied: list[int] = field(default_factory=list)

    async def serve(self, visit: Visit, drop_after: str) -> None:
        """Serve a visit, and hang up after this step."""
        async with aclosing(self._steps(visit)) as steps:
            async for step in steps:
                if step == drop_after:
                    break
        await visit.close()

    async def _steps(self, visit: Visit) -> AsyncGenerator[str, None]:
        hello = await visit.hear()
        assert isinstance(hello, Hello)
        yield "Hello"
        await visit.say(Challenge(version=1, table_id=TABLE_ID, epoch=1, nonce=b"n" * 32, locked=False))
        yield "Challenge"
        assert isinstance(await visit.hear(), Prove)
        yield "Prove"
        transcript = proof.transcript(1, TABLE_ID, 1, hello.nonce, b"n" * 32)
        mine = proof.host_proof(proof.token_key(TOKEN), transcript)
        await visit.say(msgspec.structs.replace(a_welcome(last_id=len(self.applied)), proof=mine))
        yield "Welcome"
        await visit.say(a_room())
        yield "Room"
        await visit.say(self._update())
        yield "Update"
        if not self.applied:
            act = await next_act(visit)
            yield "Act"
            self.applied.append(act.id)
            yield "applied"
            await visit.say(self._update())
        yield "answered"

    def _update(self) -> Update:
        return an_update(1 + len(self.applied), ack=len(self.applied))


async def _play_once(session: Session) -> None:
    """Act as soon as there is a view and nothing has been asked yet."""
    state = session.state
    while not (state.view is not None and state.last_id == 0 and session.act(PLAY)):
        state = await session.changed(state)


@pytest.mark.parametrize("first_drop", [*STEPS[1:]])
@pytest.mark.parametrize("second_drop", STEPS)
async def test_drops_after_any_two_messages_cost_nothing_but_time(
    autojump_clock: object, first_drop: str, second_drop: str
) -> None:
    host, table = ScriptedHost(), SmallTable()
    session = a_session(host, Unsaved("Anna", token=TOKEN))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        nursery.start_soon(_play_once, session)
        for drop in (first_drop, second_drop):
            await table.serve(await host.visit(), drop)
        nursery.start_soon(table.serve, await host.visit(), "nothing")
        await seen(session, 2)
        state = session.state
        assert (table.applied, state.last_id, state.pending) == ([1], 1, None)
        nursery.cancel_scope.cancel()


async def test_before_any_table_has_answered_a_drop_ends_the_only_attempt(autojump_clock: object) -> None:
    host = ScriptedHost()
    session = a_session(host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        await SmallTable().serve(await host.visit(), "Hello")
    assert session.state.status == Ended(LocalEnd.BAD_HOST)


async def test_a_suspended_machine_reconnects_at_once(autojump_clock: object) -> None:
    asleep = 0.0

    def clock() -> float:
        return trio.current_time() + asleep

    host = ScriptedHost()
    session = Session(host.dial, Unsaved("Anna"), chance=lambda: 0.5, clock=clock)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await welcome(visit)
        await trio.sleep(2.5)
        asleep = 600.0
        woke_at = trio.current_time()
        again = await host.visit()
        assert again.at - woke_at <= 1.0
        nursery.cancel_scope.cancel()


async def test_a_machine_that_wakes_up_during_a_pause_does_not_wait_for_its_end(autojump_clock: object) -> None:
    asleep = 0.0

    def clock() -> float:
        return trio.current_time() + asleep

    host = ScriptedHost()
    session = Session(host.dial, Unsaved("Anna"), chance=lambda: 0.5, clock=clock)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        visit = await host.visit()
        await welcome(visit)
        await trio.sleep(0.5)
        host.down = TimeoutError()
        await visit.close()
        await trio.sleep(8)
        attempts = len(host.dialled)
        asleep = 600.0
        await trio.sleep(1.1)
        assert len(host.dialled) == attempts + 1
        nursery.cancel_scope.cancel()


async def test_a_short_stop_is_no_sleep(autojump_clock: object) -> None:
    asleep = 0.0

    def clock() -> float:
        return trio.current_time() + asleep

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait_for_wake, clock)
        await trio.sleep(1.5)
        asleep = 5.0
        await trio.sleep(10)
        assert nursery.child_tasks
        asleep = 20.0
    assert trio.current_time() == pytest.approx(12.0)


async def test_a_connection_that_never_lasts_is_tried_more_and_more_slowly(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (_, visit):
        await visit.close()
        for _ in range(4):
            visit = await host.visit()
            await welcome(visit)
            await visit.close()
        await host.visit()
        pauses = [after - before for before, after in pairwise(host.dialled[1:])]
        assert pauses == pytest.approx([1, 2, 4, 8])


async def test_after_a_good_connection_the_next_loss_is_tried_at_once_again(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with joined(host) as (_, visit):
        for _ in range(3):
            await heard_in(visit, 6)
            lost_at = trio.current_time()
            await visit.close()
            visit = await host.visit()
            assert visit.at == pytest.approx(lost_at)
            await welcome(visit)
