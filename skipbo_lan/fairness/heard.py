"""What one client heard of the deal of a round while it was made, and what it saw of the round."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.ruleset import Seat
from skipbo_lan.fairness.attempts import Call, Numbers


class Objection(StrEnum):
    """What a client did not go along with."""

    SECOND_LIST = "second_list"
    """Another list for the same attempt, or one for no attempt."""
    OTHER_CALL = "other_call"
    """Another announcement of the same attempt."""
    NOT_NEXT = "not_next"
    """A round or attempt that does not follow the one before."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An attempt as this client heard of it."""

    call: Call
    nonce: bytes | None = field(default=None, repr=False)
    """The number that this client gives."""
    host: bytes | None = None
    """The host's commitment; None: the list has not come."""
    commitments: Numbers = ()
    revealed: bool = False
    """Whether this client has shown its number."""


@dataclass(frozen=True, slots=True)
class RoundHeard:
    """A round as this client heard of it."""

    number: int
    """Counts from 0."""
    attempts: tuple[Heard, ...] = ()
    objection: Objection | None = None
    views: tuple[tuple[int, bytes], ...] = ()
    """The digest of each view that was received, by its seq."""
    later: bool = False
    """Whether this client came to its seat after the deal."""
    dealer: Seat | None = None
    """As the first view said."""
    there: bool = False
    """Whether this client was connected from the last announcement to the first view."""
