"""The list of tables heard of on the network: pure, and bounded whatever is sent (P7, P8).

1. An announcement is a hint from anybody. It never displaces a fresh one; the host's identity is checked after
   connecting.
2. A table is known by its id. The same host heard at several addresses is one row with several places. What the row
   shows is said by the address that was heard first, as long as it is heard: a newer epoch from another one may be
   anybody's invention (F15).
3. Time is monotonic seconds, given by the caller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from ipaddress import ip_address
from math import inf
from typing import NamedTuple, TypeAlias

from protocol.discovery import Announcement, Goodbye, OtherVersion, Probe
from protocol.limits import DATAGRAM_VERSION, PROTOCOL_MAX, PROTOCOL_MIN
from skipbo_lan.client.limits import (
    GOODBYES_APART,
    MAX_PLACES,
    MAX_PLACES_FROM_ONE,
    MAX_TABLES,
    MAX_TABLES_FROM_ONE,
    TIME_TO_LIVE,
)

Key: TypeAlias = tuple[bytes, str]
"""What makes a row: the table, or the address where its version cannot be read."""


class Place(NamedTuple):
    """Where to connect to."""

    host: str
    port: int


class Fit(Enum):
    """Whether the host and this program speak a common version."""

    FITS = "fits"
    HOST_OLDER = "host_older"
    HOST_NEWER = "host_newer"


@dataclass(frozen=True, slots=True)
class Listing:
    """A row of the list. Its texts are as they came, not yet made safe for a terminal."""

    table_id: bytes
    """Empty for a host of another version, of which nothing more is known."""
    epoch: int
    places: tuple[Place, ...]
    """Where it was heard, likeliest first; port 0 for a host of another version."""
    table: str
    app: str
    seats: int
    taken: int
    state: str
    """lobby, playing or over; empty for a host of another version."""
    locked: bool
    fit: Fit
    preset: str = ""
    """The set of rules; empty when the host does not tell."""
    stock: int = 0
    """Cards in each stock; 0 when that follows from the number of players."""

    @property
    def key(self) -> Key:
        """By which the row is known, whatever else of it changes."""
        return (self.table_id, "" if self.table_id else self.address)

    @property
    def address(self) -> str:
        """The address to show."""
        return self.places[0].host

    @property
    def port(self) -> int:
        """The port to show."""
        return self.places[0].port

    @property
    def joinable(self) -> bool:
        """Whether somebody new may sit down; a player of the table may return at any time."""
        return self.fit is Fit.FITS and self.state == "lobby" and self.taken < self.seats

    @property
    def watchable(self) -> bool:
        """Whether it may be worth asking to watch; the host decides."""
        return self.fit is Fit.FITS


@dataclass(frozen=True, slots=True)
class Sighting:
    """A table as heard at one address."""

    host: str
    heard: Announcement | OtherVersion
    at: float

    @property
    def key(self) -> Key:
        """The row that it belongs to."""
        return (b"", self.host) if isinstance(self.heard, OtherVersion) else (self.heard.table_id, "")

    @property
    def place(self) -> Place:
        """Where this sighting leads."""
        return Place(self.host, 0 if isinstance(self.heard, OtherVersion) else self.heard.port)

    @property
    def epoch(self) -> int:
        """How often the table's host has been started."""
        return 0 if isinstance(self.heard, OtherVersion) else self.heard.epoch


@dataclass(frozen=True, slots=True)
class Sightings:
    """What is believed at present. A flood of inventions finds the bounds counted already, and changes nothing."""

    rows: Mapping[Key, Mapping[Place, Sighting]] = field(default_factory=dict)
    """Rows and places in the order in which they were first heard."""
    tables_from: Mapping[str, int] = field(default_factory=dict)
    """How many tables were heard from each address."""
    oldest: float = inf
    """No sighting is older than this time."""
    goodbyes: Mapping[tuple[bytes, int, str], float] = field(default_factory=dict)
    """When a goodbye for a table and epoch was believed from an address, lately."""


Heard: TypeAlias = Announcement | Goodbye | Probe | OtherVersion | None


def hear(known: Sightings, heard: Heard, host: str, now: float) -> Sightings:
    """What is known after a datagram from this address; the same object when that is what was known before."""
    fresh = without_stale(known, now)
    match heard:
        case Announcement() | OtherVersion():
            return _with(fresh, Sighting(host, heard, now))
        case Goodbye() if (heard.table_id, "") in fresh.rows:
            return _without(fresh, heard, host, now)
        case _:
            return fresh


def without_stale(known: Sightings, now: float) -> Sightings:
    """What was heard lately enough to be believed."""
    if now - known.oldest < TIME_TO_LIVE:
        return known
    return _only(known, lambda each: now - each.at < TIME_TO_LIVE)


