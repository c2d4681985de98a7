"""The dealer: one order, stored before told, and no waiting for anybody."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing

from protocol import messages as m
from protocol import proof
from protocol.codes import ByeCode, RejectCode
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall.effects import StartBot
from skipbo_lan.server.hall.inputs import Acted, Asked, Proved
from skipbo_lan.server.limits import NUMBERS, REQUESTS
from skipbo_lan.store.changes import ActionTaken, Change, MatchBegun
from tests.server.desk import OWNER_TOKEN, Desk, choose, on_turn
from tests.server.desk import chance as random_stream


@dataclass
class Ear:
    """A client's line that keeps what it is told, in one log with the store."""

    name: str
    log: list[tuple[str, object]]
    full: bool = False

    def put(self, message: m.Message) -> bool:
        """Take a message, unless the line is full."""
        if not self.full:
            self.log.append((self.name, message))
        return not self.full

    def close(self, last: m.Bye | m.Rejected) -> None:
        """The last message."""
        self.log.append((self.name, last))


@dataclass
class Stand:
    """A dealer with its surroundings."""

    log: list[tuple[str, object]] = field(default_factory=list)
    starts: list[StartBot] = field(default_factory=list)
    storing: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint

    def open(self, **chosen: Any) -> Dealer:
        """The dealer of a table that starts when two are there."""
        desk = Desk(owner=False, capacity=2, start_when_full=True, **chosen)
        luck = random_stream("dealer")
        return Dealer(
            desk.hall,
            store=self._store,
            start_bot=self.starts.append,
            report=lambda line: self.log.append(("report", line["event"])),
            random_bytes=lambda size: next(luck)[:size],
        )

    async def _store(self, changes: Sequence[Change]) -> None:
        self.log.append(("storing", tuple(changes)))
        await self.storing()
        self.log.append(("stored", tuple(changes)))

    def join(self, dealer: Dealer, name: str) -> int:
        """Somebody new, with an ear."""
        peer = dealer.connect(Ear(name, self.log))
        dealer.hear(Proved(peer, m.Prove(kind="new", name=name, bot=False, proof=None), b""))
        return peer


_WITHOUT_NUMBERS = NUMBERS + 3.0
"""How long the deal takes for clients that do not answer, with a slow disk."""


def act(dealer: Dealer, peer: int) -> Acted:
    """A legal action of the seat of this connection."""
    game = dealer.hall.game
    assert game is not None
    action = choose(game.table, on_turn(game.table), random.Random(1))
    return Acted(peer, 1, dealer.hall.epoch, dealer.hall.seq, action)


def test_the_number_of_a_connection_is_never_used_again() -> None:
    """What an old connection says late must concern nobody (P29)."""
    stand = Stand()
    dealer = stand.open()
    first, second = (dealer.connect(Ear(name, stand.log)) for name in ("Bea", "Cy"))
    dealer.disconnect(first)
    third = dealer.connect(Ear("Dan", stand.log))
    dealer.disconnect(second)
    dealer.disconnect(third)
    fourth = dealer.connect(Ear("Eve", stand.log))
    assert len({first, second, third, fourth}) == 4


async def test_nobody_hears_of_a_move_before_it_is_stored(autojump_clock: trio.testing.MockClock) -> None:
    stand = Stand(storing=partial(trio.sleep, 0.5))
    dealer = stand.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.run)
        peers = [stand.join(dealer, name) for name in ("Anna", "Bea")]
        await trio.sleep(_WITHOUT_NUMBERS)
        stored = next(n for n, (who, what) in enumerate(stand.log) if who == "stored" and _begins(what))
        dealt = next(n for n, (_, what) in enumerate(stand.log) if isinstance(what, m.Update))
        assert stored < dealt
        stand.log.clear()
        game = dealer.hall.game
        assert game is not None
        dealer.hear(act(dealer, peers[on_turn(game.table)]))
        await trio.sleep(0.4)
        assert [who for who, _ in stand.log] == ["storing"], "the disk is slow, and nobody knows anything yet"
        await trio.sleep(0.2)
        assert [who for who, _ in stand.log] == ["storing", "stored", "Anna", "Bea"]
        nursery.cancel_scope.cancel()


def _begins(changes: object) -> bool:
    return isinstance(changes, tuple) and isinstance(changes[0], MatchBegun)


async def test_a_move_that_cannot_be_stored_is_told_to_nobody(autojump_clock: trio.testing.MockClock) -> None:
    class DiskFull(Exception):
        pass

    async def fail() -> None:
        if any(isinstance(change, ActionTaken) for who, what in stand.log if who == "storing" for change in _all(what)):
            raise DiskFull

    stand = Stand(storing=fail)
    dealer = stand.open()
    with pytest.RaisesGroup(DiskFull):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(dealer.run)
            peers = [stand.join(dealer, name) for name in ("Anna", "Bea")]
            await trio.sleep(_WITHOUT_NUMBERS)
            game = dealer.hall.game
            assert game is not None
            stand.log.clear()
            dealer.hear(act(dealer, peers[on_turn(game.table)]))
            await trio.sleep(1)
    assert [who for who, _ in stand.log] == ["storing"]


