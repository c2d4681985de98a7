"""What waits for one client: bounded, the newest view in place of an older one, and nothing past a welcome (P32)."""

from __future__ import annotations

import msgspec
import trio
import trio.testing

from protocol import messages as m
from protocol.codes import ByeCode
from protocol.values import PassedEvent
from skipbo_lan.server.limits import MERGED_EVENTS, OUTBOX
from skipbo_lan.server.outbox import Outbox, added
from tests.server.desk import Desk, started


def update(seq: int, *seats: int) -> m.Update:
    desk, guests = started("Bea")
    base = desk.newest(guests[0].peer, m.Update)
    return msgspec.structs.replace(base, seq=seq, events=[PassedEvent(seat=seat) for seat in seats])


def room(rev: int) -> m.Room:
    desk = Desk()
    return msgspec.structs.replace(desk.newest(desk.owner().peer, m.Room), rev=rev)


def welcome() -> m.Welcome:
    desk = Desk()
    return desk.newest(desk.owner().peer, m.Welcome)


REFUSED = m.Refused(id=1, code="STALE")
PONG = m.Pong(n=1)


def queued(*messages: m.Message) -> tuple[m.Message, ...]:
    queue: tuple[m.Message, ...] = ()
    for message in messages:
        queue = added(queue, message)
    return queue


def test_an_unsent_view_is_replaced_by_the_newest_which_tells_its_events_too() -> None:
    assert queued(update(1, 0), update(2, 1), update(3, 2, 3)) == (update(3, 0, 1, 2, 3),)


def test_the_events_of_views_that_were_never_sent_are_bounded() -> None:
    queue = queued(*(update(seq, seq % 6, 5) for seq in range(100)))
    (view,) = queue
    assert isinstance(view, m.Update)
    assert view.seq == 99
    assert len(view.events) == MERGED_EVENTS
    assert view.events[-1] == PassedEvent(seat=5)


def test_a_view_keeps_its_place_after_what_came_before_it() -> None:
    assert queued(update(1, 0), REFUSED, room(1), update(2, 1)) == (REFUSED, room(1), update(2, 0, 1))


def test_an_unsent_room_is_replaced_where_it_was() -> None:
    """A client that has just come learns of its seat before it sees cards."""
    assert queued(welcome(), room(1), update(1, 0), room(2)) == (welcome(), room(2), update(1, 0))


def test_answers_and_pongs_all_stay_in_order() -> None:
    assert queued(REFUSED, PONG, REFUSED, PONG) == (REFUSED, PONG, REFUSED, PONG)


def test_nothing_moves_past_a_welcome() -> None:
    """The cards of one match never stand behind the welcome to the next."""
    queue = queued(update(9, 0), room(5), welcome(), room(6), update(1, 1))
    assert queue == (update(9, 0), room(5), welcome(), room(6), update(1, 1))
    assert queued(*queue, room(7), update(2, 2)) == (update(9, 0), room(5), welcome(), room(7), update(2, 1, 2))


def test_a_client_that_takes_nothing_cannot_fill_the_memory_with_views() -> None:
    """J24."""
    outbox = Outbox()
    view, rooms = update(1, 0), room(1)
    for seq in range(10_000):
        assert outbox.put(replace_seq(view, seq))
        assert outbox.put(rooms)


def replace_seq(view: m.Update, seq: int) -> m.Update:
    return msgspec.structs.replace(view, seq=seq)


def test_too_many_other_messages_are_too_many() -> None:
    outbox = Outbox()
    for _ in range(OUTBOX):
        assert outbox.put(REFUSED)
    assert not outbox.put(REFUSED)


async def test_after_the_last_message_nothing_follows() -> None:
    outbox = Outbox()
    outbox.put(PONG)
    outbox.close(m.Bye(code=ByeCode.CLOSED))
    outbox.close(m.Bye(code=ByeCode.ERROR))
    assert outbox.put(REFUSED)
    assert [await outbox.take() for _ in range(3)] == [PONG, m.Bye(code=ByeCode.CLOSED), None]


async def test_whoever_waits_gets_the_next_message(autojump_clock: trio.testing.MockClock) -> None:
    outbox = Outbox()
    got: list[m.Message | None] = []

    async def wait() -> None:
        got.append(await outbox.take())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await trio.sleep(1)
        assert not got
        outbox.put(PONG)
    assert got == [PONG]


async def test_a_wait_that_is_given_up_loses_no_message(autojump_clock: trio.testing.MockClock) -> None:
    outbox = Outbox()
    with trio.move_on_after(1):
        await outbox.take()
    outbox.put(PONG)
    with trio.move_on_after(0):
        assert await outbox.take() == PONG
