"""What the network refuses, written down once for each change: `network.log` in the state folder (D10, D11)."""

from __future__ import annotations

import errno
from pathlib import Path

from skipbo_lan.crash import write_down
from skipbo_lan.lan.broadcaster import Change, Note


def network_log(state: Path) -> Path:
    """Where it is written down in this state folder."""
    return state / "network.log"


def writer(state: Path) -> Note:
    """Writes changes down there; what cannot be written is left out."""
    path = network_log(state)

    def write(change: Change) -> None:
        write_down(path, line_of(change))

    return write


def line_of(change: Change) -> str:
    """One line: an interface and its address, and what fails there. An interface's name may hold anything."""
    where = f"{change.interface.name!a} {change.interface.address}"
    if change.error is None:
        return f"{where} works again"
    return f"{where} fails: {errno.errorcode.get(change.error.errno or 0, 'UNKNOWN')}"
