"""How long plain mode takes to tell ten thousand events. The promise (T7): less than five seconds."""

from __future__ import annotations

import io
import sys
from itertools import pairwise
from time import process_time
from typing import Final

from skipbo_lan.client.state import ClientState
from skipbo_lan.plain.narrate import news
from skipbo_lan.plain.paper import Paper
from tests.plain.flood import states

EVENTS: Final = 10_000
MOST_S: Final = 5.0


def main() -> int:
    """Measure, print, and return 1 when the promise is broken."""
    seen = [ClientState(), *states(EVENTS, seed=7)]
    paper = Paper(io.StringIO(), echo=False)
    began = process_time()
    for before, after in pairwise(seen):
        paper.write(*news(before, after))
        paper.prompt(".")
    took = process_time() - began
    print(f"narration: {EVENTS} events in {took:.2f} s")
    print("kept" if took <= MOST_S else f"BROKEN: {EVENTS} events within {MOST_S:g} s")
    return 0 if took <= MOST_S else 1


if __name__ == "__main__":
    sys.exit(main())
