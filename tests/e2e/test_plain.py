"""Rounds in plain mode, driven through pipes with typed commands only, from the lobby to the result."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from tests.e2e.program import Program, listening, run, running, wait_for
from tests.tui.pseudo_terminal import terminal

SEED: Final = "11" * 32

_ROUND_OVER: Final = re.compile(r"wins?\s+the\s+round:")
_PROMPT: Final = "\n> "


def test_host_and_guest_play_a_round_with_typed_commands_only(tmp_path: Path) -> None:
    options = ("--name", "Anna", "--table", "Typed", "--port", "0", "--stock", "2", "--rounds", "1", "--seed", SEED)
    with running("host", "--plain", *options, state=tmp_path / "anna") as host:
        address = host.expect(r"skipbo-lan join (\S+):(\d+)")
        host.expect(r"Typed: you are Anna, seat 1 of 6\.")
        joining = ("join", f"127.0.0.1:{address[2]}", "--plain", "--name", "Bea")
        with running(*joining, state=tmp_path / "bea") as guest:
            guest.expect(r"Typed: you are Bea, seat 2 of 6\.")
            host.expect(r"Bea joined\.")
            host.type("start")
            play_until_round_is_over(host, guest)
            for player in (host, guest):
                player.expect(r"wins? the match\.")
            guest.type("score")
            guest.expect(r"You \d+, Anna \d+\. One round\.")
            host.type("leave")
            assert host.end() == 0
            assert guest.end() == 0
            assert_plain(host)
            assert_plain(guest)
            assert "Anna closed the table." in guest.text
            assert re.search(r"Skip-Bo LAN: \w+ \d+, \w+ \d+ after 1 round\.", guest.text)


def play_until_round_is_over(*players: Program) -> None:
    """Whoever is on turn asks for a hint and types the move it names."""

    def is_over() -> bool:
        return any(_ROUND_OVER.search(player.text) for player in players)

    def acting() -> list[Program]:
        return [player for player in players if player.text.endswith(_PROMPT)]

    while True:
        wait_for(lambda: is_over() or bool(acting()), "somebody's turn", *players)
        if is_over():
            return
        (player,) = acting()
        player.answers("hint")
        move = player.expect(r"Try ([^:]+):")[1]
        player.wait_until(lambda player=player: player.text.endswith(_PROMPT), "a prompt after the hint")  # type: ignore[misc]
        player.answers(move)


def assert_plain(program: Program) -> None:
    """Append-only lines of at most 79 columns, or of one word, without a control character."""
    assert b"\x1b" not in program.out
    assert b"\r" not in program.out
    for line in program.text.splitlines():
        assert line.isprintable()
        assert len(line) <= 79 or " " not in line


def test_a_practice_round_is_driven_by_a_pipe(tmp_path: Path) -> None:
    options = ("--stock", "2", "--seed", SEED, "--name", "Anna")
    with running("practice", "--plain", *options, state=tmp_path) as practice:
        practice.expect(r"you are Anna")
        practice.type("speed 0")
        practice.expect(r"Bots now play at once\.")
        play_until_round_is_over(practice)
        practice.expect(r"wins? the match\.")
        practice.answers("again")
        practice.expect(r"deals?:\s2\sstock\scards\seach\.")
        practice.end_input()
        assert practice.end() == 0
        assert_plain(practice)


def test_at_the_end_of_its_input_a_guest_leaves_cleanly(tmp_path: Path) -> None:
    arguments = ("--headless", "--json", "--port", "0", "--seats", "2", "--table", "Quiet")
    with running("host", *arguments, state=tmp_path / "host") as host:
        guest = run("join", f"127.0.0.1:{listening(host)['port']}", "--name", "Bea", state=tmp_path, typed="who")
        assert guest.returncode == 0
        assert ". who\nSeat 1: Bea (you)\nSeat 2: free\n" in guest.stdout
        assert guest.stderr == "Standard output is not a terminal: plain mode.\n"
        host.expect(r'"event": "left", "seat": 0, "name": "Bea", "why": "left"')


def test_a_resize_writes_nothing_and_the_terminal_gets_no_escape_code(tmp_path: Path) -> None:
    """T10 and T30: in a real terminal, whose size does not matter to lines that are only appended."""
    command = [sys.executable, "-m", "skipbo_lan", "host", "--plain", "--name", "Anna", "--port", "0"]
    with terminal(command=command, environment={"SKIPBO_STATE_DIR": str(tmp_path)}) as seen:
        seen.wait_for("start to begin")
        seen.settle()
        before = seen.output
        assert before.endswith(b". ")
        for width in (20, 200, 79, 80):
            seen.resize(width, 24)
            seen.settle()
        assert seen.output == before
        seen.send("who\r")
        seen.wait_for_bytes(b"Seat 6: free")
        seen.send("leave\r")
        assert seen.wait_for_end() == 0
    assert b"\x1b" not in seen.output
