"""A host that is none: whatever it sends, the client says goodbye and ends, and nothing of it is believed (F83)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest
import trio

from engine.deal import deal
from engine.observe import observe
from engine.view import View
from protocol.codes import ByeCode
from protocol.framing import pack_frame
from protocol.messages import Bye, Message, Ping, Pong
from skipbo_lan.client.state import Ended, LocalEnd
from tests.client.scripted_host import RULES, ScriptedHost, a_room, a_view, an_update
from tests.client.test_session import ended, joined

Map = dict[str, Any]


def content(message: Message) -> Map:
    """The map in a message's frame."""
    made = msgspec.to_builtins(message, builtin_types=(bytes,))
    assert isinstance(made, dict)
    return made


def room(**changes: object) -> Map:
    return content(a_room(2)) | changes


def player(**changes: object) -> Map:
    """A room whose first player is like that."""
    first, second = content(a_room(2))["players"]
    return room(players=[first | changes, second])


def view(shown: View | None = None, **changes: object) -> Map:
    update = content(an_update(2, view=shown))
    return update | {"view": update["view"] | changes}


def seat(**changes: object) -> Map:
    """A view whose other seat is like that."""
    first, second = content(an_update(2))["view"]["seats"]
    return view(seats=[first, second | changes])


def nested(depth: int) -> Map:
    inner: object = 1
    for _ in range(depth):
        inner = [inner]
    return room(more=inner)


def crowd(size: int) -> Map:
    first = content(a_room(2))["players"][0]
    return room(players=[first | {"seat": number} for number in range(size)])


def three_seats() -> View:
    table, _ = deal(RULES, 3, 1, bytes(32))
    return observe(table, 0)


LIES: Final[dict[str, Callable[[], Map]]] = {
    "a name of 65 characters": lambda: player(name="x" * 65),
    "a name of a hundred thousand characters": lambda: player(name="x" * 100_000),
    "a name that is no text": lambda: player(name=7),
    "seven players": lambda: crowd(7),
    "a thousand players": lambda: crowd(1000),
    "a million seats": lambda: room(capacity=10**6),
    "two players on one seat": lambda: player(seat=1),
    "a seat that is not there for the receiver": lambda: room(you=5),
    "an owner who is not there": lambda: room(owner=5),
    "a negative time": lambda: player(grace_ms=-1),
    "a negative round": lambda: room(rounds_played=-1),
    "a negative number of spectators": lambda: room(watching=-1),
    "a score too many": lambda: room(scores=[0, 0, 0]),
    "a huge score": lambda: room(scores=[0, 10**12]),
    "rules that nobody can play": lambda: room(ruleset=content(a_room(2))["ruleset"] | {"stock_size": 162}),
    "a stage that does not exist": lambda: room(stage="dancing"),
    "nesting nine deep": lambda: nested(9),
    "nesting a thousand deep": lambda: nested(900),
    "the view of another seat": lambda: view(a_view(1)),
    "a view of nobody in particular": lambda: view(observer=None, hand=[]),
    "a view of three seats at a table of two": lambda: view(three_seats()),
    "a view of one seat": lambda: view(seats=content(an_update(2))["view"]["seats"][:1]),
    "a turn of a seat that does not exist": lambda: view(turn=5),
    "a negative draw pile": lambda: view(draw_count=-1),
    "a draw pile of a million": lambda: view(draw_count=10**6),
    "a fraction of a card": lambda: view(draw_count=1.5),
    "no number of cards": lambda: view(draw_count=float("nan")),
    "a card that does not exist": lambda: view(hand=[13, 1, 1, 1, 1]),
    "a negative stock": lambda: seat(stock_count=-5),
    "a stock without a top": lambda: seat(stock_top=None),
    "a hundred discard piles": lambda: seat(discards=[[]] * 100),
    "a winner who is not there": lambda: view(outcome={"termination": "win", "winner": 5, "points": 25}),
    "an event at a seat that is not there": lambda: (
        content(an_update(2)) | {"events": [{"what": "turn_began", "seat": 5}]}
    ),
    "a new match without a token": lambda: {"op": "welcome"},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES.keys())
async def test_a_lie_of_the_host_ends_the_session_and_changes_nothing(
    autojump_clock: object, lie: Callable[[], Map]
) -> None:
    host = ScriptedHost()
    async with joined(host) as (session, visit):
        before = session.state
        await visit.stream.send_all(pack_frame(lie()))
        while isinstance(message := await visit.hear(), Ping | Pong):
            pass
        assert message == Bye(code=ByeCode.PROTOCOL_ERROR)
        await visit.close()
        assert await ended(session) == Ended(LocalEnd.INVALID)
        after = session.state
        assert (after.view, after.room, after.log) == (before.view, before.room, before.log)
        assert len(host.dialled) == 1


async def test_a_frame_that_never_comes_whole_is_a_lost_connection_and_no_wait_for_ever(
    autojump_clock: object,
) -> None:
    host = ScriptedHost()
    async with joined(host) as (_, visit):
        await visit.stream.send_all((60_000).to_bytes(4, "big") + b"x")
        began = trio.current_time()
        await host.visit()
        assert trio.current_time() - began == pytest.approx(10.0)
