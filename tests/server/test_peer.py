"""One connection of the host at its edges: faults, cancellation, messages that were cut off."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from engine.actions import Play, Stock
from engine.ruleset import Ruleset
from protocol import mapping
from protocol import messages as m
from protocol.codes import ByeCode
from skipbo_lan.limits import FAREWELL, PING_AFTER
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall.inputs import Acted, Asked, Configured, Input, Left, Lost, Proved
from skipbo_lan.server.limits import SEND
from skipbo_lan.server.peer import Peer
from tests.server.desk import Desk
from tests.server.network import Player, crash


class Recorder(Dealer):
    """A dealer that only listens: what a connection makes of its client's words can be read off."""

    def __init__(self) -> None:
        async def store(changes: object) -> None:
            raise AssertionError(changes)

        super().__init__(Desk(owner=False).hall, store=store, start_bot=crash_on, report=crash_on, random_bytes=bytes)
        self.inputs: list[Input] = []

    def hear(self, heard: Input) -> None:
        """Keep it."""
        self.inputs.append(heard)


def crash_on(_: object) -> None:
    raise AssertionError


def welcome() -> m.Welcome:
    desk = Desk()
    return desk.newest(desk.owner().peer, m.Welcome)


class Line:
    """A connection whose client has proved itself; the test is the client, and answers for the dealer."""

    def __init__(self) -> None:
        near, far = trio.testing.memory_stream_pair()
        self.near = near
        self.far = far
        self.dealer = Recorder()
        self.faults: list[BaseException] = []
        self.peer = Peer(far, self.dealer, self.faults.append)
        self.client = Player(near)

    async def come(self) -> None:
        """The handshake, up to the welcome."""
        await self.client.link.send(m.Hello(proto_min=1, proto_max=3, app="test", nonce=bytes(32)))
        challenge = await self.client.link.receive()
        assert isinstance(challenge, m.Challenge)
        assert challenge.version == 1
        await self.client.link.send(m.Prove(kind="new", name="Bea", bot=False, proof=None))
        self.peer.put(welcome())
        assert isinstance(await self.client.link.receive(), m.Welcome)


async def test_a_connection_tells_the_dealer_who_it_is_what_it_asks_and_that_it_is_gone(
    autojump_clock: trio.testing.MockClock,
) -> None:
    line = Line()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.peer.run)
        await line.come()
        await line.client.link.send(m.Say(text="hello"))
        await line.client.link.send(m.Bye(code=ByeCode.LEFT))
        await line.client.link.finish()
    kinds = [type(heard) for heard in line.dealer.inputs]
    assert kinds == [Proved, Asked, Left, Lost]


