"""The table to join, chosen on the live list of the screen; a single table found at once is only asked about."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import trio

from skipbo_lan.cli import values
from skipbo_lan.cli.choose import Choice, Found, HostInstead, Wish, agreed, decided
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.limits import LOOK
from skipbo_lan.cli.terminal import forget_input
from skipbo_lan.client.find import Rows, find, watch
from skipbo_lan.client.listings import Listing, Place
from skipbo_lan.lan.interfaces import interfaces, is_on_no_network
from skipbo_lan.locale import joining as words
from skipbo_lan.network_log import writer
from skipbo_lan.preferences import Preferences
from skipbo_lan.settings import state_folder
from skipbo_lan.tui import bridge
from skipbo_lan.tui.tables import keys as table_keys
from skipbo_lan.tui.tables.screen import TableScreen

Chosen: TypeAlias = Listing | table_keys.Outcome | int


def browse(wish: Wish, preferences: Preferences) -> Found:
    """The table to join, looked for until there is one. Raises CommandError."""
    print(words.looking())
    chosen = bridge.run(_browse, wish, preferences)
    match chosen:
        case Listing():
            return agreed(chosen, wish) if decided((chosen,), wish) is None else Choice(chosen, wish.watches)
        case table_keys.Picked(row, watching):
            return Choice(row, watching)
        case table_keys.Typed(text):
            return Place(*values.address(text))
        case table_keys.HostInstead():
            return HostInstead()
        case table_keys.GaveUp(interrupted=True):
            raise KeyboardInterrupt
        case table_keys.GaveUp():
            raise CommandError(words.gave_up_by_choice(), Exit.FINE)
        case number:
            raise SystemExit(Exit.SIGNAL + number)


async def _browse(wish: Wish, preferences: Preferences) -> Chosen:
    """One run of trio for all of it, which takes Ctrl-C well at any moment."""
    rows = await find(LOOK, lambda rows: decided(rows, wish) is not None, note=writer(state_folder()))
    forget_input()
    sure = decided(rows, wish)
    if sure is not None:
        return sure
    if len(rows) == 1 and wish.table is None and rows[0].watchable:
        return rows[0]
    screen = TableScreen(
        _search,
        partial(decided, wish=wish),
        why_not,
        is_alone,
        rows=rows,
        watching=wish.watches,
        preferences=preferences,
    )
    return await screen.run()


async def _search(news: trio.MemorySendChannel[Rows], on_echo: Callable[[], None]) -> None:
    await watch(news, note=writer(state_folder()), on_echo=on_echo)


def is_alone() -> bool:
    """Whether this machine is on no network."""
    return is_on_no_network(interfaces())


def why_not(address: str) -> str | None:
    """What is wrong with an address that was typed; None when nothing is."""
    try:
        values.address(address)
    except ArgumentTypeError as error:
        return str(error)
    return None
