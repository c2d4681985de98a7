"""The deal of a round as it came about: the host's secret, and each attempt with what was committed and revealed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from engine.ruleset import Seat
from protocol.fairness import host_commitment, mixed_seed

Numbers: TypeAlias = tuple[tuple[Seat, bytes], ...]
"""A commitment or a nonce of each of some seats, in the order of the seats."""


class Why(StrEnum):
    """Why the attempt before is void: somebody's number did not come."""

    MISSED = "missed"
    RESTARTED = "restarted"
    """And the host started again meanwhile."""


@dataclass(frozen=True, slots=True)
class Call:
    """How an attempt is announced."""

    number: int
    """Counts from 1 in each round."""
    asked: tuple[Seat, ...]
    """Whose clients are to give a number."""
    away: tuple[Seat, ...] = ()
    """Whose clients are away, and give none."""
    left_out: tuple[Seat, ...] = ()
    """Who did not answer in an earlier attempt of the round."""
    dealer: Seat | None = None
    """Who deals; None: that follows from the seed (R3)."""
    why: Why | None = None
    """None for the first attempt."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to deal a round together."""

    call: Call
    commitments: Numbers = ()
    listed: bool = False
    """Whether the commitments have been published; none is added then."""
    nonces: Numbers = field(default=(), repr=False)
    """Those revealed so far."""

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who has committed and not revealed."""
        return without(self.commitments, self.nonces)


@dataclass(frozen=True, slots=True)
class Mix:
    """What the host knows of the deal of a round."""

    secret: bytes = field(repr=False)
    """32 bytes, the same in every attempt."""
    attempts: tuple[Attempt, ...]

    @property
    def last(self) -> Attempt:
        """The attempt that goes on, or that was dealt."""
        return self.attempts[-1]

    def with_last(self, attempt: Attempt) -> Mix:
        """The mix with another state of its last attempt."""
        return replace(self, attempts=(*self.attempts[:-1], attempt))


def added(numbers: Numbers, seat: Seat, value: bytes) -> Numbers:
    """One number more, in its place."""
    return tuple(sorted((*numbers, (seat, value))))


def without(numbers: Numbers, others: Numbers) -> tuple[Seat, ...]:
    """The seats that stand in the first list and not in the second."""
    known = dict(others)
    return tuple(seat for seat, _ in numbers if seat not in known)


def commitment_of_host(mix: Mix, table_id: bytes, round_number: int, attempt: Attempt) -> bytes:
    """What the host commits to in this attempt."""
    return host_commitment(table_id, round_number, attempt.call.number, mix.secret)


def seed_of(mix: Mix, table_id: bytes, round_number: int) -> bytes:
    """The round's seed, once every number of the last attempt has been revealed."""
    last = mix.last
    return mixed_seed(table_id, round_number, last.call.number, mix.secret, last.nonces)
