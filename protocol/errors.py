"""Whose fault it is when the protocol is broken: ours or the peer's."""

from __future__ import annotations


class ProtocolError(Exception):
    """The protocol was broken. Only its two kinds are raised."""


class LocalProtocolError(ProtocolError):
    """This program tried to send what it may not send now, or what no message may hold: a fault of its own."""


class RemoteProtocolError(ProtocolError):
    """The peer broke the protocol; nothing that it sends can be trusted any more, so the connection ends."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        """A short constant text, safe for logs and screens: nothing in it comes from outside."""
