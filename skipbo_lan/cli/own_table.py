"""A table of the player's own: opened in a child process, played at, come back to, and closed."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import Namespace
from dataclasses import dataclass, field, replace
from typing import Final

import trio

from engine.options import changed_options
from engine.ruleset import Ruleset
from protocol.codes import RejectCode
from protocol.limits import PORT, TOKEN_BYTES
from skipbo_lan.cli import seat
from skipbo_lan.cli.child import Child, open_table
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.shelf import token_shelf
from skipbo_lan.cli.terminal import Display
from skipbo_lan.client.kept import OnShelf
from skipbo_lan.client.listings import Place
from skipbo_lan.client.route import Route, connect
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import LocalEnd
from skipbo_lan.doctor.finding import Verdict
from skipbo_lan.doctor.surroundings import System, firewall
from skipbo_lan.lan.interfaces import addresses_to_tell, interfaces
from skipbo_lan.locale import hosting as words
from skipbo_lan.locale import saves, usage
from skipbo_lan.settings import matches_folder, state_folder
from skipbo_lan.store.tokens import Claimed, Kept
from skipbo_lan.store.unfinished import unfinished

LOOPBACK: Final = "127.0.0.1"
"""Where the player's own table is reached."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table to be opened in a child process for its owner."""

    name: str
    owner: str
    """The owner's name at the table."""
    arguments: tuple[str, ...]
    """For the child, beside the table's name."""
    seed: bytes | None
    display: Display
    port_given: bool = False
    private: bool = False
    """For this player and bots only."""
    password: str | None = field(default=None, repr=False)
    """What newcomers and spectators must know."""


def bots_argument(options: Namespace) -> str:
    """What stands behind `--bots` for the table's process: the level of each bot."""
    return ",".join(options.bots.levels or (options.level,) * options.bots.count) or "0"


def pace_arguments(display: Display) -> tuple[str, ...]:
    """The option that sets the bots' pace at the player's own table."""
    speed = display.preferences.speed
    return () if speed is None else ("--speed", str(speed))


def rules_arguments(ruleset: Ruleset) -> tuple[str, ...]:
    """The options that make this ruleset, whatever they were given as."""
    return tuple(word for key, text in changed_options(ruleset).items() for word in ("--option", f"{key}={text}"))


async def open_and_play(table: OwnTable) -> seat.Departure:
    """Open the table, play at it, and close it. Raises CommandError when it does not open."""
    token = secrets.token_bytes(TOKEN_BYTES)
    seed = None if table.seed is None else table.seed.hex()
    owner = {"name": table.owner, "token": token.hex(), "seed": seed, "password": table.password}
    child = await open_table(["--table", table.name, *table.arguments], owner)
    heard = child.listening
    if not (table.private or table.port_given) and heard.port != PORT:
        print(words.other_port(heard.port), file=sys.stderr)
    if not (table.private or heard.invitation.answers):
        print(words.not_answering(PORT), file=sys.stderr)
    try:
        token_shelf().keep(Kept(heard.table_id, table.name, table.owner, token, heard.port)).release()
    except OSError as error:
        await child.end()
        raise CommandError(usage.cannot_keep(state_folder(), error.strerror or str(error))) from None
    credentials = OnShelf(token_shelf(), table.owner, port=heard.port)
    return await play_and_close(
        child, credentials, table.display, None if table.private else with_firewalls(heard.invitation)
    )


async def play_and_close(
    child: Child, credentials: OnShelf, display: Display, invitation: words.Invitation | None
) -> seat.Departure:
    """Play at a table in a child process, and end it with the play: for good, unless a signal ended one of them.

    Without an invitation nobody else plays, and there is nothing to go on with in any case.
    """
    departure = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(child.drain)
        try:
            session = _session(credentials, child.listening.table_id, child.listening.port)
            departure = await seat.visit(session, display, invitation)
        finally:
            if departure is None or departure.signal is not None:
                await child.end()
            else:
                await child.close()
    if (departure.signal is not None or child.fell) and invitation is not None and departure.state.in_match:
        print(saves.kept(), file=sys.stderr)
    return departure


async def return_or_open(table: OwnTable) -> seat.Departure:
    """Back to the player's table of that name that is still running and has no owner at its screen; else a new one."""
    resumable = {match.table_id for match in unfinished(matches_folder(state_folder()))[0]}
    kept: set[bytes] = set()
    while (claimed := token_shelf().owned(table.name, but=kept)) is not None:
        departure = await come_back(claimed, table.display)
        if departure is not None:
            return departure
        if claimed.kept.table_id in resumable:
            kept.add(claimed.kept.table_id)
            claimed.release()
        else:
            token_shelf().forget(claimed)
    if kept:
        print(saves.could_go_on(table.name), file=sys.stderr)
    return await open_and_play(table)


async def come_back(claimed: Claimed, display: Display) -> seat.Departure | None:
    """Play on at a table that was left running; None when it is gone."""
    kept = claimed.kept
    assert kept.port is not None
    try:
        stream = await connect(Place(LOOPBACK, kept.port))
    except OSError:
        return None
    await stream.aclose()
    claimed.release()
    print(words.still_open(kept.table), file=sys.stderr)
    session = _session(OnShelf(token_shelf(), kept.name, port=kept.port), kept.table_id, kept.port)
    departure = await seat.visit(session, display, with_firewalls(words.Invitation(kept.port, _addresses())))
    return None if _was_another(departure) else departure


def with_firewalls(invitation: words.Invitation) -> words.Invitation:
    """The same with what was found on this system that may keep others out."""
    found = firewall(System(sys.platform, sys.executable, os.environ))
    return replace(invitation, firewalls=tuple(each.code for each in found if each.verdict is not Verdict.OK))


def _addresses() -> tuple[words.Address, ...]:
    """Where others can reach this computer."""
    return tuple(words.Address(str(each.address.ip), each.name) for each in addresses_to_tell(interfaces()))


def _was_another(departure: seat.Departure) -> bool:
    """Whether something else answered where the table had been."""
    strangers = (LocalEnd.BAD_HOST, LocalEnd.NO_TABLE_THERE, RejectCode.BAD_PROOF)
    return departure.state.room is None and departure.ended.why in strangers


def _session(credentials: OnShelf, table_id: bytes, port: int) -> Session:
    """A session at an own table on this machine."""
    return Session(Route([Place(LOOPBACK, port)], search=None), credentials, table_id=table_id)
