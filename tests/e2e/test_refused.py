"""Not let in: one sentence that says why, and an exit code that tells the reasons apart."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.program import Program, listening, run, running
from tests.tui.pseudo_terminal import terminal
from tests.tui.test_terminal import check_left


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
            assert done.returncode == 6
            assert done.stderr == ("The table has begun to play: its players may return, others may watch (--watch).\n")


def test_a_locked_table_lets_in_who_knows_the_password_and_nobody_else(tmp_path: Path) -> None:
    with table_for(3, tmp_path, "--password", "geheim") as (host, address):
        unknown = run("join", address, "--plain", state=tmp_path / "1")
        assert (unknown.returncode, unknown.stdout) == (6, "")
        assert unknown.stderr == "The table wants a password: add --password, or set SKIPBO_PASSWORD.\n"
        watching = run("join", address, "--plain", "--watch", state=tmp_path / "3")
        assert watching.returncode == 6
        with running("join", address, "--name", "Bea", "--password", "geheim", state=tmp_path / "4") as bea:
            bea.expect(r"you are Bea")
        wrong = run("join", address, "--plain", "--password", "falsch", state=tmp_path / "2")
        assert (wrong.returncode, wrong.stderr) == (6, "That is not the password of this table.\n")
        assert "geheim" not in host.text + host.errors


def test_a_password_is_not_shown_to_a_table_that_wants_none(tmp_path: Path) -> None:
    with table_for(3, tmp_path) as (_, address):
        done = run("join", address, "--plain", "--password", "geheim", state=tmp_path / "1")
        assert done.returncode == 6
        assert done.stderr.startswith("The table wants no password, so it cannot prove that it is the table you mean.")


def test_who_is_asked_for_a_password_without_a_terminal_is_told_what_to_do(tmp_path: Path) -> None:
    done = run("join", "127.0.0.1:1", "--plain", "--password", state=tmp_path)
    assert done.returncode == 2
    assert "SKIPBO_PASSWORD" in done.stderr


def test_a_table_that_nobody_may_watch(tmp_path: Path) -> None:
    with table_for(3, tmp_path, "--no-spectators") as (_, address):
        done = run("join", address, "--plain", "--watch", state=tmp_path / "1")
        assert (done.returncode, done.stderr) == (6, "The table lets nobody watch.\n")


def test_a_seat_that_cannot_be_read_is_told_and_costs_nothing_else(tmp_path: Path) -> None:
    """F55."""
    tokens = tmp_path / "1" / "tokens"
    tokens.mkdir(parents=True)
    (tokens / f"{'00' * 16}-0.token").write_bytes(b"\xff\x00 no token")
    with table_for(3, tmp_path) as (_, address):
        done = run("join", address, "--plain", "--name", "Bea", state=tmp_path / "1")
        assert done.returncode == 0
        assert "cannot be read: you would join as a new player there." in done.stderr
        assert "you are Bea" in done.stdout


def test_something_else_than_a_table(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        with running("join", address, "--plain", state=tmp_path) as joining:
            stream, _ = listener.accept()
            with stream:
                stream.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                assert joining.end() == 4
        assert joining.errors.startswith("What answers there is no Skip-Bo table,")


def test_a_password_is_asked_for_at_a_terminal_unseen_and_again_when_it_was_wrong(tmp_path: Path) -> None:
    with table_for(3, tmp_path, "--password", "geheim") as (_, address):
        command = [sys.executable, "-m", "skipbo_lan", "join", address, "--name", "Bea"]
        with terminal(command=command, environment={"SKIPBO_STATE_DIR": str(tmp_path / "1")}) as seen:
            seen.wait_for("Password of the table:")
            seen.send("falsch\r")
            seen.wait_for_bytes(b"That is not the password.\r\nPassword of the table: ")
            seen.send("geheim\r")
            seen.wait_for("THE LOBBY")
            assert b"geheim" not in seen.output
            seen.send("q")
            check_left(seen, 0)
