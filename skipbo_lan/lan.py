"""The local network: this machine's addresses, and UDP sockets that reach every neighbour on every network.

1. A broadcast leaves by one interface only unless it is sent from a socket bound to that interface's address, so
   there is one socket per address (P5). They are looked up again before each datagram: networks come and go.
2. A listener is bound to no address, or it would hear no broadcast, and shares its port with all others (P6).
3. What fails on one interface is skipped there, whatever the error, and does not concern the others.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface, ip_address
from typing import Final, NamedTuple

import ifaddr
import trio

from protocol.limits import PORT

EVERYBODY: Final = "255.255.255.255"
"""All hosts of the network that the sending interface belongs to."""

THIS_MACHINE: Final = ("127.255.255.255", "127.0.0.1")
"""The first reaches every listener of this machine without any network, on Linux; the second one of them, anywhere."""

_LONGEST: Final = 2048
"""Bytes read of a datagram: more than any of ours, so that a longer one is seen to be too long."""

_PAUSE_AFTER_ERROR: Final = 0.05
"""Seconds: a socket that fails at each read (Windows reports an unreachable peer so) must not take a whole core."""

_SIDE_NETWORKS: Final = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vbox", "vethernet", "podman", "cni", "lxc"),
    *("tun", "tap", "utun", "wg", "zt", "tailscale", "ppp"),
)
"""How the names of container, virtual machine and tunnel interfaces begin."""


class Interface(NamedTuple):
    """An address of this machine, with the network it belongs to."""

    name: str
    address: IPv4Interface

    @property
    def targets(self) -> tuple[str, ...]:
        """Where to send so that everybody behind this interface hears it."""
        if self.address.is_loopback:
            return THIS_MACHINE
        network = self.address.network
        directed = (str(network.broadcast_address),) if network.prefixlen < 31 else ()
        return (*directed, EVERYBODY)


_UNKNOWN: Final = Interface("", IPv4Interface("0.0.0.0/0"))
"""Stands for whatever interface the system chooses, when it does not tell which there are."""


@dataclass(frozen=True, slots=True)
class Datagram:
    """What came, and from where."""

    data: bytes
    host: str
    port: int


def interfaces() -> tuple[Interface, ...]:
    """The IPv4 addresses of this machine; empty when the system will not tell."""
    try:
        adapters = ifaddr.get_adapters()
    except OSError:
        return ()
    return tuple(
        Interface(str(adapter.nice_name), IPv4Interface(f"{ip.ip}/{ip.network_prefix}"))
        for adapter in adapters
        for ip in adapter.ips
        if ip.is_IPv4
    )


def is_near(address: str, known: Iterable[Interface]) -> bool:
    """Whether an address is this machine's, or belongs to a network that this machine is on (P8).

    When no interface is known, any private address may be.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    networks = [interface.address.network for interface in known]
    return found.is_loopback or any(found in network for network in networks) or (not networks and found.is_private)


def addresses_to_tell(known: Iterable[Interface]) -> tuple[str, ...]:
    """The addresses that others may join at, likeliest first; those of containers and tunnels last (P11)."""
    others = [interface for interface in known if not interface.address.is_loopback]
    return tuple(str(interface.address.ip) for interface in sorted(others, key=_unlikeliness))


def open_listener(port: int = PORT) -> trio.socket.SocketType:
    """A socket that hears every datagram broadcast to this port, together with all other listeners.

    Raises OSError when another program holds the port for itself.
    """
    listener = _open_socket()
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


async def receive(sock: trio.socket.SocketType) -> Datagram | None:
    """The next datagram; None once the socket is closed. An error of the network is passed over."""
    while True:
        try:
            data, (host, port) = await sock.recvfrom(_LONGEST)
            return Datagram(data, host, port)
        except trio.ClosedResourceError:
            return None
        except OSError:
            await trio.sleep(_PAUSE_AFTER_ERROR)


class Broadcaster:
    """Sockets that together reach every network of this machine, kept in step with its interfaces."""

    def __init__(self, port: int = PORT, look: Callable[[], tuple[Interface, ...]] = interfaces) -> None:
        self._port = port
        self._look = look
        self._sockets: dict[Interface, trio.socket.SocketType] = {}

    @property
    def interfaces(self) -> tuple[Interface, ...]:
        """The interfaces that were there at the last refresh; empty when the system did not tell."""
        return tuple(interface for interface in self._sockets if interface is not _UNKNOWN)

    def refresh(self) -> tuple[trio.socket.SocketType, ...]:
        """Open a socket for each new address, close those of addresses that are gone; returns the new ones.

        Answers to a datagram come back to the socket that sent it.
        """
        present = self._look() or (_UNKNOWN,)
        for gone in self._sockets.keys() - set(present):
            self._sockets.pop(gone).close()
        opened = {}
        for interface in dict.fromkeys(present):
            if interface not in self._sockets and (sock := _open_sender(interface.address.ip)) is not None:
                opened[interface] = sock
        self._sockets |= opened
        return tuple(opened.values())

    async def shout(self, data: bytes) -> None:
        """Send a datagram to everybody within reach."""
        for interface, sock in tuple(self._sockets.items()):
            targets = (EVERYBODY, *THIS_MACHINE) if interface is _UNKNOWN else interface.targets
            for target in targets:
                await _send(sock, data, target, self._port)

    def close(self) -> None:
        """Close all sockets."""
        for sock in self._sockets.values():
            sock.close()
        self._sockets.clear()


def _unlikeliness(interface: Interface) -> tuple[bool, bool]:
    aside = interface.name.lower().startswith(_SIDE_NETWORKS)
    return interface.address.is_link_local, aside


def _open_socket() -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock.setblocking(False)
    return sock


def _open_sender(address: IPv4Address) -> trio.socket.SocketType | None:
    """A socket for sending from this address; None when the address is gone, or no file descriptor is left."""
    try:
        sock = _open_socket()
    except OSError:
        return None
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sock.bind((str(address), 0))
    except OSError:
        sock.close()
        return None
    return trio.socket.from_stdlib_socket(sock)


async def _send(sock: trio.socket.SocketType, data: bytes, host: str, port: int) -> None:
    try:
        await sock.sendto(data, (host, port))
    except (OSError, trio.ClosedResourceError):
        # Which errors a missing, full or forbidden network gives differs by system: none of them matters here.
        await trio.lowlevel.checkpoint()
