"""UDP sockets: to send from one address, and to hear what is sent to everybody; and reading them.

1. A broadcast leaves by one interface only unless it is sent from a socket bound to that interface's address (P5).
2. A listener is bound to no address, or it would hear no broadcast, and shares its port with all others (P6).
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

import trio

from protocol.limits import PORT
from skipbo_lan.lan.interfaces import Interface

Socket: TypeAlias = trio.socket.SocketType

_LONGEST: Final = 2048
"""Bytes read of a datagram: more than any of ours, so that a longer one is seen to be too long."""

_PAUSE_AFTER_ERROR: Final = 0.05
"""Seconds: a socket that fails at each read (Windows reports an unreachable peer so) must not take a whole core."""


@dataclass(frozen=True, slots=True)
class Datagram:
    """What came, and from where."""

    data: bytes
    host: str
    """With the link's name behind `%` where the address means something on one link only."""
    port: int


def open_listener(port: int = PORT, family: socket.AddressFamily = socket.AF_INET) -> Socket:
    """A socket that hears every datagram broadcast to this port, together with all other listeners.

    One for IPv6 hears a group once it has joined it. Raises OSError when another program holds the port for itself.
    """
    listener = _open_socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT") and not sys.platform.startswith("linux"):
            # BSD and macOS share a port with this; on Linux it would keep other users' programs out.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(("", port))
    except OSError:
        listener.close()
        raise
    return trio.socket.from_stdlib_socket(listener)


def open_sender(interface: Interface) -> Socket:
    """A socket whose datagrams leave by this interface. Raises OSError."""
    sock = _open_socket(socket.AF_INET6 if interface.is_ipv6 else socket.AF_INET)
    try:
        if interface.is_ipv6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, interface.link)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 1)
            sock.bind(("", 0))
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.bind((str(interface.address.ip), 0))
    except OSError:
        sock.close()
        raise
    return trio.socket.from_stdlib_socket(sock)


async def send(sock: Socket, data: bytes, host: str, port: int) -> OSError | None:
    """Send one datagram; what the system said against it. A socket that was closed meanwhile says nothing.

    Which errors a missing, full or forbidden network gives differs by system: all of them count alike.
    """
    try:
        await sock.sendto(data, (host, port))
    except OSError as error:
        await trio.lowlevel.checkpoint()
        return error
    except trio.ClosedResourceError:
        await trio.lowlevel.checkpoint()
    return None


async def receive(sock: Socket) -> Datagram | None:
    """The next datagram; None once the socket is closed. An error of the network is passed over."""
    while True:
        try:
            data, address = await sock.recvfrom(_LONGEST)
            return Datagram(data, _host_of(address), address[1])
        except trio.ClosedResourceError:
            return None
        except OSError:
            await trio.sleep(_PAUSE_AFTER_ERROR)


def link_name(index: int) -> str:
    """How an address names this link: its name, or its number on Windows and where it is gone already."""
    if sys.platform != "win32":
        with suppress(OSError):
            return socket.if_indextoname(index)
    return str(index)


def _host_of(address: tuple[str, int] | tuple[str, int, int, int]) -> str:
    return f"{address[0]}%{link_name(address[3])}" if len(address) == 4 and address[3] else address[0]


def _open_socket(family: socket.AddressFamily) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_DGRAM)
    if family == socket.AF_INET6:
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    sock.setblocking(False)
    return sock
