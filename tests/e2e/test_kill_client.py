"""kill -9 and SIGSTOP of clients over TCP: the same people in the same seats, and nobody waits for the silent."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import trio

from protocol import messages as m
from protocol.connection import Connection, Need
from protocol.limits import NONCE_BYTES, PROTOCOL_MAX, PROTOCOL_MIN
from protocol.phases import Role
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended
from skipbo_lan.store.match_reader import read_match
from tests.e2e.matches import MATCH_S, told
from tests.e2e.program import Program, listening, running, wait_for

HEADLESS: Final = ("host", "--headless", "--json", "--port", "0", "--bots", "0", "--start-when-full")
SEED: Final = "77" * 32

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these signals are a thing of POSIX systems")


class Bots:
    """Bots in processes of their own; each is killed, and started again by the same command."""

    def __init__(self, stack: ExitStack, folder: Path, port: int, names: list[str]) -> None:
        self.programs: list[Program] = []
        self.gone: list[Program] = []
        self._stack = stack
        self._commands = [
            partial(
                running, "join", f"127.0.0.1:{port}", "--bot", "easy", "--json", "--name", name, state=folder / name
            )
            for name in names
        ]
        self.programs = [stack.enter_context(command()) for command in self._commands]

    def kill(self, number: int) -> None:
        """kill -9, and the same command again."""
        program = self.programs[number]
        program.process.send_signal(signal.SIGKILL)
        program.process.wait()
        self.gone.append(program)
        self.programs[number] = self._stack.enter_context(self._commands[number]())


async def look_on(port: int, at: dict[int, int], bots: Bots) -> list[int]:
    """Watch the match to its end, and kill a bot at each of these moments; which were killed."""
    killed: list[int] = []

    async def dial(table_id: bytes | None) -> trio.abc.Stream:
        return await trio.open_tcp_stream("127.0.0.1", port)

    session = Session(dial, Unsaved("Watcher", watching=True))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        state = session.state
        while not isinstance(state.status, Ended):
            for seq in [seq for seq in at if seq <= state.seq]:
                number = at.pop(seq)
                await trio.to_thread.run_sync(bots.kill, number)
                killed.append(number)
            state = await session.changed(state)
    return killed


def seated_at(program: Program) -> tuple[int, str]:
    """Which seat a bot was told to have."""
    (welcome,) = told(program, "welcome")
    return welcome["seat"], welcome["name"]


def kill_clients(folder: Path, times: int, every: int, *rules: str) -> None:
    """Kill each of three bots so many times in one match."""
    names = ["Bea", "Cy", "Dan"]
    luck = Random(f"{times}")
    victims = [number for number in range(3) for _ in range(times)]
    luck.shuffle(victims)
    at = {4 + every * place + luck.randrange(every): victim for place, victim in enumerate(victims)}
    with ExitStack() as stack:
        host = stack.enter_context(running(*HEADLESS, "--seats", "3", *rules, "--seed", SEED, state=folder / "host"))
        port = listening(host)["port"]
        bots = Bots(stack, folder, port, names)
        killed = trio.run(look_on, port, at, bots)
        assert sorted(killed) == sorted(victims)
        assert [program.end(MATCH_S) for program in (*bots.programs, host)] == [0] * 4
        seats = dict(seated_at(program) for program in bots.programs)
        assert sorted(seats.values()) == names
        for program in bots.gone:
            program.end()
            for line in told(program, "welcome"):
                assert seats[line["seat"]] == line["name"]
        for program in bots.programs:
            assert told(program, "match_over") == told(host, "match_over")
    (path,) = (folder / "host" / "matches").glob("*.match")
    assert {seat: saved.name for seat, saved in enumerate(read_match(path).begun.seats)} == seats


def test_each_client_killed_once_is_back_in_its_seat_by_the_same_command(tmp_path: Path) -> None:
    """The last one at the 48th action; the match is three times as long."""
    kill_clients(tmp_path, 1, 15, "--stock", "10", "--rounds", "2")


@pytest.mark.long
def test_each_client_killed_ten_times(tmp_path: Path) -> None:
    kill_clients(tmp_path, 10, 20, "--rounds", "12")


def left(host: Program) -> list[dict[str, Any]]:
    return told(host, "left")


def test_a_stopped_spectator_and_one_that_never_reads_hold_nobody_up(tmp_path: Path) -> None:
    """Long before either is given up, the match is over."""
    rules = ("--stock", "10", "--rounds", "1")
    with ExitStack() as stack:
        host = stack.enter_context(running(*HEADLESS, "--seats", "2", *rules, state=tmp_path / "host"))
        port = listening(host)["port"]
        watching = ("join", f"127.0.0.1:{port}", "--watch", "--plain", "--name", "Stopped")
        stopped = stack.enter_context(running(*watching, state=tmp_path / "stopped"))
        stopped.expect(r"Waiting for the host to start")
        stack.enter_context(never_reading(port))
        stopped.process.send_signal(signal.SIGSTOP)
        joining = ("join", f"127.0.0.1:{port}", "--bot", "easy", "--json")
        bots = [stack.enter_context(running(*joining, state=tmp_path / f"bot{number}")) for number in range(2)]
        assert [program.end() for program in (*bots, host)] == [0, 0, 0]
        assert told(bots[0], "match_over") == told(host, "match_over") != []


def never_reading(port: int) -> socket.socket:
    """A spectator with little room for what he does not read."""
    connection = Connection(Role.CLIENT)
    stream = socket.socket()
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    stream.connect(("127.0.0.1", port))
    hello = m.Hello(proto_min=PROTOCOL_MIN, proto_max=PROTOCOL_MAX, app="deaf", nonce=bytes(NONCE_BYTES))
    stream.sendall(connection.preface() + connection.send(hello))
    while connection.next_message() is Need.DATA:
        connection.receive_data(stream.recv(1000))
    stream.sendall(connection.send(m.Prove(kind="watch", name="Deaf", bot=False, proof=None)))
    return stream


@pytest.mark.long
def test_a_stopped_player_is_played_for_and_returns_when_he_goes_on(tmp_path: Path) -> None:
    options = ("--seats", "3", "--stock", "20", "--rounds", "3", "--grace", "1", "--seed", SEED)
    with ExitStack() as stack:
        host = stack.enter_context(running(*HEADLESS, *options, state=tmp_path / "host"))
        port = listening(host)["port"]
        bots = Bots(stack, tmp_path, port, ["Bea", "Cy", "Dan"])
        wait_for(lambda: host.text.count('"joined"') >= 3, "three players", host)
        bots.programs[0].process.send_signal(signal.SIGSTOP)
        wait_for(lambda: bool(left(host)), "the stopped player's absence", host)
        assert [line["why"] for line in left(host)] == ["lost"]
        wait_for(lambda: bool(told(host, "round_over")), "a round played for him", host)
        bots.programs[0].process.send_signal(signal.SIGCONT)
        wait_for(lambda: host.text.count('"joined"') >= 4, "his return", host)
        assert [program.end(MATCH_S) for program in (*bots.programs, host)] == [0] * 4
        assert told(bots.programs[0], "match_over") == told(host, "match_over")
