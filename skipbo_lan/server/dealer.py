"""The one task that owns the table: takes one input after the other, and does what follows from it.

1. Apply, store, then tell: nobody hears of a move that a crash could forget.
2. Nobody is waited for. Whose outbox is full loses the connection, and the seat waits for its player.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from typing import Protocol, TypeAlias, assert_never

import trio

from protocol.codes import ByeCode, RejectCode
from protocol.messages import Bye, Message, Rejected
from skipbo_lan.server.hall.admission import rejected
from skipbo_lan.server.hall.core import next_deadline, step
from skipbo_lan.server.hall.effects import Close, Commit, Effect, End, Report, Send, StartBot
from skipbo_lan.server.hall.inputs import Acted, Asked, Configured, Input, Lost, Moment, PeerId, Slept, TimePassed
from skipbo_lan.server.hall.state import Hall
from skipbo_lan.server.limits import REQUESTS, STOOD_STILL
from skipbo_lan.store.changes import Change

StoreChanges: TypeAlias = Callable[[Sequence[Change]], Awaitable[None]]
"""Returns when the changes are safe."""


class Line(Protocol):
    """The way to a client. Neither call waits."""

    def put(self, message: Message) -> bool:
        """Send in time; False when too much is waiting already."""

    def close(self, last: Bye | Rejected) -> None:
        """Say this and hang up."""


class Dealer:
    """One table from its opening to its end."""

    def __init__(
        self,
        hall: Hall,
        *,
        store: StoreChanges,
        start_bot: Callable[[StartBot], None],
        report: Callable[[Mapping[str, object]], None],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._hall = hall
        self._store = store
        self._start_bot = start_bot
        self._report = report
        self._random_bytes = random_bytes
        self._inbox: deque[Input] = deque()
        self._heard = trio.Event()
        self._numbers = count()
        self._lines: dict[PeerId, Line] = {}
        self._unanswered: Counter[PeerId] = Counter()
        self._ended = False
        self._last_tick: float | None = None

    @property
    def hall(self) -> Hall:
        """The table as it is now."""
        return self._hall

    def connect(self, line: Line) -> PeerId:
        """A new connection: its number from now on."""
        peer = next(self._numbers)
        self._lines[peer] = line
        return peer

    def disconnect(self, peer: PeerId) -> None:
        """A connection is gone; its seat learns of it after everything that it has said before."""
        self._lines.pop(peer, None)
        self.hear(Lost(peer))

    def hear(self, heard: Input) -> None:
        """Put something into the inbox."""
        self._inbox.append(heard)
        self._heard.set()

    def ask(self, asked: Asked | Configured | Acted) -> bool:
        """Put a client's request into the inbox; False when too many of that client's wait there already."""
        if self._unanswered[asked.peer] >= REQUESTS:
            return False
        self._unanswered[asked.peer] += 1
        self.hear(asked)
        return True

    def tick(self) -> None:
        """Note that this process runs. Once this is called every second, a gap means that it stood still (F72)."""
        now = trio.current_time()
        if self._last_tick is not None and now - self._last_tick > STOOD_STILL:
            self._inbox.appendleft(Slept(now - self._last_tick))
            self._heard.set()
        self._last_tick = now

    async def run(self, opening: Sequence[Effect] = ()) -> None:
        """Deal until the table has ended. First come the effects of its opening."""
        await self._perform(opening)
        self.hear(TimePassed())
        while not self._ended:
            heard = await self._next_input()
            moment = Moment(trio.current_time(), self._random_bytes)
            self._hall, effects = step(self._hall, heard, moment)
            await self._perform(effects)
        for line in self._lines.values():
            # Those at the table have heard their Bye before this; who just came is sent away.
            line.close(rejected(self._hall.terms.app, RejectCode.CLOSING))

    async def _next_input(self) -> Input:
        await trio.lowlevel.checkpoint()
        while True:
            if self._last_tick is not None:
                self.tick()
            if self._inbox and isinstance(self._inbox[0], Slept):
                return self._taken()
            if trio.current_time() >= next_deadline(self._hall):
                return TimePassed()
            if self._inbox:
                return self._taken()
            self._heard = trio.Event()
            with trio.move_on_at(next_deadline(self._hall)):
                await self._heard.wait()

    def _taken(self) -> Input:
        heard = self._inbox.popleft()
        if isinstance(heard, Asked | Configured | Acted):
            self._unanswered[heard.peer] -= 1
            if not self._unanswered[heard.peer]:
                del self._unanswered[heard.peer]
        return heard

    async def _perform(self, effects: Sequence[Effect]) -> None:
        changes = tuple(effect.change for effect in effects if isinstance(effect, Commit))
        if changes:
            await self._store(changes)
        for effect in effects:
            self._do(effect)

    def _do(self, effect: Effect) -> None:
        match effect:
            case Commit():
                pass  # done first, all together
            case Send(peer, message):
                self._send(peer, message)
            case Close(peer, last):
                line = self._lines.get(peer)
                if line is not None:
                    line.close(last)
            case StartBot():
                self._start_bot(effect)
            case Report(line):
                self._report(line)
            case End():
                self._ended = True
            case _:
                assert_never(effect)

    def _send(self, peer: PeerId, message: Message) -> None:
        line = self._lines.get(peer)
        if line is not None and not line.put(message):
            del self._lines[peer]
            line.close(Bye(code=ByeCode.TOO_SLOW))
            self.hear(Lost(peer))
