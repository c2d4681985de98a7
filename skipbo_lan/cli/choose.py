"""Which table to join: looked for on the network, and chosen by its name, by a token, or by the player."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import trio

from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.limits import LOOK, PATIENCE
from skipbo_lan.cli.terminal import ask
from skipbo_lan.client.find import Rows, find
from skipbo_lan.client.listings import Fit, Listing
from skipbo_lan.locale import joining as words

_YES: Final = frozenset({"", "y", "yes"})

HasToken: TypeAlias = Callable[[Listing], bool]


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


def look(wish: Wish) -> Rows:
    """The tables heard of while a person may wait, or at once those among which there is no choice to make."""
    return trio.run(find, LOOK, lambda rows: decided(rows, wish) is not None)


def choose(wish: Wish, search: Callable[[Wish], Rows] = look) -> Listing:
    """The table to join, looked for until there is one. Raises CommandError."""
    waited, told = 0.0, False
    if wish.asks:
        print(words.looking())
    while True:
        rows = search(wish)
        chosen = decided(rows, wish) or _open_one(named(rows, wish), wish)
        if chosen is not None:
            return chosen
        waited += LOOK
        if waited >= PATIENCE:
            _despair(rows, wish, told)
            told = True


def decided(rows: Rows, wish: Wish) -> Listing | None:
    """The table that nobody needs to be asked about: where the player has a seat, or the one named."""
    fitting = [row for row in named(rows, wish) if row.fit is Fit.FITS]
    own = next((row for row in fitting if wish.has_token(row)), None)
    return own or (fitting[0] if wish.table is not None and fitting else None)


def named(rows: Rows, wish: Wish) -> Rows:
    """The rows with the name that was given, or all."""
    return tuple(row for row in rows if wish.table in (None, row.table))


def _open_one(rows: Rows, wish: Wish) -> Listing | None:
    """One of the tables where a seat is free; None to look again."""
    free = tuple(row for row in rows if row.joinable)
    if not free:
        return None
    return _asked(rows, free) if wish.asks else free[0]


def _asked(rows: Rows, free: Rows) -> Listing | None:
    if len(rows) == 1:
        answer = ask(words.ask_join(free[0]))
        if answer is None or answer.casefold() not in _YES:
            raise CommandError(words.gave_up_by_choice(), Exit.FINE)
        return free[0]
    print("\n".join(words.rows_lines(rows)))
    while True:
        answer = (ask(words.ask_which(len(rows))) or "q").casefold()
        if answer in ("q", "quit"):
            raise CommandError(words.gave_up_by_choice(), Exit.FINE)
        if answer in ("r", ""):
            return None
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(rows):
            row = rows[int(answer) - 1]
            if row.joinable:
                return row
            print(words.cannot_join(row))
        else:
            print(words.not_a_choice())


def _despair(rows: Rows, wish: Wish, told: bool) -> None:
    """Say once that nothing was found, or give up."""
    if not wish.waits:
        raise CommandError(_why_none(rows, wish), Exit.NO_TABLE)
    if not told:
        lines = words.none_open(rows) if rows and wish.table is None else words.none_found()
        print("\n".join(lines), file=sys.stderr)


def _why_none(rows: Rows, wish: Wish) -> str:
    if not rows:
        return words.gave_up()
    return words.none_free() if wish.table is None else words.no_such_table(wish.table)
