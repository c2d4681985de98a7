"""The hashes of the deal exchange: what commits to a secret number, and the seed that follows from all of them (P46).

All integers are big-endian, and every part of a hash's input has a fixed length. docs/PROTOCOL.md gives the vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

_DOMAIN: Final = b"skipbo/1"
_HOST: Final = 255
"""Stands for the host where a seat would: no table has so many."""


def host_commitment(table_id: bytes, round_number: int, attempt: int, secret: bytes) -> bytes:
    """What the host publishes of its secret of 32 bytes. Rounds count from 0, attempts from 1."""
    return _commitment(b"host", table_id, round_number, attempt, _HOST, secret)


def seat_commitment(table_id: bytes, round_number: int, attempt: int, seat: int, nonce: bytes) -> bytes:
    """What the client of a seat sends of its nonce of 32 bytes before it shows it."""
    return _commitment(b"seat", table_id, round_number, attempt, seat, nonce)


def mixed_seed(
    table_id: bytes, round_number: int, attempt: int, secret: bytes, nonces: Iterable[tuple[int, bytes]]
) -> bytes:
    """The round's seed of 32 bytes, from the host's secret and the nonces of the seats in their order."""
    given = b"".join(bytes([seat]) + nonce for seat, nonce in sorted(nonces))
    return hashlib.sha256(_DOMAIN + b"seed" + _place(table_id, round_number, attempt) + secret + given).digest()


def _commitment(label: bytes, table_id: bytes, round_number: int, attempt: int, seat: int, value: bytes) -> bytes:
    place = _place(table_id, round_number, attempt)
    return hashlib.sha256(_DOMAIN + label + place + bytes([seat]) + value).digest()


def _place(table_id: bytes, round_number: int, attempt: int) -> bytes:
    return table_id + round_number.to_bytes(4, "big") + attempt.to_bytes(4, "big")
