"""A protocol connection on a trio stream: messages in, messages out, used alike by server and client.

1. One task receives and one task sends; the same task may do both.
2. After a cancelled `send`, a part of a message may be on its way: the link can only be closed.
3. Whoever made the stream closes the link, also after an exception.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final

import trio

from protocol.connection import Connection, Need
from protocol.messages import Message
from protocol.phases import Phase, Role
from skipbo_lan.limits import FAREWELL, SILENT_AFTER

_CHUNK: Final = 16 * 1024
"""Bytes read at once: some ten views."""

_USER_TIMEOUT: Final[int | None] = getattr(socket, "TCP_USER_TIMEOUT", None)


def watch_the_cable(stream: trio.abc.Stream) -> None:
    """Have the system notice unanswered data as soon as the heartbeat would notice silence, where it can (P30).

    It would otherwise keep a dead connection for a quarter of an hour.
    """
    if isinstance(stream, trio.SocketStream) and _USER_TIMEOUT is not None:
        with suppress(OSError):  # a connection that has been reset meanwhile is found out when it is read
            stream.setsockopt(socket.IPPROTO_TCP, _USER_TIMEOUT, int(SILENT_AFTER * 1000))


class Link:
    """One end of a connection."""

    def __init__(self, stream: trio.abc.Stream, role: Role) -> None:
        self._stream = stream
        self._connection = Connection(role)
        self._greeted = False

    @property
    def phase(self) -> Phase:
        """How far the connection has come."""
        return self._connection.phase

    async def receive(self) -> Message | None:
        """The next message; None when nothing will follow any more.

        Raises RemoteProtocolError when the peer broke the protocol, trio.BrokenResourceError when the stream broke,
        and trio.ClosedResourceError when this end was closed meanwhile.
        """
        while (message := self._connection.next_message()) is Need.DATA:
            self._connection.receive_data(bytes(await self._stream.receive_some(_CHUNK)))
        await trio.lowlevel.checkpoint()
        return message if isinstance(message, Message) else None

    async def send(self, message: Message) -> None:
        """Send a message, and before the first one the preface.

        Raises LocalProtocolError when the phase does not allow it, and what `receive` raises for the stream.
        """
        preface = b"" if self._greeted else self._connection.preface()
        self._greeted = True
        await self._stream.send_all(preface + self._connection.send(message))

    async def finish(self, last: Message | None = None) -> None:
        """Say a last message, if there is one, and close so that what was sent arrives; all within a second.

        A stream that breaks meanwhile is none of the caller's business. A socket that is closed with unread bytes
        resets the connection and takes the last message with it, so this reads on until the peer has closed its
        end too.
        """
        with trio.move_on_after(FAREWELL):
            try:
                if last is not None:
                    await self.send(last)
                await self._end_sending()
                while await self._stream.receive_some(_CHUNK):
                    pass
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass
        await self.aclose()

    def cut(self) -> None:
        """Give the system's socket back now, without waiting; the link is still to be closed."""
        if isinstance(self._stream, trio.SocketStream):
            self._stream.socket.close()

    async def aclose(self) -> None:
        """Close at once; what is still unsent may be lost."""
        await trio.aclose_forcefully(self._stream)

    async def _end_sending(self) -> None:
        if isinstance(self._stream, trio.abc.HalfCloseableStream):
            await self._stream.send_eof()
