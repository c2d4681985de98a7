"""A host with few file descriptors under a thousand silent connections (F42, F44)."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

from tests.e2e.program import listening, running

FEW = ("sh", "-c", 'ulimit -n "$0" && exec "$@"')
"""Runs a program that may open no more than so many files."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("descriptors", ["64", "24"])
def test_with_few_descriptors_a_host_still_lets_players_in_and_plays(tmp_path: Path, descriptors: str) -> None:
    """With 64 the gate keeps some back; with 24 accepting itself fails, and the oldest stranger makes way."""
    options = ("--headless", "--json", "--port", "0", "--seats", "2", "--start-when-full", "--rounds", "1")
    prefix = (*FEW, descriptors)
    with ExitStack() as stack:
        host = stack.enter_context(running("host", *options, "--stock", "5", state=tmp_path / "host", prefix=prefix))
        port = listening(host)["port"]
        for _ in range(500):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            socket.create_connection(("127.0.0.1", port)).close()
        began = monotonic()
        bots = [
            stack.enter_context(
                running("join", f"127.0.0.1:{port}", "--bot", "easy", "--json", state=tmp_path / f"bot{number}")
            )
            for number in range(2)
        ]
        for bot in bots:
            bot.expect(r'"welcome"')
        # Starting two programs takes most of it: a machine that is busy otherwise gets more time than the two seconds.
        assert monotonic() - began < 10
        assert [program.end() for program in (host, *bots)] == [0, 0, 0]
        troubles = [line for line in host.lines if line["event"] == "cannot_accept"]
        assert len(troubles) <= 1, "one line for the whole flood"
        assert host.errors == ""
        assert not [line for line in host.lines if line["event"] == "unsaved"]
    assert not (tmp_path / "host" / "crash.log").exists()