def _all(what: object) -> tuple[object, ...]:
    assert isinstance(what, tuple)
    return what


async def test_while_the_disk_is_slow_everything_waits_in_the_order_in_which_it_came(
    autojump_clock: trio.testing.MockClock,
) -> None:
    stand = Stand(storing=partial(trio.sleep, 0.5))
    dealer = stand.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.run)
        peers = [stand.join(dealer, name) for name in ("Anna", "Bea")]
        await trio.sleep(0.1)
        for number in range(5):
            dealer.ask(Asked(peers[number % 2], m.Say(text=str(number))))
        await trio.sleep(10)
        heard = [what.text for who, what in stand.log if who == "Anna" and isinstance(what, m.Said)]
        assert heard == ["0", "1", "2", "3", "4"]
        nursery.cancel_scope.cancel()


async def test_a_full_line_is_cut_and_its_seat_waits_while_the_others_hear_at_once(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The dealer never waits for a client: no time passes here."""
    stand = Stand()
    dealer = stand.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.run)
        stand.join(dealer, "Anna")
        deaf = Ear("Bea", stand.log)
        peer = dealer.connect(deaf)
        dealer.hear(Proved(peer, m.Prove(kind="new", name="Bea", bot=False, proof=None), b""))
        await trio.testing.wait_all_tasks_blocked()
        began = trio.current_time()
        deaf.full = True
        dealer.ask(Asked(peer, m.Say(text="hello")))
        await trio.testing.wait_all_tasks_blocked()
        assert ("Bea", m.Bye(code=ByeCode.TOO_SLOW)) in stand.log
        rooms = [what for who, what in stand.log if who == "Anna" and isinstance(what, m.Room)]
        assert rooms[-1].players[1].presence == "away"
        assert trio.current_time() == began
        nursery.cancel_scope.cancel()


async def test_one_client_may_have_only_so_many_requests_waiting() -> None:
    stand = Stand()
    dealer = stand.open()
    peer = stand.join(dealer, "Anna")
    other = stand.join(dealer, "Bea")
    for _ in range(REQUESTS):
        assert dealer.ask(Asked(peer, m.Ready()))
    assert not dealer.ask(Asked(peer, m.Ready()))
    assert dealer.ask(Asked(other, m.Ready())), "another's flood costs this one nothing"


async def test_what_a_client_said_before_it_was_lost_counts(autojump_clock: trio.testing.MockClock) -> None:
    stand = Stand()
    dealer = stand.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.run)
        stand.join(dealer, "Anna")
        await trio.testing.wait_all_tasks_blocked()
        peer = dealer.connect(Ear("Bea", stand.log))
        dealer.hear(Proved(peer, m.Prove(kind="new", name="Bea", bot=False, proof=None), b""))
        dealer.ask(Asked(peer, m.Say(text="bye")))
        dealer.disconnect(peer)
        await trio.testing.wait_all_tasks_blocked()
        assert [what.text for who, what in stand.log if who == "Anna" and isinstance(what, m.Said)] == ["bye"]
        nursery.cancel_scope.cancel()


async def test_deadlines_come_even_while_requests_keep_coming(autojump_clock: trio.testing.MockClock) -> None:
    stand = Stand()
    dealer = stand.open(grace=5.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.run)
        anna, bea = (stand.join(dealer, name) for name in ("Anna", "Bea"))
        await trio.testing.wait_all_tasks_blocked()
        dealer.disconnect(bea)

        async def chatter() -> None:
            while True:
                while dealer.ask(Asked(anna, m.Ready())):
                    pass
                await trio.lowlevel.checkpoint()

        await trio.testing.wait_all_tasks_blocked()
        autojump_clock.autojump_threshold = float("inf")
        nursery.start_soon(chatter)
        await _a_few_rounds()
        autojump_clock.jump(5.0)
        await _a_few_rounds()
        assert [start.level for start in stand.starts] == ["medium"]
        nursery.cancel_scope.cancel()


async def _a_few_rounds() -> None:
    """Let every task run for a while, though none of them is ever idle."""
    for _ in range(50):
        await trio.lowlevel.checkpoint()


async def test_at_the_end_whoever_is_not_at_the_table_is_sent_away(autojump_clock: trio.testing.MockClock) -> None:
    stand = Stand()
    desk = Desk()
    dealer = Dealer(
        desk.hall,
        store=stand._store,
        start_bot=stand.starts.append,
        report=lambda line: None,
        random_bytes=bytes,
    )
    dealer.connect(Ear("waiting", stand.log))
    owner = dealer.connect(Ear("owner", stand.log))
    proved = proof.client_proof(proof.token_key(OWNER_TOKEN), b"x")
    dealer.hear(Proved(owner, m.Prove(kind="return", name=None, bot=False, proof=proved), b"x"))
    dealer.hear(Asked(owner, m.CloseTable()))
    await dealer.run()
    assert ("owner", m.Bye(code=ByeCode.CLOSED)) in stand.log
    last = [what for who, what in stand.log if who == "waiting"]
    assert len(last) == 1
    assert isinstance(last[0], m.Rejected)
    assert last[0].code is RejectCode.CLOSING
