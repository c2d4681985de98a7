"""Notices that this machine was suspended: its connections are then dead on the other side (P30)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeAlias

import trio

from skipbo_lan.client.limits import WAKE_TICK
from skipbo_lan.limits import SILENT_AFTER

Uptime: TypeAlias = Callable[[], float]
"""Seconds since some moment, those asleep included."""

_RUNS_ASLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""On Linux the monotonic clock stops while the machine sleeps, and this one does not; elsewhere they are one."""


def uptime() -> float:
    """The time since this machine started, those asleep included where the system counts them."""
    return time.monotonic() if _RUNS_ASLEEP is None else time.clock_gettime(_RUNS_ASLEEP)


async def wait_for_wake(clock: Uptime = uptime) -> None:
    """Return when the machine, or this process alone, has been stopped for longer than a peer waits."""
    while True:
        before, ticked = clock(), trio.current_time()
        await trio.sleep(WAKE_TICK)
        passed = max(clock() - before, trio.current_time() - ticked)
        if passed - WAKE_TICK >= SILENT_AFTER:
            return


async def sleep_or_wake(seconds: float, clock: Uptime = uptime) -> bool:
    """Sleep so long, or until the machine wakes up from a longer sleep of its own; True then."""
    with trio.move_on_after(seconds):
        await wait_for_wake(clock)
        return True
    return False
