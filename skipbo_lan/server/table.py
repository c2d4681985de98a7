"""A table in operation: its dealer, its connections and its bots, on whatever listeners it is given."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import trio

from skipbo_lan.limits import FAREWELL
from skipbo_lan.link import watch_the_cable
from skipbo_lan.server.dealer import Dealer, StoreChanges
from skipbo_lan.server.gate import Gate, room_for_strangers
from skipbo_lan.server.hall import reports
from skipbo_lan.server.hall.effects import Effect, StartBot
from skipbo_lan.server.hall.state import Hall
from skipbo_lan.server.house import BotStarter, StreamPair, run_bot, socket_pair
from skipbo_lan.server.limits import SEND_BUFFER
from skipbo_lan.server.listen import accept
from skipbo_lan.server.peer import Crashed, Peer


@dataclass(frozen=True, slots=True)
class Means:
    """What a table needs from outside."""

    start_bot: BotStarter
    report: Callable[[Mapping[str, object]], None]
    store: StoreChanges
    crashed: Crashed
    random_bytes: Callable[[int], bytes] = secrets.token_bytes
    pair: StreamPair = socket_pair


Beside: TypeAlias = Callable[[Dealer], Awaitable[None]]
"""Runs beside a table, whose dealer it can look at and speak to, until the table has ended."""


async def run_table(
    hall: Hall,
    opening: Sequence[Effect],
    listeners: Sequence[trio.abc.Listener[trio.abc.Stream]],
    means: Means,
    *beside: Beside,
) -> None:
    """Serve the table until it has ended and everybody has been told, as far as they listen."""

    def start_bot(bot: StartBot) -> None:
        peers.start_soon(run_bot, bot, dealer, means.start_bot, means.pair, means.crashed)

    async def welcome(stream: trio.abc.Stream) -> None:
        _prepare(stream)
        await Peer(stream, dealer, means.crashed, gate, _address_of(stream)).run()

    def note(error: OSError) -> None:
        means.report(reports.cannot_accept(error).line)

    dealer = Dealer(hall, store=means.store, start_bot=start_bot, report=means.report, random_bytes=means.random_bytes)
    gate = Gate(room_for_strangers())
    async with trio.open_nursery() as peers:
        async with trio.open_nursery() as around:
            for listener in listeners:
                around.start_soon(accept, listener, welcome, peers, gate.relieve, note)
            for task in beside:
                around.start_soon(task, dealer)
            await dealer.run(opening)
            around.cancel_scope.cancel()
        # Whoever does not take the farewell in time is hung up on.
        peers.cancel_scope.deadline = trio.current_time() + 2 * FAREWELL


def _prepare(stream: trio.abc.Stream) -> None:
    """Notice a dead cable as soon as the heartbeat would, and keep little of what a client does not read (P30)."""
    watch_the_cable(stream)
    if isinstance(stream, trio.SocketStream):
        # A client may already be gone again.
        with suppress(OSError):
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)


def _address_of(stream: trio.abc.Stream) -> str:
    """Where the other end is; empty when that has no address."""
    if not isinstance(stream, trio.SocketStream):
        return ""
    try:
        name = stream.socket.getpeername()
    except OSError:
        return ""
    return str(name[0]) if isinstance(name, tuple) else ""
