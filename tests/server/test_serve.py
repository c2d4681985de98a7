"""Ports, announcements and whole tables on real sockets of this machine."""

from __future__ import annotations

import random
import socket
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
import trio

from engine.ruleset import Ruleset
from protocol import discovery
from protocol import messages as m
from protocol.codes import ByeCode
from protocol.discovery import Announcement, Goodbye, Probe
from protocol.limits import PORT
from skipbo_lan.lan.interfaces import Interfaces, interfaces
from skipbo_lan.lan.sockets import open_listener, receive
from skipbo_lan.server import announce
from skipbo_lan.server.announce import Budget, announcement
from skipbo_lan.server.hall.state import Lobby
from skipbo_lan.server.house import socket_pair
from skipbo_lan.server.limits import PROBES_ANSWERED, PROBES_ANSWERED_IN_ALL
from skipbo_lan.server.listen import PortTaken, open_listeners, port_of
from skipbo_lan.server.serve import HostConfig, OwnerSeat, Program, serve
from skipbo_lan.store.match_reader import records
from tests.server.desk import LEVELS, OWNER_TOKEN, Desk, play_round, started
from tests.server.network import Player, crash

ONE_ROUND = Ruleset(stock_size=3, rounds=1)


async def play_bot(stream: trio.abc.Stream, token: bytes, level: str) -> None:
    bot = Player(stream)
    await bot.introduce(token=token)
    await bot.play()


async def close_all(listeners: tuple[trio.SocketListener, ...]) -> None:
    for listener in listeners:
        await listener.aclose()


def program(board: Board, state: Path) -> Program:
    """A program around a table: simple bots, and faults that end the test."""
    return Program(play_bot, board.report, LEVELS, folder=state, crashed=crash)


class Board:
    """What a host prints, and a way to wait for its port."""

    def __init__(self) -> None:
        self.lines: list[Mapping[str, object]] = []
        self._listening = trio.Event()

    def report(self, line: Mapping[str, object]) -> None:
        """Take a line."""
        self.lines.append(line)
        self._listening.set()

    async def dial(self) -> Player:
        """A connection to the table, as soon as it listens."""
        await self._listening.wait()
        return Player(await trio.open_tcp_stream("127.0.0.1", int(str(self.lines[0]["port"]))))


async def test_a_table_on_a_real_port_is_played_to_its_end_and_kept(tmp_path: Path) -> None:
    board = Board()
    config = HostConfig("Anna's table", 0, capacity=3, bots=1, ruleset=ONE_ROUND, start_when_full=True, private=True)

    async def play() -> None:
        player = await board.dial()
        await player.introduce()
        await player.play()
        assert player.bye == m.Bye(code=ByeCode.CLOSED)
        await player.hang_up()

    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play)
            nursery.start_soon(play)
            await serve(config, program(board, tmp_path))
    told = board.lines
    assert [line["event"] for line in told] == ["listening", "joined", "joined", "joined", "round_over", "match_over"]
    assert told[0]["addresses"] == ["127.0.0.1"]
    (path,) = (tmp_path / "matches").glob("*.match")
    assert path.stem == told[0]["table_id"]
    (only,) = records(path)
    assert only.outcome is not None
    assert told[-2]["points"] == only.outcome.points
    assert not (tmp_path / "crash.log").exists()


async def test_an_owner_comes_to_the_table_over_tcp_and_closes_it(tmp_path: Path) -> None:
    board = Board()
    config = HostConfig("Anna's table", port=0, owner=OwnerSeat("Anna", OWNER_TOKEN), private=True)

    async def own() -> None:
        anna = await board.dial()
        await anna.introduce(token=OWNER_TOKEN)
        await anna.link.send(m.CloseTable())
        await anna.play()
        assert anna.bye == m.Bye(code=ByeCode.CLOSED)
        await anna.hang_up()

    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(own)
            await serve(config, program(board, tmp_path))


async def test_a_port_that_is_taken_is_an_error_when_it_was_asked_for() -> None:
    first = await open_listeners(0)
    with pytest.raises(PortTaken) as caught:
        await open_listeners(port_of(first))
    assert caught.value.port == port_of(first)
    await close_all(first)


