"""Finding tables: with nothing but loopback up, several on one machine, by name; and what is said without one."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.program import ROOT, listening, running

LONELY: Final = ("unshare", "-Urn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""Runs a command in a network namespace of its own, in which only loopback is up."""


def can_have_an_own_network() -> bool:
    """Whether this system lets a user make a network namespace."""
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return False
    return subprocess.run([*LONELY, "true"], capture_output=True).returncode == 0


own_network = pytest.mark.skipif(not can_have_an_own_network(), reason="no network namespaces for this user")


def inside(process_id: int) -> Sequence[str]:
    """Runs a command in the network of another process."""
    return ("nsenter", f"--target={process_id}", "--user", "--net", "--preserve-credentials")


@own_network
def test_with_nothing_but_loopback_host_and_join_find_each_other(tmp_path: Path) -> None:
    hosting = ("host", "--headless", "--json", "--seats", "2", "--start-when-full", "--short", "--rounds", "1")
    with running(*hosting, "--table", "Alone", state=tmp_path / "host", prefix=LONELY) as host:
        assert listening(host)["addresses"] == ["127.0.0.1"]
        network = inside(host.process.pid)
        with running("find", "--json", state=tmp_path, prefix=network) as finding:
            assert finding.end() == 0
            (row,) = json.loads(finding.text)
            assert (row["table"], row["address"], row["taken"]) == ("Alone", "127.0.0.1", 0)
        joining = ("join", "--bot", "easy", "--json")
        with (
            running(*joining, state=tmp_path / "one", prefix=network) as one,
            running(*joining, state=tmp_path / "two", prefix=network) as two,
        ):
            assert (one.end(), two.end(), host.end()) == (0, 0, 0)


LIAR: Final = """
import socket, sys, time
from protocol import discovery
mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
mouth.bind(("127.0.0.2", 0))
doors = [socket.create_server(("127.0.0.2", port)) for port in range(17000, 17008)]
while True:
    for door in doors:
        port = door.getsockname()[1]
        mouth.sendto(discovery.encode(discovery.Announcement(
            table_id=bytes.fromhex(sys.argv[1]), epoch=2**32 - 1, port=port, proto_min=1, proto_max=1, app="Evil",
            table="Alone", seats=6, taken=0, state="lobby", locked=False)), ("127.255.255.255", 16218))
    time.sleep(0.01)
"""
"""Claims from another address to be a table, newer than it is, on eight ports; accepts everybody and says nothing."""


@own_network
def test_F15_a_table_is_joined_although_somebody_else_announces_it_as_well(tmp_path: Path) -> None:
    with running("host", "--headless", "--json", "--table", "Alone", state=tmp_path / "host", prefix=LONELY) as host:
        listening(host)
        network = inside(host.process.pid)
        with running("find", "--json", state=tmp_path, prefix=network) as finding:
            assert finding.end() == 0
        (row,) = json.loads(finding.text)
        with subprocess.Popen([*network, sys.executable, "-c", LIAR, row["table_id"]], cwd=ROOT) as liar:
            try:
                with running("join", "--name", "Bea", "--table", "Alone", state=tmp_path / "b", prefix=network) as bea:
                    host.expect(r'"joined", "seat": 0, "name": "Bea"')
                    bea.expect(r"Alone: you are Bea")
            finally:
                liar.kill()


@own_network
def test_several_tables_of_one_machine_are_told_apart_by_name(tmp_path: Path) -> None:
    hosting = ("host", "--headless", "--json", "--seats", "2", "--table")
    with running(*hosting, "Blue", state=tmp_path / "blue", prefix=LONELY) as blue:
        assert listening(blue)["port"] == 16218
        network = inside(blue.process.pid)
        with running(*hosting, "Red", state=tmp_path / "red", prefix=network) as red:
            assert listening(red)["port"] == 16219
            with running("join", "--table", "Red", "--name", "Bea", state=tmp_path / "bea", prefix=network) as bea:
                bea.expect(r"Red: you are Bea")
                red.expect(r'"joined", "seat": 0, "name": "Bea"')


@own_network
def test_without_a_table_one_search_gives_up_and_the_other_says_what_can_be_done(tmp_path: Path) -> None:
    with (
        running("join", "--no-wait", state=tmp_path, prefix=LONELY) as hasty,
        running("join", state=tmp_path, prefix=LONELY) as patient,
    ):
        assert hasty.end() == 3
        assert hasty.errors.endswith("skipbo-lan: No table found on this network.\n")
        patient.wait_until(lambda: "Or host yourself" in patient.errors, "advice")
        assert "No table found on this network yet; still looking.\n" in patient.errors
        assert "This computer is on no network" in patient.errors
        assert patient.process.poll() is None
        patient.process.send_signal(signal.SIGINT)
        assert patient.end() == 130
        assert "Traceback" not in patient.errors


@own_network
def test_nothing_found_is_an_empty_list(tmp_path: Path) -> None:
    finding = ("find", "--json", "--timeout", "0.5")
    with running(*finding, state=tmp_path, prefix=LONELY) as program:
        assert program.end() == 0
        assert json.loads(program.text) == []
