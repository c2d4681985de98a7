"""What the doctor finds on real sockets of this machine's loopback, and of the way to a table there."""

from __future__ import annotations

import errno
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from ipaddress import IPv4Interface, IPv6Interface

import msgspec
import pytest
import trio

from protocol.codes import ByeCode
from protocol.discovery import Announcement
from protocol.messages import Bye
from protocol.phases import Role
from skipbo_lan.client.listings import Place
from skipbo_lan.client.route import UnknownName
from skipbo_lan.doctor import network, peer
from skipbo_lan.doctor.finding import Verdict
from skipbo_lan.lan.interfaces import Interface
from skipbo_lan.link import Link
from skipbo_lan.locale.doctor import remedy_of
from skipbo_lan.server.announce import announce
from tests.client.test_find import LOOPBACK, only_loopback
from tests.client.test_listings import an_announcement

GONE = Interface("gone0", IPv4Interface("198.51.100.1/24"))
TUNNEL = Interface("tun0", IPv4Interface("198.51.100.2/24"))


@pytest.fixture
def port() -> int:
    """A UDP port that is free now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def test_addresses_are_told_likeliest_first() -> None:
    found = network.addresses((LOOPBACK, TUNNEL, GONE, Interface("eth0", IPv6Interface("fe80::1/64"), 2)))
    assert [(each.code, each.facts["address"]) for each in found] == [
        ("address", "198.51.100.1"),
        ("address", "fe80::1"),
        ("side_address", "198.51.100.2"),
    ]


def test_a_machine_on_no_network_is_told_so() -> None:
    assert [each.code for each in network.addresses((LOOPBACK,))] == ["no_network"]
    assert [each.code for each in network.addresses(())] == ["interfaces_unknown"]


async def test_udp_that_comes_back_is_in_order_and_what_cannot_be_sent_is_not(port: int) -> None:
    found = await network.udp_to_itself((LOOPBACK, GONE, TUNNEL), port)
    assert [(each.code, each.verdict) for each in found] == [
        ("udp", Verdict.OK),
        ("udp_fails", Verdict.FIX),
        ("udp_fails", Verdict.HINT),
    ]
    assert found[1].facts["why"] == "EADDRNOTAVAIL"


async def test_udp_that_is_swallowed_is_told(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a firewall, which says nothing of it."""

    async def swallow(*_: object) -> None:
        await trio.lowlevel.checkpoint()

    monkeypatch.setattr(network, "send", swallow)
    monkeypatch.setattr(network, "ECHO", 0.05)
    (found,) = await network.udp_to_itself((LOOPBACK,), port)
    assert (found.code, found.verdict) == ("udp_silent", Verdict.FIX)
    assert await network.is_blocked((LOOPBACK,), port)


async def test_what_counts_is_the_network_and_not_loopback_when_there_is_one(port: int) -> None:
    assert not await network.is_blocked((LOOPBACK,), port)
    assert await network.is_blocked((LOOPBACK, GONE), port)
    assert not await network.is_blocked((), port), "the system does not tell, so nobody knows"


async def test_a_udp_port_that_another_program_keeps_is_told(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as selfish:
        selfish.bind(("", port))
        (found,) = await network.udp_to_itself((LOOPBACK,), port)
        assert (found.code, found.verdict) == ("udp_port_taken", Verdict.FIX)
        assert await network.is_blocked((LOOPBACK,), port)


async def test_tcp_is_tried_on_each_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "ECHO", 0.2)
    second = Interface("lo", IPv4Interface("127.0.0.1/8"))
    assert (await network.tcp_to_itself((second,))).code == "tcp"


async def as_a_table(stream: trio.SocketStream) -> None:
    """Greet as a table does that lets nobody in."""
    link = Link(stream, Role.HOST)
    with suppress(trio.BrokenResourceError):
        if await link.receive() is not None:
            await link.finish(Bye(code=ByeCode.CLOSED))


async def as_a_stranger(stream: trio.SocketStream) -> None:
    """Answer as a web server does."""
    with suppress(trio.BrokenResourceError):
        async with stream:
            await stream.receive_some()
            await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")


@asynccontextmanager
async def answering(answer: Callable[[trio.SocketStream], Awaitable[None]]) -> AsyncIterator[Place]:
    """Something that answers so to whoever connects."""
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, answer, [listener])
        yield Place("127.0.0.1", listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


async def test_who_has_the_usual_port_is_told() -> None:
    async with answering(as_a_table) as table, answering(as_a_stranger) as stranger:
        assert (await network.tcp_port(table.port)).code == "port_is_a_table"
        assert (await network.tcp_port(stranger.port)).code == "port_taken"
    assert (await network.tcp_port(table.port)).code == "port_free"


@asynccontextmanager
async def announced(port: int, table: Announcement) -> AsyncIterator[None]:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(announce, lambda: table, port=port, look=only_loopback))
        yield
        nursery.cancel_scope.cancel()


async def examined(place: Place, port: int) -> dict[str, Verdict]:
    return {each.code: each.verdict for each in await peer.peer([place], (LOOPBACK,), port)}


async def test_a_table_that_answers_both_ways(port: int) -> None:
    async with answering(as_a_table) as place, announced(port, an_announcement(port=place.port)):
        found = await peer.peer([Place("localhost", place.port)], (LOOPBACK,), port)
    assert [(each.code, each.verdict) for each in found] == [("peer_tcp", Verdict.OK), ("peer_udp", Verdict.OK)]
    assert found[1].facts == {"address": "localhost", "table": "Kitchen", "port": str(place.port)}


async def test_the_part_that_fails_is_named(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer, "ANSWER", 0.1)
    async with answering(as_a_table) as place:
        assert await examined(place, port) == {"peer_tcp": Verdict.OK, "peer_udp_silent": Verdict.FIX}
    async with answering(as_a_stranger) as place:
        assert (await examined(place, port))["peer_is_no_table"] is Verdict.FIX
    assert await examined(place, port) == {"peer_refuses": Verdict.FIX}
    async with announced(port, msgspec.structs.replace(an_announcement(), port=4711)):
        found = await peer.peer([place], (LOOPBACK,), port)
        assert [each.code for each in found] == ["peer_other_port", "peer_udp"]
        assert remedy_of(found[0]) == "Join it with:  skipbo-lan join 127.0.0.1:4711"
    assert await examined(Place("no-such-host.invalid", 1), port) == {"peer_unknown": Verdict.FIX}


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (TimeoutError(), "peer_silent"),
        (OSError(errno.EHOSTUNREACH, ""), "peer_no_route"),
        (OSError(errno.ENETUNREACH, ""), "peer_no_network"),
        (UnknownName("x"), "peer_unknown"),
    ],
)
async def test_why_nothing_answers_is_told(
    error: OSError, code: str, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(places: object) -> None:
        await trio.lowlevel.checkpoint()
        raise error

    monkeypatch.setattr(peer, "first_to_answer", fail)
    monkeypatch.setattr(peer, "ANSWER", 0.1)
    assert (await examined(Place("192.0.2.1", 1), port))[code] is Verdict.FIX
