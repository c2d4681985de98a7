"""Keeps changes until the disk has taken them: in their order, tried again as long as it refuses (P38, J28).

The game does not wait for a disk that fails: it goes on, and everybody is told that it is not saved at present.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import trio

from skipbo_lan.server.limits import SAVE_AGAIN
from skipbo_lan.store.changes import Change
from skipbo_lan.store.saves import is_of_the_disk

Commit: TypeAlias = Callable[[Sequence[Change]], Awaitable[None]]
"""Stores changes, all or none; raises what the disk says."""


class Keeper:
    """The changes that are not safe yet. Stateful: it stands between the dealer and the disk."""

    def __init__(self, commit: Commit) -> None:
        self._commit = commit
        self._waiting: deque[Sequence[Change]] = deque()
        self._one_at_a_time = trio.Lock()
        self._works = True
        self._tell: Callable[[bool], None] = lambda works: None

    @property
    def works(self) -> bool:
        """Whether everything so far is safe."""
        return self._works

    def on_change(self, tell: Callable[[bool], None]) -> None:
        """Have somebody told when the disk begins to refuse, and when it takes everything again."""
        self._tell = tell

    async def store(self, changes: Sequence[Change]) -> None:
        """Store the changes after those that wait; when the disk refuses, they wait too."""
        self._waiting.append(changes)
        await self._flush()

    async def try_again(self) -> None:
        """Try what waits again and again, until cancelled."""
        while True:
            await trio.sleep(SAVE_AGAIN)
            if self._waiting:
                await self._flush()

    async def finish(self) -> bool:
        """Try a last time; False when something is lost with this process."""
        if self._waiting:
            await self._flush()
        return not self._waiting

    async def _flush(self) -> None:
        async with self._one_at_a_time:
            while self._waiting:
                try:
                    await self._commit(self._waiting[0])
                except Exception as refusal:
                    if not is_of_the_disk(refusal):
                        raise
                    self._note(False)
                    return
                self._waiting.popleft()
            self._note(True)

    def _note(self, works: bool) -> None:
        if works != self._works:
            self._works = works
            self._tell(works)
