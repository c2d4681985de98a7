"""TCP listeners: IPv4 and IPv6 on the same port, the default one or the next that is free (P34)."""

from __future__ import annotations

import errno
import logging
from typing import Final

import trio

from protocol.limits import PORT
from skipbo_lan.server.limits import PORTS_TRIED

Listeners = tuple[trio.SocketListener, ...]

logging.getLogger("trio.serve_listeners").addHandler(logging.NullHandler())
"""Where no file descriptor is left, trio tries again by itself. Its traceback each time is for nobody (F42)."""

_EVERYWHERE: Final = ("0.0.0.0", "::")
_THIS_MACHINE: Final = ("127.0.0.1",)


class PortTaken(Exception):
    """Another program listens on this port."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is taken")
        self.port = port


async def open_listeners(port: int | None, *, private: bool = False) -> Listeners:
    """Listeners on one port. None: the default or the next free of ten; 0: any.

    Raises PortTaken, also when all ten are. Private ones are reached from this machine only.
    """
    hosts = _THIS_MACHINE if private else _EVERYWHERE
    if port is not None:
        return await _open_all(port, hosts)
    for candidate in range(PORT, PORT + PORTS_TRIED):
        try:
            return await _open_all(candidate, hosts)
        except PortTaken:
            continue
    raise PortTaken(PORT)


def port_of(listeners: Listeners) -> int:
    """The port they listen on."""
    port: int = listeners[0].socket.getsockname()[1]
    return port


async def _open_all(port: int, hosts: tuple[str, ...]) -> Listeners:
    """One listener for each family that this machine has, the first of which decides the number."""
    listeners = [await _open(port, hosts[0])]
    try:
        for host in hosts[1:]:
            listeners += await _open_if_possible(port_of(tuple(listeners)), host)
    except BaseException:
        for listener in listeners:
            await listener.aclose()
        raise
    return tuple(listeners)


async def _open(port: int, host: str) -> trio.SocketListener:
    try:
        (listener,) = await trio.open_tcp_listeners(port, host=host)
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortTaken(port) from None
        raise
    return listener


async def _open_if_possible(port: int, host: str) -> list[trio.SocketListener]:
    """A machine without the second family goes without it."""
    try:
        return [await _open(port, host)]
    except OSError:
        return []
