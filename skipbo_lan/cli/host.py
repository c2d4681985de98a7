"""`skipbo-lan host`: the table in a child process, and its owner's seat here; or, headless, the table alone."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import Namespace
from dataclasses import dataclass, field, replace
from functools import partial

import trio

from engine.options import changed_options
from engine.ruleset import MAX_SEATS, Ruleset
from protocol.codes import RejectCode
from protocol.limits import PORT, TOKEN_BYTES
from skipbo_lan.cli import names, seat
from skipbo_lan.cli.child import Child, open_table
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.password import password_of
from skipbo_lan.cli.preferences import display_of
from skipbo_lan.cli.rules import check_capacity, ruleset_of
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
from skipbo_lan.locale import endings, saves, usage
from skipbo_lan.locale import hosting as words
from skipbo_lan.settings import matches_folder, state_folder
from skipbo_lan.store.tokens import Claimed, Kept
from skipbo_lan.store.unfinished import unfinished

_LOOPBACK = "127.0.0.1"


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


def run(options: Namespace) -> int:
    """Open a table and play at it, or only open it, or go on with an earlier match; the exit code."""
    if options.resume is not None:
        from skipbo_lan.cli import resume

        return resume.run(options)
    ruleset = ruleset_of(options)
    check_capacity(ruleset, options.seats)
    _check_bots(options)
    if options.headless:
        from skipbo_lan.cli import headless

        return headless.run(options, ruleset)
    if options.json:
        raise CommandError(usage.only_with("--json", "--headless"))
    return seat.conclude(*play(options, ruleset, display_of(options)))


def play(options: Namespace, ruleset: Ruleset, display: Display) -> seat.Stay:
    """Open a table by these options of `host`, and play at it. Raises CommandError when it does not open."""
    name = names.own_name(options.name, display.preferences.name)
    table = OwnTable(
        name=options.table or words.table_of(name),
        owner=name,
        arguments=(*_arguments(options), *rules_arguments(ruleset), *pace_arguments(display)),
        seed=options.seed,
        display=display,
        port_given=options.port is not None,
        password=password_of(options),
    )
    departure = seat.run(display.mode, partial(_return_or_open, table))
    return departure, endings.Whereabouts(table=table.name, address=_LOOPBACK)


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
        raise CommandError(usage.cannot_keep(str(error))) from None
    credentials = OnShelf(token_shelf(), table.owner, port=heard.port)
    return await play_and_close(
        child, credentials, table.display, None if table.private else with_firewalls(heard.invitation)
    )


async def play_and_close(
    child: Child, credentials: OnShelf, display: Display, invitation: words.Invitation | None
) -> seat.Departure:
    """Play at a table in a child process, and end it with the play: for good, unless a signal ended the play.

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
    if departure.signal is not None and invitation is not None and _goes_on(departure):
        print(saves.kept(), file=sys.stderr)
    return departure


def _goes_on(departure: seat.Departure) -> bool:
    """Whether a match has begun, and has not been decided."""
    room = departure.state.room
    return room is not None and room.stage in ("dealing", "playing", "round_over")


async def _return_or_open(table: OwnTable) -> seat.Departure:
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
        stream = await connect(Place(_LOOPBACK, kept.port))
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
    return Session(Route([Place(_LOOPBACK, port)], search=None), credentials, table_id=table_id)


def _arguments(options: Namespace) -> tuple[str, ...]:
    """The options that the child gets as they were given."""
    given = {"--port": options.port, "--seats": options.seats, "--bots": bots_argument(options)}
    given |= {"--grace": options.grace, "--absent": options.absent, "--turn-timer": options.turn_timer}
    given["--idle-limit"] = options.idle_limit
    named = [word for key, value in given.items() if value is not None for word in (key, str(value))]
    switches = {"--start-when-full": options.start_when_full, "--no-spectators": options.no_spectators}
    return (*named, *(switch for switch, on in switches.items() if on))


def _check_bots(options: Namespace) -> None:
    free = (options.seats or MAX_SEATS) - (0 if options.headless else 1)
    if options.bots.count > free:
        raise CommandError(usage.too_many_bots(options.bots.count, free))
