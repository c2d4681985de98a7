"""One connection of the host: the handshake, then a reader and a writer, until either side ends it.

1. The reader never waits for the dealer, for the writer, or for the disk; it answers pings by itself.
2. The seat is detached before the socket is closed (P29).
3. Whatever goes wrong with a connection ends that connection only, in the one `except` below.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeAlias

import trio

from protocol import limits as wire
from protocol import mapping
from protocol import messages as m
from protocol.codes import ByeCode, RejectCode
from protocol.errors import RemoteProtocolError
from protocol.phases import Phase, Role
from protocol.proof import transcript
from skipbo_lan.limits import FAREWELL, PING_AFTER, SILENT_AFTER
from skipbo_lan.link import Link
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.gate import Gate
from skipbo_lan.server.hall.admission import rejected
from skipbo_lan.server.hall.inputs import Acted, Asked, Configured, Left, PeerId, Proved, Request
from skipbo_lan.server.hall.rates import Allowance, spend
from skipbo_lan.server.limits import HANDSHAKE, SECOND_LOOK, SEND
from skipbo_lan.server.outbox import Outbox

Crashed: TypeAlias = Callable[[BaseException], object]
"""Is told of a fault of this program that ended a connection only."""


class Peer:
    """A connection, from its acceptance to its end."""

    def __init__(
        self, stream: trio.abc.Stream, dealer: Dealer, crashed: Crashed, gate: Gate | None = None, address: str = ""
    ) -> None:
        """`address` is where the client is, empty when that is unknown. One of the host's own comes by no gate."""
        self._link = Link(stream, Role.HOST)
        self._dealer = dealer
        self._crashed = crashed
        self._gate = gate if gate is not None else Gate()
        self._at_gate = self._gate.arrive(address or None, self._turn_away)
        self._address = address
        self._turned_away = False
        self._whole = trio.CancelScope()
        self._outbox = Outbox()
        self._scope = trio.CancelScope()
        self._sending = False
        self._pings = 0
        self._answers = Allowance()
        """What the client may still have answered of its pings."""

    def put(self, message: m.Message) -> bool:
        """Send in time; False when too much is waiting already."""
        if isinstance(message, m.Welcome):
            self._gate.leave(self._at_gate)
        return self._outbox.put(message)

    def close(self, last: m.Bye | m.Rejected) -> None:
        """Say this and hang up, even if the client does not listen."""
        self._outbox.close(last)
        self._scope.deadline = min(self._scope.deadline, trio.current_time() + FAREWELL)

    async def run(self) -> None:
        """Serve the connection until its end; the stream is closed by then."""
        number = self._dealer.connect(self)
        last: ByeCode | None = None
        try:
            with self._whole:
                await self._serve(number)
        except* (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
            pass  # the world's: the client may come back
        except* RemoteProtocolError:
            last = ByeCode.PROTOCOL_ERROR
        except* Exception as fault:
            last = ByeCode.ERROR
            self._crashed(fault)
        finally:
            self._dealer.disconnect(number)
            await self._part(last)
            self._gate.leave(self._at_gate)

    def _turn_away(self) -> None:
        """Make way for others, without a word: whoever waits here has not even said who he is."""
        self._turned_away = True
        self._whole.cancel()
        self._link.cut()

    async def _serve(self, number: PeerId) -> None:
        """Everything from the first byte on. Where this end hangs up, it says why after all that waits."""
        with trio.fail_after(HANDSHAKE):
            proved = await self._handshake(number)
        if proved is None:
            return
        self._dealer.hear(proved)
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, nursery.cancel_scope)
                last = await self._listen(number)
                if last is None:
                    nursery.cancel_scope.cancel()
                else:
                    self.close(m.Bye(code=last))

    async def _handshake(self, number: PeerId) -> Proved | None:
        """Who the client says it is; None when it has been sent away, or has gone (P20)."""
        hello = await self._link.receive()
        if not isinstance(hello, m.Hello):
            return None
        hall = self._dealer.hall
        version = min(hello.proto_max, wire.PROTOCOL_MAX)
        if version < max(hello.proto_min, wire.PROTOCOL_MIN):
            await self._link.send(rejected(hall.terms.app, RejectCode.VERSION))
            return None
        nonce = secrets.token_bytes(wire.NONCE_BYTES)
        await self._link.send(
            m.Challenge(version=version, table_id=hall.table_id, epoch=hall.epoch, nonce=nonce, locked=hall.locked)
        )
        prove = await self._link.receive()
        if not isinstance(prove, m.Prove):
            return None
        if prove.kind == "return":
            self._gate.returns(self._at_gate)
        about = transcript(version, hall.table_id, hall.epoch, hello.nonce, nonce)
        return Proved(number, prove, about, self._address)

    async def _listen(self, number: PeerId) -> ByeCode | None:
        """Read to the end; returns why this end hangs up, if it is this end."""
        try:
            return await self._read(number)
        except RemoteProtocolError:
            return ByeCode.PROTOCOL_ERROR

    async def _read(self, number: PeerId) -> ByeCode | None:
        """Pass on what the client says, until it says no more; returns why this end hangs up, if it is this end."""
        while True:
            message = None
            with trio.move_on_after(SILENT_AFTER) as silence:
                message = await self._link.receive()
            if silence.cancelled_caught:
                # This process itself may have stood still, and what came meanwhile still waits to be read.
                with trio.move_on_after(SECOND_LOOK) as silence:
                    message = await self._link.receive()
            if silence.cancelled_caught:
                return ByeCode.SILENT
            match message:
                case None:
                    return None
                case m.Bye(code):
                    if code is ByeCode.LEFT:
                        self._dealer.hear(Left(number))
                    return None
                case m.Ping(n):
                    self._answers = spend(self._answers, 1.0, trio.current_time())
                    if self._answers.flooding:
                        return ByeCode.FLOOD
                    if not self._outbox.put(m.Pong(n=n)):
                        return ByeCode.TOO_SLOW
                case m.Pong():
                    pass
                case _:
                    if not self._dealer.ask(_asked(number, message)):
                        return ByeCode.FLOOD

    async def _write(self, conversation: trio.CancelScope) -> None:
        """Send what waits, and pings in between; the last message ends the conversation."""
        while True:
            message: m.Message | None = self._ping()
            with trio.move_on_after(PING_AFTER):
                message = await self._outbox.take()
            if message is None:
                conversation.cancel()
                return
            if isinstance(message, m.Ping) and self._link.phase is not Phase.JOINED:
                continue  # nothing is said before the dealer has decided
            self._sending = True
            with trio.fail_after(SEND):
                await self._link.send(message)
            self._sending = False

    def _ping(self) -> m.Ping:
        self._pings = (self._pings + 1) % wire.MAX_U32
        return m.Ping(n=self._pings)

    async def _part(self, last: ByeCode | None) -> None:
        """Say why, as far as that is possible, and close. A message that was cut off cannot be followed by another."""
        try:
            if not (self._sending or self._turned_away):
                await self._link.finish(m.Bye(code=last) if last is not None else None)
        finally:
            await self._link.aclose()


def _asked(number: PeerId, message: m.Message) -> Asked | Configured | Acted:
    """A client's request in the words of the server."""
    match message:
        case m.Act():
            action = mapping.action_from_wire(message.action)
            return Acted(number, message.id, message.epoch, message.seq, action)
        case m.Configure():
            return Configured(number, mapping.ruleset_from_wire(message.ruleset))
        case _ if isinstance(message, Request):
            return Asked(number, message)
        case _:
            raise AssertionError(f"the phases let through a message that no client sends: {type(message).__name__}")
