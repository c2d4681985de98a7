"""A bot of the host's own: an ordinary client at the other end of a pair of streams, in this process."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import trio

from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall.effects import StartBot
from skipbo_lan.server.hall.inputs import BotEnded
from skipbo_lan.server.peer import Crashed, Peer

BotStarter: TypeAlias = Callable[[trio.abc.Stream, bytes, str], Awaitable[None]]
"""Plays for the seat of this token, with a bot of this level, over this stream; returns when the seat is lost."""

StreamPair: TypeAlias = Callable[[], tuple[trio.abc.Stream, trio.abc.Stream]]
"""Makes two connected streams."""


async def run_bot(bot: StartBot, dealer: Dealer, starter: BotStarter, pair: StreamPair, crashed: Crashed) -> None:
    """Run a bot until its connection ends; the dealer, who is told, starts it again if it is still needed."""
    await trio.sleep(bot.delay)
    try:
        ours, theirs = pair()
    except OSError:
        pass  # no file descriptor is left at the moment
    else:
        async with ours, theirs, trio.open_nursery() as nursery:
            nursery.start_soon(_play, bot, theirs, starter, crashed)
            await Peer(ours, dealer, crashed).run()
            nursery.cancel_scope.cancel()
    dealer.hear(BotEnded(bot.bot))


async def _play(bot: StartBot, stream: trio.abc.Stream, starter: BotStarter, crashed: Crashed) -> None:
    """A bot that fails ends its own connection only, as a client on the network would."""
    async with stream:
        try:
            await starter(stream, bot.token, bot.level)
        except Exception as fault:
            crashed(fault)


def socket_pair() -> tuple[trio.abc.Stream, trio.abc.Stream]:
    """Two connected streams of the system."""
    one, other = socket.socketpair()
    return (
        trio.SocketStream(trio.socket.from_stdlib_socket(one)),
        trio.SocketStream(trio.socket.from_stdlib_socket(other)),
    )
