"""Bad frames over real sockets against a real table, and match after match: it goes on, and nothing is left."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest
import trio
import trio.testing

from engine.ruleset import Ruleset
from protocol import limits
from protocol import messages as m
from protocol.connection import Connection, Need
from protocol.phases import Role
from skipbo_lan.bots.player import at_once, house_bot, play
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended
from skipbo_lan.server.serve import HostConfig, Program, serve
from tests.robustness.garbage import hostile_frame
from tests.server.desk import LEVELS
from tests.server.network import crash

PATIENCE: Final = 20.0
ONE_CARD: Final = Ruleset(stock_size=1, rounds=1)


class Table:
    """A real table on a port of this machine; a fault of the program ends the test."""

    def __init__(self, config: HostConfig, state: Path) -> None:
        self.port = 0
        self.told: list[Mapping[str, object]] = []
        self._config = config
        self._state = state
        self.listening = trio.Event()

    async def run(self) -> None:
        """Serve until it has ended."""
        await serve(self._config, Program(_bot, self._report, LEVELS, folder=self._state, crashed=crash))

    async def dial(self, table_id: bytes | None = None) -> trio.SocketStream:
        """A connection, as soon as it listens."""
        await self.listening.wait()
        return await trio.open_tcp_stream("127.0.0.1", self.port)

    def _report(self, line: Mapping[str, object]) -> None:
        self.told.append(line)
        if line["event"] == "listening":
            self.port = int(str(line["port"]))
            self.listening.set()


async def _bot(stream: trio.abc.Stream, token: bytes, level: str) -> None:
    await house_bot(stream, token, level, think=at_once)


async def sit(table: Table, name: str | None) -> Ended:
    """A bot over TCP, until the end of the match."""
    session = Session(table.dial, Unsaved(name, bot=True), chance=lambda: 0.5)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        return await play(session, "easy", chance=Random(1), think=at_once)


async def molest(table: Table, luck: Random) -> None:
    """One bad connection: garbage at once, or after a proper introduction; then wait for what the table says."""
    stream, connection = await table.dial(), Connection(Role.CLIENT)
    async with stream:
        with suppress(trio.BrokenResourceError), trio.fail_after(PATIENCE):
            hello = m.Hello(proto_min=1, proto_max=1, app="x", nonce=bytes(limits.NONCE_BYTES))
            preface = connection.preface()
            await stream.send_all(preface if luck.random() < 0.9 else luck.randbytes(len(preface)))
            if luck.random() < 0.7:
                await stream.send_all(connection.send(hello))
                await heard(stream, connection)
                await stream.send_all(connection.send(m.Prove(kind="watch", name="Mole", bot=False, proof=None)))
                await heard(stream, connection)
            await stream.send_all(hostile_frame(luck))
            await stream.send_eof()
            while await stream.receive_some():
                pass


async def heard(stream: trio.SocketStream, connection: Connection) -> None:
    """Wait for the next message of the table."""
    while connection.next_message() is Need.DATA:
        connection.receive_data(bytes(await stream.receive_some()))


async def molest_and_play(state: Path, frames: int) -> None:
    table = Table(HostConfig("Target", 0, capacity=2, ruleset=ONE_CARD, start_when_full=True, private=True), state)
    luck = Random(f"sockets {frames}")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        await table.listening.wait()
        await trio.testing.wait_all_tasks_blocked()
        before = descriptors(), tasks()
        for _ in range(frames):
            await molest(table, luck)
        await settled(before)
        nursery.start_soon(sit, table, "Bea")
        assert (await sit(table, "Cy")).why == "CLOSED"
    assert table.told[-1]["event"] == "match_over"


def descriptors() -> int:
    """File descriptors of this process."""
    return len(os.listdir("/proc/self/fd"))


def tasks() -> int:
    """Tasks of this run."""
    return trio.lowlevel.current_statistics().tasks_living


async def settled(before: tuple[int, int]) -> None:
    """Wait until what was is all that is left; what closes does so within its farewell."""
    for _ in range(500):
        if (descriptors(), tasks()) == before:
            return
        await trio.sleep(0.01)
    assert (descriptors(), tasks()) == before


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="descriptors are counted in /proc")


@on_linux
async def test_bad_frames_over_sockets_hurt_nobody_and_leave_nothing(tmp_path: Path) -> None:
    await molest_and_play(tmp_path, 150)


@on_linux
@pytest.mark.long
async def test_two_thousand_bad_frames_over_sockets(tmp_path: Path) -> None:
    await molest_and_play(tmp_path, 2000)


async def one_match(state: Path) -> None:
    """A match of six bots: three of the house, three over TCP."""
    config = HostConfig("Six", 0, capacity=6, bots=3, ruleset=ONE_CARD, start_when_full=True, private=True)
    table = Table(config, state)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        for _ in range(3):
            nursery.start_soon(sit, table, None)
    assert table.told[-1]["event"] == "match_over"


@on_linux
async def test_matches_leave_no_task_and_no_descriptor(tmp_path: Path) -> None:
    await one_match(tmp_path)
    before = descriptors(), tasks()
    for _ in range(2):
        await one_match(tmp_path)
        assert (descriptors(), tasks()) == before


@on_linux
@pytest.mark.long
def test_twenty_matches_leave_no_memory_either(tmp_path: Path) -> None:
    """Within 5 % of everything that the process has, in a process of its own that is traced from its start on."""
    command = [sys.executable, "-X", "tracemalloc", "-m", "tests.robustness.repeat", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, last = map(int, done.stdout.split())
    assert first > 10_000_000, "the whole process is traced"
    assert last < first * 1.05
