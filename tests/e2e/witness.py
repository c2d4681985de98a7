"""A client's connection over TCP that is read along: what it asked for, and what it was told is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from engine.actions import Action
from engine.ruleset import Seat
from protocol import mapping
from protocol import messages as m
from protocol.phases import Role
from skipbo_lan.store.match_reader import read_match
from tests.simulation.recorder import Reader

Act = tuple[Seat | None, int, int, Action]
"""Whose, its id, the sequence number it was made on, and what."""

NOTHING: Final[Callable[[], None]] = lambda: None  # noqa: E731 - the default of the hooks below


@dataclass
class Witness:
    """Everything that some clients sent and heard. The hooks are called at those moments."""

    asked: set[Act] = field(default_factory=set)
    acknowledged: set[Act] = field(default_factory=set)
    seen: int = 0
    """The newest sequence number."""
    before_act: Callable[[], None] = NOTHING
    after_act: Callable[[], None] = NOTHING
    on_view: Callable[[], None] = NOTHING


class Watched(trio.abc.HalfCloseableStream):
    """A stream of a client, and its witness."""

    def __init__(self, stream: trio.SocketStream, witness: Witness) -> None:
        self._stream = stream
        self._witness = witness
        self._up, self._down = Reader(Role.CLIENT), Reader(Role.HOST)
        self._seat: Seat | None = None
        self._open: dict[int, Act] = {}

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Write."""
        acts = [message for _, message in self._up.read(bytes(data)) if isinstance(message, m.Act)]
        for act in acts:
            self._open[act.id] = (self._seat, act.id, act.seq, mapping.action_from_wire(act.action))
            self._witness.asked.add(self._open[act.id])
            self._witness.before_act()
        await self._stream.send_all(data)
        for _ in acts:
            self._witness.after_act()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Read."""
        data = bytes(await self._stream.receive_some(max_bytes))
        for _, message in self._down.read(data):
            self._hear(message)
        return data

    async def wait_send_all_might_not_block(self) -> None:
        """As the socket."""
        await self._stream.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        """As the socket."""
        await self._stream.send_eof()

    async def aclose(self) -> None:
        """As the socket."""
        await self._stream.aclose()

    def _hear(self, message: m.Message) -> None:
        match message:
            case m.Room(you=you):
                self._seat = you
            case m.Refused(id=int(id)):
                self._open.pop(id, None)
            case m.Update(ack=ack, seq=seq):
                done = self._open.pop(ack, None)
                if done is not None:
                    self._witness.acknowledged.add(done)
                self._witness.seen = seq
                self._witness.on_view()
            case _:
                pass


def assert_none_lost_or_doubled(path: Path, witness: Witness) -> None:
    """What was acknowledged is stored as it was asked for, and each stored action of those seats was asked for."""
    saved = read_match(path)
    assert saved.ended is not None
    stored: dict[int, tuple[Seat | None, Action]] = {}
    seq = 0
    for played in saved.rounds:
        seq += 1
        for seat, action in played.record.actions:
            seq += 1
            stored[seq] = (seat, action)
    for seat, _, made_on, action in witness.acknowledged:
        assert stored.get(made_on + 1) == (seat, action)
    witnessed = {seat for seat, *_ in witness.asked}
    asked = {(seat, made_on, action) for seat, _, made_on, action in witness.asked}
    for number, (seat, action) in stored.items():
        if seat in witnessed:
            assert (seat, number - 1, action) in asked
    assert len(witness.acknowledged) > 0.8 * len(witness.asked)
