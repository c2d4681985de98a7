"""How a round ended: who won, why, and what it is worth (R40, R44, R50, R51)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Termination(StrEnum):
    """Why a round is over."""

    WIN = "win"
    BLOCKED = "blocked"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a round. A side is a team's index in team play, otherwise a seat."""

    termination: Termination
    winner: int | None
    """The winning side; None when nobody won."""
    points: int
    """What the winning side scores; 0 when nobody won or scoring is off."""
