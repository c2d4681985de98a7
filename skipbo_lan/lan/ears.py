"""Hears what is sent to everybody on every network of this machine, by broadcast and by multicast (P6)."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable

from protocol.limits import PORT
from skipbo_lan.lan.interfaces import GROUP, Interface, senders
from skipbo_lan.lan.sockets import Socket, open_listener


class Ears:
    """The listening sockets, one for each family that this machine has, kept in step with its interfaces."""

    def __init__(self, port: int = PORT) -> None:
        self._port = port
        self._open: dict[socket.AddressFamily, Socket] = {}
        self._joined: set[int] = set()

    def refresh(self, present: Iterable[Interface]) -> tuple[Socket, ...]:
        """Open what is not open, and join the group on each new link; returns the new sockets.

        A port that another program holds for itself is tried again the next time.
        """
        opened = []
        for family in (socket.AF_INET, socket.AF_INET6):
            if family not in self._open:
                try:
                    self._open[family] = open_listener(self._port, family)
                except OSError:
                    continue
                opened.append(self._open[family])
        self._follow({each.link for each in senders(present) if each.is_ipv6})
        return tuple(opened)

    def close(self) -> None:
        """Close all sockets."""
        for sock in self._open.values():
            sock.close()
        self._open.clear()

    def _follow(self, links: set[int]) -> None:
        listener = self._open.get(socket.AF_INET6)
        if listener is None:
            return
        group = socket.inet_pton(socket.AF_INET6, GROUP)
        for link in links - self._joined:
            try:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group + struct.pack("@I", link))
            except OSError:
                continue  # it has just gone, or has no IPv6 yet
            self._joined.add(link)
        self._joined &= links


def can_hear(port: int = PORT) -> bool:
    """Whether broadcasts to this port can be heard, or another program holds it for itself."""
    try:
        open_listener(port).close()
    except OSError:
        return False
    return True
