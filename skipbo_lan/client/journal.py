"""Where a client keeps what it has heard and answered of deals, so that it answers the same when it starts again."""

from __future__ import annotations

from typing import Protocol

from skipbo_lan.fairness.heard import Memory


class Journal(Protocol):
    """Of one seat at one table. What cannot be kept is known as long as the program runs, and no longer."""

    def load(self) -> Memory:
        """What was kept; nothing when it cannot be read."""

    def save(self, memory: Memory) -> None:
        """Keep this in place of what was kept, safely, before anything more is said."""

    def note_view(self, seq: int, digest: bytes) -> None:
        """Keep that a view was received."""


class NoJournal:
    """Keeps nothing."""

    def load(self) -> Memory:
        """Nothing."""
        return Memory()

    def save(self, memory: Memory) -> None:
        """Nothing is kept."""

    def note_view(self, seq: int, digest: bytes) -> None:
        """Nothing is kept."""


def keep(journal: Journal, before: Memory, after: Memory) -> None:
    """Keep what has become of the memory."""
    if before.without_views() != after.without_views():
        journal.save(after)
        return
    for seq, digest in after.views[len(before.views) :]:
        journal.note_view(seq, digest)
