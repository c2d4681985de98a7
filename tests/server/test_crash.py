"""A fault of this program: one connection ends, the table goes on, and what is written down tells no secret (P33)."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from engine.actions import Action
from protocol import mapping
from protocol import messages as m
from protocol.codes import ByeCode
from skipbo_lan import settings
from skipbo_lan.crash import write_crash
from tests.server import network
from tests.server.desk import OWNER_TOKEN
from tests.server.network import open_venue

TOKEN = bytes(range(100, 116))


@pytest.mark.parametrize("fault", [RuntimeError("a bug"), MemoryError(), ExceptionGroup("two", [ValueError("x")])])
async def test_a_fault_ends_one_connection_and_the_others_play_on(
    fault: Exception,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: trio.testing.MockClock,
) -> None:
    """F43."""
    path = tmp_path / "crash.log"
    monkeypatch.setattr(network, "crash", partial(write_crash, path))
    venue, run = open_venue(owner=True, capacity=3, bots=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        anna = await venue.back(OWNER_TOKEN)
        bea = await venue.join("Bea")
        await anna.listen(lambda player: player.presence(2) is not None)
        await anna.link.send(m.Pace(ms=0))
        await anna.link.send(m.Start(dealer=0))
        await bea.play(lambda player: player.update is not None)
        fails = FailOnce(fault)
        monkeypatch.setattr(mapping, "action_from_wire", fails)
        await bea.link.send(m.Act(id=1, epoch=1, seq=1, action=mapping.action_to_wire(fails.action)))
        await bea.listen(lambda player: player.bye is not None)
        assert bea.bye == m.Bye(code=ByeCode.ERROR)
        await bea.hang_up()
        again = await venue.back(bea.token)
        assert again.welcome is not None
        await again.hang_up()
        await anna.play(lambda player: player.room is not None and player.room.rounds_played > 0)
        nursery.cancel_scope.cancel()
    told = path.read_text()
    assert type(fault).__name__ in told
    assert told.count(settings.APP) == 1
    assert_no_secret(told, [OWNER_TOKEN, bea.token, *seeds(venue.stored)])


class FailOnce:
    """Reads actions, except the first."""

    def __init__(self, fault: Exception) -> None:
        from engine.actions import Pass

        self.action: Action = Pass()
        self.fault: Exception | None = fault
        self.real: Callable[..., Action] = mapping.action_from_wire

    def __call__(self, wire: object) -> Action:
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault
        return self.real(wire)


def seeds(stored: object) -> list[bytes]:
    """The seeds of the rounds that were stored."""
    from skipbo_lan.store.changes import RoundBegun

    assert isinstance(stored, list)
    return [change.seed for changes in stored for change in changes if isinstance(change, RoundBegun)]


def assert_no_secret(text: str, secrets: list[bytes]) -> None:
    assert secrets
    for secret in secrets:
        assert secret.hex() not in text.lower()
        assert repr(secret)[2:-1] not in text
    for words in ("stock=(", "draw_pile", "hand=("):
        assert words not in text


def test_what_an_error_says_of_bytes_is_not_written_down(tmp_path: Path) -> None:
    """Even a fault of ours that quotes a token, a key or a seed."""
    path = tmp_path / "crash.log"
    for quoted in (f"{TOKEN!r}", TOKEN.hex(), TOKEN.hex().upper(), repr({"key": TOKEN, "x": b'it\'s "so"'})):
        write_crash(path, KeyError(f"no seat for {quoted} here"))
    told = path.read_text()
    assert_no_secret(told, [TOKEN, b'it\'s "so"'])
    assert told.count("no seat for ") == 4
    assert "Traceback" not in told, "these were never raised"


@pytest.mark.skipif(sys.platform == "win32", reason="opens files the POSIX way")
def test_a_disk_that_does_not_take_the_report_costs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "open", refuse)
    write_crash(tmp_path / "crash.log", RuntimeError("a bug"))
