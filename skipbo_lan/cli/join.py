"""`skipbo-lan join`: find a table, sit down, play until it is over; asks for another name when one is taken."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from protocol.codes import RejectCode
from skipbo_lan.cli import names, seat
from skipbo_lan.cli.choose import Wish, choose
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.shelf import token_shelf
from skipbo_lan.cli.terminal import ask, is_interactive, wants_plain
from skipbo_lan.client.kept import OnShelf
from skipbo_lan.client.listings import Listing, Place
from skipbo_lan.client.route import Route
from skipbo_lan.client.session import Session
from skipbo_lan.locale import endings, usage
from skipbo_lan.locale import joining as words
from skipbo_lan.locale.people import safe_name
from skipbo_lan.locale.refusals import bad_name_line, name_reason
from skipbo_lan.store.tokens import TokenShelf

_MOST_NUMBERED: Final = 9
"""More players than a table has cannot have the same name."""


@dataclass(frozen=True, slots=True)
class Target:
    """The table to go to."""

    places: tuple[Place, ...]
    table_id: bytes | None
    """None: whichever table is at the address."""
    told: endings.Place
    """How it is called in sentences."""


def run(options: Namespace) -> int:
    """Join and play; the exit code."""
    if options.bot is not None:
        from skipbo_lan.cli import bot

        return bot.run(options)
    if options.json:
        raise CommandError(usage.only_with("--json", "--bot"))
    name = names.own_name(options.name)
    plain = wants_plain(options)
    target = find_target(options, asks=is_interactive(), waits=not options.no_wait)
    for suggestion in _suggestions(name):
        session = sit_down(target, name, options)
        departure = seat.run(plain, partial(seat.visit, session, plain))
        other = _another_name(departure, name, suggestion, given=options.name is not None)
        if other is None:
            break
        name = other
    return seat.conclude(departure, target.told)


def find_target(options: Namespace, *, asks: bool, waits: bool) -> Target:
    """The address that was given, or a table found on the network. Raises CommandError."""
    if options.address is not None:
        if options.table is not None:
            raise CommandError(usage.not_with("--table", "ADDRESS"))
        place = Place(*options.address)
        return Target((place,), None, endings.Place(address=place.host, port=place.port))
    wish = Wish(options.table, _has_token(token_shelf(), options.name), asks, waits)
    row = choose(wish)
    told = endings.Place(words.table_words(row), row.address, row.port)
    return Target(row.places, row.table_id, told)


def sit_down(target: Target, name: str | None, options: Namespace) -> Session:
    """A session that takes back a seat whose token is free, or asks for a new one."""
    any_name = options.name is None
    credentials = OnShelf(token_shelf(), name, bot=options.bot is not None, any_name=any_name)
    return Session(Route(target.places), credentials, table_id=target.table_id)


def _has_token(shelf: TokenShelf, name: str | None) -> Callable[[Listing], bool]:
    def has(row: Listing) -> bool:
        claimed = shelf.claim(row.table_id, name)
        if claimed is not None:
            claimed.release()
        return claimed is not None

    return has


def _suggestions(name: str) -> list[str]:
    """What to call oneself when the name is taken: `Anna 2` and so on."""
    return [names.numbered(name, number) for number in range(2, _MOST_NUMBERED + 1)]


def _another_name(departure: seat.Departure, name: str, suggestion: str, *, given: bool) -> str | None:
    """Another name to try when the table refused this one; None when it did not, or nobody can say."""
    code = departure.ended.why
    if not isinstance(code, RejectCode) or name_reason(code) is None:
        return None
    if not is_interactive():
        return suggestion if code is RejectCode.NAME_TAKEN and not given else None
    return _asked_name(name, code, suggestion)


def _asked_name(name: str, code: RejectCode, suggestion: str) -> str | None:
    if code is RejectCode.NAME_TAKEN:
        question = words.ask_name(safe_name(name), suggestion)
    else:
        print(bad_name_line(safe_name(name), code))
        question = words.another_name(suggestion)
    while (answer := ask(question)) is not None:
        try:
            return names.own_name(answer or suggestion)
        except CommandError as error:
            print(error)
    return None
