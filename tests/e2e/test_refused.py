"""Not let in: one sentence that says why, and an exit code that tells the reasons apart."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.program import Program, listening, run, running


@contextmanager
def table_for(seats: int, tmp_path: Path, *options: str) -> Iterator[tuple[Program, str]]:
    """A headless table, and its address: its name is not known before the welcome."""
    arguments = ("--headless", "--json", "--port", "0", "--table", "Door", "--seats", str(seats))
    with running("host", *arguments, *options, state=tmp_path / "host") as host:
        yield host, f"127.0.0.1:{listening(host)['port']}"


def test_a_name_that_is_taken_is_refused_when_it_was_chosen(tmp_path: Path) -> None:
    with table_for(3, tmp_path) as (_, address), running("join", address, "--name", "Bea", state=tmp_path / "1") as bea:
        bea.expect(r"you are Bea")
        other = run("join", address, "--plain", "--name", "BEA", state=tmp_path / "2")
        assert other.returncode == 6
        assert other.stderr == "The table did not let you in: that name is already used at this table.\n"


def test_a_login_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    with table_for(3, tmp_path) as (_, address):
        with (
            running("join", address, "--plain", state=tmp_path / "1") as one,
            running("join", address, "--plain", state=tmp_path / "2") as two,
        ):
            names = {player.expect(r"you are (.+), seat \d of 3\.")[1] for player in (one, two)}
            (short, numbered) = sorted(names, key=len)
            assert numbered == f"{short} 2"


def test_a_full_table(tmp_path: Path) -> None:
    with table_for(2, tmp_path, "--bots", "2") as (_, address):
        done = run("join", address, "--plain", state=tmp_path / "1")
        assert (done.returncode, done.stderr) == (6, "The table is full.\n")


def test_a_table_that_plays_already(tmp_path: Path) -> None:
    with table_for(2, tmp_path, "--bots", "1", "--start-when-full") as (_, address):
        with running("join", address, "--plain", state=tmp_path / "1") as player:
            player.expect(r"Round\s1\.")
            done = run("join", address, "--plain", state=tmp_path / "2")
            assert (done.returncode, done.stderr) == (6, "The table has begun to play: only its players may return.\n")


def test_something_else_than_a_table(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        with running("join", address, "--plain", state=tmp_path) as joining:
            stream, _ = listener.accept()
            with stream:
                stream.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                assert joining.end() == 4
        assert joining.errors == ("What answers there is no Skip-Bo table, or not the one that gave you your seat.\n")
