"""Seeded garbage: good frames and datagrams, damaged in every way that a peer, a cable or malice could."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import msgpack

from protocol import codec, limits
from tests.protocol import samples

FRAMES: Final = tuple(codec.encode(message) for message in samples.EVERY_MESSAGE)
_ODD_LENGTHS: Final = (0, 1, 4096, 4097, 65_536, 65_537, 2**31, 2**32 - 1)
_ODD_VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    2**32,
    2**64 - 1,
    -(2**63),
    1.5,
    float("nan"),
    "",
    "x" * 300,
    "\x00\x1b[2J\u202e",
    b"",
    b"\xff" * 40,
    [],
    [[]],
    {},
    {"op": "act"},
    [0] * 257,
    {str(number): 0 for number in range(65)},
)
_BAD_BODIES: Final = (
    b"\xc1",
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xdb\xff\xff\xff\xff",
    b"\xc9\x7f\xff\xff\xff\x00",
    b"\xd6\xff\x00\x00\x00\x00",
    b"\x81\xa2op\xd6\xff\x00\x00\x00\x00",
    b"\x81\x01\x02",
    b"\x81\xc0\xc0",
    b"\x82\xa2op\xa4ping\xa2op\xa3act",
    b"\x81\xa2op\xa2\xff\xfe",
)


def framed(body: bytes) -> bytes:
    """A body behind its true length."""
    return len(body).to_bytes(limits.LENGTH_BYTES, "big") + body


def damaged(data: bytes, luck: Random) -> bytes:
    """Some bytes changed, lost, doubled, added, or cut off."""
    result = bytearray(data)
    for _ in range(luck.choice([1, 1, 1, 2, 5])):
        at = luck.randrange(len(result)) if result else 0
        match luck.randrange(6):
            case 0 | 1:
                result[at : at + 1] = bytes([luck.randrange(256)])
            case 2:
                del result[at : at + luck.randrange(1, 9)]
            case 3:
                result[at:at] = result[at : at + luck.randrange(1, 9)]
            case 4:
                result[at:at] = luck.randbytes(luck.randrange(1, 5))
            case _:
                del result[at:]
    return bytes(result)


def one_value_replaced(body: bytes, luck: Random) -> bytes:
    """A good body with one value somewhere in it that is none of ours."""
    content = msgpack.unpackb(body)
    place: Any = content
    while True:
        keys: Sequence[Any] = sorted(place) if isinstance(place, dict) else range(len(place))
        key = luck.choice(keys)
        if not (isinstance(place[key], dict | list) and place[key] and luck.random() < 0.7):
            break
        place = place[key]
    place[key] = luck.choice(_ODD_VALUES)
    packed: bytes = msgpack.packb(content)
    return packed


def nested(luck: Random) -> bytes:
    """Containers in containers in containers."""
    depth = luck.choice([7, 8, 9, 33, 511, 1023, 1024, 1025, 4000])
    return b"\x81\xa2op" + luck.choice([b"\x91", b"\x81\xa1x"]) * min(depth, 2000) + b"\xc0"


def hostile_frame(luck: Random) -> bytes:
    """Something in place of a frame."""
    good = luck.choice(FRAMES)
    body = good[limits.LENGTH_BYTES :]
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: damaged(good, luck),
        lambda: framed(damaged(body, luck) or b"\x00"),
        lambda: framed(damaged(body, luck) or b"\x00"),
        lambda: framed(one_value_replaced(body, luck)),
        lambda: framed(one_value_replaced(body, luck)),
        lambda: framed(luck.randbytes(luck.randrange(1, 60))),
        lambda: framed(luck.choice(_BAD_BODIES)),
        lambda: framed(nested(luck)),
        lambda: luck.choice(_ODD_LENGTHS).to_bytes(limits.LENGTH_BYTES, "big") + luck.randbytes(30),
        lambda: good,
    )
    return luck.choice(kinds)()


def hostile_datagram(good: Sequence[bytes], luck: Random) -> bytes:
    """Something in place of a datagram."""
    data = luck.choice(good)
    header = limits.DATAGRAM_MAGIC + bytes([limits.DATAGRAM_VERSION])
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: damaged(data, luck),
        lambda: damaged(data, luck),
        lambda: header + one_value_replaced(data[len(header) :], luck),
        lambda: header + one_value_replaced(data[len(header) :], luck),
        lambda: header + luck.choice(_BAD_BODIES),
        lambda: header + nested(luck)[:500],
        lambda: luck.randbytes(luck.randrange(600)),
        lambda: data + bytes(luck.randrange(2000)),
        lambda: b"",
        lambda: data,
    )
    return luck.choice(kinds)()
