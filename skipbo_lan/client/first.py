"""Several tasks side by side, of which the first to finish decides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

Result = TypeVar("Result")


async def first(*tasks: Callable[[], Awaitable[Result]]) -> Result:
    """The result of whichever task returns first; the others are cancelled. An exception in one is raised."""
    results: list[Result] = []

    async def run(task: Callable[[], Awaitable[Result]]) -> None:
        results.append(await task())
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for task in tasks:
            nursery.start_soon(run, task)
    return results[0]
