"""Clients that do not read, a host that stood still, faults on one connection: nobody else pays for it."""

from __future__ import annotations

import errno
import socket
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import trio
import trio.testing

from engine.ruleset import Ruleset
from protocol import messages as m
from protocol.codes import ByeCode
from skipbo_lan.limits import FAREWELL, SILENT_AFTER
from skipbo_lan.server import peer
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall.inputs import Lost
from skipbo_lan.server.hall.seats import player_at
from skipbo_lan.server.limits import OUTBOX, SECOND_LOOK, SEND, STOOD_STILL, TICK
from skipbo_lan.server.serve import HostConfig, OwnerSeat, serve
from tests.server.desk import OWNER_TOKEN
from tests.server.network import Player, open_venue
from tests.server.test_dealer import Stand
from tests.server.test_serve import Board, program


def presence_of_bea(player: Player) -> str | None:
    players = player.room.players if player.room is not None else []
    return next((player.presence for player in players if player.name == "Bea"), None)


async def ticking(dealer: Dealer) -> None:
    while True:
        dealer.tick()
        await trio.sleep(TICK)


@pytest.fixture
def autojump(autojump_clock: trio.testing.MockClock) -> trio.testing.MockClock:
    return autojump_clock


async def test_while_the_host_stood_still_no_grace_ran_out(autojump: trio.testing.MockClock) -> None:
    """F72: whichever task notices first, everybody has as long as before to come back."""
    stand = Stand()
    dealer = stand.open(grace=120.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.run)
        nursery.start_soon(ticking, dealer)
        peers = [stand.join(dealer, name) for name in ("Anna", "Bea")]
        await trio.sleep(5)
        dealer.hear(Lost(peers[0]))
        await trio.sleep(10)
        autojump.jump(3600)
        await trio.sleep(100)
        anna = player_at(dealer.hall, 0)
        assert anna is not None
        assert anna.presence == "away"
        await trio.sleep(15)
        assert stand.starts != []
        nursery.cancel_scope.cancel()


async def test_a_busy_second_is_not_taken_for_standing_still(autojump: trio.testing.MockClock) -> None:
    stand = Stand()
    dealer = stand.open(grace=15.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.run)
        nursery.start_soon(ticking, dealer)
        peers = [stand.join(dealer, name) for name in ("Anna", "Bea")]
        await trio.sleep(5)
        dealer.hear(Lost(peers[0]))
        for _ in range(5):
            autojump.jump(STOOD_STILL - TICK)
            await trio.sleep(TICK * 2)
        assert stand.starts != []
        nursery.cancel_scope.cancel()


