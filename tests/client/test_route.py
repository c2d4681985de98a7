"""The way to a table over real TCP: addresses in turn, and discovery when the host has moved (P31, F15)."""

from __future__ import annotations

import errno
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import ClassVar, cast

import pytest
import trio

from skipbo_lan.client import route
from skipbo_lan.client.limits import BACKOFF, CONNECT, DOUBTFUL, HANDSHAKE, MAX_PLACES
from skipbo_lan.client.listings import Place
from skipbo_lan.client.partings import unreachable
from skipbo_lan.client.route import Route, UnknownName, connect, first_to_answer
from skipbo_lan.client.state import LocalEnd

TABLE = b"t" * 16


@asynccontextmanager
async def a_server(greeting: bytes) -> AsyncIterator[Place]:
    """A server that says its greeting to whoever connects."""

    async def greet(stream: trio.SocketStream) -> None:
        await stream.send_all(greeting)
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, greet, [listener])
        yield Place("127.0.0.1", listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


def a_closed_place() -> Place:
    """A port of this machine at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return Place("127.0.0.1", probe.getsockname()[1])


async def reached(route: Route, table_id: bytes | None = TABLE) -> bytes:
    """What the server says at which a route ends."""
    async with await route(table_id) as stream:
        return bytes(await stream.receive_some(100))


async def nowhere(table_id: bytes) -> tuple[Place, ...]:
    return ()


async def test_the_known_address_is_used_without_any_search() -> None:
    async with a_server(b"here") as place:
        assert await reached(Route([place], None)) == b"here"


async def test_of_several_addresses_the_first_that_answers_is_used() -> None:
    async with a_server(b"here") as place:
        assert await reached(Route([a_closed_place(), place], None)) == b"here"


async def test_a_host_that_moved_is_found_by_its_table() -> None:
    asked: list[bytes] = []
    async with a_server(b"moved") as place:

        async def search(table_id: bytes) -> tuple[Place, ...]:
            asked.append(table_id)
            return (place,)

        route = Route([a_closed_place()], search)
        assert await reached(route) == b"moved"
        assert asked == [TABLE]


async def test_without_a_known_table_nothing_is_searched_for() -> None:
    async def search(table_id: bytes) -> tuple[Place, ...]:
        raise AssertionError

    with pytest.raises(OSError, match="failed") as failure:
        await reached(Route([a_closed_place()], search), None)
    assert unreachable(failure.value).why is LocalEnd.NO_TABLE_THERE


async def test_when_nobody_answers_the_error_is_that_of_the_known_address() -> None:
    with pytest.raises(OSError, match="failed") as failure:
        await reached(Route([a_closed_place()], nowhere))
    assert unreachable(failure.value).why is LocalEnd.NO_TABLE_THERE


async def test_whoever_answers_first_but_fails_is_tried_after_the_others_next_time() -> None:
    async with a_server(b"impostor") as fake, a_server(b"table") as true:
        route = Route([fake, true], None)
        assert [await reached(route) for _ in range(3)] == [b"impostor", b"table", b"impostor"]


@pytest.mark.parametrize("silence", [HANDSHAKE, HANDSHAKE + BACKOFF[-1]])
async def test_whoever_stays_silent_for_a_whole_handshake_is_tried_after_the_others(
    silence: float, monkeypatch: pytest.MonkeyPatch, autojump_clock: object
) -> None:
    """However long the pause before the next attempt; and a good connection leaves its place the first."""
    monkeypatch.setattr(route, "connect", partial(connect_to, set()))
    there = Route([Place("10.0.0.1", 1), Place("10.0.0.2", 1)], None)
    reached = []
    for lasts in (silence, DOUBTFUL, 0):
        reached.append(cast(Named, await there(TABLE)).host)
        await trio.sleep(lasts)
    assert reached == ["10.0.0.1", "10.0.0.2", "10.0.0.2"]


async def test_an_address_that_somebody_else_has_now_is_not_the_only_one_tried() -> None:
    """DHCP may give the host's old address to a machine that answers there, too."""
    async with a_server(b"stranger") as stranger, a_server(b"table") as true:

        async def search(table_id: bytes) -> tuple[Place, ...]:
            return stranger, true

        route = Route([stranger], search)
        assert [await reached(route) for _ in range(3)] == [b"stranger", b"stranger", b"table"]


async def test_a_single_address_is_tried_again_and_again() -> None:
    async with a_server(b"here") as place:
        route = Route([place], None)
        assert [await reached(route) for _ in range(3)] == [b"here"] * 3


async def test_ipv6_and_names_work_like_any_address() -> None:
    try:
        listeners = await trio.open_tcp_listeners(0, host="::1")
    except OSError as error:
        pytest.skip(f"this machine has no IPv6 loopback: {error}")
    async with listeners[0]:
        stream = await connect(Place("::1", listeners[0].socket.getsockname()[1]))
        await stream.aclose()


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a..b", "x" * 64, "\u2603.example"])
async def test_a_name_that_nobody_knows_is_told_as_such(host: str) -> None:
    with pytest.raises(UnknownName) as failure:
        await connect(Place(host, 1))
    assert unreachable(failure.value).why is LocalEnd.UNKNOWN_NAME


async def test_a_name_whose_look_up_takes_too_long_is_unknown(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: object
) -> None:
    async def look_up(*_: object, **__: object) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr(trio.socket, "getaddrinfo", look_up)
    with pytest.raises(UnknownName):
        await connect(Place("slow.example", 1))


async def connect_to(silent: set[str], place: Place) -> trio.SocketStream:
    """Connecting where some addresses never answer, and others answer with their own name."""
    if place.host in silent:
        await trio.sleep(CONNECT)
        raise TimeoutError
    await trio.lowlevel.checkpoint()
    return cast(trio.SocketStream, Named(place.host))


class Named(trio.abc.AsyncResource):
    """A connection that knows where it leads, and whether it was closed."""

    opened: ClassVar[list[Named]] = []

    def __init__(self, host: str) -> None:
        self.host = host
        self.closed = False
        self.opened.append(self)

    async def aclose(self) -> None:
        self.closed = True
        await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("dead", range(MAX_PLACES))
async def test_F46_of_several_addresses_the_first_that_answers_wins_within_three_seconds(
    dead: int, monkeypatch: pytest.MonkeyPatch, autojump_clock: object
) -> None:
    """However many before it are dead; and no other connection is left open."""
    Named.opened.clear()
    silent = {f"10.0.0.{number}" for number in range(dead)}
    monkeypatch.setattr(route, "connect", partial(connect_to, silent))
    began = trio.current_time()
    place, _ = await first_to_answer([Place(f"10.0.0.{number}", 1) for number in range(MAX_PLACES)])
    assert place.host == f"10.0.0.{dead}"
    assert trio.current_time() - began < 3
    assert [each.host for each in Named.opened if not each.closed] == [place.host]


async def test_an_attempt_that_is_broken_off_leaves_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    Named.opened.clear()
    monkeypatch.setattr(route, "connect", partial(connect_to, set()))
    with trio.CancelScope() as scope:
        scope.cancel()
        await first_to_answer([Place("10.0.0.1", 1), Place("10.0.0.2", 1)])
    assert all(each.closed for each in Named.opened)


async def test_a_machine_that_refuses_says_more_than_one_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: object
) -> None:
    errors = {"silent": TimeoutError(), "refusing": ConnectionRefusedError(), "hidden": OSError(errno.EHOSTUNREACH, "")}
    errors["cut off"] = OSError(errno.ENETUNREACH, "")

    async def fail(place: Place) -> trio.SocketStream:
        await trio.lowlevel.checkpoint()
        raise errors[place.host]

    monkeypatch.setattr(route, "connect", fail)
    for hosts, why in (
        (["silent", "refusing"], LocalEnd.NO_TABLE_THERE),
        (["silent", "hidden"], LocalEnd.UNREACHABLE),
        (["hidden", "silent"], LocalEnd.NO_ROUTE),
        (["cut off"], LocalEnd.NO_NETWORK),
    ):
        with pytest.raises(OSError, match=r".*") as failure:
            await first_to_answer([Place(host, 1) for host in hosts])
        assert unreachable(failure.value).why is why


async def test_a_machine_that_does_not_answer_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skipbo_lan.client.route.CONNECT", 0.05)
    async with AsyncExitStack() as full_queue:
        full = full_queue.enter_context(socket.socket())
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        place = Place("127.0.0.1", full.getsockname()[1])
        with pytest.raises(TimeoutError):
            await _fill(place, full_queue)


async def _fill(place: Place, queue: AsyncExitStack) -> None:
    """Connect as often as the system queues connections for a listener that accepts nobody, and once more."""
    for _ in range(10):
        queue.push_async_callback((await connect(place)).aclose)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no TCP_USER_TIMEOUT")
async def test_a_connection_gives_up_unacknowledged_data_after_ten_seconds() -> None:
    async with a_server(b"here") as place:
        stream = await connect(place)
        assert stream.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 10_000
        await stream.aclose()
