"""The list under lost, late and doubled datagrams and a sleeping machine: the real search on a clock that jumps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
import trio

from protocol import discovery
from skipbo_lan.client.awake import Uptime
from skipbo_lan.client.find import Rows, keep_list
from skipbo_lan.client.limits import PROBE_EVERY, TIME_TO_LIVE, UNREAD_DATAGRAMS
from skipbo_lan.lan.broadcaster import Broadcaster
from skipbo_lan.lan.sockets import Datagram
from skipbo_lan.limits import ANNOUNCE_EVERY
from tests.client.test_listings import an_announcement

ANNOUNCED = Datagram(discovery.encode(an_announcement()), "127.0.0.1", 1)


async def listed(
    send: Callable[[trio.MemorySendChannel[Datagram], trio.Nursery], None],
    seconds: float,
    clock: Uptime = trio.current_time,
) -> list[Rows]:
    """Each list that a search shows, while datagrams come as `send` lets them, in so many seconds."""
    inbox, unread = trio.open_memory_channel[Datagram](UNREAD_DATAGRAMS)
    news, coming = trio.open_memory_channel[Rows](1000)
    async with trio.open_nursery() as nursery:
        send(inbox, nursery)
        nursery.start_soon(partial(keep_list, unread, news, Broadcaster(1, tuple), clock=clock))
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    news.close()
    return [rows async for rows in coming]


def through_loss(rate: float, seed: str) -> Callable[[trio.MemorySendChannel[Datagram], trio.Nursery], None]:
    """Announcements, and answers to probes, of which each datagram is lost with this chance.

    Announcements and probes leave twice, to the network's own broadcast address and to everybody's (P5).
    """

    async def arrive(inbox: trio.MemorySendChannel[Datagram], every: float, datagrams: int) -> None:
        luck = Random(f"{seed} {every}")  # one for each: which of them is first at an instant is nobody's promise
        while True:
            for _ in range(2):
                if all(luck.random() >= rate for _ in range(datagrams)):
                    await inbox.send(ANNOUNCED)
            await trio.sleep(every)

    def send(inbox: trio.MemorySendChannel[Datagram], nursery: trio.Nursery) -> None:
        nursery.start_soon(arrive, inbox, ANNOUNCE_EVERY, 1)
        nursery.start_soon(arrive, inbox, PROBE_EVERY, 2)

    return send


@pytest.mark.parametrize("seed", ["one", "two", "three"])
async def test_F18_with_a_third_of_the_datagrams_lost_the_row_stays(seed: str, autojump_clock: object) -> None:
    shown = await listed(through_loss(0.3, seed), 60)
    assert [[row.table for row in rows] for rows in shown] == [["Kitchen"]]


@pytest.mark.parametrize("seed", ["one", "two", "three"])
async def test_F18_with_most_datagrams_lost_the_row_may_come_and_go(seed: str, autojump_clock: object) -> None:
    shown = await listed(through_loss(0.8, seed), 600)
    assert len(shown) >= 2
    assert {len(rows) for rows in shown} == {0, 1}


async def test_F23_after_a_sleep_what_was_heard_before_it_is_gone_and_comes_again(
    autojump_clock: object,
) -> None:
    """The clock of the event loop stands still meanwhile, as it does on Linux."""
    slept = 0.0

    def uptime() -> float:
        return trio.current_time() + slept

    async def around_a_sleep(inbox: trio.MemorySendChannel[Datagram]) -> None:
        await inbox.send(ANNOUNCED)
        await trio.sleep(ANNOUNCE_EVERY)
        nonlocal slept
        slept = 600
        await trio.sleep(ANNOUNCE_EVERY)
        await inbox.send(ANNOUNCED)

    def send(inbox: trio.MemorySendChannel[Datagram], nursery: trio.Nursery) -> None:
        nursery.start_soon(around_a_sleep, inbox)

    shown = await listed(send, TIME_TO_LIVE, uptime)
    assert [len(rows) for rows in shown] == [1, 0, 1]