async def test_what_came_while_the_host_stood_still_is_read_before_anybody_is_given_up(
    autojump: trio.testing.MockClock,
) -> None:
    venue, run = open_venue(owner=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        bea = await venue.join("Bea")
        await bea.listen(lambda player: player.room is not None)
        await bea.link.send(m.Ping(n=1))
        autojump.jump(60)
        await trio.sleep(SECOND_LOOK / 2)
        await bea.link.send(m.Ping(n=2))
        await trio.sleep(1)
        await bea.link.send(m.Say(text="still here"))
        await bea.listen(lambda player: any(isinstance(message, m.Said) for message in player.heard))
        assert bea.bye is None
        nursery.cancel_scope.cancel()


async def test_who_says_nothing_at_all_is_given_up_in_time(autojump: trio.testing.MockClock) -> None:
    """F41, J10: fifteen seconds at most."""
    venue, run = open_venue(owner=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        bea = await venue.join("Bea")
        began = trio.current_time()
        while bea.bye is None:
            bea.hear(await bea.link.receive())
        assert bea.bye == m.Bye(code=ByeCode.SILENT)
        assert trio.current_time() - began == pytest.approx(SILENT_AFTER + SECOND_LOOK, abs=0.1)
        await bea.hang_up()
        nursery.cancel_scope.cancel()


async def test_a_reader_of_a_byte_a_second_is_dropped_in_time_and_the_others_play_on(
    autojump: trio.testing.MockClock,
) -> None:
    """F39, S-J23: with a stream that takes a byte when one is read."""
    venue, run = open_venue(owner=True, capacity=3, bots=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.back(OWNER_TOKEN)
        bea = Player(await venue.listener.dial(trio.testing.lockstep_stream_pair))
        await bea.introduce("Bea")
        began = trio.current_time()
        nursery.start_soon(read_slowly, bea)
        await anna.listen(lambda player: presence_of_bea(player) is not None)
        await anna.link.send(m.Pace(ms=0))
        await anna.link.send(m.Start(dealer=0))
        await anna.play(lambda player: presence_of_bea(player) == "away")
        assert trio.current_time() - began <= SEND + FAREWELL + 4
        seq = anna.update.seq if anna.update is not None else 0
        await anna.play(lambda player: presence_of_bea(player) == "bot")
        await anna.play(lambda player: player.update is not None and player.update.seq > seq + 20)
        nursery.cancel_scope.cancel()


async def read_slowly(player: Player) -> None:
    """A byte a second, and pings so as not to be silent."""
    while True:
        await trio.sleep(1)
        try:
            with trio.move_on_after(0.1):
                await player.stream.receive_some(1)
            with trio.move_on_after(0.1):
                await player.link.send(m.Ping(n=0))
        except (trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError):
            return


LONG = Ruleset(stock_size=20, target=100_000)


@pytest.mark.skipif(sys.platform == "win32", reason="counts on the buffers of a POSIX system")
async def test_who_never_reads_is_dropped_on_a_real_socket_with_little_kept_for_him(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F38, J23, J24: he says that he is there, so nothing but his reading can be missed."""
    monkeypatch.setattr(peer, "SEND", 1.0)
    board = Board()
    config = HostConfig("T", 0, 2, LONG, bots=1, owner=OwnerSeat("Anna", OWNER_TOKEN), private=True)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, config, program(board, tmp_path))
            anna = await board.dial()
            await anna.introduce(token=OWNER_TOKEN)
            async with await deaf_stream(int(str(board.lines[0]["port"]))) as stream:
                deaf = Player(stream)
                await deaf.introduce("Walt", watch=True)
                assert deaf.welcome is not None
                nursery.start_soon(ping, deaf)
                await anna.listen(lambda player: watched(player) == 1)
                await anna.link.send(m.Pace(ms=0))
                await anna.link.send(m.Start(dealer=0))
                await anna.play(lambda player: player.update is not None and watched(player) == 0)
                assert anna.update is not None
                assert anna.update.seq < 2000, "the system keeps some 150 KB for him at most"
                await anna.hang_up()
                nursery.cancel_scope.cancel()


async def deaf_stream(port: int) -> trio.SocketStream:
    """A connection whose system takes as little as it can for a program that does not read."""
    sock = trio.socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await sock.connect(("127.0.0.1", port))
    return trio.SocketStream(sock)


def watched(player: Player) -> int:
    return player.room.watching if player.room is not None else -1


async def ping(player: Player) -> None:
    while True:
        await trio.sleep(1)
        try:
            await player.link.send(m.Ping(n=0))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return


async def test_a_flood_of_pings_ends_its_connection(autojump_clock: trio.testing.MockClock) -> None:
    """As many as a busy second brings are answered, and each of them."""
    venue, run = open_venue()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.join("Anna")
        for number in range(OUTBOX // 2):
            await anna.link.send(m.Ping(n=number))
        await anna.listen(lambda player: m.Pong(n=OUTBOX // 2 - 1) in player.heard)
        nursery.start_soon(ping_for_ever, anna)
        await anna.listen(lambda player: player.bye is not None)
        assert anna.bye == m.Bye(code=ByeCode.FLOOD)
        nursery.cancel_scope.cancel()


async def ping_for_ever(player: Player) -> None:
    with suppress(trio.BrokenResourceError):
        while True:
            await player.link.send(m.Ping(n=0))
            await trio.sleep(0.001)


async def test_without_a_descriptor_for_its_bot_a_table_tries_again(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = [OSError(errno.EMFILE, "too many"), OSError(errno.EMFILE, "too many")]
    real = trio.testing.memory_stream_pair

    def pair() -> object:
        if refusals:
            raise refusals.pop()
        return real()

    monkeypatch.setattr(trio.testing, "memory_stream_pair", pair)
    venue, run = open_venue(owner=True, capacity=2, bots=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        await trio.sleep(10)
        assert not refusals
        assert len(venue.bots) == 1
        nursery.cancel_scope.cancel()
