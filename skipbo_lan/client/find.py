"""Looks for tables on the local network: listens for announcements, and asks (P4, P6)."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address

import trio

from protocol import discovery
from protocol.discovery import Probe
from protocol.limits import PORT
from skipbo_lan.client.awake import Uptime, uptime
from skipbo_lan.client.limits import PROBE_EVERY, PROBES_AT, REDISCOVERY, SETTLE, UNREAD_DATAGRAMS
from skipbo_lan.client.listings import Listing, Place, Sightings, hear, listings, places_of, without_stale
from skipbo_lan.lan.broadcaster import Broadcaster, Look, Note, unnoted
from skipbo_lan.lan.ears import Ears
from skipbo_lan.lan.interfaces import Interfaces, interfaces, is_near
from skipbo_lan.lan.sockets import Datagram, Socket, receive

Rows = tuple[Listing, ...]


def unheard() -> None:
    """What becomes of the echo of an own question, unless somebody wants to know."""


async def watch(
    news: trio.MemorySendChannel[Rows],
    *,
    port: int = PORT,
    look: Look = interfaces,
    note: Note = unnoted,
    on_echo: Callable[[], None] = unheard,
) -> None:
    """Look for tables until cancelled; the list goes to `news` each time it has changed.

    What the network does not allow is left out: without the shared port it asks only, without any network it waits
    for one. `note` is told of interfaces that fail, `on_echo` of own questions that came back over the network.
    """
    inbox, unread = trio.open_memory_channel[Datagram](UNREAD_DATAGRAMS)
    broadcaster, ears = Broadcaster(port, look, note), Ears(port)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_ask, broadcaster, ears, inbox, nursery)
            await keep_list(unread, news, broadcaster, on_echo)
    finally:
        ears.close()
        broadcaster.close()


async def find(
    seconds: float,
    enough: Callable[[Rows], bool] = lambda rows: False,
    *,
    port: int = PORT,
    look: Look = interfaces,
    note: Note = unnoted,
) -> Rows:
    """The tables heard of in so many seconds, or soon after they are enough. `note` is told of interfaces that fail.

    Soon after and not at once: the first who claims to be a table need not be it, and the others answer a moment later.
    """
    rows: Rows = ()
    news, coming = trio.open_memory_channel[Rows](0)
    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: watch(news, port=port, look=look, note=note))
            async for rows in coming:
                if enough(rows):
                    whole = nursery.cancel_scope
                    whole.deadline = min(whole.deadline, trio.current_time() + SETTLE)
    return rows


async def find_again(table_id: bytes) -> tuple[Place, ...]:
    """Where a table is now, whose host does not answer where it was."""
    rows = await find(REDISCOVERY, lambda rows: any(places_of(rows, table_id)))
    return tuple(places_of(rows, table_id))


async def keep_list(
    unread: trio.MemoryReceiveChannel[Datagram],
    news: trio.MemorySendChannel[Rows],
    broadcaster: Broadcaster,
    on_echo: Callable[[], None] = unheard,
    clock: Uptime = uptime,
) -> None:
    """Keep the list from what is received, and send it on when it has changed. Only who is near is believed (P8).

    By a clock that runs while the machine sleeps: afterwards nobody knows what is still there (F23).
    """
    known, listed = Sightings(), Sightings()
    shown: Rows = ()
    while True:
        datagrams = await _waiting(unread)
        now = clock()
        known = without_stale(known, now)
        for datagram in datagrams:
            if is_near(datagram.host, broadcaster.interfaces):
                heard = discovery.decode(datagram.data)
                known = hear(known, heard, datagram.host, now)
                if isinstance(heard, Probe) and is_own(datagram.host, broadcaster.interfaces):
                    on_echo()
        if known is not listed and (rows := listings(known)) != shown:
            shown = rows
            await news.send(rows)
        listed = known


async def _waiting(unread: trio.MemoryReceiveChannel[Datagram]) -> list[Datagram]:
    """The datagrams that wait, or the next one; none when none comes for a while.

    The list is made once for all of them, so that a flood costs little.
    """
    found: list[Datagram] = []
    with trio.move_on_after(PROBE_EVERY):
        found.append(await unread.receive())
    while found and len(found) < UNREAD_DATAGRAMS:
        try:
            found.append(unread.receive_nowait())
        except trio.WouldBlock:
            break
    return found


def is_own(host: str, present: Interfaces) -> bool:
    """Whether the address is this machine's on a network; on loopback, when it is on no network at all."""
    on_networks = [each.address.ip for each in present if not each.address.is_loopback]
    own = [int(address) for address in on_networks]
    found = ip_address(host)
    return int(found) in own if own else found.is_loopback


async def _ask(
    broadcaster: Broadcaster, ears: Ears, inbox: trio.MemorySendChannel[Datagram], nursery: trio.Nursery
) -> None:
    """Probe again and again from every address; the answers come back to the sockets that asked.

    Announcements are heard as well; without the port, held by a program that does not share it, answers have to do.
    """
    probe = discovery.encode(Probe())
    began = trio.current_time()
    number = 0
    while True:
        await trio.sleep_until(began + _probe_time(number))
        for sock in (*broadcaster.refresh(), *ears.refresh(broadcaster.interfaces)):
            nursery.start_soon(_read, sock, inbox)
        await broadcaster.shout(probe)
        number += 1


def _probe_time(number: int) -> float:
    """When a probe is sent, in seconds from the start."""
    later = max(0, number - len(PROBES_AT) + 1)
    return PROBES_AT[min(number, len(PROBES_AT) - 1)] + later * PROBE_EVERY


async def _read(sock: Socket, inbox: trio.MemorySendChannel[Datagram]) -> None:
    while (datagram := await receive(sock)) is not None:
        await inbox.send(datagram)
