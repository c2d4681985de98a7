"""Coming back: a killed client to its seat with its hand, a killed host's screen to its table (P2, P44)."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from filelock import FileLock

from tests.e2e.program import PATIENCE_S, Program, listening, run, running, wait_for

SEED: Final = "22" * 32
PROMPT: Final = "\n> "
PROMPT_LINE: Final = r"^> $"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX systems")


def hand_of(player: Program) -> str:
    """The player's hand, as its client tells it."""
    player.answers("hand")
    return player.expect(r"^Hand: .*\.$")[0]


def kill(program: Program) -> None:
    """kill -9: no farewell, no clean-up."""
    program.process.send_signal(signal.SIGKILL)
    program.end()


def test_a_killed_client_returns_to_its_seat_with_its_hand_by_the_same_command(tmp_path: Path) -> None:
    arguments = ("--headless", "--json", "--port", "0", "--seats", "3", "--bots", "1", "--start-when-full")
    with running("host", *arguments, "--seed", SEED, state=tmp_path / "host") as host:
        joining = ("join", f"127.0.0.1:{listening(host)['port']}", "--plain", "--name")
        with (
            running(*joining, "Bea", state=tmp_path / "Bea") as bea,
            running(*joining, "Cy", state=tmp_path / "Cy") as cy,
        ):
            wait_for(lambda: bea.text.endswith(PROMPT) or cy.text.endswith(PROMPT), "a turn", bea, cy)
            name, victim, other = ("Bea", bea, cy) if bea.text.endswith(PROMPT) else ("Cy", cy, bea)
            hand = hand_of(victim)
            kill(victim)
            other.expect(rf"{name} is away; a bot plays in \d:\d\d\.")
            with running(*joining, name, state=tmp_path / name) as again:
                again.expect(rf"you are {name}, seat \d of 3\.")
                again.expect(PROMPT_LINE)
                assert hand_of(again) == hand
                other.expect(rf"{name} is back\.")


def test_two_killed_players_of_one_account_return_to_two_seats(tmp_path: Path) -> None:
    arguments = ("--headless", "--json", "--port", "0", "--seats", "2", "--start-when-full", "--seed", SEED)
    with running("host", *arguments, state=tmp_path / "host") as host:
        joining = ("join", f"127.0.0.1:{listening(host)['port']}", "--plain")
        shared = tmp_path / "account"
        with (
            running(*joining, "--name", "Bea", state=shared) as bea,
            running(*joining, "--name", "Cy", state=shared) as cy,
        ):
            bea.expect(r"Round\s1\.")
            cy.expect(r"Round\s1\.")
            kill(bea)
            kill(cy)
        with running(*joining, state=shared) as one, running(*joining, state=shared) as other:
            names = {player.expect(r"you are (\w+), seat \d of 2\.")[1] for player in (one, other)}
            assert names == {"Bea", "Cy"}


Hosting = tuple[str, ...]


@pytest.fixture
def kept_table(tmp_path: Path) -> Iterator[Hosting]:
    """How to host a table that outlives its screen; it is closed with the test, whatever happens."""
    hosting = ("host", "--plain", "--name", "Anna", "--table", "Kept", "--port", "0", "--bots", "1")
    yield hosting
    assert run(*hosting, state=tmp_path, typed="leave\n").returncode == 0


def test_a_host_whose_screen_was_killed_is_back_at_the_same_table(tmp_path: Path, kept_table: Hosting) -> None:
    with running(*kept_table, state=tmp_path) as host:
        host.expect(r"Kept: you are Anna")
        host.type("start")
        host.expect(PROMPT_LINE)
        hand = hand_of(host)
        kill(host)
        with running(*kept_table, state=tmp_path) as again:
            again.expect(PROMPT_LINE)
            assert again.errors.endswith("Kept is still open: back at it.\n")
            assert hand_of(again) == hand
            again.type("leave")
            assert again.end() == 0
        with running(*kept_table, state=tmp_path) as anew:
            anew.expect(r"Waiting for players\.")
            assert "back at it" not in anew.errors
            anew.type("leave")
            assert anew.end() == 0


def test_leaving_closes_the_table_and_its_process(tmp_path: Path) -> None:
    hosting = ("host", "--plain", "--name", "Anna", "--table", "Closing", "--port", "0")
    with running(*hosting, state=tmp_path / "anna") as host:
        port = host.expect(r"skipbo-lan join \S+:(\d+)")[1]
        host.type("leave")
        assert host.end() == 0
        with running("join", f"127.0.0.1:{port}", "--plain", state=tmp_path / "bea") as late:
            assert late.end() == 4
            assert late.errors.endswith(
                f"127.0.0.1 is there, but no table is open on port {port}. Ask the host to run: skipbo-lan host\n"
            )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_to_the_hosts_client_closes_the_table(tmp_path: Path, number: signal.Signals) -> None:
    hosting = ("host", "--plain", "--name", "Anna", "--table", "Signalled", "--port", "0")
    with running(*hosting, state=tmp_path / "anna") as host:
        port = host.expect(r"skipbo-lan join \S+:(\d+)")[1]
        with running("join", f"127.0.0.1:{port}", "--plain", "--name", "Bea", state=tmp_path / "bea") as guest:
            host.expect(r"Bea joined\.")
            host.process.send_signal(number)
            assert host.end() == 128 + number
            assert guest.end() == 0
            assert "Anna closed the table." in guest.text


def test_practice_ends_with_its_player_even_when_killed(tmp_path: Path) -> None:
    with running("practice", "--plain", state=tmp_path) as practice:
        practice.expect(PROMPT_LINE)
        kill(practice)
        (lock,) = (tmp_path / "matches").glob("*.lock")
        assert_released(lock)


def assert_released(lock: Path) -> None:
    """The table's process lets go of its match within the patience of a test."""
    with FileLock(lock, timeout=PATIENCE_S):
        pass
