"""Runs simulations: `python -m tests.simulation --seeds 0..1000`, or `--seeds 17 --trace` to see what happens."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from tests.simulation.run import simulate


def main() -> int:
    """Run the seeds asked for; 1 when one has failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=_seeds, default=range(200), help="one seed, or the first and the last: A..B")
    parser.add_argument("--trace", action="store_true", help="print everything that happens")
    options = parser.parse_args()
    began, failed = time.monotonic(), 0
    for seed in options.seeds:
        trace: list[str] = []
        try:
            simulate(seed, trace)
        except Exception:
            failed += 1
            print(f"seed {seed} failed:\n{traceback.format_exc()}", flush=True)
        if options.trace:
            print("\n".join(trace))
    print(f"{len(options.seeds)} seeds, {failed} failed, {time.monotonic() - began:.1f} s")
    return 1 if failed else 0


def _seeds(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


sys.exit(main())
