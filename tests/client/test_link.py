"""A connection on a stream: prefaces, ends in every place, and last words that arrive (F29, F30, J22)."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from protocol.codes import ByeCode, RejectCode
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.limits import PREFACE
from protocol.messages import Bye, Hello, Ping, Rejected
from protocol.phases import Phase, Role
from skipbo_lan.link import Link

HELLO = Hello(proto_min=1, proto_max=1, app="test", nonce=bytes(32))
REJECTED = Rejected(code=RejectCode.FULL, app="test", proto_min=1, proto_max=1)


def a_pair() -> tuple[Link, Link]:
    """A client and a host."""
    clients, hosts = trio.testing.memory_stream_pair()
    return Link(clients, Role.CLIENT), Link(hosts, Role.HOST)


async def test_messages_cross_and_the_phase_follows() -> None:
    client, host = a_pair()
    await client.send(HELLO)
    assert await host.receive() == HELLO
    assert client.phase is host.phase is Phase.GREETED


async def test_the_preface_goes_before_the_first_message_and_only_there() -> None:
    clients, hosts = trio.testing.memory_stream_pair()
    client = Link(clients, Role.CLIENT)
    await client.send(HELLO)
    await client.send(Bye(code=ByeCode.LEFT))
    sent = bytes(await hosts.receive_some())
    assert sent.startswith(PREFACE)
    assert sent.count(PREFACE) == 1


async def test_a_peer_that_hangs_up_between_messages_ends_the_stream() -> None:
    client, host = a_pair()
    await client.send(HELLO)
    await client.aclose()
    assert await host.receive() == HELLO
    assert await host.receive() is None


@pytest.mark.parametrize("cut", range(1, 40, 3))
async def test_a_peer_that_hangs_up_within_a_message_ends_the_stream_too(cut: int) -> None:
    probe, sink = trio.testing.memory_stream_pair()
    await Link(probe, Role.CLIENT).send(HELLO)
    data = bytes(await sink.receive_some())
    clients, hosts = trio.testing.memory_stream_pair()
    await clients.send_all(data[:cut])
    await clients.aclose()
    assert await Link(hosts, Role.HOST).receive() is None


async def test_bytes_may_come_one_at_a_time() -> None:
    probe, sink = trio.testing.memory_stream_pair()
    await Link(probe, Role.CLIENT).send(HELLO)
    data = bytes(await sink.receive_some())
    clients, hosts = trio.testing.lockstep_stream_pair()
    async with trio.open_nursery() as nursery:

        async def dribble() -> None:
            for byte in data:
                await clients.send_all(bytes([byte]))

        nursery.start_soon(dribble)
        assert await Link(hosts, Role.HOST).receive() == HELLO


async def test_foreign_bytes_are_the_peers_fault() -> None:
    clients, hosts = trio.testing.memory_stream_pair()
    await clients.send_all(b"GET / HTTP/1.1\r\n\r\n")
    with pytest.raises(RemoteProtocolError):
        await Link(hosts, Role.HOST).receive()


async def test_what_the_phase_forbids_is_our_own_fault() -> None:
    client, _ = a_pair()
    with pytest.raises(LocalProtocolError):
        await client.send(Ping(n=1))


async def test_a_closed_link_is_our_own_doing() -> None:
    client, _ = a_pair()
    await client.aclose()
    with pytest.raises(trio.ClosedResourceError):
        await client.send(HELLO)


async def test_a_rejection_arrives_though_the_client_still_had_something_unread(autojump_clock: object) -> None:
    client, host = a_pair()
    await client.send(HELLO)
    await host.send(REJECTED)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.finish)
        assert await client.receive() == REJECTED
        await client.aclose()


async def test_a_peer_that_never_closes_holds_up_the_end_for_a_second_only(autojump_clock: object) -> None:
    _, host = a_pair()
    began = trio.current_time()
    await host.finish()
    assert trio.current_time() - began == pytest.approx(1.0)


async def test_over_tcp_the_last_word_survives_unread_bytes() -> None:
    """A socket closed with unread bytes resets the connection and loses what it sent: `finish` must not."""

    async def reject(stream: trio.SocketStream) -> None:
        link = Link(stream, Role.HOST)
        await link.send(REJECTED)
        await link.finish()

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, reject, [listener])
        stream = await trio.open_tcp_stream("127.0.0.1", listener.socket.getsockname()[1])
        client = Link(stream, Role.CLIENT)
        await client.send(HELLO)
        await client.send(Bye(code=ByeCode.LEFT))
        await trio.testing.wait_all_tasks_blocked(0.05)
        received = bytes(await stream.receive_some())
        assert received.startswith(PREFACE)
        assert len(received) > len(PREFACE)
        await client.aclose()
        nursery.cancel_scope.cancel()
