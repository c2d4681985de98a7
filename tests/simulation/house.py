"""The host of a simulation: a real table that can be killed at any moment, and resumed from what its disk has kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import trio

from skipbo_lan.bots.player import at_once, house_bot
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall.effects import Effect
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.opening import HostConfig, OwnerSeat, open_hall
from skipbo_lan.server.hall.resuming import resumed_hall
from skipbo_lan.server.hall.state import Hall
from skipbo_lan.server.table import Means, run_table
from skipbo_lan.store.changes import ActionTaken, Change, Reopened
from skipbo_lan.store.match_store import match_path, open_match
from skipbo_lan.store.unfinished import Reopenable, go_on, reopen
from tests.simulation.recorder import Recorder, Sent
from tests.simulation.scenario import Scenario
from tests.simulation.streams import FAIR, Connection, Weather, some_weather
from tests.simulation.truth import Truth

OWNER_TOKEN: Final = b"the owner's own."
IDLE: Final = 200.0
"""Longer than any absence that ends."""
LEVELS: Final = frozenset({"random", "easy", "medium"})


class House:
    """The host's machine: its process comes and goes, its disk stays."""

    def __init__(self, scenario: Scenario, folder: Path, note: Callable[[str], None]) -> None:
        self.truth = Truth()
        self.sent: set[Sent] = set()
        self.calm = False
        self.over = False
        self.hall: Callable[[], Hall] | None = None
        self.seed = scenario.seed
        self._scenario = scenario
        self._folder = folder
        self._note = note
        self._luck = Random(f"house {scenario.seed}")
        self._numbers = count()
        self._connections: list[Connection] = []
        self._of: dict[str, list[Connection]] = defaultdict(list)
        self._door: trio.MemorySendChannel[trio.abc.Stream] | None = None
        self._process = trio.CancelScope()
        self._down_for = 0.0
        self._moved = trio.Event()

    async def run(self) -> None:
        """Host until the table has ended, and again after each kill."""
        hall, opening = open_hall(self._config(), LEVELS, self._moment())
        while True:
            with trio.CancelScope() as self._process:
                await self._host(hall, opening)
                self.over = True
                self._note("the table has ended")
                self._move()
                return
            self._note("the host is dead")
            await trio.sleep(self._down_for)
            hall, opening = resumed_hall(self._resumable(), LEVELS, self._moment())
            self._note(f"the host is back in epoch {hall.epoch}")

    def connect(self, name: str) -> trio.abc.Stream:
        """Somebody's end of a new connection. Raises OSError while the host is down."""
        if self._door is None or not self._door.statistics().open_receive_channels:
            raise ConnectionRefusedError
        connection = self._connection(name, bad=not self.calm)
        self._of[name].append(connection)
        self._door.send_nowait(connection.host)
        return connection.client

    def kill(self, seconds: float, *, power: bool) -> None:
        """kill -9, or a power cut, after which the machine does not even say that its connections are gone."""
        for connection in self._connections:
            if power:
                connection.fall_silent()
            else:
                connection.reset()
        self._door = None
        self._down_for = seconds
        self._process.cancel()

    def strike(self, name: str, *, silent: bool) -> None:
        """Somebody's connections break, or fall silent."""
        for connection in self._of[name]:
            if silent:
                connection.fall_silent()
            else:
                connection.reset()

    def clear_up(self) -> None:
        """Fair weather from now on."""
        self.calm = True
        for connection in self._connections:
            connection.clear_up()

    async def until(self, condition: Callable[[], bool], patience: float) -> bool:
        """Wait until something is so, looking whenever something has happened; False when it takes too long."""
        with trio.move_on_after(patience):
            while not condition():
                with trio.move_on_after(1):
                    await self._moved.wait()
            return True
        return False

    def _config(self) -> HostConfig:
        scenario = self._scenario
        return HostConfig(
            table="Storm",
            capacity=scenario.people + scenario.bots,
            ruleset=scenario.ruleset,
            grace=scenario.grace,
            start_when_full=not scenario.owner,
            bots=scenario.bots,
            bot_levels=("easy",),
            owner=OwnerSeat("Person 0", OWNER_TOKEN) if scenario.owner else None,
            absent=scenario.absent,
            turn_timer=scenario.turn_timer,
            idle_limit=IDLE,
        )

    async def _host(self, hall: Hall, opening: Sequence[Effect]) -> None:
        self._door, arrivals = trio.open_memory_channel[trio.abc.Stream](1000)
        means = Means(
            start_bot=partial(house_bot, chance=self._luck, think=at_once),
            report=lambda line: None,
            store=self._store,
            crashed=_raise,
            random_bytes=self._random_bytes,
            pair=self._pair,
        )
        await run_table(hall, opening, [_Listener(arrivals)], means, self._look)
        self._door = None

    async def _look(self, dealer: Dealer) -> None:
        self.hall = lambda: dealer.hall
        await trio.lowlevel.checkpoint()

    async def _store(self, changes: Sequence[Change]) -> None:
        """The disk takes its time before and after the moment from which the changes are safe."""
        await trio.sleep(self._luck.choice([0, 0, 0.005]))
        for change in changes:
            self.truth.commit((change,))
            if isinstance(change, ActionTaken) and change.act_id is not None:
                seq = self.truth.seq - 1
                asked = (change.seat, change.act_id, seq, change.action)
                assert asked in self.sent, f"nobody asked for {change} at {seq}"
        self._move()
        await trio.sleep(self._luck.choice([0, 0, 0.005]))

    def _resumable(self) -> Reopenable:
        """What a real save, written with the changes that were safe, is opened as."""
        changes = self.truth.changes[1:]
        path = match_path(self._folder, self.truth.begun.table_id)
        path.unlink(missing_ok=True)
        store = open_match(self._folder, self.truth.begun, changes, port=1)
        store.close()
        store, saved = reopen(path)
        try:
            assert saved.seq == self.truth.seq
            go_on(store, saved, 1)
        finally:
            store.close()
        self.truth.commit((Reopened(saved.begun.epoch + 1, 1),))
        return saved

    def _pair(self) -> tuple[trio.abc.Stream, trio.abc.Stream]:
        connection = self._connection("bot", bad=False)
        return connection.host, connection.client

    def _connection(self, name: str, *, bad: bool) -> Connection:
        name = f"{name}/{next(self._numbers)}"
        up, down = (some_weather(self._luck), some_weather(self._luck)) if bad else (FAIR, FAIR)
        if bad:
            self._note(f"{name} {_told(up)} {_told(down)}")
        recorder = Recorder(name, self.truth, self.sent, self._note)
        connection = Connection(up, down, self._luck, recorder.client_wrote, recorder.host_wrote, recorder.client_read)
        self._connections.append(connection)
        return connection

    def _moment(self) -> Moment:
        return Moment(trio.current_time(), self._random_bytes)

    def _random_bytes(self, size: int) -> bytes:
        return sha256(str(self._luck.random()).encode()).digest()[:size]

    def _move(self) -> None:
        self._moved.set()
        self._moved = trio.Event()


class _Listener(trio.abc.Listener[trio.abc.Stream]):
    """Accepts what is put through the door."""

    def __init__(self, arrivals: trio.MemoryReceiveChannel[trio.abc.Stream]) -> None:
        self._arrivals = arrivals

    async def accept(self) -> trio.abc.Stream:
        """The next connection."""
        return await self._arrivals.receive()

    async def aclose(self) -> None:
        """Accept nothing any more."""
        self._arrivals.close()
        await trio.lowlevel.checkpoint()


def _raise(fault: BaseException) -> None:
    raise fault


def _told(weather: Weather) -> str:
    return (
        f"[{weather.slice}@{weather.slice_at} {weather.delay} {weather.cut_at} {weather.stall_at} {weather.stall_for}]"
    )
