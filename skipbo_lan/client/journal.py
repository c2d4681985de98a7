"""Where a client keeps what it has heard and answered of deals, so that it answers the same when it starts again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from skipbo_lan.fairness.heard import RoundHeard


class Journal(Protocol):
    """Of one seat at one table. What cannot be kept is known as long as the program runs, and no longer."""

    def load(self) -> tuple[RoundHeard, ...]:
        """What was kept; nothing when it cannot be read."""

    def save(self, rounds: Sequence[RoundHeard]) -> None:
        """Keep this in place of what was kept, safely, before anything more is said. The views are noted apart."""

    def note_view(self, round_number: int, seq: int, digest: bytes) -> None:
        """Keep that a view was received."""


class NoJournal:
    """Keeps nothing."""

    def load(self) -> tuple[RoundHeard, ...]:
        """Nothing."""
        return ()

    def save(self, rounds: Sequence[RoundHeard]) -> None:
        """Nothing is kept."""

    def note_view(self, round_number: int, seq: int, digest: bytes) -> None:
        """Nothing is kept."""


def keep(journal: Journal, before: Sequence[RoundHeard], after: Sequence[RoundHeard]) -> None:
    """Keep what has become of the rounds."""
    if [_but_views(one) for one in before] != [_but_views(one) for one in after]:
        journal.save(after)
        return
    for old, new in zip(before, after, strict=True):
        for seq, digest in new.views[len(old.views) :]:
            journal.note_view(new.number, seq, digest)


def _but_views(heard: RoundHeard) -> RoundHeard:
    return replace(heard, views=())