async def test_without_a_port_asked_for_the_next_free_one_is_taken() -> None:
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            holder.bind(("0.0.0.0", PORT))
        except OSError:
            pass  # somebody else has a table here already, which is as good
        else:
            holder.listen()
        listeners = await open_listeners(None)
        assert PORT < port_of(listeners) < PORT + 10
        await close_all(listeners)


async def test_both_families_listen_on_the_same_number() -> None:
    """P34."""
    listeners = await open_listeners(0)
    assert {listener.socket.getsockname()[1] for listener in listeners} == {port_of(listeners)}
    if socket.has_ipv6 and len(listeners) == 2:
        stream = await trio.open_tcp_stream("::1", port_of(listeners))
        await stream.aclose()
    await close_all(listeners)


async def test_a_private_table_is_reached_from_this_machine_only() -> None:
    listeners = await open_listeners(0, private=True)
    assert [listener.socket.getsockname()[0] for listener in listeners] == ["127.0.0.1"]
    await close_all(listeners)


def loopback_only() -> Interfaces:
    return tuple(interface for interface in interfaces() if interface.address.is_loopback)


async def free_udp_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@pytest.mark.skipif(sys.platform != "linux", reason="the loopback network has a broadcast address on Linux only")
async def test_a_table_is_announced_answers_probes_and_says_when_it_is_gone() -> None:
    """With nothing but loopback (F3)."""
    port = await free_udp_port()
    hall = Desk().hall
    listener = open_listener(port)
    asker = trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with trio.fail_after(10), listener, asker:
        async with trio.open_nursery() as nursery:
            describe = partial(announcement, hall, 16220)
            nursery.start_soon(partial(announce.announce, describe, port=port, look=loopback_only))
            heard = await receive(listener)
            assert heard is not None
            told = discovery.decode(heard.data)
            assert isinstance(told, Announcement)
            assert (told.table, told.port, told.seats, told.taken, told.state) == ("Anna's table", 16220, 6, 1, "lobby")
            await asker.bind(("127.0.0.1", 0))
            await _probe_until_answered(asker, port, told)
            nursery.cancel_scope.cancel()
        last = None
        while not isinstance(last, Goodbye):
            heard = await receive(listener)
            assert heard is not None
            last = discovery.decode(heard.data)
        assert (last.table_id, last.epoch) == (hall.table_id, hall.epoch)


async def _probe_until_answered(asker: trio.socket.SocketType, port: int, expected: Announcement) -> None:
    """Several listeners share the port, and a unicast reaches one of them: ask by broadcast."""
    asker.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    await asker.sendto(discovery.encode(Probe()), ("127.255.255.255", port))
    data, _ = await asker.recvfrom(2048)
    assert discovery.decode(data) == expected


def test_the_announcement_tells_how_the_table_stands() -> None:
    desk, guests = started("Bea", ruleset=ONE_ROUND)
    assert announcement(desk.hall, 1).state == "playing"
    play_round(desk, guests, random.Random(1))
    assert announcement(desk.hall, 1).state == "over"
    desk.ask(guests[0], m.Again())
    assert desk.at(Lobby)
    again = announcement(desk.hall, 1)
    assert (again.state, again.taken, again.table_id) == ("lobby", 2, desk.hall.table_id)


def test_probes_are_answered_a_few_times_a_second_to_each_address() -> None:
    """D30: nobody can have a table flood another machine."""
    budget = Budget()
    answers = [budget.allows("10.0.0.1", 5.0) for _ in range(PROBES_ANSWERED + 2)]
    assert answers == [True] * PROBES_ANSWERED + [False] * 2
    assert budget.allows("10.0.0.2", 5.5)
    assert budget.allows("10.0.0.1", 6.0)
    allowed = sum(budget.allows(f"10.1.{n // 256}.{n % 256}", 7.0) for n in range(1000))
    assert allowed == PROBES_ANSWERED_IN_ALL


async def test_a_pair_of_streams_carries_both_ways() -> None:
    one, other = socket_pair()
    async with one, other:
        await one.send_all(b"there")
        assert await other.receive_some(10) == b"there"
        await other.send_all(b"back")
        assert await one.receive_some(10) == b"back"
