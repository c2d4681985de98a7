"""One connection, at either end, without any input or output: bytes in, messages out, and the other way round.

The caller writes what `preface` and `send` return, feeds what it read to `receive_data`, and takes messages from
`next_message` one at a time until it needs more data. The phase moves when a message is sent or returned, not when
its bytes arrive. If a method raises anything but a ProtocolError, that is a bug in here.
"""

from __future__ import annotations

from enum import Enum

from protocol import codec, framing, limits, phases
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.messages import Message, Welcome
from protocol.phases import Phase, Role


class Need(Enum):
    """Why there is no message now."""

    DATA = "data"
    """The next message is not complete yet."""
    CLOSED = "closed"
    """Nothing will follow: the stream has ended, in the middle of a message or not, or the peer said its last."""


class Connection:
    """The state of one connection."""

    def __init__(self, role: Role) -> None:
        self._role = role
        self._phase = Phase.OPENING
        self._preface_sent = False
        self._preface_seen = False
        self._unread = bytearray()
        self._at_end = False
        self._closed_here = False
        self._broken: str | None = None

    @property
    def role(self) -> Role:
        """Which end this is."""
        return self._role

    @property
    def phase(self) -> Phase:
        """How far the connection has come."""
        return self._phase

    def preface(self) -> bytes:
        """The bytes to be written first, once. Raises LocalProtocolError the second time."""
        if self._preface_sent:
            raise LocalProtocolError("the preface was sent before")
        self._preface_sent = True
        return limits.PREFACE

    def send(self, message: Message) -> bytes:
        """The bytes to write for this message; none when the peer has already said its last message.

        Raises LocalProtocolError when the phase does not allow it, or a value is out of its bounds.
        """
        if self._phase is Phase.CLOSED and not self._closed_here:
            return b""
        phase = phases.after(self._phase, self._role, type(message))
        if phase is None or not self._preface_sent:
            raise LocalProtocolError(f"{codec.op_of(type(message))} may not be sent when {self._phase.value}")
        greased = isinstance(message, Welcome)
        frame = codec.encode(message, grease=greased) + (codec.GREASE if greased else b"")
        self._phase = phase
        self._closed_here = phase is Phase.CLOSED
        return frame

    def receive_data(self, data: bytes) -> None:
        """Add bytes that were read; no bytes mean the end of the stream."""
        if self._at_end:
            raise LocalProtocolError("data after the end of the stream")
        self._at_end = not data
        self._unread += data

    def next_message(self) -> Message | Need:
        """The next message of the peer, or what stands in the way of one.

        Raises RemoteProtocolError, and again at each call after that: there is no way back into step.
        """
        if self._broken is not None:
            raise RemoteProtocolError(self._broken)
        try:
            return self._next()
        except RemoteProtocolError as error:
            self._broken = error.reason
            self._unread.clear()
            raise

    def _next(self) -> Message | Need:
        if self._phase is Phase.CLOSED:
            return self._drained()
        if not self._preface_seen and not framing.take_preface(self._unread):
            return self._nothing_yet()
        self._preface_seen = True
        while (body := framing.take_frame(self._unread, codec.LONGEST_FRAME[self._role.other])) is not None:
            message = codec.decode(body, self._role.other)
            if message is not None:
                self._advance(message)
                return message
        return self._nothing_yet()

    def _advance(self, message: Message) -> None:
        phase = phases.after(self._phase, self._role.other, type(message))
        if phase is None:
            raise RemoteProtocolError(f"a message out of place: {codec.op_of(type(message))}")
        self._phase = phase

    def _drained(self) -> Need:
        """After the last message of this side the peer may still have some on their way: they count no more."""
        self._unread.clear()
        return self._nothing_yet() if self._closed_here else Need.CLOSED

    def _nothing_yet(self) -> Need:
        return Need.CLOSED if self._at_end else Need.DATA
