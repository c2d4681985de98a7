"""The way to a table over TCP: the first known address that answers, and discovery when none leads there (P31)."""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

import trio

from skipbo_lan.client.find import find_again
from skipbo_lan.client.limits import CONNECT, DOUBTFUL, MAX_PLACES, NEXT_ATTEMPT, SUSPICIOUS
from skipbo_lan.client.listings import Place
from skipbo_lan.link import watch_the_cable

Search: TypeAlias = Callable[[bytes], Awaitable[tuple[Place, ...]]]
"""Finds where the table with this id is now."""


class UnknownName(OSError):
    """No address is known for this name."""


class Route:
    """A `Dial` for sessions over the network."""

    def __init__(self, places: Iterable[Place], search: Search | None = find_again) -> None:
        """Without a search, only these places are tried."""
        self._places = list(places)
        self._search = search
        self._connected_at: float | None = None
        """When the last connection began, until it has been judged."""
        self._short_lived = 0
        """How many connections in a row came to nothing."""

    async def __call__(self, table_id: bytes | None) -> trio.abc.Stream:
        """A stream to the first place that answers. Raises OSError when none does.

        A place whose last connection came to nothing is tried after the others: it may be somebody who only claims to
        be the table, or who has its address now; so after a second one the table is looked for.
        """
        self._judge_the_last()
        if self._short_lived >= SUSPICIOUS:
            self._places = [*await self._new_places(table_id), *self._places]
        try:
            return await self._first_of(self._places)
        except OSError:
            new = await self._new_places(table_id)
            if not new:
                raise
            return await self._first_of(new)

    def _judge_the_last(self) -> None:
        """Nobody tells what became of the last connection, but a good one was not followed by another so soon."""
        began, self._connected_at = self._connected_at, None
        if began is None:
            return
        if trio.current_time() - began < DOUBTFUL:
            self._places.append(self._places.pop(0))
            self._short_lived += 1
        else:
            self._short_lived = 0

    async def _new_places(self, table_id: bytes | None) -> list[Place]:
        if self._search is None or table_id is None:
            return []
        return [place for place in await self._search(table_id) if place not in self._places]

    async def _first_of(self, places: list[Place]) -> trio.abc.Stream:
        place, stream = await first_to_answer(places)
        self._remember(place)
        return stream

    def _remember(self, place: Place) -> None:
        """The place that answered comes first; of the others only so many are kept."""
        self._connected_at = trio.current_time()
        others = [other for other in self._places if other != place]
        self._places = [place, *others][:MAX_PLACES]


async def first_to_answer(places: Sequence[Place]) -> tuple[Place, trio.SocketStream]:
    """The first place that answers, with a stream to it. Raises OSError when none does (F46).

    The next place is tried as soon as one has failed, or has not answered for a moment; the likeliest come first.
    """
    reached: list[tuple[Place, trio.SocketStream]] = []
    errors: list[OSError] = []

    async def attempt(place: Place, failed: trio.Event) -> None:
        try:
            stream = await connect(place)
        except OSError as error:
            errors.append(error)
            failed.set()
        else:
            reached.append((place, stream))
            attempts.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as attempts:
            for place in tuple(places):
                failed = trio.Event()
                attempts.start_soon(attempt, place, failed)
                with trio.move_on_after(NEXT_ATTEMPT):
                    await failed.wait()
    except BaseException:
        await _hang_up(reached)
        raise
    await _hang_up(reached[1:])
    if not reached:
        raise _the_most_telling(errors)
    return reached[0]


async def _hang_up(reached: Sequence[tuple[Place, trio.SocketStream]]) -> None:
    for _, stream in reached:
        await trio.aclose_forcefully(stream)


async def connect(place: Place) -> trio.SocketStream:
    """A TCP stream to this place.

    Raises OSError, and of its kinds TimeoutError when nothing answers in time, UnknownName for a name without address.
    """
    known = False
    with trio.move_on_after(CONNECT):
        try:
            await trio.socket.getaddrinfo(place.host, place.port, type=trio.socket.SOCK_STREAM)
        except (UnicodeError, socket.gaierror) as error:
            raise UnknownName(place.host) from error
        known = True
        stream = await trio.open_tcp_stream(place.host, place.port)
        watch_the_cable(stream)
        return stream
    if not known:
        raise UnknownName(place.host)
    raise TimeoutError(f"no answer in {CONNECT} seconds")


def is_refused(error: BaseException | None) -> bool:
    """Whether some attempt reached a machine that refused it."""
    return any(isinstance(each, ConnectionRefusedError) for each in causes(error))


def has_no_route(error: BaseException | None) -> bool:
    """Whether the system knows no way to the machine, or keeps it from this program."""
    return any(isinstance(each, OSError) and each.errno == errno.EHOSTUNREACH for each in causes(error))


def has_no_network(error: BaseException | None) -> bool:
    """Whether this machine is on no network that leads there; macOS does not say so of what it forbids."""
    return any(isinstance(each, OSError) and each.errno == errno.ENETUNREACH for each in causes(error))


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error with all that led to it: trio tells of all attempts at once."""
    if error is not None:
        yield error
        yield from causes(error.__cause__)
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from causes(each)


def _the_most_telling(errors: Sequence[OSError]) -> OSError:
    """A machine that is there and refuses says more than one that does not answer; of equals the first counts."""
    nothing = ConnectionRefusedError("no place to connect to")
    return next(filter(is_refused, errors), next(iter(errors), nothing))
