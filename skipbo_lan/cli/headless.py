"""`skipbo-lan host --headless`: the table alone, told in lines, until it has ended."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import trio

from engine.ruleset import MAX_SEATS, Ruleset
from protocol.limits import TOKEN_BYTES
from protocol.names import check_name
from skipbo_lan.bots.levels import LEVELS
from skipbo_lan.bots.player import house_bot
from skipbo_lan.cli import values
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.teller import Teller
from skipbo_lan.cli.terminal import raw_input, read_line
from skipbo_lan.locale import hosting as words
from skipbo_lan.locale import usage
from skipbo_lan.server.serve import HostConfig, OwnerSeat, PortTaken, serve

DEFAULT_TABLE: Final = "Skip-Bo"
"""The name of a table without an owner that was given none."""
_CHUNK: Final = 4096


@dataclass(frozen=True, slots=True)
class Handed:
    """What an owner hands over on standard input, where no list of processes shows it."""

    owner: OwnerSeat
    seed: bytes | None


def run(options: Namespace, ruleset: Ruleset) -> int:
    """Host until the table has ended; the exit code."""
    handed = _read_handed() if options.owner_on_stdin else None
    config = HostConfig(
        table=options.table or DEFAULT_TABLE,
        port=options.port,
        capacity=options.seats or MAX_SEATS,
        ruleset=ruleset,
        seed=handed.seed if handed is not None else options.seed,
        grace=options.grace,
        start_when_full=options.start_when_full,
        bots=options.bots,
        bot_level=options.level,
        owner=handed.owner if handed is not None else None,
        private=options.private,
    )
    teller = Teller(sys.stdout)
    try:
        trio.run(_serve, config, partial(_tell_json if options.json else _tell_words, teller))
    except PortTaken as taken:
        raise CommandError(usage.port_taken(taken.port)) from None
    finally:
        teller.end()
    return Exit.FINE


async def _serve(config: HostConfig, tell: Callable[[Mapping[str, object]], None]) -> None:
    """Host; a table for one player alone ends with its player, however that happens."""
    host = partial(serve, config, start_bot=house_bot, report=tell, levels=LEVELS)
    if not config.private:
        return await host()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_cancel_at_end_of_input, nursery.cancel_scope)
        await host()
        nursery.cancel_scope.cancel()


async def _cancel_at_end_of_input(scope: trio.CancelScope) -> None:
    source = raw_input()
    while await trio.to_thread.run_sync(source.read, _CHUNK, abandon_on_cancel=True):
        pass
    scope.cancel()


def _read_handed() -> Handed:
    """The owner's name and token, and the seed of the match, as one JSON line. Raises CommandError."""
    try:
        told = json.loads(read_line() or "")
        name, seed = told["name"], told["seed"]
        token = bytes.fromhex(told["token"])
        well_formed = isinstance(name, str) and check_name(name) is None and len(token) == TOKEN_BYTES
        handed = Handed(OwnerSeat(name, token), None if seed is None else values.seed(seed))
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
