"""Signals that ask a table without a screen to end: the first lets it say goodbye, a second does not wait for that."""

from __future__ import annotations

from collections.abc import AsyncIterator

import trio


class Ending:
    """What was asked for so far. Stateful: signals come in from outside."""

    def __init__(self) -> None:
        self.first: int | None = None
        """The signal that ended the table; None while there was none."""
        self._asked = trio.Event()

    async def asked(self) -> bool:
        """Returns when a signal has come: the match is kept."""
        await self._asked.wait()
        return True

    async def heed(self, signals: AsyncIterator[int], scope: trio.CancelScope) -> None:
        """Take signals in, until the second one ends everything within the scope."""
        async for number in signals:
            if self.first is not None:
                scope.cancel()
            self.first = self.first or number
            self._asked.set()
