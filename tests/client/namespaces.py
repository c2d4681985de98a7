"""Run inside a fresh network namespace: finds a table over the network named on the command line, prints its address.

loopback: nothing but lo is up. cable: host and joiner are two machines, joined by a cable, without a router.
two cables: the host has two networks, and the joiner is on the second.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import trio

from protocol import discovery
from skipbo_lan.client.find import find
from skipbo_lan.lan.broadcaster import Broadcaster
from skipbo_lan.lan.sockets import Socket, open_listener, receive
from tests.client.test_listings import an_announcement

CLONE_NEWNET = 0x40000000


def main(network: str) -> None:
    """Make the network, start a host in it, and look for its table from where the joiner is."""
    host = _fork(lambda: trio.run(_host))
    try:
        _run("ip link set lo up")
        _in_namespace_of(host, "ip link set lo up")
        if network == "loopback":
            # Both on one machine: the host runs here, beside the joiner.
            print(_search_beside_a_host())
            return
        for number in (11, 22)[: 1 if network == "cable" else 2]:
            _run(f"ip link add here{number} type veth peer name there{number} netns {host}")
            _in_namespace_of(host, f"ip addr add 10.{number}.0.1/24 dev there{number}")
            _in_namespace_of(host, f"ip link set there{number} up")
        _run(f"ip addr add 10.{number}.0.2/24 dev here{number}")
        _run(f"ip link set here{number} up")
        print(trio.run(_search))
    finally:
        os.kill(host, signal.SIGKILL)
        os.waitpid(host, 0)


def _search_beside_a_host() -> str:
    async def both() -> str:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_host)
            address = await _search()
            nursery.cancel_scope.cancel()
        return address

    return trio.run(both)


async def _search() -> str:
    rows = await find(2.0, lambda rows: bool(rows))
    return " ".join(place.host for row in rows for place in row.places)


async def _host() -> None:
    """Announce a table, and answer whoever asks."""
    data = discovery.encode(an_announcement())
    broadcaster = Broadcaster()
    with open_listener() as listener:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_answer, listener, data)
            while True:
                broadcaster.refresh()
                await broadcaster.shout(data)
                await trio.sleep(0.2)


async def _answer(listener: Socket, data: bytes) -> None:
    while (datagram := await receive(listener)) is not None:
        if isinstance(discovery.decode(datagram.data), discovery.Probe):
            await listener.sendto(data, (datagram.host, datagram.port))


def _fork(work: Callable[[], None]) -> int:
    """A child in a network namespace of its own."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        _leave_network()
        os.write(told, b"1")
        work()
        os._exit(0)
    os.read(ready, 1)
    return child


def _leave_network() -> None:
    """As os.unshare does from Python 3.12 on."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "unshare")


def _run(command: str) -> None:
    subprocess.run(command.split(), check=True)


def _in_namespace_of(process: int, command: str) -> None:
    subprocess.run(["nsenter", f"--net=/proc/{process}/ns/net", *command.split()], check=True)


if __name__ == "__main__":
    main(sys.argv[1])
