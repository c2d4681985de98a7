"""Connections in memory on which everything goes wrong that can: slices, delays, stalls, cuts, silence.

A connection behaves as TCP does: bytes arrive in order or not at all; whoever does not read makes the writer wait; an
end with unread bytes resets the connection; one that has lost power says nothing any more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Final

import trio

BUFFER: Final = 16 * 1024
"""Bytes that wait between the two ends before a writer has to."""
SLICED: Final = 300
"""Bytes that arrive piece by piece: more than the longest handshake message, and a part of most views."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What happens to one direction of one connection."""

    slice: int = 1 << 30
    """The most bytes that arrive together, from `slice_at` on and for SLICED bytes."""
    slice_at: int = 0
    delay: float = 0.0
    """Each piece is on its way for up to so many seconds."""
    cut_at: float = inf
    """After so many bytes, which need not be the end of a message, the connection is reset."""
    stall_at: float = inf
    """After so many bytes, nothing arrives for `stall_for` seconds."""
    stall_for: float = 0.0


FAIR: Final = Weather()


def some_weather(luck: Random) -> Weather:
    """Weather for one direction: mostly fair, sometimes every kind of bad."""
    return Weather(
        slice=luck.choice([1, 3, 50, 1 << 30, 1 << 30, 1 << 30]),
        slice_at=luck.choice([0, luck.randrange(8000)]),
        delay=luck.choice([0.0, 0.01, 0.2]),
        cut_at=luck.choice([luck.randrange(100), luck.randrange(4000), luck.randrange(30_000), inf, inf]),
        stall_at=luck.choice([luck.randrange(10_000), inf, inf, inf]),
        stall_for=luck.choice([1.0, 8.0, 13.0, 40.0]),
    )


class Pipe:
    """One direction: what one end writes and the other reads."""

    def __init__(self, weather: Weather, luck: Random, arrived: Callable[[int], None]) -> None:
        self.weather = weather
        self.unread = 0
        self.delivered = 0
        self.ended = False
        self.broken = False
        self.silent = False
        self._luck = luck
        self._arrived = arrived
        self._pieces: deque[tuple[float, bytes]] = deque()
        self._stalled_until = -inf
        self._changed = trio.Event()

    def change(self, *, ended: bool = False, broken: bool = False, silent: bool = False) -> None:
        """Something has become true, and those who wait look again."""
        self.ended, self.broken, self.silent = self.ended or ended, self.broken or broken, self.silent or silent
        self._changed.set()
        self._changed = trio.Event()

    def clear_up(self) -> None:
        """From now on the weather is fair."""
        self.weather = FAIR
        self._stalled_until = -inf
        self.change()

    async def write(self, data: bytes) -> None:
        """Put bytes on their way, and wait while too many are."""
        await trio.lowlevel.checkpoint()
        if self.broken:
            raise trio.BrokenResourceError
        due = trio.current_time() + self._luck.random() * self.weather.delay
        self._pieces.append((max(due, self._pieces[-1][0] if self._pieces else due), data))
        self.unread += len(data)
        self.change()
        while self.unread > BUFFER and not self.broken:
            await self._changed.wait()
        if self.broken:
            raise trio.BrokenResourceError

    async def read(self, most: int) -> bytes | None:
        """The next bytes; nothing at the end; None when the connection is to be reset now."""
        await trio.lowlevel.checkpoint()
        while True:
            if self.broken:
                raise trio.BrokenResourceError
            if self.delivered >= self.weather.cut_at:
                return None
            ready_at = self._ready_at()
            if ready_at <= trio.current_time():
                return self._take(most)
            with trio.move_on_at(ready_at):
                await self._changed.wait()

    def _ready_at(self) -> float:
        if self.silent:
            return inf
        if self._pieces:
            return max(self._pieces[0][0], self._stalled_until)
        return -inf if self.ended else inf

    def _take(self, most: int) -> bytes:
        if not self._pieces:
            return b""
        due, piece = self._pieces.popleft()
        sliced = self.weather.slice_at <= self.delivered < self.weather.slice_at + SLICED
        size = int(min(most, self.weather.slice if sliced else most, self.weather.cut_at - self.delivered))
        data, rest = piece[:size], piece[size:]
        if rest:
            self._pieces.appendleft((due, rest))
        self.unread -= len(data)
        before, self.delivered = self.delivered, self.delivered + len(data)
        if before < self.weather.stall_at <= self.delivered:
            self._stalled_until = trio.current_time() + self.weather.stall_for
        self.change()
        self._arrived(self.delivered)
        return data


class End(trio.abc.HalfCloseableStream):
    """One end of a connection."""

    def __init__(
        self, connection: Connection, incoming: Pipe, outgoing: Pipe, written: Callable[[bytes], None]
    ) -> None:
        self._connection = connection
        self._in = incoming
        self._out = outgoing
        self._written = written
        self._closed = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Write; what is written is recorded, whether it arrives or not."""
        if self._closed:
            raise trio.ClosedResourceError
        self._written(bytes(data))
        await self._out.write(bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        """Never known."""
        await trio.lowlevel.checkpoint()

    async def send_eof(self) -> None:
        """Say that nothing follows."""
        await trio.lowlevel.checkpoint()
        self._out.change(ended=True)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Read."""
        if self._closed:
            raise trio.ClosedResourceError
        data = await self._in.read(max_bytes or BUFFER)
        if data is None:
            self._connection.reset()
            raise trio.BrokenResourceError
        return data

    async def aclose(self) -> None:
        """Close at once. Whoever has not read everything resets the connection, as a socket does."""
        if not self._closed:
            self._closed = True
            if self._in.unread:
                self._connection.reset()
            self._in.change(broken=True)
            self._out.change(ended=True)
        await trio.lowlevel.checkpoint()


class Connection:
    """Two pipes and their ends; `client` and `host` are the two streams."""

    def __init__(
        self,
        to_host: Weather,
        to_client: Weather,
        luck: Random,
        client_wrote: Callable[[bytes], None],
        host_wrote: Callable[[bytes], None],
        client_read: Callable[[int], None],
    ) -> None:
        """`client_read` is told how many bytes have arrived at the client so far."""
        self._pipes = Pipe(to_host, luck, lambda _: None), Pipe(to_client, luck, client_read)
        up, down = self._pipes
        self.client = End(self, down, up, client_wrote)
        self.host = End(self, up, down, host_wrote)

    def reset(self) -> None:
        """The connection is gone, and both ends learn of it."""
        for pipe in self._pipes:
            pipe.change(broken=True)

    def fall_silent(self) -> None:
        """Nothing arrives any more, and nobody learns why."""
        for pipe in self._pipes:
            pipe.change(silent=True)

    def clear_up(self) -> None:
        """What still stands is fair from now on. A connection that had fallen silent is found to be gone."""
        for pipe in self._pipes:
            if pipe.silent:
                self.reset()
            pipe.clear_up()
