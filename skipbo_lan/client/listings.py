"""The list of tables heard of on the network: pure, and bounded whatever is sent (P7, P8).

1. An announcement is a hint from anybody. It never displaces a fresh one; the host's identity is checked after
   connecting.
2. A table is known by its id. The same host heard at several addresses is one row with several places; the newest
   epoch says what the row shows.
3. Time is monotonic seconds, given by the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address
from typing import NamedTuple, TypeAlias

from protocol.discovery import Announcement, Goodbye, OtherVersion, Probe
from protocol.limits import DATAGRAM_VERSION, PROTOCOL_MAX, PROTOCOL_MIN
from skipbo_lan.client.limits import MAX_PLACES, MAX_TABLES, MAX_TABLES_FROM_ONE, TIME_TO_LIVE


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
    def key(self) -> tuple[bytes, str]:
        """What makes a row: the table, or the address where its version cannot be read."""
        return (b"", self.host) if isinstance(self.heard, OtherVersion) else (self.heard.table_id, "")

    @property
    def place(self) -> Place:
        """Where this sighting leads."""
        return Place(self.host, 0 if isinstance(self.heard, OtherVersion) else self.heard.port)

    @property
    def epoch(self) -> int:
        """How often the table's host has been started."""
        return 0 if isinstance(self.heard, OtherVersion) else self.heard.epoch


Sightings: TypeAlias = tuple[Sighting, ...]
"""In the order in which they were first heard."""

Heard: TypeAlias = Announcement | Goodbye | Probe | OtherVersion | None


def hear(sightings: Sightings, heard: Heard, host: str, now: float) -> Sightings:
    """What is known after a datagram from this address."""
    fresh = without_stale(sightings, now)
    match heard:
        case Announcement() | OtherVersion():
            return _with(fresh, Sighting(host, heard, now))
        case Goodbye():
            return tuple(known for known in fresh if not _is_taken_back(known, heard, host))
        case Probe() | None:
            return fresh


def without_stale(sightings: Sightings, now: float) -> Sightings:
    """What was heard lately enough to be believed."""
    return tuple(known for known in sightings if now - known.at < TIME_TO_LIVE)


def listings(sightings: Sightings) -> tuple[Listing, ...]:
    """The rows, in the order in which the tables were first heard of."""
    keys = dict.fromkeys(known.key for known in sightings)
    return tuple(_row([known for known in sightings if known.key == key]) for key in keys)


def _with(known: Sightings, new: Sighting) -> Sightings:
    for index, old in enumerate(known):
        if (old.key, old.place) == (new.key, new.place):
            # A datagram that was long on its way says nothing new.
            return known if new.epoch < old.epoch else (*known[:index], new, *known[index + 1 :])
    return (*known, new) if _has_room(known, new) else known


def _has_room(known: Sightings, new: Sighting) -> bool:
    places = sum(1 for old in known if old.key == new.key)
    if places:
        return places < MAX_PLACES
    from_there = {old.key for old in known if old.host == new.host}
    return len({old.key for old in known}) < MAX_TABLES and len(from_there) < MAX_TABLES_FROM_ONE


def _is_taken_back(known: Sighting, goodbye: Goodbye, host: str) -> bool:
    return (known.key, known.epoch, known.host) == ((goodbye.table_id, ""), goodbye.epoch, host)


def _row(sightings: list[Sighting]) -> Listing:
    newest = max(sightings, key=lambda known: (known.epoch, known.at))
    places = tuple(dict.fromkeys(known.place for known in sorted(sightings, key=_unlikeliness)))
    heard = newest.heard
    if isinstance(heard, OtherVersion):
        fit = Fit.HOST_OLDER if heard.version < DATAGRAM_VERSION else Fit.HOST_NEWER
        return Listing(b"", 0, places, "", "", 0, 0, "", locked=False, fit=fit)
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
    )


def _unlikeliness(known: Sighting) -> tuple[int, bool]:
    """The newest epoch first, then this machine itself: its own address works without any network."""
    return -known.epoch, not ip_address(known.host).is_loopback


def _fit(heard: Announcement) -> Fit:
    if heard.proto_max < PROTOCOL_MIN:
        return Fit.HOST_OLDER
    return Fit.HOST_NEWER if heard.proto_min > PROTOCOL_MAX else Fit.FITS


def places_of(rows: tuple[Listing, ...], table_id: bytes) -> Iterator[Place]:
    """Where this table was heard."""
    for row in rows:
        if row.table_id == table_id and row.fit is Fit.FITS:
            yield from row.places
