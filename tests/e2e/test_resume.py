"""A host that ends, killed or asked to, and the match that goes on afterwards (P39, P40, J27, F66 to F71)."""

from __future__ import annotations

import os
import shutil
import signal
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from skipbo_lan.store.match_reader import read_match
from skipbo_lan.store.unfinished import unfinished
from tests.e2e.program import Program, listening, run, running
from tests.store.saved import BEGUN, SEATS, a_round, stored

SEED: Final = "3c" * 32
HEADLESS: Final = ("host", "--headless", "--json")
PROMPT_LINE: Final = r"^> $"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these signals are a thing of POSIX systems")


def send(program: Program, number: signal.Signals) -> int:
    """Send a signal; the exit code."""
    program.process.send_signal(number)
    return program.end()


def told(program: Program, event: str) -> list[dict[str, Any]]:
    return [line for line in program.lines if line["event"] == event]


def wait_for_rounds(bot: Program, count: int) -> None:
    bot.wait_until(lambda: bot.text.count('"round_over"') >= count, f"{count} rounds")


def test_a_killed_host_goes_on_and_the_bots_are_back_by_themselves(tmp_path: Path) -> None:
    """The same table at the same port, twice; every result reaches everybody once."""
    state = tmp_path / "host"
    rules = ("--seats", "2", "--bots", "0", "--start-when-full", "--rounds", "6", "--stock", "5", "--seed", SEED)
    with ExitStack() as stack:
        host = stack.enter_context(running(*HEADLESS, "--port", "0", *rules, state=state))
        heard = listening(host)
        address = f"127.0.0.1:{heard['port']}"
        bots = [
            stack.enter_context(running("join", address, "--bot", "easy", "--json", state=tmp_path / f"bot{number}"))
            for number in range(2)
        ]
        for rounds in (1, 3):
            wait_for_rounds(bots[0], rounds)
            assert send(host, signal.SIGKILL) == -signal.SIGKILL
            host = stack.enter_context(running(*HEADLESS, "--resume", state=state))
            again = listening(host)
            assert (again["table_id"], again["port"]) == (heard["table_id"], heard["port"])
        assert [program.end() for program in (host, *bots)] == [0, 0, 0]
    (path,) = (state / "matches").glob("*.match")
    saved = read_match(path)
    assert saved.begun.epoch == 3
    outcomes = [round.outcome for round in saved.rounds]
    assert len(outcomes) == 6
    assert saved.ended is not None
    for bot in bots:
        points = [line["points"] for line in told(bot, "round_over")]
        assert points == [outcome.points for outcome in outcomes if outcome is not None]
        assert len(told(bot, "match_over")) == 1
    after = run(*HEADLESS, "--resume", state=state)
    assert after.returncode == 2
    assert after.stderr == f"skipbo-lan: there is no unfinished match in {state / 'matches'}\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_a_signal_lets_a_table_say_goodbye_and_keeps_its_match(tmp_path: Path, number: signal.Signals) -> None:
    state = tmp_path / "host"
    options = ("--port", "0", "--seats", "2", "--bots", "1", "--start-when-full", "--seed", SEED)
    with running(*HEADLESS, *options, state=state) as host:
        joining = ("join", f"127.0.0.1:{listening(host)['port']}", "--plain", "--name", "Bea")
        with running(*joining, state=tmp_path / "bea") as bea:
            bea.expect(r"Round\s1\.")
            assert send(host, number) == 128 + number
            bea.expect(r"can go on later")
            assert host.errors == ""
            with running(*HEADLESS, "--resume", state=state) as again:
                listening(again)
                bea.expect(r"[Bb]ack")
                bea.type("leave")
                assert bea.end() == 0
                assert send(again, number) == 128 + number


def test_a_signal_before_the_match_ends_the_table_for_good(tmp_path: Path) -> None:
    with running(*HEADLESS, "--port", "0", state=tmp_path / "host") as host:
        joining = ("join", f"127.0.0.1:{listening(host)['port']}", "--plain", "--name", "Bea")
        with running(*joining, state=tmp_path / "bea") as bea:
            host.expect(r'"joined"')
            assert send(host, signal.SIGTERM) == 128 + signal.SIGTERM
            assert bea.end() == 0
    assert not (tmp_path / "host" / "matches").exists()


