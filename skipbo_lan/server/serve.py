"""Hosts a table on the network: opens the port, runs the table, announces it, keeps its matches on disk."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

import trio

from skipbo_lan import lan
from skipbo_lan.crash import crash_file, write_crash
from skipbo_lan.server import reports
from skipbo_lan.server.announce import announce, announcement
from skipbo_lan.server.hall import Hall
from skipbo_lan.server.house import BotStarter
from skipbo_lan.server.inputs import Moment
from skipbo_lan.server.listen import PortTaken, open_listeners, port_of
from skipbo_lan.server.opening import HostConfig, OwnerSeat, open_hall
from skipbo_lan.server.peer import Crashed
from skipbo_lan.server.table import Means, run_table
from skipbo_lan.settings import state_folder
from skipbo_lan.store.changes import Change
from skipbo_lan.store.match_store import Archive

__all__ = ["HostConfig", "OwnerSeat", "PortTaken", "serve"]

_LOOPBACK = "127.0.0.1"


async def serve(
    config: HostConfig,
    *,
    start_bot: BotStarter,
    report: Callable[[Mapping[str, object]], None],
    levels: Collection[str],
    folder: Path | None = None,
    crashed: Crashed | None = None,
) -> None:
    """Host a table until it has ended. Raises PortTaken.

    `folder` is the state folder, the user's own by default; `crashed` is told of faults that ended one connection
    only, and writes them to the crash file by default.
    """
    folder = folder if folder is not None else state_folder()
    listeners = await open_listeners(config.port, private=config.private)
    port = port_of(listeners)
    hall, opening = open_hall(config, levels, Moment(trio.current_time(), secrets.token_bytes))
    report(reports.listening(config.table, hall.table_id, port, _addresses(config)))
    archive = Archive(folder / "matches")

    async def store(changes: Sequence[Change]) -> None:
        await trio.to_thread.run_sync(archive.commit, changes)

    async def announce_table(look: Callable[[], Hall]) -> None:
        await announce(lambda: announcement(look(), port))

    means = Means(start_bot, report, store, crashed or partial(write_crash, crash_file(folder)))
    try:
        await run_table(hall, opening, listeners, means, None if config.private else announce_table)
    finally:
        archive.close()


def _addresses(config: HostConfig) -> tuple[str, ...]:
    """Where others can reach the table; on a machine without a network, only from itself."""
    found = () if config.private else lan.addresses_to_tell(lan.interfaces())
    return found or (_LOOPBACK,)
