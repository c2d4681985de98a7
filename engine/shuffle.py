"""Every chance of the game, determined by the round's seed: the same on any machine, in any language.

A pool is sorted (1 to 12, wilds last) and shuffled by Fisher-Yates from the end, with 32-bit words taken from
SHA-256(key + counter). All integers are big-endian. docs/PROTOCOL.md gives the vectors.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import count

from engine.cards import Card, in_order

_DOMAIN = b"skipbo/1"
_WORD_LIMIT = 1 << 32


class Label(StrEnum):
    """What a shuffle is for; each label counts its own shuffles in a round."""

    DEALER = "dealer"
    DEAL = "deal"
    RECYCLE = "recycle"
    TUCK = "tuck"
    RESCUE = "rescue"


def round_seed(index: int, match_seed: bytes) -> bytes:
    """The seed of the round with this index (from 0) in a match that was given a seed of 32 bytes."""
    return hashlib.sha256(_DOMAIN + b"round" + index.to_bytes(4, "big") + match_seed).digest()


def shuffled(cards: Iterable[Card], label: Label, index: int, seed: bytes) -> tuple[Card, ...]:
    """The cards in the order of that label's shuffle with this index (from 0); the first is drawn first."""
    pool = list(in_order(cards))
    words = _words(_key(label, index, seed))
    for last in range(len(pool) - 1, 0, -1):
        other = _choice(words, last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    return tuple(pool)


def chosen(count_of_choices: int, label: Label, seed: bytes) -> int:
    """One choice among so many, from the start of the label's first stream (`first_dealer=random`)."""
    return _choice(_words(_key(label, 0, seed)), count_of_choices)


def _key(label: Label, index: int, seed: bytes) -> bytes:
    return hashlib.sha256(_DOMAIN + label.encode("ascii") + index.to_bytes(4, "big") + seed).digest()


def _words(key: bytes) -> Iterator[int]:
    blocks = (hashlib.sha256(key + counter.to_bytes(8, "big")).digest() for counter in count())
    return (word for block in blocks for word in struct.unpack(">8I", block))


def _choice(words: Iterator[int], choices: int) -> int:
    """A number below `choices`; words that would favour the small ones are skipped."""
    fair = _WORD_LIMIT - _WORD_LIMIT % choices
    return next(word % choices for word in words if word < fair)
