"""The datagrams by which tables are found. They are hints from anybody: reading one never fails, it yields nothing.

A datagram is a magic, one byte of version, and a msgpack map. It names no address: that is where it came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, assert_never

import msgpack
import msgspec
from msgspec import Meta, Struct

from engine.ruleset import MIN_SEATS
from protocol import framing, limits
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.values import U32, AppText, Name, TableId, Version

_HEADER: Final = len(limits.DATAGRAM_MAGIC) + 1

Port: TypeAlias = Annotated[int, Meta(ge=1, le=limits.MAX_PORT)]
Seats: TypeAlias = Annotated[int, Meta(ge=MIN_SEATS, le=limits.MAX_SEATS)]
Taken: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_SEATS)]


OWN_RULES: Final = "own"
"""In the place of a preset's name, when the rules are none of them."""

PresetName: TypeAlias = Annotated[str, Meta(max_length=limits.MAX_PRESET_CHARS)]
StockSize: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_CARDS)]


class Announcement(Struct, frozen=True, tag="table", tag_field="op"):
    """Host: here is a table. Sent by broadcast every so often, and at once to whoever probes."""

    table_id: TableId
    epoch: U32
    """The highest is the newest."""
    port: Port
    """TCP, at the address that the datagram came from."""
    proto_min: Version
    """The lowest version of the protocol that the host speaks."""
    proto_max: Version
    """The highest."""
    app: AppText
    """The host's program and release, for people."""
    table: Name
    """The table's name."""
    seats: Seats
    taken: Taken
    """How many of the seats have a player."""
    state: Literal["lobby", "playing", "over"]
    """Newcomers get a seat in the lobby, and an offered one while the table plays."""
    locked: bool
    """Newcomers and spectators need a password."""
    preset: PresetName = ""
    """The set of rules that is played, apart from teams and stocks; `own` for none of the presets."""
    stock: StockSize = 0
    """Cards in each stock; 0 when that follows from the number of players."""


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="op"):
    """Host: this table is gone. Counts only with the epoch of the newest announcement."""

    table_id: TableId
    epoch: U32


class Probe(Struct, frozen=True, tag="probe", tag_field="op"):
    """Client: which tables are there? Padded to the longest datagram, so that no answer is longer than its question."""


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A datagram in a format of another version: its program is older or newer than this one."""

    version: int


Datagram: TypeAlias = Announcement | Goodbye | Probe
_PAD: Final = "pad"
_KINDS: Final[dict[object, type[Datagram]]] = {"table": Announcement, "goodbye": Goodbye, "probe": Probe}


def encode(datagram: Datagram) -> bytes:
    """The bytes to send. Raises LocalProtocolError when a value is out of its bounds or they are too many."""
    content = msgspec.to_builtins(datagram, builtin_types=(bytes,))
    try:
        msgspec.convert(content, type(datagram), strict=True, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise LocalProtocolError(str(error)) from error
    data = _pack(content)
    if isinstance(datagram, Probe):
        data = _pack({**content, _PAD: bytes(limits.MAX_DATAGRAM - len(data) - _PAD_COST)})
    if len(data) > limits.MAX_DATAGRAM:
        raise LocalProtocolError(f"a datagram of {len(data)} bytes")
    return data


def decode(data: bytes) -> Datagram | OtherVersion | None:
    """What the datagram says; None when it is not one of ours, or not a possible one. Never raises."""
    if len(data) > limits.MAX_DATAGRAM or not data.startswith(limits.DATAGRAM_MAGIC) or len(data) < _HEADER:
        return None
    version = data[_HEADER - 1]
    if version != limits.DATAGRAM_VERSION:
        return OtherVersion(version)
    try:
        content = framing.unpack_map(data[_HEADER:])
        datagram = msgspec.convert(content, _KINDS[_op(content)], strict=True, builtin_types=(bytes,))
    except (RemoteProtocolError, KeyError, msgspec.ValidationError):
        return None
    return datagram if _is_possible(datagram, len(data)) else None


def _op(content: dict[str, object]) -> object:
    op = content.get("op")
    return op if isinstance(op, str) else None


def _is_possible(datagram: Datagram, length: int) -> bool:
    match datagram:
        case Announcement():
            return datagram.taken <= datagram.seats and datagram.proto_min <= datagram.proto_max
        case Probe():
            return length == limits.MAX_DATAGRAM
        case Goodbye():
            return True
        case _:
            assert_never(datagram)


def _pack(content: dict[str, object]) -> bytes:
    body: bytes = msgpack.packb(content)
    return limits.DATAGRAM_MAGIC + bytes([limits.DATAGRAM_VERSION]) + body


_PAD_COST: Final = len(_PAD) + 1 + 3
"""The bytes of the padding's key, and of the header before a binary of 256 bytes and more."""