def test_a_signal_to_the_owners_screen_keeps_the_match_and_leaving_ends_it(tmp_path: Path) -> None:
    state = tmp_path / "anna"
    hosting = ("host", "--plain", "--name", "Anna", "--table", "Kept", "--port", "0", "--bots", "1", "--seed", SEED)
    resuming = ("host", "--plain", "--resume")
    with running(*hosting, state=state) as host:
        host.expect(r"Kept: you are Anna")
        host.type("start")
        host.expect(PROMPT_LINE)
        host.type("hand")
        hand = host.expect(r"^Hand: .*\.$")[0]
        assert send(host, signal.SIGTERM) == 128 + signal.SIGTERM
        assert host.errors.endswith("The match is kept. To go on: skipbo-lan host --resume\n")
    with running(*resuming, state=state) as again:
        again.expect(PROMPT_LINE)
        again.type("hand")
        assert again.expect(r"^Hand: .*\.$")[0] == hand
        again.type("leave")
        assert again.end() == 0
    assert run(*resuming, state=state).returncode == 2


def test_a_killed_screen_attaches_again_by_resume_while_its_table_runs(tmp_path: Path) -> None:
    hosting = ("host", "--plain", "--name", "Anna", "--table", "Kept", "--port", "0", "--bots", "1", "--seed", SEED)
    with running(*hosting, state=tmp_path) as host:
        host.expect(r"Kept: you are Anna")
        host.type("start")
        host.expect(PROMPT_LINE)
        second = run("host", "--plain", "--resume", state=tmp_path)
        assert second.returncode == 2
        assert "another program has it open; is its table still running?" in second.stderr
        send(host, signal.SIGKILL)
    with running("host", "--plain", "--resume", "Kept", state=tmp_path) as again:
        again.expect(PROMPT_LINE)
        assert again.errors.endswith("Kept is still open: back at it.\n")
        again.type("leave")
        assert again.end() == 0


def bots_match(state: Path) -> Path:
    """A stored match of the host's own bots."""
    seats = tuple(replace(seat, bot=True, level="easy", owner=False) for seat in SEATS)
    return stored(state / "matches", *a_round(0, 0, actions=5), begun=replace(BEGUN, seats=seats), port=None)


def test_a_match_goes_on_elsewhere_with_the_copied_file(tmp_path: Path) -> None:
    """F70: in another state folder, at another port."""
    path = bots_match(tmp_path / "old")
    (tmp_path / "new" / "matches").mkdir(parents=True)
    shutil.copy(path, tmp_path / "new" / "matches")
    with running(*HEADLESS, "--resume", "--port", "0", state=tmp_path / "new") as host:
        assert listening(host)["table_id"] == path.stem
        host.expect(r'"round_over"')
        send(host, signal.SIGTERM)


def test_a_port_that_is_taken_gives_way_unless_it_was_asked_for(tmp_path: Path) -> None:
    bots_match(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with running(*HEADLESS, "--resume", state=tmp_path / "one") as first:
        port = listening(first)["port"]
        with running(*HEADLESS, "--resume", state=tmp_path / "two") as second:
            assert listening(second)["port"] != port
            send(second, signal.SIGTERM)
        asked = run(*HEADLESS, "--resume", "--port", str(port), state=tmp_path / "two")
        assert asked.returncode == 2
        assert asked.stderr == f"skipbo-lan: port {port} is in use (is a table already open here?)\n"
        send(first, signal.SIGTERM)


def test_a_second_signal_does_not_wait_for_anybody(tmp_path: Path) -> None:
    """Somebody who never takes the farewell holds a table up for two seconds only, or not at all."""
    with running(*HEADLESS, "--port", "0", state=tmp_path) as host:
        listening(host)
        host.process.send_signal(signal.SIGTERM)
        host.process.send_signal(signal.SIGTERM)
        assert host.end() == 128 + signal.SIGTERM


def test_practice_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    with running("practice", "--plain", state=tmp_path) as practice:
        practice.expect(PROMPT_LINE)
        assert send(practice, signal.SIGTERM) == 128 + signal.SIGTERM
        assert practice.errors == ""
    assert unfinished(tmp_path / "matches") == ((), ())
