"""Real programs on real networks: several cards, no router, tunnels, changes while hosting, IPv6 alone, cut cables."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from tests.e2e.networks import (
    Machine,
    found_in_time,
    found_within_a_second,
    hosting,
    machines,
    own_networks,
)
from tests.e2e.program import ROOT, running

STRANGER = """
import socket
taken = socket.create_server(("", 16218))
print("ready", flush=True)
while True:
    taken.accept()[0].sendall(b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n")
"""
"""Another program at the usual TCP port."""


def with_three_networks(host: Machine, seekers: list[Machine]) -> None:
    """A network with each of the others, in the order in which a router would not help."""
    for number, (seeker, prefix) in enumerate(zip(seekers, (24, 20, 30), strict=True), start=1):
        host.plug_in(f"lan{number}", seeker, "eth0")
        host.ip(f"addr add 10.{number}.0.1/{prefix} dev lan{number}")
        seeker.ip(f"addr add 10.{number}.0.2/{prefix} dev eth0")


@own_networks
def test_a_table_on_three_networks_is_found_on_each_whatever_the_default_route(tmp_path: Path) -> None:
    """F1, F2: without a default route, then with one through a tunnel, with bridges of virtual machines beside."""
    with machines(5) as (host, vpn, *seekers):
        with_three_networks(host, seekers)
        with hosting(host, tmp_path):
            for rows, number in zip(found_within_a_second(*seekers), (1, 2, 3), strict=True):
                assert [(row["table"], row["address"]) for row in rows] == [("Kitchen", f"10.{number}.0.1")]
            host.plug_in("tun0", vpn, "far")
            host.ip("addr add 10.8.0.1/24 dev tun0", "route add default dev tun0")
            for bridge, address in (("virbr0", "192.168.122.1/24"), ("docker0", "172.17.0.1/16")):
                host.ip(f"link add {bridge} type bridge", f"addr add {address} dev {bridge}", f"link set {bridge} up")
            for rows, number in zip(found_within_a_second(*seekers), (1, 2, 3), strict=True):
                assert [row["address"] for row in rows] == [f"10.{number}.0.1"]


@own_networks
def test_what_the_host_tells_begins_with_its_lan(tmp_path: Path) -> None:
    """The addresses of the line `listening`, and of a headless table in words (D17, P11)."""
    with machines(2) as (host, other):
        host.ip("link add docker0 type bridge", "addr add 172.17.0.1/16 dev docker0", "link set docker0 up")
        host.plug_in("lan1", other, "eth0")
        host.ip("addr add 10.1.0.1/24 dev lan1")
        with hosting(host, tmp_path) as table:
            told = table.lines[0]
        v4 = [pair for pair in zip(told["addresses"], told["interfaces"], strict=True) if ":" not in pair[0]]
        assert v4 == [("10.1.0.1", "lan1"), ("172.17.0.1", "docker0")]
        assert told["answers"] is True


@own_networks
def test_an_interface_that_is_added_and_renumbered_while_hosting_is_followed(tmp_path: Path) -> None:
    """F4: at first there is nothing but loopback."""
    with machines(2) as (host, seeker), hosting(host, tmp_path) as table:
        assert table.lines[0]["addresses"] == ["127.0.0.1"]
        host.plug_in("lan1", seeker, "eth0")
        host.ip("addr add 10.1.0.1/24 dev lan1")
        seeker.ip("addr add 10.1.0.2/24 dev eth0")
        found_in_time(seeker, "10.1.0.1")
        host.ip("addr flush dev lan1", "addr add 10.1.0.77/24 dev lan1")
        found_in_time(seeker, "10.1.0.77")


@pytest.mark.long
@own_networks
def test_an_interface_that_goes_and_a_cable_that_is_cut_take_nothing_else_along(tmp_path: Path) -> None:
    with machines(3) as (host, one, two), hosting(host, tmp_path / "state") as table:
        for number, seeker in ((1, one), (2, two)):
            host.plug_in(f"lan{number}", seeker, "eth0")
            host.ip(f"addr add 10.{number}.0.1/24 dev lan{number}")
            seeker.ip(f"addr add 10.{number}.0.2/24 dev eth0")
            found_in_time(seeker, f"10.{number}.0.1")
        one.ip("link set eth0 down")
        assert found_within_a_second(one, two, tables=0)[0] == []
        found_in_time(two, "10.2.0.1")
        one.ip("link set eth0 up")
        found_in_time(one, "10.1.0.1")
        host.ip("link delete lan1")
        found_in_time(two, "10.2.0.1")
        host.plug_in("lan1", one, "eth0")
        host.ip("addr add 10.1.0.9/24 dev lan1")
        one.ip("addr add 10.1.0.2/24 dev eth0")
        found_in_time(one, "10.1.0.9")
        assert table.errors == ""


@own_networks
def test_with_ipv6_alone_a_table_is_found_and_joined_at_its_link_local_address(tmp_path: Path) -> None:
    """Found with the link behind the address; typed without the link it leads there, too (F46, D32)."""
    with machines(2) as (host, seeker):
        host.plug_in("lan1", seeker, "eth0")
        with hosting(host, tmp_path / "host") as table:
            (address,) = table.lines[0]["addresses"]
            assert address.startswith("fe80::")
            ((row,),) = found_within_a_second(seeker)
            assert row["address"] == f"{address}%eth0"
            ways = {"Ada": (), "Ben": (address,), "Cy": (f"{address}%eth0",)}
            with ExitStack() as players:
                for name, way in ways.items():
                    join = ("join", "--plain", "--name", name, *way)
                    players.enter_context(running(*join, state=tmp_path / name, prefix=seeker.prefix))
                table.wait_until(lambda: all(f'"name": "{name}"' in table.text for name in ways), "all three")


@pytest.mark.long
@own_networks
def test_a_card_without_ipv4_and_one_that_fails_disturb_nothing(tmp_path: Path) -> None:
    """D7; and what fails is written down once, not each time (D10, D11)."""
    with machines(3) as (host, seeker, other), hosting(host, tmp_path) as table:
        host.plug_in("lan1", seeker, "eth0")
        host.plug_in("six", other, "eth0")
        host.ip("addr add 10.1.0.1/24 dev lan1", "-6 route del multicast ff00::/8 dev six table local")
        seeker.ip("addr add 10.1.0.2/24 dev eth0")
        for _ in range(3):
            found_in_time(seeker, "10.1.0.1")
        log = (tmp_path / "network.log").read_text("utf-8").splitlines()
        told = [line.partition("/64 ")[2] for line in log if "'six' fe80::" in line]
        assert told[-1:] == ["fails: ENETUNREACH"]
        assert all(one != next_one for one, next_one in pairwise(told))
        assert table.errors == ""


@pytest.mark.long
@own_networks
def test_three_hosts_on_one_machine_beside_a_stranger_are_three_rows_each_joinable(tmp_path: Path) -> None:
    with machines(1) as (machine,):
        stranger = [*machine.prefix, sys.executable, "-c", STRANGER]
        with subprocess.Popen(stranger, stdout=subprocess.PIPE) as taken:
            assert taken.stdout is not None
            assert taken.stdout.readline() == b"ready\n"
            try:
                with (
                    hosting(machine, tmp_path / "1", table="One") as one,
                    hosting(machine, tmp_path / "2", table="Two") as two,
                    hosting(machine, tmp_path / "3", table="Three") as three,
                ):
                    ((*rows,),) = found_within_a_second(machine, tables=3)
                    assert {row["table"]: row["port"] for row in rows} == {"One": 16219, "Two": 16220, "Three": 16221}
                    for table, name in ((one, "One"), (two, "Two"), (three, "Three")):
                        join = ("join", "--plain", "--name", "Ada", "--table", name)
                        with running(*join, state=tmp_path / f"ada-{name}", prefix=machine.prefix):
                            table.expect('"joined".*"name": "Ada"')
            finally:
                taken.kill()


def examined(machine: Machine, *options: str) -> tuple[int, dict[str, str]]:
    """The doctor's exit code and verdicts on a machine."""
    command = [*machine.prefix, sys.executable, "-m", "skipbo_lan", "doctor", "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.stderr == ""
    return done.returncode, {each["check"]: each["verdict"] for each in json.loads(done.stdout)}


@pytest.mark.long
@own_networks
def test_the_doctor_finds_no_network_and_then_a_table_on_it(tmp_path: Path) -> None:
    with machines(2) as (host, seeker):
        code, found = examined(seeker)
        assert (code, found["no_network"], found["udp"]) == (4, "fix", "ok")
        assert examined(seeker, "--peer", "10.1.0.1")[1]["peer_no_network"] == "fix"
        host.plug_in("lan1", seeker, "eth0")
        host.ip("addr add 10.1.0.1/24 dev lan1")
        seeker.ip("addr add 10.1.0.2/24 dev eth0")
        with hosting(host, tmp_path):
            code, found = examined(seeker, "--peer", "10.1.0.1")
            assert (code, found["peer_tcp"], found["peer_udp"]) == (0, "ok", "ok")
        code, found = examined(seeker, "--peer", "10.1.0.1")
        assert (code, found["peer_refuses"]) == (4, "fix")


@pytest.mark.long
@own_networks
def test_the_doctor_names_a_computer_that_is_off(tmp_path: Path) -> None:
    with machines(2) as (host, seeker):
        host.plug_in("lan1", seeker, "eth0")
        seeker.ip("addr add 10.1.0.2/24 dev eth0")
        code, found = examined(seeker, "--peer", "10.1.0.1")
        assert (code, found["peer_udp_silent_too"]) == (4, "fix")
        assert "peer_no_route" in found or "peer_silent" in found
