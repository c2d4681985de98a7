"""`skipbo-lan host`: the table in a child process, and its owner's seat here; or, headless, the table alone."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from dataclasses import dataclass
from functools import partial

import trio

from engine.options import changed_options
from engine.ruleset import MAX_SEATS, Ruleset
from protocol.codes import RejectCode
from protocol.limits import PORT, TOKEN_BYTES
from skipbo_lan.cli import names, seat
from skipbo_lan.cli.child import Listening, open_table
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.rules import check_capacity, ruleset_of
from skipbo_lan.cli.shelf import token_shelf
from skipbo_lan.cli.terminal import Mode, mode_of
from skipbo_lan.client.kept import OnShelf
from skipbo_lan.client.listings import Place
from skipbo_lan.client.route import Route, connect
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import LocalEnd
from skipbo_lan.locale import endings, usage
from skipbo_lan.locale import hosting as words
from skipbo_lan.store.tokens import Claimed, Kept

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
    mode: Mode
    port_given: bool = False
    private: bool = False
    """For this player and bots only."""


def run(options: Namespace) -> int:
    """Open a table and play at it, or only open it; the exit code."""
    ruleset = ruleset_of(options)
    check_capacity(ruleset, options.seats)
    _check_bots(options)
    if options.headless:
        from skipbo_lan.cli import headless

        return headless.run(options, ruleset)
    if options.json:
        raise CommandError(usage.only_with("--json", "--headless"))
    name = names.own_name(options.name)
    table = OwnTable(
        name=options.table or words.table_of(name),
        owner=name,
        arguments=(*_arguments(options), *rules_arguments(ruleset)),
        seed=options.seed,
        mode=mode_of(options),
        port_given=options.port is not None,
    )
    departure = seat.run(table.mode, partial(_return_or_open, table))
    return seat.conclude(departure, endings.Whereabouts(table=table.name, address=_LOOPBACK))


def rules_arguments(ruleset: Ruleset) -> tuple[str, ...]:
    """The options that make this ruleset, whatever they were given as."""
    return tuple(word for key, text in changed_options(ruleset).items() for word in ("--option", f"{key}={text}"))


async def open_and_play(table: OwnTable) -> seat.Departure:
    """Open the table, play at it, and close it. Raises CommandError when it does not open."""
    token = secrets.token_bytes(TOKEN_BYTES)
    seed = None if table.seed is None else table.seed.hex()
    owner = {"name": table.owner, "token": token.hex(), "seed": seed}
    child = await open_table(["--table", table.name, *table.arguments], owner)
    heard = child.listening
    if not (table.private or table.port_given) and heard.port != PORT:
        print(words.other_port(heard.port), file=sys.stderr)
    try:
        token_shelf().keep(Kept(heard.table_id, table.name, table.owner, token, heard.port)).release()
    except OSError as error:
        await child.kill()
        raise CommandError(usage.cannot_keep(str(error))) from None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(child.drain)
        try:
            session = _owner_session(table.owner, heard.table_id, heard.port)
            departure = await seat.visit(session, table.mode, _invitation(table, heard))
        finally:
            await child.close()
    return departure


async def _return_or_open(table: OwnTable) -> seat.Departure:
    """Back to the player's table of that name that is still running and has no owner at its screen; else a new one."""
    while (claimed := token_shelf().owned(table.name)) is not None:
        departure = await _return(table, claimed)
        if departure is not None:
            return departure
        token_shelf().forget(claimed)
    return await open_and_play(table)


async def _return(table: OwnTable, claimed: Claimed) -> seat.Departure | None:
    """Play on at a table that was left running; None when it is gone."""
    kept = claimed.kept
    assert kept.port is not None
    try:
        stream = await connect(Place(_LOOPBACK, kept.port))
    except OSError:
        return None
    await stream.aclose()
    claimed.release()
    print(words.still_open(table.name), file=sys.stderr)
    session = _owner_session(kept.name, kept.table_id, kept.port)
    departure = await seat.visit(session, table.mode, words.Invitation(kept.port))
    return None if _was_another(departure) else departure


def _was_another(departure: seat.Departure) -> bool:
    """Whether something else answered where the table had been."""
    strangers = (LocalEnd.BAD_HOST, LocalEnd.NO_TABLE_THERE, RejectCode.BAD_PROOF)
    return departure.state.room is None and departure.ended.why in strangers


def _invitation(table: OwnTable, heard: Listening) -> words.Invitation | None:
    return None if table.private else words.Invitation(heard.port, heard.addresses)


def _owner_session(name: str, table_id: bytes, port: int) -> Session:
    """A session with the owner's token, which stands on the shelf."""
    route = Route([Place(_LOOPBACK, port)], search=None)
    return Session(route, OnShelf(token_shelf(), name, port=port), table_id=table_id)


def _arguments(options: Namespace) -> tuple[str, ...]:
    """The options that the child gets as they were given."""
    given = {"--port": options.port, "--seats": options.seats, "--bots": options.bots, "--level": options.level}
    given["--grace"] = options.grace
    named = [word for key, value in given.items() if value is not None for word in (key, str(value))]
    return (*named, *(["--start-when-full"] if options.start_when_full else []))


def _check_bots(options: Namespace) -> None:
    free = (options.seats or MAX_SEATS) - (0 if options.headless else 1)
    if options.bots > free:
        raise CommandError(usage.too_many_bots(options.bots, free))
