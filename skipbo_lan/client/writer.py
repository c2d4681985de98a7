"""The writer of a connection: sends what waits in the outbox, and a ping when nothing does."""

from __future__ import annotations

from typing import Final

import trio

from protocol.codes import ByeCode
from protocol.messages import Bye, Message, Ping
from skipbo_lan.client.partings import LOST, Parted
from skipbo_lan.client.state import Ended, LocalEnd
from skipbo_lan.limits import PING_AFTER, SILENT_AFTER
from skipbo_lan.link import Link

_OWN_BYES: Final = {ByeCode.LEFT: LocalEnd.QUIT, ByeCode.PROTOCOL_ERROR: LocalEnd.INVALID}


async def write(link: Link, letters: trio.MemoryReceiveChannel[Message]) -> Ended | Parted:
    """Send until the connection ends; the player's own Bye is the last."""
    pings = 0
    try:
        while True:
            message: Message = Ping(n=pings)
            with trio.move_on_after(PING_AFTER):
                message = await letters.receive()
            pings += isinstance(message, Ping)
            with trio.fail_after(SILENT_AFTER):
                await link.send(message)
            if isinstance(message, Bye):
                return Ended(_OWN_BYES[message.code])
    except (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
        return LOST
