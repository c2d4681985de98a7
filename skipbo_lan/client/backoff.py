"""How long to wait before the next attempt to get back to the table."""

from __future__ import annotations

from collections.abc import Callable

from skipbo_lan.client.limits import BACKOFF, JITTER


def pause_before(attempt: int, chance: Callable[[], float]) -> float:
    """Seconds to wait before an attempt, counted from 0; `chance` gives numbers from 0 to below 1."""
    pause = BACKOFF[min(attempt, len(BACKOFF) - 1)]
    return pause * (1 + JITTER * (2 * chance() - 1))
