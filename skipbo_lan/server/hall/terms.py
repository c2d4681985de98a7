"""What was settled when the table was opened, beside the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from skipbo_lan.server.limits import IDLE

Absent: TypeAlias = Literal["bot", "wait"]
"""Who plays for an absent player: a bot after the grace, or nobody."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was settled when the table was opened."""

    table: str
    """The table's name."""
    app: str
    capacity: int
    grace: float
    """Seconds for which the seat of a lost player waits."""
    start_when_full: bool
    levels: frozenset[str]
    """The bots that can be added."""
    absent: Absent = "bot"
    turn_timer: float | None = None
    """Seconds for a turn before a bot plays its rest; None: as long as it takes."""
    idle_limit: float = IDLE
    """Seconds without any client over the network after which the table ends."""
    spectators: bool = True
    """Whether anybody may watch."""
    password: str | None = field(default=None, repr=False)
    """What newcomers and spectators must know, as far as it is known here; None also after a resumption without it."""
