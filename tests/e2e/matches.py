"""Whole matches of bots over TCP on loopback, each in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from engine.replay import replay
from skipbo_lan.store.match_reader import SavedMatch, read_match
from tests.e2e.program import Program, listening, running

MATCH_S: Final = 600.0
"""How long a whole match may take: many rounds of six bots on a busy machine."""
SEED: Final = "5b" * 32


def play_match(state: Path, seats: int, *options: str, level: str = "easy") -> list[dict[str, Any]]:
    """Let so many bots play a match by these options; what the host told. Everything that has to hold is checked."""
    with ExitStack() as stack:
        arguments = ("--headless", "--json", "--port", "0", "--seats", str(seats), "--start-when-full", "--seed", SEED)
        host = stack.enter_context(running("host", *arguments, *options, state=state / "host"))
        address = f"127.0.0.1:{listening(host)['port']}"
        bots = [
            stack.enter_context(running("join", address, "--bot", level, "--json", state=state / f"bot{number}"))
            for number in range(seats)
        ]
        assert [program.end(MATCH_S) for program in (*bots, host)] == [0] * (seats + 1), host.errors
        assert_all_told_the_same(host, bots)
        assert_stored(state / "host", host.lines)
        return host.lines


def told(program: Program, event: str) -> list[dict[str, Any]]:
    """The lines of one kind."""
    return [line for line in program.lines if line["event"] == event]


def assert_all_told_the_same(host: Program, bots: Sequence[Program]) -> None:
    """Host and players agree on every result."""
    for event in ("round_over", "match_over"):
        assert told(host, event)
        for bot in bots:
            assert told(bot, event) == told(host, event)
    assert sorted(line["seat"] for bot in bots for line in told(bot, "welcome")) == list(range(len(bots)))


def assert_stored(folder: Path, lines: list[dict[str, Any]]) -> None:
    """The stored match, played again, comes to the results that were told."""
    rounds = [line for line in lines if line["event"] == "round_over"]
    saved = stored_match(folder)
    assert len(saved.rounds) == len(rounds)
    for line, kept in zip(rounds, saved.rounds, strict=True):
        *_, (table, _) = replay(kept.record)
        assert table.outcome is not None
        assert (table.outcome.termination.value, table.outcome.points) == (line["termination"], line["points"])


def stored_match(folder: Path) -> SavedMatch:
    """The only match in a state folder."""
    (path,) = (folder / "matches").glob("*.match")
    return read_match(path)
