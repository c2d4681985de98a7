"""Tells pasted text from typed keys where the terminal does not say so (TERMINAL.md K13). Pure."""

from __future__ import annotations

from dataclasses import dataclass

from skipbo_lan.tui.limits import BURST_QUIET, BURST_WINDOW, MOST_KEYS


@dataclass(frozen=True, slots=True)
class Burst:
    """What came before."""

    times: tuple[float, ...] = ()
    """When the last keys arrived, monotonic seconds, no more of them than matter."""
    ongoing: bool = False
    """Whether the last of them belonged to pasted text."""


def arrived(before: Burst, now: float, waiting: int, most: int = MOST_KEYS) -> Burst:
    """A key has arrived and so many more wait behind it; `ongoing` of the result says whether it was pasted.

    `most`: how many within a moment a hand may have typed where this is asked.
    """
    goes_on = before.ongoing and now - before.times[-1] <= BURST_QUIET
    recent = (*(time for time in before.times if now - time <= BURST_WINDOW), now)[-most - 1 :]
    return Burst(recent, goes_on or len(recent) + waiting > most)
