"""Machines joined by cables, made of network namespaces: no administrator is needed, and nothing leaves them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.e2e.program import ROOT, Program, running

_BUSY: Final = 4
_READY: Final = "echo 0 > /proc/sys/net/ipv6/conf/default/accept_dad; ip link set lo up; echo ready; exec sleep 600"
"""A machine with nothing but loopback up, whose IPv6 addresses need no second of probation."""
_FIRST: Final = ("unshare", "-Urn", "sh", "-c", _READY)
_OTHER: Final = ("unshare", "-n", "sh", "-c", _READY)


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine of its own, as far as the network goes."""

    pid: int

    @property
    def prefix(self) -> Sequence[str]:
        """Runs a command there."""
        return ("nsenter", f"--target={self.pid}", "--user", "--net", "--preserve-credentials")

    def ip(self, *commands: str) -> None:
        """Change its network."""
        for command in commands:
            subprocess.run([*self.prefix, "ip", *command.split()], check=True, capture_output=True)

    def plug_in(self, card: str, other: Machine, other_card: str) -> None:
        """Join two machines with a cable; the cards are up, and have IPv6 as every card has."""
        self.ip(f"link add {card} type veth peer name {other_card} netns {other.pid}", f"link set {card} up")
        other.ip(f"link set {other_card} up")


def can_have_networks() -> bool:
    """Whether this system lets a user make networks."""
    if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        return False
    command = ["unshare", "-Urn", "ip", "link", "add", "one", "type", "veth", "peer", "name", "two"]
    return subprocess.run(command, capture_output=True).returncode == 0


own_networks = pytest.mark.skipif(
    not can_have_networks(), reason="this system does not let an ordinary user make network namespaces"
)


@contextmanager
def machines(count: int) -> Iterator[list[Machine]]:
    """So many machines without any cable."""
    with ExitStack() as running_ones:
        found: list[Machine] = []
        for _ in range(count):
            command = _FIRST if not found else (*found[0].prefix, *_OTHER)
            found.append(Machine(running_ones.enter_context(_kept_running(command))))
        yield found


@contextmanager
def _kept_running(command: Sequence[str]) -> Iterator[int]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process.pid
        finally:
            process.kill()


@contextmanager
def hosting(machine: Machine, state: Path, *options: str, table: str = "Kitchen") -> Iterator[Program]:
    """A table on this machine, once it listens."""
    command = ("host", "--headless", "--json", "--table", table, *options)
    with running(*command, state=state, prefix=machine.prefix) as host:
        host.expect(r'^\{"event": "listening".*\}$')
        yield host


def found_within_a_second(*seekers: Machine, tables: int = 1) -> list[list[dict[str, Any]]]:
    """What each of these machines lists, all at the same time, a second after its first question.

    On a machine that is too busy to run them all in that second, they may ask again, each time for a second.
    """
    for _ in range(_BUSY):
        found = _found_at_once(*seekers)
        if all(len(rows) >= tables for rows in found):
            break
    return found


def _found_at_once(*seekers: Machine) -> list[list[dict[str, Any]]]:
    searches = [
        subprocess.Popen(
            [*seeker.prefix, sys.executable, "-m", "skipbo_lan", "find", "--json", "--timeout", "1"],
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        for seeker in seekers
    ]
    return [json.loads(search.communicate(timeout=30)[0]) for search in searches]


def found_in_time(seeker: Machine, address: str | None, seconds: float = 15) -> list[dict[str, Any]]:
    """What a machine lists as soon as there is a table at this address, or no table; fails when it takes too long."""
    deadline = time.monotonic() + seconds
    while True:
        (rows,) = _found_at_once(seeker)
        if [row["address"] for row in rows] == ([] if address is None else [address]):
            return rows
        assert time.monotonic() < deadline, rows