async def test_a_ping_is_answered_by_the_connection_itself_and_silence_is_filled_with_pings(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The dealer of this test never does anything."""
    line = Line()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.peer.run)
        await line.come()
        await line.client.link.send(m.Ping(n=77))
        assert await line.client.link.receive() == m.Pong(n=77)
        began = trio.current_time()
        assert isinstance(await line.client.link.receive(), m.Ping)
        assert trio.current_time() - began == pytest.approx(PING_AFTER, abs=0.1)
        await line.client.hang_up()


async def test_a_client_that_breaks_the_protocol_hears_so_although_other_messages_wait(
    autojump_clock: trio.testing.MockClock,
) -> None:
    for _ in range(20):  # whichever task comes first
        line = Line()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(line.peer.run)
            await line.come()
            for number in range(5):
                line.peer.put(m.Pong(n=number))
            await line.near.send_all(bytes(4))  # an empty frame
            last = None
            while (message := await line.client.link.receive()) is not None:
                last = message
            assert last == m.Bye(code=ByeCode.PROTOCOL_ERROR)
            await line.client.hang_up()


async def test_before_the_welcome_the_host_says_nothing_however_long_it_takes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    line = Line()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.peer.run)
        await line.client.link.send(m.Hello(proto_min=1, proto_max=1, app="test", nonce=bytes(32)))
        await line.client.link.receive()
        await line.client.link.send(m.Prove(kind="new", name="Bea", bot=False, proof=None))
        await trio.sleep(9)
        line.peer.put(welcome())
        assert isinstance(await line.client.link.receive(), m.Welcome)
        await line.client.hang_up()


async def test_actions_and_rules_reach_the_dealer_as_values_of_the_engine(
    autojump_clock: trio.testing.MockClock,
) -> None:
    line = Line()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.peer.run)
        await line.come()
        rules, action = Ruleset(stock_size=7, teams=((0, 1), (2, 3))), Play(Stock(5), 200, 9)
        await line.client.link.send(m.Configure(ruleset=mapping.ruleset_to_wire(rules)))
        await line.client.link.send(m.Act(id=4, epoch=1, seq=2, action=mapping.action_to_wire(action)))
        await trio.testing.wait_all_tasks_blocked()
        assert line.dealer.inputs[1:] == [Configured(0, rules), Acted(0, 4, 1, 2, action)]
        await line.client.hang_up()
    assert not line.faults


async def test_a_fault_of_ours_ends_one_connection_with_a_word_and_is_kept(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """P33."""
    line = Line()

    def fail(asked: object) -> bool:
        raise RuntimeError("a bug")

    line.dealer.ask = fail  # type: ignore[method-assign]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.peer.run)
        await line.come()
        await line.client.link.send(m.Ready())
        await line.client.listen(lambda player: player.bye is not None)
        assert line.client.bye == m.Bye(code=ByeCode.ERROR)
        await line.client.hang_up()
    (fault,) = line.faults
    assert "a bug" in repr(fault)
    assert isinstance(line.dealer.inputs[-1], Lost)


async def test_a_message_that_no_phase_allows_is_a_fault_of_ours(autojump_clock: trio.testing.MockClock) -> None:
    line = Line()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.peer.run)
        await line.come()
        line.peer.put(m.Ready())
        assert await line.client.link.receive() is None
        await line.client.hang_up()
    assert len(line.faults) == 1


async def test_a_client_who_takes_no_byte_is_hung_up_on_without_a_word(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A message that was cut off cannot be followed by another."""
    near, far = trio.testing.lockstep_stream_pair()
    dealer = Recorder()
    client = Player(near)
    peer = Peer(far, dealer, crash)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.run)
        await client.link.send(m.Hello(proto_min=1, proto_max=1, app="test", nonce=bytes(32)))
        await client.link.receive()
        await client.link.send(m.Prove(kind="new", name="Bea", bot=False, proof=None))
        began = trio.current_time()
        peer.put(welcome())
    # The nursery ends with the connection.
    assert trio.current_time() - began == pytest.approx(SEND, abs=1.0)
    assert isinstance(dealer.inputs[-1], Lost)


async def test_hanging_up_takes_no_longer_than_the_farewell_whatever_the_client_does(
    autojump_clock: trio.testing.MockClock,
) -> None:
    near, far = trio.testing.lockstep_stream_pair()
    dealer = Recorder()
    client = Player(near)
    peer = Peer(far, dealer, crash)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.run)
        await client.link.send(m.Hello(proto_min=1, proto_max=1, app="test", nonce=bytes(32)))
        await client.link.receive()
        await client.link.send(m.Prove(kind="new", name="Bea", bot=False, proof=None))
        peer.put(welcome())
        await trio.testing.wait_all_tasks_blocked()
        began = trio.current_time()
        peer.close(m.Bye(code=ByeCode.REMOVED))
        await trio.testing.wait_all_tasks_blocked()
    assert trio.current_time() - began <= FAREWELL
    assert isinstance(dealer.inputs[-1], Lost)


async def test_a_cancelled_connection_closes_its_stream(autojump_clock: trio.testing.MockClock) -> None:
    line = Line()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.peer.run)
        await line.come()
        nursery.cancel_scope.cancel()
    with pytest.raises(trio.ClosedResourceError):
        await line.far.receive_some(1)
    assert isinstance(line.dealer.inputs[-1], Lost)
