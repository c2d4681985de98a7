"""Words for looking for a table and sitting down at one."""

from __future__ import annotations

from typing import Final

from protocol.limits import MAX_APP_CHARS
from protocol.text import safe, width
from skipbo_lan.client.listings import Fit, Listing
from skipbo_lan.locale.hosting import with_port
from skipbo_lan.locale.people import safe_table

_PATH_CELLS: Final = 200
"""As much of a path as a line of warning has room for."""


def none_found() -> list[str]:
    """After five seconds without a table."""
    return [
        "No table found on this network yet; still looking.",
        '- Is the host\'s screen saying "waiting for players"?',
        "- Same Wi-Fi? Guest networks often keep devices apart.",
        "- Try the address on the host's screen:  skipbo-lan join 192.168.1.20",
        "- Or host yourself:  skipbo-lan host",
    ]


def none_open(rows: tuple[Listing, ...]) -> list[str]:
    """After five seconds with tables of which none has a free seat."""
    return ["No table with a free seat on this network yet; still looking.", *rows_lines(rows)]


def gave_up() -> str:
    """No table in the time given."""
    return "No table found on this network."


def none_free() -> str:
    """Tables were found in the time given, but none where somebody new may sit down."""
    return "No table with a free seat found on this network."


def no_such_table(table: str) -> str:
    """Tables were found, but not the one asked for."""
    return f"No table called {safe_table(table)} found on this network."


def looking() -> str:
    """At the start of a search that a person waits for."""
    return "Looking for tables on this network ..."


def ask_join(row: Listing) -> str:
    """The only open table was found."""
    return f"Join {table_words(row)}? [Y/n] "


def ask_watch_only(row: Listing) -> str:
    """The only table was found by somebody who wants to watch."""
    return f"Watch {table_words(row)}? [Y/n] "


def ask_watch(row: Listing) -> str:
    """Nobody can sit down at the table that was found."""
    return f"{taken_line(row)} Watch instead? [Y/n] "


def taken_line(row: Listing) -> str:
    """Why nobody can sit down there: `Anna's table is full (6 of 6).`"""
    state = {"playing": "playing", "over": "at the end of its match"}.get(row.state, "full")
    return f"{table_words(row)} is {state} ({row.taken} of {row.seats})."


def ask_watch_after(why: str) -> str:
    """The table did not let a player in; `why` is the sentence."""
    return f"{why} Watch instead? [Y/n] "


def ask_password(table: str) -> str:
    """The table is locked."""
    return f"Password of {table or 'the table'}: "


def wrong_password() -> str:
    """The password was not the table's."""
    return "That is not the password."


def unreadable_seat(path: str) -> str:
    """A kept token that cannot be used."""
    return f"A seat kept in {safe(path, _PATH_CELLS)} cannot be read: you would join as a new player there."


def ask_which(count: int) -> str:
    """Several tables were found."""
    return f"Number of the table to join (1-{count}), r to look again, q to quit: "


def not_a_choice() -> str:
    """An answer that is none."""
    return "Please type a number of the list, r or q."


def cannot_join(row: Listing) -> str:
    """A table that was chosen but cannot be joined."""
    return f"{table_words(row)} cannot be joined: {state_words(row)}."


def ask_name(name: str, suggestion: str) -> str:
    """The name is used already."""
    return f"There is already a {name} at this table. Another name [{suggestion}]: "


def another_name(suggestion: str) -> str:
    """The name was refused for another reason."""
    return f"Another name [{suggestion}]: "


def table_words(row: Listing) -> str:
    """The name of a table from outside, safe to be shown."""
    return safe_table(row.table) or "A table"


def state_words(row: Listing) -> str:
    """Whether one can sit down there, and how full it is."""
    if row.fit is Fit.HOST_OLDER:
        return f"runs {_app(row)}, an older version: the host should update"
    if row.fit is Fit.HOST_NEWER:
        return f"runs {_app(row)}, a newer version: you should update"
    stages = {"lobby": "waiting", "playing": "playing", "over": "match over"}
    marks = [mark for mark, applies in _marks(row).items() if applies]
    return ", ".join([stages.get(row.state, "waiting"), f"{row.taken} of {row.seats} seats taken", *marks])


def _marks(row: Listing) -> dict[str, bool]:
    """What else is to be known before sitting down, and whether it is so."""
    return {"full": row.taken >= row.seats, "password": row.locked, "you can watch": not row.joinable}


def rows_lines(rows: tuple[Listing, ...]) -> list[str]:
    """The tables as a numbered list, in columns of terminal cells."""
    names = [table_words(row) for row in rows]
    cells = max(map(width, names), default=0)
    return [
        f"{number}  {name}{' ' * (cells - width(name))}  {state_words(row)}  {_where(row)}"
        for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1)
    ]


def _where(row: Listing) -> str:
    """As `join` takes it; two tables on one computer differ in their ports only."""
    return with_port(row.address, row.port) if row.port else row.address


def _app(row: Listing) -> str:
    return safe(row.app, MAX_APP_CHARS) or "another version"


def gave_up_by_choice() -> str:
    """The player joined none of the tables."""
    return "No table joined."
