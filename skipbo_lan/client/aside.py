"""Where a client judges a deal: beside its event loop, or, in a simulation, at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import trio

from skipbo_lan.fairness.verdict import Verdict

Aside: TypeAlias = Callable[[Callable[[], Verdict]], Awaitable[Verdict]]
"""Runs something slow beside the event loop; in simulations at once."""


async def judge_in_a_thread(judging: Callable[[], Verdict]) -> Verdict:
    """Judge in a worker thread."""
    return await trio.to_thread.run_sync(judging, abandon_on_cancel=True)


async def judge_at_once(judging: Callable[[], Verdict]) -> Verdict:
    """Judge here and now."""
    await trio.lowlevel.checkpoint()
    return judging()
