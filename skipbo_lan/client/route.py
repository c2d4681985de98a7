"""The way to a table over TCP: its known addresses in turn, and discovery when none of them leads there (P31)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

import trio

from skipbo_lan.client.find import find_again
from skipbo_lan.client.limits import CONNECT, HANDSHAKE, MAX_PLACES, SUSPICIOUS
from skipbo_lan.client.listings import Place
from skipbo_lan.link import watch_the_cable

Search: TypeAlias = Callable[[bytes], Awaitable[tuple[Place, ...]]]
"""Finds where the table with this id is now."""


class Route:
    """A `Dial` for sessions over the network."""

    def __init__(self, places: Iterable[Place], search: Search | None = find_again) -> None:
        """Without a search, only these places are tried."""
        self._places = list(places)
        self._search = search
        self._connected_at = -HANDSHAKE
        self._short_lived = 0
        """How many connections in a row did not outlive the handshake."""

    async def __call__(self, table_id: bytes | None) -> trio.abc.Stream:
        """A stream to the first place that answers. Raises OSError when none does.

        A place whose last connection did not outlive the handshake is tried after the others: it may be somebody
        who only claims to be the table, or who has its address now; so after a second one the table is looked for.
        """
        if trio.current_time() - self._connected_at < HANDSHAKE:
            self._places.append(self._places.pop(0))
            self._short_lived += 1
        else:
            self._short_lived = 0
        if self._short_lived >= SUSPICIOUS:
            self._places = [*await self._new_places(table_id), *self._places]
        try:
            return await self._first_of(self._places)
        except OSError:
            new = await self._new_places(table_id)
            if not new:
                raise
            return await self._first_of(new)

    async def _new_places(self, table_id: bytes | None) -> list[Place]:
        if self._search is None or table_id is None:
            return []
        return [place for place in await self._search(table_id) if place not in self._places]

    async def _first_of(self, places: list[Place]) -> trio.abc.Stream:
        error: OSError = ConnectionRefusedError("no place to connect to")
        for place in tuple(places):
            try:
                stream = await connect(place)
            except OSError as failure:
                error = failure
            else:
                self._remember(place)
                return stream
        raise error

    def _remember(self, place: Place) -> None:
        """The place that answered comes first; of the others only so many are kept."""
        self._connected_at = trio.current_time()
        others = [other for other in self._places if other != place]
        self._places = [place, *others][:MAX_PLACES]


async def connect(place: Place) -> trio.SocketStream:
    """A TCP stream to this place. Raises OSError; TimeoutError, which is one, when nothing answers in time."""
    with trio.move_on_after(CONNECT):
        try:
            stream = await trio.open_tcp_stream(place.host, place.port)
        except UnicodeError as error:
            raise OSError("no computer can have this name") from error
        watch_the_cable(stream)
        return stream
    raise TimeoutError(f"no answer in {CONNECT} seconds")
