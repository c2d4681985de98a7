"""`join` at a terminal: the list lives while one looks, and leads to a table, an address, an own table, or out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.program import listening, running
from tests.e2e.test_discovery import LONELY, inside, own_network
from tests.tui.pseudo_terminal import PseudoTerminal, terminal
from tests.tui.test_terminal import check_left

HOSTING = ("host", "--headless", "--json", "--seats", "3", "--short")
SELFISH = """
import socket, time
holder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
holder.bind(("", 16218))
print("ready", flush=True)
time.sleep(600)
"""
"""Holds the port of discovery without sharing it."""


@contextmanager
def kept_open(command: Sequence[str]) -> Iterator[int]:
    """A program that says when it is ready, as long as it is needed; its process id."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as keeper:
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == b"ready\n"
        try:
            yield keeper.pid
        finally:
            keeper.kill()


@contextmanager
def network() -> Iterator[Sequence[str]]:
    """A network of its own with nothing but loopback; what runs a command in it."""
    with kept_open([*LONELY, "sh", "-c", "echo ready; exec sleep 600"]) as keeper:
        yield inside(keeper)


@contextmanager
def joining(prefix: Sequence[str], state: Path, *options: str) -> Iterator[PseudoTerminal]:
    """`join` in a pseudo-terminal in this network."""
    command = [*prefix, sys.executable, "-m", "skipbo_lan", "join", "--name", "Bea", *options]
    with terminal(command=command, environment={"SKIPBO_STATE_DIR": str(state)}) as screen:
        yield screen


@own_network
def test_tables_appear_and_disappear_while_one_looks_and_a_number_joins(tmp_path: Path) -> None:
    with network() as prefix, joining(prefix, tmp_path / "bea") as screen:
        screen.wait_for("none found, still looking")
        with running(*HOSTING, "--table", "Blue", state=tmp_path / "blue", prefix=prefix) as blue:
            screen.wait_for("1  Blue  waiting 0 of 3")
            with running(*HOSTING, "--table", "Red", "--bots", "1", state=tmp_path / "red", prefix=prefix) as red:
                screen.wait_for("2  Red   waiting 1 of 3")
                blue.process.terminate()
                screen.wait_for("found 1, still looking")
                screen.send("1")
                screen.wait_for("There is no table 1")
                screen.send("2")
                red.expect(r'"joined", "seat": 1, "name": "Bea"')
                screen.wait_for("Bea (you)")


@own_network
def test_keys_typed_before_the_list_is_seen_and_a_pasted_address_choose_no_row(tmp_path: Path) -> None:
    with (
        network() as prefix,
        running(*HOSTING, "--table", "Blue", state=tmp_path / "blue", prefix=prefix) as blue,
        running(*HOSTING, "--table", "Red", state=tmp_path / "red", prefix=prefix) as red,
    ):
        places = {listening(table)["port"]: table for table in (blue, red)}
        with joining(prefix, tmp_path / "bea") as screen:
            screen.send("1\r")
            screen.wait_for("found 2, still looking")
            screen.send("127.0.0.1:16219\r")
            places[16219].expect(r'"joined", "seat": 0, "name": "Bea"')
        assert "joined" not in places[16218].text


@own_network
def test_an_enter_typed_before_the_question_is_no_answer_to_it(tmp_path: Path) -> None:
    with network() as prefix, running(*HOSTING, "--table", "Blue", state=tmp_path / "blue", prefix=prefix) as blue:
        listening(blue)
        with joining(prefix, tmp_path / "bea") as screen:
            screen.send("\r")
            screen.wait_for("Join Blue? [Y/n]")
            screen.send("n\r")
            screen.wait_for("No table joined.")
            assert screen.wait_for_end() == 0


@pytest.mark.long
@own_network
def test_a_table_that_was_named_is_gone_to_as_soon_as_it_is_there(tmp_path: Path) -> None:
    with network() as prefix, joining(prefix, tmp_path / "bea", "--table", "Red") as screen:
        screen.wait_for("none found, still looking")
        with running(*HOSTING, "--table", "Blue", state=tmp_path / "blue", prefix=prefix):
            screen.wait_for("1  Blue  waiting 0 of 3")
            with running(*HOSTING, "--table", "Red", state=tmp_path / "red", prefix=prefix) as red:
                red.expect(r'"joined", "seat": 0, "name": "Bea"')


@pytest.mark.long
@own_network
def test_when_the_search_is_blocked_the_list_says_what_to_try_and_an_address_still_works(tmp_path: Path) -> None:
    with network() as prefix, kept_open([*prefix, sys.executable, "-c", SELFISH]):
        with running(*HOSTING, "--table", "Blue", state=tmp_path / "blue", prefix=prefix) as blue:
            assert listening(blue)["answers"] is False
            with joining(prefix, tmp_path / "bea") as screen:
                screen.wait_for("No table found on this network yet; still looking.")
                assert "Or host yourself: press h." in screen.text
                assert "This computer does not let Skip-Bo look around the network (firewall?)." in screen.text
                assert "press a." in screen.text
                screen.send("a")
                screen.wait_for("Address on the host's screen:")
                screen.send("localhost:1e\r")
                screen.wait_for("is not an address")
                screen.send("\x15localhost\r")
                blue.expect(r'"name": "Bea"')


@pytest.mark.long
@own_network
def test_who_finds_no_table_can_host_at_once_and_the_others_see_that_table(tmp_path: Path) -> None:
    with network() as prefix, joining(prefix, tmp_path / "bea") as screen:
        screen.wait_for("none found, still looking")
        screen.send("h")
        screen.wait_for("Bea (you)")
        screen.wait_for("skipbo-lan join")
        with joining(prefix, tmp_path / "ben") as other:
            other.wait_for("Join Bea's table? [Y/n]")


@pytest.mark.long
@own_network
@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_leaving_the_list_leaves_the_terminal_as_it_was(key: str, code: int, tmp_path: Path) -> None:
    with network() as prefix, joining(prefix, tmp_path / "bea") as screen:
        screen.wait_for("none found, still looking")
        screen.send(key)
        check_left(screen, code)
