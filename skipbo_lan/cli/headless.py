"""`skipbo-lan host --headless`: the table alone, told in lines, until it has ended."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import trio

from engine.ruleset import MAX_SEATS, Ruleset
from protocol.limits import TOKEN_BYTES
from protocol.names import check_name
from skipbo_lan.bots.levels import LEVELS
from skipbo_lan.bots.player import house_bot
from skipbo_lan.cli import values
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.password import password_of
from skipbo_lan.cli.signals import Ending
from skipbo_lan.cli.teller import Teller
from skipbo_lan.cli.terminal import raw_input, read_line
from skipbo_lan.locale import hosting as words
from skipbo_lan.locale import saves, usage
from skipbo_lan.os_signals import ENDING
from skipbo_lan.server.serve import HostConfig, OwnerSeat, PortTaken, Program, serve
from skipbo_lan.server.serve import resume as serve_again
from skipbo_lan.settings import matches_folder, state_folder
from skipbo_lan.store.match_store import match_path
from skipbo_lan.store.saves import SaveError

DEFAULT_TABLE: Final = "Skip-Bo"
"""The name of a table without an owner that was given none."""
_CHUNK: Final = 4096


@dataclass(frozen=True, slots=True)
class Handed:
    """What an owner hands over on standard input, where no list of processes shows it."""

    owner: OwnerSeat
    seed: bytes | None = field(repr=False)
    password: str | None = field(repr=False)


def run(options: Namespace, ruleset: Ruleset) -> int:
    """Host until the table has ended; the exit code."""
    if options.match is not None:
        return resume(match_path(matches_folder(state_folder()), options.match), options)
    handed = _read_handed() if options.owner_on_stdin else None
    config = HostConfig(
        table=options.table or DEFAULT_TABLE,
        port=options.port,
        capacity=options.seats or MAX_SEATS,
        ruleset=ruleset,
        seed=handed.seed if handed is not None else options.seed,
        grace=options.grace,
        start_when_full=options.start_when_full,
        bots=options.bots.count,
        bot_levels=options.bots.levels or (options.level,),
        owner=handed.owner if handed is not None else None,
        private=options.private,
        absent=options.absent,
        turn_timer=options.turn_timer,
        idle_limit=options.idle_limit * 60,
        pace_ms=_pace_of(options),
        spectators=not options.no_spectators,
        password=handed.password if handed is not None else password_of(options),
    )
    return _run(partial(serve, config), options)


def resume(path: Path, options: Namespace) -> int:
    """Go on with a stored match until its table has ended; the exit code. Raises CommandError."""
    return _run(partial(serve_again, path, options.port, _pace_of(options)), options)


def _pace_of(options: Namespace) -> int | None:
    """How long bots wait before each action, in milliseconds."""
    return None if options.speed is None else round(1000 * options.speed)


def _run(host: Callable[[Program], Awaitable[None]], options: Namespace) -> int:
    """Host until the table has ended, or a signal ends it; the exit code."""
    ending, teller = Ending(), Teller(sys.stdout)
    try:
        trio.run(_host, host, ending, partial(_tell_json if options.json else _tell_words, teller), options.private)
    finally:
        teller.end()
    return Exit.FINE if ending.first is None else Exit.SIGNAL + ending.first


async def _host(
    host: Callable[[Program], Awaitable[None]],
    ending: Ending,
    tell: Callable[[Mapping[str, object]], None],
    private: bool,
) -> None:
    until = partial(_until_alone, ending) if private else ending.asked
    with trio.open_signal_receiver(*ENDING) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ending.heed, signals, nursery.cancel_scope)
            try:
                await host(Program(house_bot, tell, LEVELS, until))
            except PortTaken as taken:
                raise CommandError(usage.port_taken(taken.port)) from None
            except SaveError as error:
                raise CommandError(saves.problem_line(error)) from None
            nursery.cancel_scope.cancel()


async def _until_alone(ending: Ending) -> bool:
    """A table for one player alone ends with its player, however that happens, and nobody goes on with it."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_cancel_at_end_of_input, nursery.cancel_scope)
        await ending.asked()
        nursery.cancel_scope.cancel()
    return False


async def _cancel_at_end_of_input(scope: trio.CancelScope) -> None:
    source = raw_input()
    while await trio.to_thread.run_sync(source.read, _CHUNK, abandon_on_cancel=True):
        pass
    scope.cancel()


def _read_handed() -> Handed:
    """The owner's name and token, the match's seed, the password, as one JSON line. Raises CommandError."""
    try:
        told = json.loads(read_line() or "")
        name, seed, password = told["name"], told["seed"], told["password"]
        token = bytes.fromhex(told["token"])
        well_formed = isinstance(name, str) and check_name(name) is None and len(token) == TOKEN_BYTES
        well_formed = well_formed and (password is None or isinstance(password, str))
        handed = Handed(OwnerSeat(name, token), None if seed is None else values.seed(seed), password)
    except (ValueError, TypeError, KeyError, ArgumentTypeError):
        well_formed = False
    if not well_formed:
        raise CommandError(usage.bad_owner())
    return handed


def _tell_json(teller: Teller, line: Mapping[str, object]) -> None:
    teller.tell(json.dumps(line))


def _tell_words(teller: Teller, line: Mapping[str, object]) -> None:
    for told in words.report_lines(line):
        teller.tell(told)
