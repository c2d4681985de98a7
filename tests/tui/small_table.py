"""A real session at a small table that the test itself keeps: the engine behind a scripted host."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio
from msgspec import structs

from engine.actions import Action
from engine.legal import legal_actions
from engine.observe import observe, redact
from engine.rules import apply
from engine.table import Table
from protocol import mapping
from protocol.codes import ByeCode
from protocol.messages import Act, Bye, Message, Ping, Pong, Room, Said, Say, Update
from protocol.values import WireEvent
from skipbo_lan.client.session import Session
from tests.client.scripted_host import ScriptedHost, Visit, a_session, welcome
from tests.locale.sights import a_room
from tests.tui.scenes import drawn_table


@dataclass
class SmallTable:
    """The host's side: it applies what the player asks, and plays the first legal action for everybody else."""

    table: Table = field(default_factory=drawn_table)
    seq: int = 1
    heard: list[Message] = field(default_factory=list)
    """All requests of the player but pings."""
    _visit: Visit | None = None

    async def keep(self, host: ScriptedHost) -> None:
        """Serve one visit until the player goes."""
        self._visit = await host.visit()
        await welcome(self._visit)
        await self._visit.say(self._room(), self._update(0, ()))
        while (message := await self._visit.link.receive()) is not None and not isinstance(message, Bye):
            self.heard += [] if isinstance(message, Ping) else [message]
            await self._answer(self._visit, message)
        self.heard += [message] if message is not None else []
        await self._visit.close()

    async def hang_up(self) -> None:
        """End the connection for good, as a host does that closes its table."""
        assert self._visit is not None
        await self._visit.say(Bye(code=ByeCode.CLOSED))

    def _room(self) -> Room:
        return structs.replace(a_room(players=len(self.table.seats), rules=self.table.ruleset), owner=None)

    async def _answer(self, visit: Visit, message: Message) -> None:
        match message:
            case Ping(n):
                await visit.say(Pong(n=n))
            case Act(id=number, action=action):
                await visit.say(self._act(number, mapping.action_from_wire(action)))
            case Say(text=text, team=team):
                await visit.say(Said(seat=0, name="Anna", text=text, team=team, held=False))

    def _act(self, number: int, action: Action) -> Update:
        self.table, events = apply(self.table, 0, action)
        while self.table.turn != 0 and self.table.outcome is None:
            turn = self.table.turn
            self.table, more = apply(self.table, turn, legal_actions(observe(self.table, turn))[0])
            events += more
        self.seq += 1
        return self._update(number, tuple(mapping.event_to_wire(redact(event, 0)) for event in events))

    def _update(self, ack: int, events: tuple[WireEvent, ...]) -> Update:
        view = mapping.view_to_wire(observe(self.table, 0))
        return Update(epoch=1, seq=self.seq, ack=ack, events=list(events), view=view)


@asynccontextmanager
async def a_seat(table: SmallTable) -> AsyncIterator[Session]:
    """A session that has taken its seat and seen its cards."""
    host = ScriptedHost()
    session = a_session(host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.keep, host)
        nursery.start_soon(session.run)
        while (state := session.state).view is None:
            await session.changed(state)
        yield session
        nursery.cancel_scope.cancel()
