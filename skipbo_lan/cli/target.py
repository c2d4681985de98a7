"""The table that is joined, and the session that joins it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass

from skipbo_lan.cli.choose import Choice, Found, Wish, choose
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.shelf import token_shelf
from skipbo_lan.cli.terminal import Display, Mode
from skipbo_lan.client.kept import OnShelf
from skipbo_lan.client.listings import Listing, Place
from skipbo_lan.client.route import Route
from skipbo_lan.client.session import Session
from skipbo_lan.lan.interfaces import interfaces, with_zones
from skipbo_lan.locale import endings, usage
from skipbo_lan.locale import joining as words
from skipbo_lan.preferences import Preferences
from skipbo_lan.store.tokens import TokenShelf


@dataclass(frozen=True, slots=True)
class Target:
    """The table to go to."""

    places: tuple[Place, ...]
    table_id: bytes | None
    """None: whichever table is at the address."""
    told: endings.Whereabouts
    """How it is called in sentences."""
    watching: bool = False
    """Whether the player has chosen to watch there."""


def find_target(options: Namespace, *, asks: bool, waits: bool, display: Display | None = None) -> Target | None:
    """The address that was given, or a table found on the network; None to host instead. Raises CommandError.

    `display`: of a player, who chooses on the live list where there is a screen, and in lines otherwise.
    """
    if options.address is not None:
        if options.table is not None:
            raise CommandError(usage.not_with("--table", "ADDRESS"))
        return at_address(Place(*options.address), watching=options.watch)
    holds = _has_token(token_shelf(), options.name, bot=options.bot is not None)
    wish = Wish(options.table, holds, asks, waits, options.watch)
    lives = display is not None and display.mode is Mode.SCREEN and asks and waits
    match _browsed(wish, display.preferences) if display is not None and lives else choose(wish):
        case Place() as place:
            return at_address(place, watching=options.watch)
        case Choice(row, watching):
            told = endings.Whereabouts(table=words.table_words(row), address=row.address, port=row.port)
            return Target(row.places, row.table_id, told, watching)
        case _:
            return None


def _browsed(wish: Wish, preferences: Preferences) -> Found:
    from skipbo_lan.cli.browse import browse  # a line needs no screen

    return browse(wish, preferences)


def at_address(place: Place, *, watching: bool) -> Target:
    """Whichever table is at this address."""
    return Target(places_at(place), None, endings.Whereabouts(address=place.host, port=place.port), watching)


def places_at(place: Place) -> tuple[Place, ...]:
    """This place; an address that leaves its link open is tried on each of this machine's."""
    return tuple(Place(host, place.port) for host in with_zones(place.host, interfaces()))


def sit_down(
    target: Target, name: str | None, options: Namespace, *, watching: bool = False, password: str | None = None
) -> Session:
    """A session that takes back a seat whose token is free, asks for a new one, or watches."""
    credentials = OnShelf(
        token_shelf(),
        name,
        bot=options.bot is not None,
        any_name=options.name is None,
        watching=watching,
        password=password,
    )
    return Session(Route(target.places), credentials, table_id=target.table_id, places=len(target.places))


def _has_token(shelf: TokenShelf, name: str | None, *, bot: bool) -> Callable[[Listing], bool]:
    def has(row: Listing) -> bool:
        claimed = shelf.claim(row.table_id, name, bot=bot)
        if claimed is not None:
            claimed.release()
        return claimed is not None

    return has
