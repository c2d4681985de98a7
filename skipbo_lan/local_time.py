"""The time of day where the player is: for what people read, and for nothing that waits (TESTED.md F22)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def local_time() -> datetime:
    """The time by the clock and in the zone of this computer."""
    return datetime.now().astimezone()


def seconds_of_the_day(now: datetime) -> float:
    """Seconds since midnight."""
    return now.hour * 3600.0 + now.minute * 60 + now.second + now.microsecond / 1_000_000
