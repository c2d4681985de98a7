"""`skipbo-lan join --bot`: a bot takes a seat over the network, plays one match, and tells of it."""

from __future__ import annotations

import json
from argparse import Namespace
from functools import partial

import trio

from skipbo_lan.bots.player import play
from skipbo_lan.cli import names, seat
from skipbo_lan.cli.limits import PROOF
from skipbo_lan.cli.lines import Told, lines
from skipbo_lan.cli.password import password_of
from skipbo_lan.cli.target import find_target, sit_down
from skipbo_lan.client.dealing import awaits_verdict
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended


def run(options: Namespace) -> int:
    """Let a bot play one match; the exit code."""
    name = names.own_name(options.name) if options.name is not None else None
    target = find_target(options, asks=False, waits=not options.no_wait)
    assert target is not None, "nobody was asked who could rather host"
    session = sit_down(target, name, options, password=password_of(options))
    departure = trio.run(partial(_play_match, session, options.bot, tells=options.json))
    return seat.conclude(departure, target.told, quiet=options.json)


async def _play_match(session: Session, level: str, *, tells: bool) -> seat.Departure:
    """Play until the match, or the table, has ended."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        nursery.start_soon(play, session, level)
        await _tell(session, tells)
        session.leave()
    return seat.Departure(session.state)


async def _tell(session: Session, tells: bool) -> None:
    """Print what happens until the match has ended."""
    told, state = Told(), session.state
    patience = trio.CancelScope()
    with patience:
        while not isinstance(state.status, Ended):
            told, new = lines(told, state)
            for line in new if tells else ():
                print(json.dumps(line), flush=True)
            if told.match:
                if not awaits_verdict(state):
                    return
                patience.deadline = min(patience.deadline, trio.current_time() + PROOF)
            state = await session.changed(state)
    _, new = lines(told, session.state)
    for line in new if tells else ():
        print(json.dumps(line), flush=True)
