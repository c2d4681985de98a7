"""Sends to every network of this machine, whatever comes, goes or fails there (P5).

Interfaces are looked up again before each datagram: networks come and go. What fails on one is skipped there,
whatever the error, does not concern the others, and is noted once for each change.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Interface
from typing import Final, TypeAlias

from protocol.limits import PORT
from skipbo_lan.lan.interfaces import EVERYBODY, THIS_MACHINE, Interface, Interfaces, interfaces, senders
from skipbo_lan.lan.sockets import Socket, open_sender, send

Look: TypeAlias = Callable[[], Interfaces]
"""Tells the interfaces that there are now."""

_UNKNOWN: Final = Interface("", IPv4Interface("0.0.0.0/0"))
"""Stands for whatever interface the system chooses, when it does not tell which there are."""


@dataclass(frozen=True, slots=True)
class Change:
    """An interface has begun to fail, or works again."""

    interface: Interface
    error: OSError | None
    """What fails there; None when it works again."""


Note: TypeAlias = Callable[[Change], None]


def unnoted(change: Change) -> None:
    """Takes no note."""


class Broadcaster:
    """Sockets that together reach every network of this machine, kept in step with its interfaces."""

    def __init__(self, port: int = PORT, look: Look = interfaces, note: Note = unnoted) -> None:
        self._port = port
        self._look = look
        self._note = note
        self._present: Interfaces = ()
        self._sockets: dict[Interface, Socket] = {}
        self._failing: set[Interface] = set()

    @property
    def interfaces(self) -> Interfaces:
        """The interfaces that were there at the last refresh; empty when the system did not tell."""
        return self._present

    def refresh(self) -> tuple[Socket, ...]:
        """Open a socket for each new address, close those of addresses that are gone; returns the new ones.

        Answers to a datagram come back to the socket that sent it.
        """
        self._present = self._look()
        present = senders(self._present) or (_UNKNOWN,)
        for gone in self._sockets.keys() - set(present):
            self._sockets.pop(gone).close()
        self._failing &= set(present)
        if _UNKNOWN in present:
            self._judge(_UNKNOWN, OSError(errno.ENODEV, os.strerror(errno.ENODEV)))
        opened = {}
        for interface in present:
            if interface not in self._sockets and (sock := self._open(interface)) is not None:
                opened[interface] = sock
        self._sockets |= opened
        return tuple(opened.values())

    async def shout(self, data: bytes) -> None:
        """Send a datagram to everybody within reach."""
        for interface, sock in tuple(self._sockets.items()):
            targets = (EVERYBODY, *THIS_MACHINE) if interface is _UNKNOWN else interface.targets
            errors = [await send(sock, data, target, self._port) for target in targets]
            if interface in self._sockets and interface is not _UNKNOWN:
                self._judge(interface, None if None in errors else errors[0])

    def close(self) -> None:
        """Close all sockets."""
        for sock in self._sockets.values():
            sock.close()
        self._sockets.clear()

    def _open(self, interface: Interface) -> Socket | None:
        """A socket for sending there; None when the address is gone, or no file descriptor is left."""
        try:
            return open_sender(interface)
        except OSError as error:
            self._judge(interface, error)
            return None

    def _judge(self, interface: Interface, error: OSError | None) -> None:
        """Note when an interface begins to fail, and when it works again (D10, D11)."""
        if (error is not None) != (interface in self._failing):
            self._failing ^= {interface}
            self._note(Change(interface, error))
