"""Tells the local network that a table is here: by itself every so often, and at once to whoever asks (P4 to P7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import trio

from engine.ruleset import PRESETS, Ruleset, Teams
from protocol import discovery
from protocol.discovery import OWN_RULES, Announcement, Goodbye, Probe
from protocol.limits import PORT, PROTOCOL_MAX, PROTOCOL_MIN
from skipbo_lan.lan.broadcaster import Broadcaster, Look, Note, unnoted
from skipbo_lan.lan.ears import Ears
from skipbo_lan.lan.interfaces import interfaces
from skipbo_lan.lan.sockets import Datagram, Socket, receive, send
from skipbo_lan.limits import ANNOUNCE_EVERY, FAREWELL
from skipbo_lan.server.hall.seats import seated
from skipbo_lan.server.hall.state import Hall, Lobby, MatchOver
from skipbo_lan.server.limits import PROBES_ANSWERED, PROBES_ANSWERED_IN_ALL


def announcement(hall: Hall, port: int) -> Announcement:
    """What the network may know of the table."""
    return Announcement(
        table_id=hall.table_id,
        epoch=hall.epoch,
        port=port,
        proto_min=PROTOCOL_MIN,
        proto_max=PROTOCOL_MAX,
        app=hall.terms.app,
        table=hall.terms.table,
        seats=hall.terms.capacity,
        taken=len(tuple(seated(hall))),
        state=_state(hall),
        locked=hall.locked,
        preset=_preset(hall.ruleset),
        stock=hall.ruleset.stock_size or 0,
    )


async def announce(
    describe: Callable[[], Announcement], *, port: int = PORT, look: Look = interfaces, note: Note = unnoted
) -> None:
    """Announce the table until cancelled, then say that it is gone. `note` is told of interfaces that fail."""
    broadcaster, ears, budget = Broadcaster(port, look, note), Ears(port), Budget()
    told = describe()
    try:
        async with trio.open_nursery() as nursery:
            while True:
                broadcaster.refresh()
                for listener in ears.refresh(broadcaster.interfaces):
                    nursery.start_soon(_answer_probes, listener, describe, budget)
                if describe().table_id != told.table_id:
                    await _say_gone(broadcaster, told)
                told = describe()
                await broadcaster.shout(discovery.encode(told))
                await trio.sleep(ANNOUNCE_EVERY)
    finally:
        ears.close()
        with trio.move_on_after(FAREWELL, shield=True):
            await _say_gone(broadcaster, told)
        broadcaster.close()


async def _say_gone(broadcaster: Broadcaster, told: Announcement) -> None:
    await broadcaster.shout(discovery.encode(Goodbye(table_id=told.table_id, epoch=told.epoch)))


async def _answer_probes(listener: Socket, describe: Callable[[], Announcement], budget: Budget) -> None:
    """Answer each probe at its source; an address that cannot be reached concerns nobody else."""
    while (probe := await receive(listener)) is not None:
        if _is_probe(probe) and budget.allows(probe.host, trio.current_time()):
            await send(listener, discovery.encode(describe()), probe.host, probe.port)


def _is_probe(datagram: Datagram) -> bool:
    return isinstance(discovery.decode(datagram.data), Probe)


class Budget:
    """How many answers each address still gets in the present second; a flood from many addresses shares what is left.

    Stateful, and bounded: it forgets everything with each second (D30).
    """

    def __init__(self) -> None:
        self._answered: Counter[str] = Counter()
        self._second = 0

    def allows(self, host: str, now: float) -> bool:
        """Whether this address may have one more answer now; if so, it is counted."""
        if int(now) != self._second:
            self._second = int(now)
            self._answered.clear()
        if self._answered[host] >= PROBES_ANSWERED or self._answered.total() >= PROBES_ANSWERED_IN_ALL:
            return False
        self._answered[host] += 1
        return True


def _preset(ruleset: Ruleset) -> str:
    """Which preset is played, whatever the teams and stocks are."""
    alike = replace(ruleset, stock_size=None, teams=Teams.NONE)
    return next((name for name, preset in PRESETS.items() if alike == preset), OWN_RULES)


def _state(hall: Hall) -> Literal["lobby", "playing", "over"]:
    match hall.stage:
        case Lobby():
            return "lobby"
        case MatchOver():
            return "over"
        case _:
            return "playing"
