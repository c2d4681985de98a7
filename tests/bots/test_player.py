"""A bot at a table over the wire: when it acts, how fast, and that it never keeps a table waiting."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import msgspec
import pytest
import trio

from engine.deal import deal
from engine.legal import check, legal_actions
from engine.observe import observe, redact
from engine.rules import apply
from engine.table import Table
from protocol import mapping
from protocol.codes import ByeCode
from protocol.limits import MAX_PACE_MS
from protocol.messages import Act, Bye, Message, Ping, Pong, Ready, Refused, Room
from protocol.phases import Role
from skipbo_lan.bots.levels import LEVELS, choose
from skipbo_lan.bots.player import at_once, house_bot, play
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended, LocalEnd
from skipbo_lan.link import Link
from tests.client.scripted_host import (
    RULES,
    TOKEN,
    ScriptedHost,
    Visit,
    a_player,
    a_room,
    a_session,
    an_update,
    welcome,
)


@asynccontextmanager
async def a_bot(
    host: ScriptedHost, level: str = "easy", *, one_match: bool = False
) -> AsyncIterator[tuple[Visit, Session]]:
    """A bot on the first seat, welcomed."""
    session = a_session(host, Unsaved(None, bot=True))

    async def think_and_play() -> None:
        await play(session, level, chance=Random(1), think=at_once, one_match=one_match)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        nursery.start_soon(think_and_play)
        visit = await host.visit()
        await welcome(visit)
        yield visit, session
        nursery.cancel_scope.cancel()


async def request(visit: Visit) -> Message:
    """What the bot asks for next; pings are answered."""
    while isinstance(message := await visit.hear(), Ping | Pong):
        if isinstance(message, Ping):
            await visit.say(Pong(n=message.n))
    return message


def with_room(room: Room, **changes: object) -> Room:
    return msgspec.structs.replace(room, **changes)


def on_turn() -> Table:
    """A round in which the first seat, the bot, is to act."""
    table, _ = deal(RULES, 2, 1, bytes(32))
    assert table.turn == 0
    return table


async def act(visit: Visit) -> Act:
    message = await request(visit)
    assert isinstance(message, Act)
    return message


@pytest.mark.parametrize("level", LEVELS)
async def test_a_bot_plays_a_whole_round_over_the_wire(autojump_clock: object, level: str) -> None:
    chance = Random(2)
    table = on_turn()
    async with a_bot(ScriptedHost(), level) as (visit, _):
        await visit.say(a_room(), an_update(1, view=observe(table, 0)))
        seq, answered = 1, 0
        while table.outcome is None:
            if table.turn == 0:
                asked = await act(visit)
                assert (asked.id, asked.seq) == (answered + 1, seq)
                action, answered = mapping.action_from_wire(asked.action), asked.id
            else:
                chosen = choose(observe(table, 1), "random", chance)
                assert chosen is not None
                action = chosen
            table, events = apply(table, table.turn, action)
            seq += 1
            told = tuple(mapping.event_to_wire(redact(event, 0)) for event in events)
            await visit.say(an_update(seq, ack=answered, events=told, view=observe(table, 0)))


async def test_a_bot_waits_as_long_as_the_table_wants_before_each_action(autojump_clock: object) -> None:
    async with a_bot(ScriptedHost()) as (visit, _):
        await visit.say(with_room(a_room(), pace_ms=600), an_update(1, view=observe(on_turn(), 0)))
        began = trio.current_time()
        await act(visit)
        assert trio.current_time() - began == pytest.approx(0.6)


async def test_a_bot_that_waits_to_act_ends_with_the_table(autojump_clock: object) -> None:
    session = a_session(host := ScriptedHost(), Unsaved(None, bot=True))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        nursery.start_soon(partial(play, session, "easy", think=at_once))
        visit = await host.visit()
        await welcome(visit)
        await visit.say(with_room(a_room(), pace_ms=MAX_PACE_MS), an_update(1, view=observe(on_turn(), 0)))
        await trio.sleep(1)
        began = trio.current_time()
        await visit.say(Bye(code=ByeCode.CLOSED))
        await visit.close()
    assert trio.current_time() - began < 3


async def test_a_thought_about_an_older_view_is_dropped(autojump_clock: object) -> None:
    table = on_turn()
    async with a_bot(ScriptedHost()) as (visit, _):
        await visit.say(with_room(a_room(), pace_ms=600), an_update(1, view=observe(table, 0)))
        await trio.sleep(0.3)
        await visit.say(an_update(2, view=observe(table, 0)))
        assert (await act(visit)).seq == 2


async def test_what_was_refused_is_not_asked_for_again(autojump_clock: object) -> None:
    table = on_turn()
    view = observe(table, 0)
    async with a_bot(ScriptedHost()) as (visit, _):
        await visit.say(a_room(), an_update(1, view=view))
        asked = []
        for _ in legal_actions(view):
            request = await act(visit)
            asked.append(mapping.action_from_wire(request.action))
            await visit.say(Refused(id=request.id, code="SLOW_DOWN"))
        assert sorted(map(repr, asked)) == sorted(map(repr, legal_actions(view)))


async def test_a_connection_lost_while_thinking_costs_a_bot_no_turn(autojump_clock: object) -> None:
    host, view = ScriptedHost(), observe(on_turn(), 0)
    async with a_bot(host) as (visit, _):
        await visit.say(with_room(a_room(), pace_ms=600), an_update(1, view=view))
        await trio.sleep(0.3)
        host.down = TimeoutError()
        await visit.close()
        await trio.sleep(5)
        host.down = None
        again = await host.visit()
        await welcome(again)
        await again.say(a_room(), an_update(1, view=view))
        assert (await act(again)).id == 1


async def test_every_action_asked_for_is_legal(autojump_clock: object) -> None:
    view = observe(on_turn(), 0)
    async with a_bot(ScriptedHost()) as (visit, _):
        await visit.say(a_room(), an_update(1, view=view))
        assert check(view, mapping.action_from_wire((await act(visit)).action)) is None


async def test_a_bot_says_ready_once_after_a_round(autojump_clock: object) -> None:
    """However many others say it before the host has heard this one: each of them makes another room."""
    async with a_bot(ScriptedHost()) as (visit, _):
        await visit.say(*(with_room(a_room(rev), stage="round_over") for rev in range(1, 7)))
        assert await request(visit) == Ready()
        ready = msgspec.structs.replace(a_player(0, "Anna"), ready=True)
        await visit.say(with_room(a_room(7, players=(ready, a_player(1, "Bo"))), stage="round_over"))
        with trio.move_on_after(30) as waiting:
            await request(visit)
        assert waiting.cancelled_caught


async def test_a_bot_that_was_not_heard_says_ready_again(autojump_clock: object) -> None:
    async with a_bot(ScriptedHost()) as (visit, _):
        await visit.say(with_room(a_room(), stage="round_over"))
        assert await request(visit) == Ready()
        await visit.say(Refused(id=None, code="SLOW_DOWN"))
        began = trio.current_time()
        assert await request(visit) == Ready()
        assert trio.current_time() - began == pytest.approx(1.0)


async def test_a_bot_that_returns_between_rounds_says_ready_again(autojump_clock: object) -> None:
    host = ScriptedHost()
    async with a_bot(host) as (visit, _):
        await visit.say(with_room(a_room(3), stage="round_over"))
        assert await request(visit) == Ready()
        await visit.close()
        again = await host.visit()
        await welcome(again)
        await again.say(with_room(a_room(4), stage="round_over"))
        assert await request(again) == Ready()


async def test_a_bot_for_one_match_leaves_after_it(autojump_clock: object) -> None:
    async with a_bot(ScriptedHost(), one_match=True) as (visit, session):
        await visit.say(with_room(a_room(), stage="match_over", winners=[0]))
        assert await request(visit) == Bye(code=ByeCode.LEFT)
        await visit.close()
        state = session.state
        while not isinstance(state.status, Ended):
            state = await session.changed(state)
        assert state.status == Ended(LocalEnd.QUIT)


async def test_a_house_bot_takes_the_seat_of_its_token_and_ends_with_its_stream(autojump_clock: object) -> None:
    clients, hosts = trio.testing.memory_stream_pair()
    visit = Visit(Link(hosts, Role.HOST), hosts, 0.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: house_bot(clients, TOKEN, "easy", think=at_once))
        assert (await welcome(visit)).kind == "return"
        await visit.say(a_room(), an_update(1, view=observe(on_turn(), 0)))
        await act(visit)
        await visit.close()


async def test_a_house_bot_whose_player_returns_goes_quietly(autojump_clock: object) -> None:
    clients, hosts = trio.testing.memory_stream_pair()
    visit = Visit(Link(hosts, Role.HOST), hosts, 0.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: house_bot(clients, TOKEN, "easy", think=at_once))
        await welcome(visit)
        await visit.say(Bye(code=ByeCode.SUPERSEDED))
        await visit.close()


async def test_a_bot_thinks_in_a_worker_thread_by_default() -> None:
    """With real threads and the real clock, as in production."""
    host = ScriptedHost()
    session = a_session(host, Unsaved(None, bot=True))
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session.run)
            nursery.start_soon(lambda: play(session, "easy"))
            visit = await host.visit()
            await welcome(visit)
            await visit.say(a_room(), an_update(1, view=observe(on_turn(), 0)))
            await act(visit)
            nursery.cancel_scope.cancel()
