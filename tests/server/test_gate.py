"""The gate, and accepting: whoever was not welcomed yet takes nothing from the others (P21, F42, F44, S13, S14)."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol import messages as m
from protocol.codes import ByeCode
from skipbo_lan.server import gate as gates
from skipbo_lan.server.gate import Gate
from skipbo_lan.server.limits import (
    ACCEPT_AGAIN,
    HANDSHAKE,
    STRANGERS,
    STRANGERS_OF_AN_ADDRESS,
    TOLD_AGAIN,
)
from skipbo_lan.server.listen import accept
from skipbo_lan.server.serve import HostConfig, OwnerSeat, Program, serve
from tests.server.desk import LEVELS, OWNER_TOKEN
from tests.server.network import MemoryListener, Player, crash, open_venue
from tests.server.test_serve import Board, play_bot


class Callers:
    """Connections at a gate; those that were turned away, in order."""

    def __init__(self, room: int = STRANGERS) -> None:
        self.gate = Gate(room)
        self.away: list[str] = []

    def come(self, name: str, address: str | None) -> int:
        return self.gate.arrive(address, lambda: self.away.append(name))


def test_of_one_address_the_oldest_makes_way() -> None:
    callers = Callers()
    callers.come("other", "10.0.0.2")
    for number in range(STRANGERS_OF_AN_ADDRESS + 2):
        callers.come(str(number), "10.0.0.1")
    assert callers.away == ["0", "1"]


def test_of_all_the_oldest_makes_way() -> None:
    callers = Callers()
    for number in range(STRANGERS + 3):
        callers.come(str(number), f"10.0.{number}.1")
    assert callers.away == ["0", "1", "2"]


def test_who_is_welcome_or_gone_does_not_count() -> None:
    callers = Callers(room=1)
    callers.gate.leave(callers.come("welcome", "10.0.0.1"))
    second = callers.come("second", "10.0.0.1")
    assert callers.away == []
    callers.come("third", "10.0.0.1")
    assert callers.away == ["second"]
    callers.gate.leave(second)


def test_who_brings_a_token_is_not_counted_with_the_new_ones_of_his_address() -> None:
    """Several players of one machine come back while a newcomer there floods the gate."""
    callers = Callers()
    callers.gate.returns(callers.come("returning", "10.0.0.1"))
    for number in range(STRANGERS_OF_AN_ADDRESS + 1):
        callers.come(str(number), "10.0.0.1")
    assert callers.away == ["0"]


def test_without_descriptors_one_after_the_other_is_turned_away() -> None:
    callers = Callers()
    callers.come("one", None)
    callers.come("two", None)
    assert [callers.gate.relieve() for _ in range(3)] == [True, True, False]
    assert callers.away == ["one", "two"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_where_descriptors_are_few_so_are_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    for limit, room in ((64, 12), (1024, STRANGERS), (20, 1), (resource.RLIM_INFINITY, STRANGERS)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limit=limit: (limit, limit))
        assert gates.room_for_strangers() == room


class FailingListener(MemoryListener):
    """Accepting fails so many times with these errors, then works."""

    def __init__(self, *errors: int) -> None:
        super().__init__()
        self.errors = list(errors)

    async def accept(self) -> trio.abc.Stream:
        if self.errors:
            raise OSError(self.errors.pop(0), "injected")
        return await super().accept()


async def test_accepting_goes_on_whatever_the_system_says(autojump_clock: trio.testing.MockClock) -> None:
    """F44: one line for a whole flood of failures, and room is made where descriptors are missing."""
    listener = FailingListener(errno.EMFILE, errno.ENFILE, errno.EMFILE, errno.ECONNABORTED, errno.ENOMEM)
    told: list[int | None] = []
    relieved: list[float] = []
    welcomed = trio.Event()

    def relieve() -> bool:
        relieved.append(trio.current_time())
        return len(relieved) < 3

    async def welcome(stream: trio.abc.Stream) -> None:
        welcomed.set()
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        began = trio.current_time()
        nursery.start_soon(accept, listener, welcome, nursery, relieve, lambda error: told.append(error.errno))
        await listener.dial()
        await welcomed.wait()
        assert told == [errno.EMFILE]
        assert [at - began for at in relieved] == pytest.approx([0, 0, 0, ACCEPT_AGAIN, 2 * ACCEPT_AGAIN])
        await trio.sleep(TOLD_AGAIN + 1)
        listener.errors.append(errno.ENFILE)
        for _ in range(2):
            await listener.dial()
        await trio.testing.wait_all_tasks_blocked()
        assert told == [errno.EMFILE, errno.ENFILE]
        nursery.cancel_scope.cancel()


STEPS = ["nothing", "a byte of the preface at a time", "a hello and nothing more"]


@pytest.mark.parametrize("step", STEPS)
async def test_whoever_does_not_introduce_himself_in_time_is_hung_up_on(
    step: str, autojump_clock: trio.testing.MockClock
) -> None:
    """F26, S13: at each step of the handshake, however busily little is said."""
    venue, run = open_venue(owner=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        client = Player(await venue.listener.dial())
        began = trio.current_time()
        if step == STEPS[1]:
            nursery.start_soon(trickle, client.stream)
        if step == STEPS[2]:
            await client.link.send(m.Hello(proto_min=1, proto_max=1, app="test", nonce=bytes(32)))
            await client.link.receive()
        with trio.fail_after(HANDSHAKE + 2):
            assert not [data async for data in client.stream if data == b"never"]
        assert trio.current_time() - began == pytest.approx(HANDSHAKE, abs=1.1)
        nursery.cancel_scope.cancel()


async def trickle(stream: trio.abc.Stream) -> None:
    for byte in b"SKIPBO\x00\x01\x00\x00\x00\x60":
        try:
            await stream.send_all(bytes([byte]))
        except trio.BrokenResourceError:
            return
        await trio.sleep(2)


@asynccontextmanager
async def a_table(state: Path) -> AsyncIterator[Board]:
    """A table of Anna's on a real port."""
    board = Board()
    config = HostConfig("Anna's table", 0, owner=OwnerSeat("Anna", OWNER_TOKEN), private=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve, config, Program(play_bot, board.report, LEVELS, folder=state, crashed=crash))
        yield board
        nursery.cancel_scope.cancel()


async def test_a_thousand_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    """F42, S13: they come from one address, like the player, who has a seat long before any of them is given up."""
    with trio.fail_after(60), ExitStack() as closing:
        async with a_table(tmp_path) as board:
            anna = await board.dial()
            await anna.introduce(token=OWNER_TOKEN)
            port = int(str(board.lines[0]["port"]))
            for _ in range(500):
                closing.enter_context(socket.create_connection(("127.0.0.1", port)))
            for _ in range(500):
                socket.create_connection(("127.0.0.1", port)).close()
            with trio.fail_after(HANDSHAKE):
                bea = await board.dial()
                await bea.introduce("Bea")
                assert bea.welcome is not None
            await anna.link.send(m.CloseTable())
            await bea.play()
            assert bea.bye == m.Bye(code=ByeCode.CLOSED)
            closing.close()
            await anna.hang_up()
            await bea.hang_up()