def listings(known: Sightings) -> tuple[Listing, ...]:
    """The rows, in the order in which the tables were first heard of."""
    return tuple(_row([*places.values()]) for places in known.rows.values())


def _with(known: Sightings, new: Sighting) -> Sightings:
    places = known.rows.get(new.key, {})
    old = places.get(new.place)
    if old is not None and new.epoch < old.epoch:
        return known  # a datagram that was long on its way says nothing new
    merged = _merged(places, new)
    rows = {**known.rows, new.key: merged}
    if any(place.host == new.host for place in places):
        # Where a table was heard already nothing needs to be counted, however often somebody repeats himself.
        alike = sum(place.host == new.host for place in merged)
        return replace(known, rows=rows) if alike <= MAX_PLACES_FROM_ONE and len(merged) <= MAX_PLACES else known
    return _counted(known, rows) if _has_room(known, new) else known


def _merged(places: Mapping[Place, Sighting], new: Sighting) -> dict[Place, Sighting]:
    """The places with this one, which takes the turn of those that its own address had before it was restarted."""
    merged: dict[Place, Sighting] = {}
    for place, each in places.items():
        replaced = place == new.place or (place.host == new.host and each.epoch < new.epoch)
        merged[new.place if replaced else place] = new if replaced else each
    return merged | {new.place: new}


def _only(known: Sightings, is_kept: Callable[[Sighting], bool]) -> Sightings:
    kept = {key: {place: each for place, each in places.items() if is_kept(each)} for key, places in known.rows.items()}
    return _counted(known, {key: places for key, places in kept.items() if places})


def _counted(known: Sightings, rows: Mapping[Key, Mapping[Place, Sighting]]) -> Sightings:
    heard_from = Counter(host for places in rows.values() for host in {place.host for place in places})
    oldest = min((each.at for places in rows.values() for each in places.values()), default=inf)
    return replace(known, rows=rows, tables_from=heard_from, oldest=oldest)


def _has_room(known: Sightings, new: Sighting) -> bool:
    places = known.rows.get(new.key)
    if places is not None:
        return len(places) < MAX_PLACES
    return len(known.rows) < MAX_TABLES and known.tables_from.get(new.host, 0) < MAX_TABLES_FROM_ONE


def _without(known: Sightings, goodbye: Goodbye, host: str, now: float) -> Sightings:
    """What is left after a goodbye; one for nothing known, or said again after the table was, changes nothing."""
    said = (goodbye.table_id, goodbye.epoch, host)
    places = known.rows[goodbye.table_id, ""].values()
    if not any((each.epoch, each.host) == said[1:] for each in places):
        return known
    lately = {each: at for each, at in known.goodbyes.items() if now - at < GOODBYES_APART}
    if said in lately or len(lately) >= MAX_TABLES:
        return known  # its time to live ends it soon
    left = _only(known, lambda each: (each.key, each.epoch, each.host) != ((goodbye.table_id, ""), *said[1:]))
    return replace(left, goodbyes={**lately, said: now})


def _row(sightings: list[Sighting]) -> Listing:
    # Whoever claims that the table does not fit cannot take away the places where it does.
    speaking = [known for known in sightings if _fit(known.heard) is Fit.FITS] or sightings
    newest = max((known for known in speaking if known.host == speaking[0].host), key=lambda known: known.epoch)
    likeliest = sorted(sightings, key=lambda known: (known.epoch != newest.epoch, *_unlikeliness(known)))
    places = tuple(known.place for known in likeliest)
    heard = newest.heard
    if isinstance(heard, OtherVersion):
        return Listing(b"", 0, places, "", "", 0, 0, "", locked=False, fit=_fit(heard))
    return Listing(
        table_id=heard.table_id,
        epoch=heard.epoch,
        places=places,
        table=heard.table,
        app=heard.app,
        seats=heard.seats,
        taken=heard.taken,
        state=heard.state,
        locked=heard.locked,
        fit=_fit(heard),
        preset=heard.preset,
        stock=heard.stock,
    )


def _unlikeliness(known: Sighting) -> tuple[bool, bool]:
    """This machine itself first, reached without any network, then IPv4, which reads best."""
    address = ip_address(known.host)
    return not address.is_loopback, address.version == 6


def _fit(heard: Announcement | OtherVersion) -> Fit:
    if isinstance(heard, OtherVersion):
        return Fit.HOST_OLDER if heard.version < DATAGRAM_VERSION else Fit.HOST_NEWER
    if heard.proto_max < PROTOCOL_MIN:
        return Fit.HOST_OLDER
    return Fit.HOST_NEWER if heard.proto_min > PROTOCOL_MAX else Fit.FITS


def places_of(rows: tuple[Listing, ...], table_id: bytes) -> Iterator[Place]:
    """Where this table was heard."""
    for row in rows:
        if row.table_id == table_id and row.fit is Fit.FITS:
            yield from row.places
