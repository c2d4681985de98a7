"""Looks for tables on the local network: listens for announcements, and asks (P4, P6)."""

from __future__ import annotations

from collections.abc import Callable

import trio

from protocol import discovery
from protocol.limits import PORT
from skipbo_lan import lan
from skipbo_lan.client.limits import (
    PROBE_EVERY,
    PROBES_AT,
    REDISCOVERY,
    UNREAD_DATAGRAMS,
)
from skipbo_lan.client.listings import Listing, Place, Sightings, hear, listings, places_of, without_stale
from skipbo_lan.lan import Broadcaster, Datagram, Interface

Rows = tuple[Listing, ...]
Look = Callable[[], tuple[Interface, ...]]


async def watch(news: trio.MemorySendChannel[Rows], *, port: int = PORT, look: Look = lan.interfaces) -> None:
    """Look for tables until cancelled; the list goes to `news` each time it has changed.

    What the network does not allow is left out: without the shared port it asks only, without any network it waits
    for one.
    """
    inbox, unread = trio.open_memory_channel[Datagram](UNREAD_DATAGRAMS)
    broadcaster = Broadcaster(port, look)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_listen, port, inbox)
            nursery.start_soon(_ask, broadcaster, inbox, nursery)
            await keep_list(unread, news, broadcaster)
    finally:
        broadcaster.close()


async def find(
    seconds: float,
    enough: Callable[[Rows], bool] = lambda rows: False,
    *,
    port: int = PORT,
    look: Look = lan.interfaces,
) -> Rows:
    """The tables heard of in so many seconds, or as soon as they are enough."""
    rows: Rows = ()
    news, coming = trio.open_memory_channel[Rows](0)
    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: watch(news, port=port, look=look))
            async for rows in coming:
                if enough(rows):
                    nursery.cancel_scope.cancel()
    return rows


async def find_again(table_id: bytes) -> tuple[Place, ...]:
    """Where a table is now, whose host does not answer where it was."""
    rows = await find(REDISCOVERY, lambda rows: any(places_of(rows, table_id)))
    return tuple(places_of(rows, table_id))


async def keep_list(
    unread: trio.MemoryReceiveChannel[Datagram], news: trio.MemorySendChannel[Rows], broadcaster: Broadcaster
) -> None:
    """Keep the list from what is received, and send it on when it has changed. Only who is near is believed (P8)."""
    known: Sightings = ()
    shown: Rows = ()
    while True:
        datagram = None
        with trio.move_on_after(PROBE_EVERY):
            datagram = await unread.receive()
        now = trio.current_time()
        known = without_stale(known, now)
        if datagram is not None and lan.is_near(datagram.host, broadcaster.interfaces):
            known = hear(known, discovery.decode(datagram.data), datagram.host, now)
        rows = listings(known)
        if rows != shown:
            shown = rows
            await news.send(rows)


async def _listen(port: int, inbox: trio.MemorySendChannel[Datagram]) -> None:
    """Hear announcements; without the port, held by a program that does not share it, answers have to do."""
    try:
        listener = lan.open_listener(port)
    except OSError:
        return
    with listener:
        await _read(listener, inbox)


async def _ask(broadcaster: Broadcaster, inbox: trio.MemorySendChannel[Datagram], nursery: trio.Nursery) -> None:
    """Probe again and again from every address; the answers come back to the sockets that asked."""
    probe = discovery.encode(discovery.Probe())
    began = trio.current_time()
    number = 0
    while True:
        await trio.sleep_until(began + _probe_time(number))
        for sock in broadcaster.refresh():
            nursery.start_soon(_read, sock, inbox)
        await broadcaster.shout(probe)
        number += 1


def _probe_time(number: int) -> float:
    """When a probe is sent, in seconds from the start."""
    later = max(0, number - len(PROBES_AT) + 1)
    return PROBES_AT[min(number, len(PROBES_AT) - 1)] + later * PROBE_EVERY


async def _read(sock: trio.socket.SocketType, inbox: trio.MemorySendChannel[Datagram]) -> None:
    while (datagram := await lan.receive(sock)) is not None:
        await inbox.send(datagram)
