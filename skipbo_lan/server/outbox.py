"""What waits to be sent to one client: bounded, and filled without ever waiting for it (P32).

1. The newest view takes the place of an unsent one, and tells its events too; the newest Room that of an unsent one.
2. Nothing moves past a Welcome: what was said about the table before it is not about the one after it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import trio

from protocol.messages import Message, Room, Update, Welcome
from skipbo_lan.server.limits import MERGED_EVENTS, OUTBOX


def added(queue: Sequence[Message], message: Message) -> tuple[Message, ...]:
    """The queue with one more message. A view comes last; a Room stays where the older one was."""
    match message:
        case Update():
            place = _unsent(queue, Update)
            if place is None:
                return (*queue, message)
            older = queue[place]
            assert isinstance(older, Update)
            return (*queue[:place], *queue[place + 1 :], _merged(older, message))
        case Room():
            place = _unsent(queue, Room)
            return (*queue, message) if place is None else (*queue[:place], message, *queue[place + 1 :])
        case _:
            return (*queue, message)


class Outbox:
    """The queue of one client, with a way to wait for it. Stateful: it is where the dealer and a writer meet."""

    def __init__(self) -> None:
        self._queue: tuple[Message, ...] = ()
        self._closed = False
        self._filled = trio.Event()

    def put(self, message: Message) -> bool:
        """Add a message; False when too many wait already. After the end nothing is added."""
        if self._closed:
            return True
        queue = added(self._queue, message)
        if len(queue) > OUTBOX:
            return False
        self._queue = queue
        self._filled.set()
        return True

    def close(self, last: Message) -> None:
        """Nothing is to follow after this message."""
        if not self._closed:
            self._queue += (last,)
            self._closed = True
            self._filled.set()

    async def take(self) -> Message | None:
        """The next message, when there is one; None after the last."""
        while not self._queue:
            if self._closed:
                return None
            self._filled = trio.Event()
            await self._filled.wait()
        first, *rest = self._queue
        self._queue = tuple(rest)
        return first


def _unsent(queue: Sequence[Message], kind: type[Message]) -> int | None:
    """Where a message of this kind waits that may still be replaced."""
    for place in reversed(range(len(queue))):
        if isinstance(queue[place], kind):
            return place
        if isinstance(queue[place], Welcome):
            return None
    return None


def _merged(older: Update, newer: Update) -> Update:
    return msgspec.structs.replace(newer, events=[*older.events, *newer.events][-MERGED_EVENTS:])
