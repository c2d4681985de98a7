"""Thousands of bad datagrams against a table and against a list of tables: nothing raised, nothing that grows."""

from __future__ import annotations

import socket
from ipaddress import IPv4Interface
from random import Random
from typing import Final

import trio
import trio.testing

from protocol import discovery
from protocol.discovery import Announcement, Goodbye, Probe
from protocol.limits import PROTOCOL_MAX, PROTOCOL_MIN
from skipbo_lan.client.find import Rows, watch
from skipbo_lan.client.limits import MAX_PLACES, MAX_TABLES
from skipbo_lan.client.listings import Sightings, hear, listings
from skipbo_lan.lan.interfaces import Interface
from skipbo_lan.server.announce import announce
from tests.robustness.garbage import hostile_datagram

MANY: Final = 10_000
TABLE: Final = Announcement(
    table_id=bytes(16),
    epoch=1,
    port=4000,
    proto_min=PROTOCOL_MIN,
    proto_max=PROTOCOL_MAX,
    app="Skip-Bo LAN 1.0.0",
    table="Kitchen",
    seats=6,
    taken=2,
    state="lobby",
    locked=False,
)
GOOD: Final = tuple(discovery.encode(datagram) for datagram in (TABLE, Goodbye(table_id=bytes(16), epoch=1), Probe()))
LOOPBACK: Final = Interface("lo", IPv4Interface("127.0.0.1/8"))


def test_the_list_of_tables_takes_anything_and_stays_bounded() -> None:
    luck, known = Random("list"), Sightings()
    for number in range(MANY):
        host = f"10.0.{luck.randrange(4)}.{luck.randrange(1, 255)}"
        known = hear(known, discovery.decode(hostile_datagram(GOOD, luck)), host, number / 1000)
        assert len(known.rows) <= MAX_TABLES
        assert all(len(places) <= MAX_PLACES for places in known.rows.values())
    assert len(listings(known)) <= MAX_TABLES


async def free_port() -> int:
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        await probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def shoot(port: int, seed: str, count: int) -> None:
    """Send so much garbage to this port of this machine."""
    luck = Random(seed)
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as gun:
        for _ in range(count):
            await gun.sendto(hostile_datagram(GOOD, luck), ("127.0.0.1", port))


async def test_a_table_that_was_shot_at_still_answers_who_asks() -> None:
    port = await free_port()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: announce(lambda: TABLE, port=port, look=lambda: ()))
        await trio.testing.wait_all_tasks_blocked()
        await shoot(port, "table", MANY)
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
            await asker.bind(("127.0.0.2", 0))
            await ask_until_answered(asker, port)
        nursery.cancel_scope.cancel()


async def ask_until_answered(asker: trio.socket.SocketType, port: int) -> None:
    """Ask from an address of one's own, until it is answered: a flood may have used up this second's answers."""
    with trio.fail_after(20):
        while True:
            await asker.sendto(discovery.encode(Probe()), ("127.0.0.1", port))
            with trio.move_on_after(0.3):
                data, _ = await asker.recvfrom(2000)
                assert discovery.decode(data) == TABLE
                return


async def test_a_player_who_was_shot_at_still_finds_the_table() -> None:
    port = await free_port()
    news, coming = trio.open_memory_channel[Rows](1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: watch(news, port=port, look=lambda: (LOOPBACK,)))
        await trio.testing.wait_all_tasks_blocked()
        await shoot(port, "player", MANY)
        nursery.start_soon(keep_announcing, port)
        with trio.fail_after(20):
            async for rows in coming:
                assert len(rows) <= MAX_TABLES
                if any(row.table == "Found" for row in rows):
                    break
        nursery.cancel_scope.cancel()


async def keep_announcing(port: int) -> None:
    """A true table among all that, at an address of its own."""
    told = discovery.encode(Announcement(bytes(15) + b"\x01", 1, 4001, 1, 1, "app", "Found", 6, 0, "lobby", False))
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as host:
        await host.bind(("127.0.0.3", 0))
        while True:
            await host.sendto(told, ("127.0.0.1", port))
            await trio.sleep(0.05)
