"""What a match leaves behind outside its own file: no token, no password, no seed, no hidden card (F78)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from skipbo_lan.store.match_reader import read_match
from tests.e2e.program import Program, running

PASSWORD: Final = "sesame-opens-nothing"


def arguments_of_all(folder: Path) -> list[str]:
    """The arguments of every process whose state folder this is, as the list of processes shows them to everybody."""
    shown = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder) in (process / "environ").read_text(errors="replace"):
                shown.append((process / "cmdline").read_text(errors="replace"))
        except OSError:
            continue
    return shown


def secrets_of(state: Path) -> Iterator[bytes]:
    """Everything secret that the folder of a host or a player keeps."""
    for path in state.rglob("*.token"):
        yield json.loads(path.read_text())["token"].encode()
    for path in state.rglob("*.match"):
        saved = read_match(path)
        yield from (seat.key for seat in saved.begun.seats)
        yield from (round.record.seed for round in saved.rounds)
        assert saved.begun.terms.password_key is not None
        yield saved.begun.terms.password_key


def printed(*programs: Program) -> str:
    return "".join(program.text + program.errors for program in programs)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_nothing_secret_is_printed_written_or_shown_in_the_list_of_processes(tmp_path: Path) -> None:
    hosting = ("host", "--plain", "--name", "Anna", "--table", "Quiet", "--port", "0", "--bots", "1", "--password")
    with running(*hosting, state=tmp_path / "host", variables={"SKIPBO_PASSWORD": PASSWORD}) as host:
        port = host.expect(r"skipbo-lan join \S+:(\d+)")[1]
        joining = ("join", f"127.0.0.1:{port}", "--bot", "easy", "--json", "--name", "Bea")
        right, wrong = {"SKIPBO_PASSWORD": PASSWORD}, {"SKIPBO_PASSWORD": "guess-of-Eve"}
        with running(*joining, state=tmp_path / "bea", variables=right) as bea:
            host.expect(r"Bea joined\.")
            with running(*joining[:-1], "Eve", state=tmp_path / "eve", variables=wrong) as eve:
                assert eve.end() == 6
            host.type("start")
            host.expect(r"^> $")
            processes = arguments_of_all(tmp_path)
            assert len(processes) == 3
            host.type("leave")
            assert (host.end(), bea.end()) == (0, 0)
            told = printed(host, bea, eve) + "".join(processes)
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.suffix not in (".token", ".match"):
            told += path.read_text(errors="replace")
    secrets = [*secrets_of(tmp_path / "host"), *secrets_of(tmp_path / "bea")]
    assert len(secrets) > 5
    for secret in (*right.values(), *wrong.values(), *(secret.hex() for secret in secrets), *map(str, secrets)):
        assert secret not in told
    assert not list(tmp_path.rglob("crash.log"))
    match = next((tmp_path / "host").rglob("*.match")).read_bytes()
    assert PASSWORD.encode() not in match, "only its key, for this table"
