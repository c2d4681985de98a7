"""`skipbo-lan learn`: the two-minute lesson, at a real table inside this process that nobody else can reach.

Nothing of it is announced, heard on the network, or kept on disk.
"""

from __future__ import annotations

import secrets
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import trio

from engine.match import new_match
from protocol.limits import TOKEN_BYTES
from skipbo_lan.bots.player import house_bot
from skipbo_lan.cli import names, seat
from skipbo_lan.cli.preferences import display_of
from skipbo_lan.cli.terminal import Display
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.deals import Part
from skipbo_lan.client.session import Session
from skipbo_lan.crash import crash_file, write_crash
from skipbo_lan.lesson.cards import BOT, RULES, arranged_table
from skipbo_lan.lesson.course import Progress
from skipbo_lan.locale import endings
from skipbo_lan.locale import lesson as words
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall.effects import StartBot
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.opening import HostConfig, OwnerSeat, open_hall
from skipbo_lan.server.hall.state import Game, Playing, Step
from skipbo_lan.server.house import run_bot, socket_pair
from skipbo_lan.server.peer import Peer
from skipbo_lan.settings import state_folder
from skipbo_lan.store.changes import Change

_LEVEL: Final = "easy"
_CHANCE: Final = 0
"""The bot's chance is the same in every lesson, in which it plays two cards and discards one."""
_PACE_MS: Final = 2000
"""How long the bot waits before each action: three times as long as usual, since there is something to read too."""


def run(options: Namespace) -> int:
    """Teach until the lesson is done or left; the exit code."""
    return seat.conclude(*play(display_of(options)), quiet=True)


def play(display: Display) -> seat.Stay:
    """The same at this display."""
    # The second step tells of what hints show.
    display = replace(display, preferences=replace(display.preferences, hints=True))
    departure = seat.run(display.mode, partial(_learn, display))
    return departure, endings.Whereabouts(table=words.TABLE)


async def _learn(display: Display) -> seat.Departure:
    """Open the table, learn at it, and close it."""
    owner = OwnerSeat(names.own_name(None, display.preferences.name), secrets.token_bytes(TOKEN_BYTES))
    hall, opening = _hall(owner, display.preferences.speed)
    crashed = partial(write_crash, crash_file(state_folder()))
    player = partial(house_bot, chance=Random(_CHANCE))
    async with trio.open_nursery() as nursery:

        def start_bot(bot: StartBot) -> None:
            nursery.start_soon(run_bot, bot, dealer, player, socket_pair, crashed)

        async def dial(table_id: bytes | None) -> trio.abc.Stream:
            """Connect the learner: once, and again after this computer has slept."""
            await trio.lowlevel.checkpoint()
            ours, theirs = socket_pair()
            nursery.start_soon(Peer(theirs, dealer, crashed).run)
            return ours

        dealer = Dealer(
            hall, store=_store_nothing, start_bot=start_bot, report=_report_nothing, random_bytes=secrets.token_bytes
        )
        nursery.start_soon(dealer.run, opening)
        session = Session(dial, Unsaved(owner.name, token=owner.token), part=Part.NONE)
        departure = await seat.visit(session, display, lesson=Progress())
        nursery.cancel_scope.cancel()
    return departure


def _hall(owner: OwnerSeat, speed: float | None) -> Step:
    """The table with the lesson's round going on, and what is to be done at its opening.

    `speed`: seconds that the bot waits before each action; None: long enough to read what is told meanwhile.
    """
    config = HostConfig(words.TABLE, capacity=2, ruleset=RULES, bots=1, bot_levels=(_LEVEL,), owner=owner)
    hall, opening = open_hall(config, {_LEVEL}, Moment(trio.current_time(), secrets.token_bytes))
    game = Game(new_match(RULES, 2, BOT), arranged_table())
    pace_ms = _PACE_MS if speed is None else round(1000 * speed)
    return replace(hall, stage=Playing(game), seq=1, pace_ms=pace_ms), opening


async def _store_nothing(changes: Sequence[Change]) -> None:
    """A lesson is begun anew, never gone on with."""
    await trio.lowlevel.checkpoint()


def _report_nothing(line: Mapping[str, object]) -> None:
    """The player sees the table, and nobody else hears of it."""
