"""A table in operation: its dealer, its connections and its bots, on whatever listeners it is given."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import trio

from skipbo_lan.limits import FAREWELL
from skipbo_lan.link import watch_the_cable
from skipbo_lan.server.dealer import Dealer, StoreChanges
from skipbo_lan.server.effects import Effect, StartBot
from skipbo_lan.server.hall import Hall
from skipbo_lan.server.house import BotStarter, StreamPair, run_bot, socket_pair
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


Beside: TypeAlias = Callable[[Callable[[], Hall]], Awaitable[None]]
"""Runs beside a table, whose present state it can look at, until the table has ended."""


async def run_table(
    hall: Hall,
    opening: Sequence[Effect],
    listeners: Sequence[trio.abc.Listener[trio.abc.Stream]],
    means: Means,
    beside: Beside | None = None,
) -> None:
    """Serve the table until it has ended and everybody has been told, as far as they listen."""

    def start_bot(bot: StartBot) -> None:
        peers.start_soon(run_bot, bot, dealer, means.start_bot, means.pair, means.crashed)

    async def welcome(stream: trio.abc.Stream) -> None:
        watch_the_cable(stream)
        await Peer(stream, dealer, means.crashed).run()

    dealer = Dealer(hall, store=means.store, start_bot=start_bot, report=means.report, random_bytes=means.random_bytes)
    async with trio.open_nursery() as peers:
        async with trio.open_nursery() as around:
            around.start_soon(partial(trio.serve_listeners, welcome, list(listeners), handler_nursery=peers))
            if beside is not None:
                around.start_soon(beside, lambda: dealer.hall)
            await dealer.run(opening)
            around.cancel_scope.cancel()
        # Whoever does not take the farewell in time is hung up on.
        peers.cancel_scope.deadline = trio.current_time() + 2 * FAREWELL
