"""Which table to join: looked for on the network, and chosen by its name, by a token, or by the player."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import trio

from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.limits import LOOK
from skipbo_lan.cli.terminal import ask, forget_input
from skipbo_lan.cli.values import address
from skipbo_lan.client.find import Rows, find
from skipbo_lan.client.listings import Fit, Listing, Place
from skipbo_lan.doctor.network import is_blocked
from skipbo_lan.lan.interfaces import interfaces, is_on_no_network
from skipbo_lan.limits import PATIENCE
from skipbo_lan.locale import joining as words
from skipbo_lan.locale.yes_no import YES

HasToken: TypeAlias = Callable[[Listing], bool]
Look: TypeAlias = "Callable[[Wish], Awaitable[Rows]]"


@dataclass(frozen=True, slots=True)
class Choice:
    """The table that was chosen."""

    row: Listing
    watching: bool = False
    """Whether to watch there, rather than to take a seat."""


@dataclass(frozen=True, slots=True)
class HostInstead:
    """The player would rather open a table."""


Found: TypeAlias = Choice | Place | HostInstead
"""What the player chose: a table of the list, an address, or to host."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player said of the table."""

    table: str | None
    has_token: HasToken
    """Whether a seat there is the player's already."""
    asks: bool
    """Whether there is somebody to be asked; otherwise the first open table is taken."""
    waits: bool
    """Whether to look on when there is no table."""
    watches: bool = False
    """Whether only to watch."""


async def look(wish: Wish) -> Rows:
    """The tables heard of while a person may wait, or at once those among which there is no choice to make."""
    return await find(LOOK, lambda rows: decided(rows, wish) is not None)


def choose(wish: Wish, look: Look = look) -> Found:
    """The table to join, looked for until there is one, and chosen in lines. Raises CommandError."""
    if wish.asks:
        print(words.looking())
    while True:
        rows = trio.run(_seek, wish, look)
        if wish.asks:
            forget_input()
        sure = decided(rows, wish)
        chosen: Found | None = Choice(sure, wish.watches) if sure is not None else _open_one(named(rows, wish), wish)
        if chosen is not None:
            return chosen


async def _seek(wish: Wish, look: Look) -> Rows:
    """Look until there is a choice to make; all in one run of trio, which takes Ctrl-C well at any moment of it."""
    waited, told = 0.0, False
    while True:
        rows = await look(wish)
        if decided(rows, wish) is not None or _is_choice(named(rows, wish), wish):
            return rows
        waited += LOOK
        if waited >= PATIENCE:
            _check_patience(rows, wish)
            if not told:
                await _advise(rows, wish)
            told = True


def decided(rows: Rows, wish: Wish) -> Listing | None:
    """The table that nobody needs to be asked about: where the player has a seat, or the one named."""
    fitting = [row for row in named(rows, wish) if row.fit is Fit.FITS]
    own = None if wish.watches else next((row for row in fitting if wish.has_token(row)), None)
    return own or (fitting[0] if wish.table is not None and fitting else None)


def named(rows: Rows, wish: Wish) -> Rows:
    """The rows with the name that was given, or all."""
    return tuple(row for row in rows if wish.table in (None, row.table))


def says_yes(question: str) -> bool:
    """Whether the player agrees; Enter alone does."""
    answer = ask(question)
    return answer is not None and answer.casefold() in {"", *YES}


def _is_choice(rows: Rows, wish: Wish) -> bool:
    """Whether some table can be had: where somebody can be asked, one to watch is better than none."""
    return any(row.watchable if wish.asks or wish.watches else row.joinable for row in rows)


def _open_one(rows: Rows, wish: Wish) -> Found | None:
    """One of the tables where there is room; None to look again."""
    if wish.asks:
        return _asked(rows, wish)
    return next(Choice(row, wish.watches) for row in rows if _is_choice((row,), wish))


def _asked(rows: Rows, wish: Wish) -> Found | None:
    if len(rows) == 1:
        return agreed(rows[0], wish)
    print("\n".join(words.rows_lines(rows)))
    while True:
        answer = (ask(words.ask_which(len(rows))) or "q").casefold()
        if answer in ("q", "quit"):
            raise CommandError(words.gave_up_by_choice(), Exit.FINE)
        if answer in ("r", ""):
            return None
        if answer == "h":
            return HostInstead()
        if answer == "a":
            return _typed_address()
        if not (answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(rows)):
            print(words.not_a_choice())
            continue
        row = rows[int(answer) - 1]
        if wish.watches and row.watchable:
            return Choice(row, watching=True)
        if row.joinable:
            return Choice(row)
        if row.watchable and says_yes(words.ask_watch(row)):
            return Choice(row, watching=True)
        print(words.cannot_join(row))


def _typed_address() -> Place | None:
    """The address that the player types; None to look again."""
    while answer := ask(words.ASK_ADDRESS):
        try:
            return Place(*address(answer))
        except ArgumentTypeError as error:
            print(error)
    return None


def agreed(row: Listing, wish: Wish) -> Choice:
    """The only table, if the player agrees to join, or at least to watch it. Raises CommandError when not."""
    if wish.watches or row.joinable:
        question = words.ask_watch_only(row) if wish.watches else words.ask_join(row)
        if says_yes(question):
            return Choice(row, wish.watches)
        raise CommandError(words.gave_up_by_choice(), Exit.FINE)
    if says_yes(words.ask_watch(row)):
        return Choice(row, watching=True)
    raise CommandError(words.taken_line(row), Exit.REFUSED)


def _check_patience(rows: Rows, wish: Wish) -> None:
    """Raise CommandError unless the player waits on."""
    if not wish.waits:
        raise CommandError(_why_none(rows, wish), Exit.NO_TABLE)


async def _advise(rows: Rows, wish: Wish) -> None:
    """Say that nothing was found yet, and what to try."""
    lines = words.none_open(rows) if rows and wish.table is None else words.none_found()
    present = interfaces()
    if not rows and is_on_no_network(present):
        lines.append(words.no_network())
    if not rows and await is_blocked(present):
        lines.append(words.search_blocked())
    print("\n".join(lines), file=sys.stderr)


def _why_none(rows: Rows, wish: Wish) -> str:
    if not rows:
        return words.gave_up()
    return words.none_free() if wish.table is None else words.no_such_table(wish.table)
