"""Words for looking for a table and sitting down at one."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from protocol.discovery import OWN_RULES
from protocol.limits import MAX_APP_CHARS, MAX_PRESET_CHARS
from protocol.text import safe, width
from skipbo_lan.client.listings import Fit, Listing
from skipbo_lan.locale.endings import UPDATE_COMMAND, Whereabouts
from skipbo_lan.locale.hosting import with_port
from skipbo_lan.locale.people import safe_table
from skipbo_lan.locale.plain import WIDTH
from skipbo_lan.settings import APP

_PATH_CELLS: Final = 200
"""As much of a path as a line of warning has room for."""


def none_found(*, keys: bool = False) -> list[str]:
    """After five seconds without a table. `keys`: there is a screen, where the key `h` hosts."""
    return [
        "No table found on this network yet; still looking.",
        '- Is the host\'s screen saying "waiting for players"?',
        "- Same Wi-Fi? Guest networks often keep devices apart.",
        "- Try the address on the host's screen:  skipbo-lan join 192.168.1.20",
        "- Or host yourself: press h." if keys else "- Or host yourself:  skipbo-lan host",
    ]


def search_blocked(*, keys: bool = False) -> str:
    """Own questions do not come back. `keys`: there is a screen, where the key `a` takes an address."""
    how = "press a" if keys else "skipbo-lan join ADDRESS"
    return (
        "This computer does not let Skip-Bo look around the network (firewall?)."
        f" Joining by address may still work: {how}."
    )


def no_network() -> str:
    """This computer has no address but its own."""
    return "This computer is on no network: connect to the Wi-Fi, or plug in a cable."


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


def joining(place: Whereabouts) -> str:
    """While the table has not answered yet; that can take some seconds."""
    return f"Joining {place.table or with_port(place.address, place.port)} ..."


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
    return f"Number of the table to join (1-{count}), a: type an address, h: host, r: look again, q: quit: "


def not_a_choice() -> str:
    """An answer that is none."""
    return "Please type a number of the list, a, h, r or q."


ASK_ADDRESS: Final = "Address on the host's screen: "


def cannot_join(row: Listing) -> str:
    """A table that was chosen but cannot be joined."""
    command = f".  {UPDATE_COMMAND}" if row.fit is Fit.HOST_NEWER else "."
    return f"{table_words(row)} cannot be joined: {state_words(row)}{command}"


def ask_name(name: str, suggestion: str) -> str:
    """The name is used already."""
    return f"There is already a {name} at this table. Another name [{suggestion}]: "


def another_name(suggestion: str) -> str:
    """The name was refused for another reason."""
    return f"Another name [{suggestion}]: "


def table_words(row: Listing) -> str:
    """The name of a table from outside, safe to be shown."""
    return safe_table(row.table).strip() or "A table"


def state_words(row: Listing) -> str:
    """Whether one can sit down there, and how full it is."""
    if row.fit is not Fit.FITS:
        return f"runs {_app(row)}, you have {APP}: {_who(row)} should update"
    stages = {"lobby": "waiting", "playing": "playing", "over": "match over"}
    marks = [mark for mark, applies in _marks(row).items() if applies]
    words = [stages.get(row.state, "waiting"), f"{row.taken} of {row.seats} seats taken", *marks]
    return ", ".join([*words, *filter(None, [rules_words(row)])])


def short_state(row: Listing) -> str:
    """The same for a column of the screen: `waiting 1 of 6, locked`, `full 6 of 6, watch`."""
    stages = {"lobby": "full" if row.taken >= row.seats else "waiting", "playing": "playing", "over": "match over"}
    marks = {"locked": row.locked, "watch": not row.joinable}
    told = f"{stages.get(row.state, 'waiting')} {row.taken} of {row.seats}"
    return ", ".join([told, *(mark for mark, applies in marks.items() if applies)])


def other_version(row: Listing) -> tuple[str, ...]:
    """In the place of state and rules, for a wide window and for narrower ones: what a table runs, and who updates."""
    who = f"{_who(row)} should update"
    return f"cannot join: {state_words(row)}", f"{_app(row)}, you {APP}: {who}", f"{_app(row)}: {who}", who


RULES_FORMS: Final = 3
"""From the full one to none at all."""


def short_rules(row: Listing) -> tuple[str, ...]:
    """The rules for a column of the screen, `classic, 10 cards`, and shorter; empty when the host does not tell."""
    preset = "own rules" if row.preset == OWN_RULES else safe(row.preset, MAX_PRESET_CHARS)
    cards = f", {row.stock} cards" if row.preset and row.stock else ""
    return f"{preset}{cards}", preset, ""


def rules_words(row: Listing) -> str:
    """What is played: `classic rules, stocks of 10`; empty when the host does not tell."""
    if not row.preset:
        return ""
    stocks = f", stocks of {row.stock}" if row.stock else ""
    return f"{safe(row.preset, MAX_PRESET_CHARS)} rules{stocks}"


def _marks(row: Listing) -> dict[str, bool]:
    """What else is to be known before sitting down, and whether it is so."""
    return {"full": row.taken >= row.seats, "password": row.locked, "you can watch": not row.joinable}


def rows_lines(rows: tuple[Listing, ...]) -> list[str]:
    """The tables as a numbered list, in columns of terminal cells."""
    names = [table_words(row) for row in rows]
    cells = max(map(width, names), default=0)
    return [
        part
        for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1)
        for part in _row_lines(f"{number}  {name}{' ' * (cells - width(name))}", row)
    ]


def _row_lines(name: str, row: Listing) -> list[str]:
    """A row of the list; what has no room on its line stands below."""
    line = f"{name}  {state_words(row)}  {where(row)}"
    if width(line) <= WIDTH:
        return [line]
    return [f"{name}  {where(row)}", *wrap(state_words(row), WIDTH, initial_indent="   ", subsequent_indent="   ")]


def where(row: Listing) -> str:
    """As `join` takes it; two tables on one computer differ in their ports only."""
    return with_port(row.address, row.port) if row.port else row.address


def _app(row: Listing) -> str:
    return safe(row.app, MAX_APP_CHARS) or f"{'an older' if row.fit is Fit.HOST_OLDER else 'a newer'} version"


def _who(row: Listing) -> str:
    return "the host" if row.fit is Fit.HOST_OLDER else "you"


def gave_up_by_choice() -> str:
    """The player joined none of the tables."""
    return "No table joined."


def list_keys(*, watching: bool) -> tuple[str, ...]:
    """The keys of the live list, for a wide window and for narrower ones: how to leave is always told."""
    numbers, other = ("1-9 watch", "w join") if watching else ("1-9 join", "w watch")
    return (
        f"{numbers}  {other}  r look again  a type an address  h host instead  q quit",
        f"{numbers}  {other}  r again  a address  h host  q quit",
        f"{numbers}  q quit",
    )


LINE_KEYS: Final = "Enter go there   Esc back to the list"
"""The keys while an address is typed."""


def list_title(found: int) -> str:
    """Over the live list."""
    return f"Tables on this network   ({f'found {found}' if found else 'none found'}, still looking)"


def more_rows(hidden: int) -> str:
    """Below rows that have no room, or no number that is one key; `hidden`: how many have no room."""
    count = f"{hidden} more: " if hidden else ""
    return f"{count}arrows and Enter choose"


def no_such_number(number: int) -> str:
    """A digit that stands before no table."""
    return f"There is no table {number} in the list."


def nothing_to_join() -> str:
    """Enter, with no table in the list."""
    return "There is no table to join yet."
