"""What holds for all tests: no deadline for Hypothesis, Ctrl-C for the programs they start, and which run together."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

# A busy machine is slow; a failure tells how to repeat it.
settings.register_profile("everywhere", deadline=None, print_blob=True)
settings.load_profile("everywhere")

# Whoever runs the tests has choices of his own.
os.environ["SKIPBO_CONFIG"] = str(Path(__file__).parent / "no-config.toml")

# A worker holds thousands of tests: to look through them for garbage at every turn costs a fifth of the time.
gc.set_threshold(100_000, 50, 50)

# A shell starts what runs in the background without Ctrl-C, and programs hand that on to those they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

NETWORKED: Final = (
    "e2e",
    "robustness",
    "cli",
    "client/test_find.py",
    "doctor/test_network.py",
    "server/test_announce.py",
    "server/test_serve.py",
)
"""Tests whose programs and sockets meet on this machine's one network: they run one after the other."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep those that would hear each other on one worker, when several run the tests."""
    for item in items:
        place = item.path.relative_to(Path(__file__).parent).as_posix()
        if place.startswith(NETWORKED):
            item.add_marker(pytest.mark.xdist_group("network"))


def pytest_collection_finish() -> None:
    """What was collected stays to the end, and is no garbage."""
    gc.collect()
    gc.freeze()
