"""kill -9 of the host, again and again, during one match of bots over TCP: nothing is lost, nothing happens twice."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pytest
import trio

from skipbo_lan.bots.player import play
from skipbo_lan.client import session as client
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended
from tests.e2e.matches import MATCH_S
from tests.e2e.program import Program, listening, running
from tests.e2e.witness import Watched, Witness, assert_none_lost_or_doubled

HEADLESS: Final = ("host", "--headless", "--json")
SEED: Final = "4e" * 32

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX systems")


class Host:
    """A headless host that is killed when a seeded number of acts has been sent, and resumed at once."""

    def __init__(self, stack: ExitStack, state: Path, *options: str, kills: int, every: int) -> None:
        self.witness = Witness(before_act=self._before, after_act=self._after, on_view=self._view)
        self.kills = 0
        self._stack = stack
        self._state = state
        self._luck = Random(f"kill {kills}")
        self._due = [self._luck.randrange(every) + 3 + n * every for n in range(kills)]
        self._moments = [self._luck.choice([self._before, self._after, self._view]) for _ in range(kills)]
        self._acts = 0
        self._up = trio.Event()
        self._dead = trio.Event()
        self._program = stack.enter_context(running(*HEADLESS, *options, state=state))
        self.port: int = listening(self._program)["port"]
        self._up.set()

    async def keep_up(self) -> None:
        """Resume the match after each kill."""
        while True:
            await self._dead.wait()
            self._dead = trio.Event()
            self._program = self._stack.enter_context(running(*HEADLESS, "--resume", state=self._state))
            again = await trio.to_thread.run_sync(listening, self._program)
            assert again["port"] == self.port
            self._up.set()

    async def dial(self, table_id: bytes | None) -> trio.abc.Stream:
        """A connection, once the host is up."""
        await self._up.wait()
        return Watched(await trio.open_tcp_stream("127.0.0.1", self.port), self.witness)

    def end(self) -> int:
        """The exit code of the last one."""
        return self._program.end(MATCH_S)

    def _before(self) -> None:
        self._acts += 1
        self._strike(self._before)

    def _after(self) -> None:
        self._strike(self._after)

    def _view(self) -> None:
        self._strike(self._view)

    def _strike(self, moment: object) -> None:
        """Kill, if it is time for that, and this is the kind of moment for it."""
        due = self.kills < len(self._due) and self._acts >= self._due[self.kills]
        if due and self._up.is_set() and moment == self._moments[self.kills]:
            self.kills += 1
            self._up = trio.Event()
            self._program.process.send_signal(signal.SIGKILL)
            self._program.process.wait()
            self._dead.set()


async def play_through(host: Host, seats: int) -> list[Ended]:
    """Let so many bots play the match to its end."""
    ends: list[Ended] = []

    async def sit(number: int) -> None:
        session = Session(host.dial, Unsaved(f"Bot {number}", bot=True), chance=Random(number).random)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session.run)
            ends.append(await play(session, "easy", chance=Random(number)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.keep_up)
        async with trio.open_nursery() as players:
            for number in range(seats):
                players.start_soon(sit, number)
        nursery.cancel_scope.cancel()
    return ends


def test_a_host_killed_five_times_loses_and_doubles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STEADY", 0.0)  # these disasters come faster than any of which a client need beware
    options = ("--port", "0", "--seats", "3", "--bots", "0", "--start-when-full", "--seed", SEED)
    rules = ("--stock", "4", "--rounds", "4")
    with ExitStack() as stack:
        host = Host(stack, tmp_path, *options, *rules, kills=5, every=15)
        ends = trio.run(play_through, host, 3)
        assert host.end() == 0
    assert host.kills == 5
    assert [end.why for end in ends] == ["CLOSED"] * 3
    (path,) = (tmp_path / "matches").glob("*.match")
    assert_none_lost_or_doubled(path, host.witness)


@pytest.mark.long
def test_a_host_killed_fifty_times_in_one_long_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bot of its own, and one in a process of its own, which returns by itself too."""
    monkeypatch.setattr(client, "STEADY", 0.0)
    options = ("--port", "0", "--seats", "4", "--bots", "1", "--start-when-full", "--seed", SEED)
    rules = ("--target", "20000", "--option", "points_per_card=50")
    with ExitStack() as stack:
        host = Host(stack, tmp_path / "host", *options, *rules, kills=50, every=25)
        joining = ("join", f"127.0.0.1:{host.port}", "--bot", "easy", "--json")
        bot: Program = stack.enter_context(running(*joining, state=tmp_path / "bot"))
        ends = trio.run(partial(play_through, host, 2))
        assert [host.end(), bot.end()] == [0, 0]
    assert host.kills == 50
    assert [end.why for end in ends] == ["CLOSED"] * 2
    (path,) = (tmp_path / "host" / "matches").glob("*.match")
    assert_none_lost_or_doubled(path, host.witness)
