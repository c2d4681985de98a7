"""Wrong passwords, by address: a pause after each, a longer one after several, and never a ban (P23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from skipbo_lan.server.limits import ADDRESSES_REMEMBERED, LONG_PAUSE, PAUSE, TRIES


@dataclass(frozen=True, slots=True)
class Guesses:
    """What came from one address."""

    wrong: int
    """Since the last long pause."""
    closed_until: float


Tries: TypeAlias = Mapping[str, Guesses]


def must_wait(tries: Tries, address: str, now: float) -> bool:
    """Whether this address may not try yet; what it tries all the same is not even looked at."""
    guesses = tries.get(address)
    return guesses is not None and now < guesses.closed_until


def after_wrong(tries: Tries, address: str, now: float) -> Tries:
    """The tries with one more wrong password from this address."""
    before = tries.get(address)
    wrong = 1 if before is None else before.wrong + 1
    guesses = Guesses(0, now + LONG_PAUSE) if wrong >= TRIES else Guesses(wrong, now + PAUSE)
    others = {known: of_it for known, of_it in _fresh(tries, now).items() if known != address}
    if len(others) >= ADDRESSES_REMEMBERED:
        # Whoever may try again soonest is forgotten first: it gains least.
        others.pop(min(others, key=lambda known: others[known].closed_until))
    return {**others, address: guesses}


def after_right(tries: Tries, address: str) -> Tries:
    """The tries once somebody at this address knew the password."""
    return {known: guesses for known, guesses in tries.items() if known != address}


def _fresh(tries: Tries, now: float) -> dict[str, Guesses]:
    """The addresses that have tried lately."""
    return {known: guesses for known, guesses in tries.items() if now < guesses.closed_until + LONG_PAUSE}
