"""Twenty matches in one process, traced from its start on: `python -X tracemalloc -m tests.robustness.repeat FOLDER`.

Prints the traced memory after the first match and after the last.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from pathlib import Path
from typing import Final

import trio

from tests.robustness.test_sockets import descriptors, one_match, tasks

MATCHES: Final = 20


async def repeat(folder: Path) -> list[int]:
    """The traced memory after each match; tasks and descriptors stay those after the first."""
    traced: list[int] = []
    left: set[tuple[int, int]] = set()
    for _ in range(MATCHES):
        await one_match(folder)
        left.add((descriptors(), tasks()))
        gc.collect()
        traced.append(tracemalloc.get_traced_memory()[0])
    assert len(left) == 1, f"descriptors and tasks: {left}"
    return traced


if __name__ == "__main__":
    memory = trio.run(repeat, Path(sys.argv[1]))
    print(memory[0], memory[-1])
