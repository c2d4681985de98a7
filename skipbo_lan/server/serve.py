"""Hosts a table on the network: opens the port, runs the table, announces it, keeps its matches on disk."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import trio

from skipbo_lan.crash import crash_file, write_crash
from skipbo_lan.lan.broadcaster import Note
from skipbo_lan.lan.ears import can_hear
from skipbo_lan.lan.interfaces import addresses_to_tell, interfaces
from skipbo_lan.network_log import writer
from skipbo_lan.server.announce import announce, announcement
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall import reports
from skipbo_lan.server.hall.effects import Effect
from skipbo_lan.server.hall.inputs import Interrupted, Moment, Saving
from skipbo_lan.server.hall.opening import HostConfig, OwnerSeat, open_hall
from skipbo_lan.server.hall.resuming import resumed_hall
from skipbo_lan.server.hall.state import Hall
from skipbo_lan.server.house import BotStarter
from skipbo_lan.server.keeping import Keeper
from skipbo_lan.server.limits import TICK
from skipbo_lan.server.listen import Listeners, PortTaken, open_listeners, port_of, reopen_listeners
from skipbo_lan.server.peer import Crashed
from skipbo_lan.server.table import Beside, Means, run_table
from skipbo_lan.settings import matches_folder, state_folder
from skipbo_lan.store.changes import Change
from skipbo_lan.store.match_store import Archive
from skipbo_lan.store.unfinished import go_on, reopen

__all__ = ["HostConfig", "OwnerSeat", "PortTaken", "resume", "serve"]

_LOOPBACK = "127.0.0.1"

Report: TypeAlias = Callable[[Mapping[str, object]], None]
Until: TypeAlias = Callable[[], Awaitable[bool]]
"""Returns when the table is to be closed; whether a match that goes on is kept, to be resumed."""


@dataclass(frozen=True, slots=True)
class Program:
    """What the program around the table does for it."""

    start_bot: BotStarter
    report: Report
    levels: Collection[str]
    """The bots that there are."""
    until: Until = trio.sleep_forever
    folder: Path | None = None
    """The state folder; None: the user's own."""
    crashed: Crashed | None = None
    """Is told of faults that ended one connection only; None: they are written to the crash file."""

    @property
    def state(self) -> Path:
        """The state folder."""
        return self.folder if self.folder is not None else state_folder()


async def serve(config: HostConfig, program: Program) -> None:
    """Host a table until it has ended. Raises PortTaken."""
    listeners = await open_listeners(config.port, private=config.private)
    hall, opening = open_hall(config, program.levels, _moment())
    archive = Archive(matches_folder(program.state), port_of(listeners))
    await _host(hall, opening, listeners, archive, program, private=config.private)


async def resume(path: Path, port: int | None, pace_ms: int | None, program: Program) -> None:
    """Go on with a stored match until its table has ended, at this port, or else at its last one if that is free.

    Raises SaveError, and then nothing has changed, and PortTaken.
    """
    store, saved = await trio.to_thread.run_sync(reopen, path)
    async with AsyncExitStack() as undo:
        undo.callback(store.close)
        listeners = await (reopen_listeners(saved.port) if port is None else open_listeners(port))
        for listener in listeners:
            undo.push_async_callback(listener.aclose)
        await trio.to_thread.run_sync(go_on, store, saved, port_of(listeners))
        undo.pop_all()
    hall, opening = resumed_hall(saved, program.levels, _moment(), pace_ms)
    archive = Archive(path.parent, port_of(listeners), store)
    await _host(hall, opening, listeners, archive, program)


async def _host(
    hall: Hall,
    opening: Sequence[Effect],
    listeners: Listeners,
    archive: Archive,
    program: Program,
    *,
    private: bool = False,
) -> None:
    """Run the table on its listeners, with everything that belongs beside it."""
    port = port_of(listeners)

    async def commit(changes: Sequence[Change]) -> None:
        await trio.to_thread.run_sync(archive.commit, changes)

    keeper = Keeper(commit)
    crashed = program.crashed or partial(write_crash, crash_file(program.state))
    means = Means(program.start_bot, program.report, keeper.store, crashed)
    beside: list[Beside] = [partial(_keep, keeper, program.report), partial(_heed, program.until), _tick]
    if not private:
        beside.append(partial(_announce, port, writer(program.state)))
    program.report(reports.listening(hall.terms.table, hall.table_id, port, _addresses(private), private or can_hear()))
    try:
        await run_table(hall, opening, listeners, means, *beside)
    finally:
        with trio.CancelScope(shield=True):
            saved = await keeper.finish()
            await trio.to_thread.run_sync(archive.close)
        if not saved:
            program.report(reports.unsaved().line)


async def _keep(keeper: Keeper, report: Report, dealer: Dealer) -> None:
    """Tell everybody whether the match is saved, and try again what the disk has refused."""

    def tell(works: bool) -> None:
        report(reports.saving(works).line)
        dealer.hear(Saving(works))

    keeper.on_change(tell)
    await keeper.try_again()


async def _heed(until: Until, dealer: Dealer) -> None:
    """Close the table when the program is told to."""
    dealer.hear(Interrupted(resumable=await until()))


async def _tick(dealer: Dealer) -> None:
    """Let the dealer find out when this process has stood still."""
    while True:
        dealer.tick()
        await trio.sleep(TICK)


async def _announce(port: int, note: Note, dealer: Dealer) -> None:
    await announce(lambda: announcement(dealer.hall, port), note=note)


def _moment() -> Moment:
    return Moment(trio.current_time(), secrets.token_bytes)


def _addresses(private: bool) -> Sequence[tuple[str, str]]:
    """Where others can reach the table, each with its interface; on a machine without a network, only from itself."""
    found = () if private else addresses_to_tell(interfaces())
    return [(str(each.address.ip), each.name) for each in found] or [(_LOOPBACK, "")]
