"""Enough of a round to play it again (the values only; `engine.replay` plays it)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.ruleset import Ruleset, Seat


@dataclass(frozen=True, slots=True)
class Record:
    """A round: how it was set up, and every accepted action in order."""

    ruleset: Ruleset
    seats: int
    dealer: Seat
    seed: bytes
    """The round's seed of 32 bytes."""
    actions: tuple[tuple[Seat | None, Action], ...] = ()
    """Who acted and how; the referee's actions have no seat."""
