"""The gate: of connections that were not welcomed yet there are few, and the oldest make way (P21, S13, S14)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from skipbo_lan.server.limits import DESCRIPTORS_OWN, STRANGERS, STRANGERS_OF_AN_ADDRESS


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A connection at the gate."""

    address: str | None
    """None: it does not count towards those of an address."""
    turn_away: Callable[[], None]


class Gate:
    """Who waits at the gate, in order of arrival. Stateful: it is where all connections of a table meet."""

    def __init__(self, room: int = STRANGERS) -> None:
        self._room = room
        self._waiting: dict[int, _Waiting] = {}
        self._arrived = 0

    def arrive(self, address: str | None, turn_away: Callable[[], None]) -> int:
        """A new connection from this address, and what ends it at once; its number at the gate."""
        same = [
            number for number, waiting in self._waiting.items() if address is not None and waiting.address == address
        ]
        if len(same) >= STRANGERS_OF_AN_ADDRESS:
            self._turn_away(same[0])
        while len(self._waiting) >= self._room:
            self.relieve()
        self._arrived += 1
        self._waiting[self._arrived] = _Waiting(address, turn_away)
        return self._arrived

    def returns(self, number: int) -> None:
        """This one brings a token: until that is decided, it does not count towards those of its address (P21)."""
        waiting = self._waiting.get(number)
        if waiting is not None:
            self._waiting[number] = _Waiting(None, waiting.turn_away)

    def leave(self, number: int) -> None:
        """This one has been welcomed, or is gone."""
        self._waiting.pop(number, None)

    def relieve(self) -> bool:
        """Turn the oldest away; False when nobody waits."""
        oldest = next(iter(self._waiting), None)
        if oldest is not None:
            self._turn_away(oldest)
        return oldest is not None

    def _turn_away(self, number: int) -> None:
        self._waiting.pop(number).turn_away()


def room_for_strangers() -> int:
    """How many may wait: as many as are allowed, or fewer where the system gives this process few descriptors."""
    if sys.platform == "win32":
        return STRANGERS
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return STRANGERS
    return min(STRANGERS, max(1, (limit - DESCRIPTORS_OWN) // 2))
