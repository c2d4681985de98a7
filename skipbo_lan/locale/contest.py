"""Words for a contest of bots: how far it is, and a table of what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

PROGRESS_CELLS: Final = 48
"""As wide as a line of progress gets."""
_BAR: Final = 20


class Row(NamedTuple):
    """What was counted of a level."""

    level: str
    wins: float
    share: float
    """Of the decided rounds."""
    least: float
    most: float
    """Where the share really lies, with 95 % confidence."""
    times_fair: float
    """The share, as a multiple of what equal players would win."""
    mean: float
    ninety_ninth: float
    worst: float
    """Milliseconds a decision takes."""


def progress(done: int, deals: int) -> str:
    """`[#####...............] 50 of 200 deals`"""
    return f"[{'#' * (_BAR * done // deals):.<{_BAR}}] {done} of {deals} deals"


def heading(levels: Sequence[str], stock: int, rounds: int) -> str:
    """`hard, medium: 400 rounds, stocks of 30`"""
    return f"{', '.join(levels)}: {rounds} rounds, stocks of {stock}"


def table(rows: Sequence[Row]) -> list[str]:
    """A line for each level, under a line that says what is what."""
    head = "level     wins    of decided, 95 % interval    x fair share    ms a decision: mean, 99 %, worst"
    return [head, *(_row(row) for row in rows)]


def summary(decided: int, void: int, endless: int, rescued: int, turns: float) -> str:
    """How the rounds ended."""
    return (
        f"decided {decided}, void {void}, without end {endless}; blocked and rescued {rescued};"
        f" {turns:.1f} turns a round"
    )


def _row(row: Row) -> str:
    share = f"{100 * row.share:5.1f} %  {100 * row.least:5.1f} to {100 * row.most:5.1f}"
    times = f"{row.mean:.2f}, {row.ninety_ninth:.1f}, {row.worst:.1f}"
    return f"{row.level:<8}{row.wins:>6g}    {share:<25}    {row.times_fair:>12.2f}    {times:>35}"
