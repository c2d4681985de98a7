"""The people of a simulation: real sessions with a real bot at them, killed, doubled and started again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import trio

from protocol.codes import ByeCode
from protocol.proof import token_key
from skipbo_lan.bots.player import at_once, play
from skipbo_lan.client.aside import judge_at_once
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.journal import Journal
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import ClientState, Ended, Online
from skipbo_lan.fairness.heard import Memory
from tests.simulation.house import House


class Person:
    """Somebody with a token, which outlives his programs."""

    def __init__(
        self,
        name: str,
        house: House,
        note: Callable[[str], None],
        *,
        token: bytes | None = None,
        watching: bool = False,
    ) -> None:
        self.name = name
        self.watching = watching
        self.sessions: list[Session] = []
        self.left = False
        self._house = house
        self._note = note
        self._luck = Random(f"{name} {house.seed}")
        self._credentials = _Credentials(name, bot=True, token=token, watching=watching)
        self._programs: list[trio.CancelScope] = []

    async def come(self) -> None:
        """Run the program until it has got to the table, or there is nothing to get to any more."""
        while not (self._house.over or self.left):
            session = await self.attend()
            if session is None or session.state.table_id or (self._house.truth.seq > 0 and not self._may_come()):
                return
            await trio.sleep(1)

    def _may_come(self) -> bool:
        return self.watching or not self.dispossessed()

    async def attend(self) -> Session | None:
        """One run of the program, until it has ended; None when it was killed."""
        session = Session(
            self._dial,
            self._credentials,
            chance=self._luck.random,
            clock=trio.current_time,
            give_up=150.0,
            aside=judge_at_once,
            fresh=self._luck.randbytes,
        )
        self.sessions.append(session)
        with trio.CancelScope() as program:
            self._programs.append(program)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(session.run)
                if self.watching:
                    await _ended(session)
                else:
                    await play(session, "easy", chance=self._luck, think=at_once)
        if program.cancelled_caught:
            return None
        self._note(f"{self.name}: {session.state.status}")
        return session

    def kill(self) -> None:
        """End every program of this person; what they had in memory is lost."""
        for program in self._programs:
            program.cancel()
        self._programs.clear()
        self.sessions.clear()

    def leave(self) -> None:
        """Say goodbye."""
        for session in self.sessions:
            session.leave()

    @property
    def alive(self) -> list[ClientState]:
        """What those programs know that have not ended."""
        return [session.state for session in self.sessions if not isinstance(session.state.status, Ended)]

    @property
    def online(self) -> ClientState | None:
        """What the program knows that is at the table."""
        return next((state for state in self.alive if isinstance(state.status, Online)), None)

    def dispossessed(self) -> bool:
        """Whether the seat is not this person's any more, as far as the disk knows, or the host has said."""
        ends = [session.state.status for session in self.sessions if isinstance(session.state.status, Ended)]
        if any(ended.why is ByeCode.REMOVED for ended in ends):
            return True
        token = self._credentials.token(self._house.truth.begun.table_id)
        return token is None or token_key(token) not in self._house.truth.keys

    async def _dial(self, table_id: bytes | None) -> trio.abc.Stream:
        await trio.sleep(self._luck.random() * 0.05)
        return self._house.connect(self.name)


class _Journal:
    """What a person's disk keeps of the deals."""

    def __init__(self) -> None:
        self._memory = Memory()

    def load(self) -> Memory:
        return self._memory

    def save(self, memory: Memory) -> None:
        self._memory = memory

    def note_view(self, seq: int, digest: bytes) -> None:
        self._memory = replace(self._memory, views=(*self._memory.views, (seq, digest)))


class _Credentials(Unsaved):
    """A person's token, and what is kept beside it."""

    def __init__(self, *args: Any, **kept: Any) -> None:
        super().__init__(*args, **kept)
        # Whoever has a token before there is a table opened it.
        self._owner = kept["token"] is not None
        self._journals: dict[bytes, _Journal] = defaultdict(_Journal)

    def owns(self, table_id: bytes) -> bool:
        return self._owner

    def journal(self, table_id: bytes) -> Journal:
        return self._journals[table_id]


async def _ended(session: Session) -> None:
    state = session.state
    while not isinstance(state.status, Ended):
        state = await session.changed(state)
