"""What `host` makes of its options, and that a password takes no way on which others see it (P22, P35 to P37)."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import trio

from skipbo_lan.cli import child, headless, host, main, password
from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.child import open_table
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.parser import ASK
from skipbo_lan.cli.password import password_of
from skipbo_lan.server.serve import HostConfig, Program


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path))
    monkeypatch.delenv("SKIPBO_PASSWORD", raising=False)


def config_of(monkeypatch: pytest.MonkeyPatch, *options: str) -> HostConfig:
    """How a headless table would be opened."""
    opened: list[HostConfig] = []

    async def serve(config: HostConfig, program: Program) -> None:
        await trio.lowlevel.checkpoint()
        opened.append(config)

    monkeypatch.setattr(headless, "serve", serve)
    assert main(["host", "--headless", *options]) == 0
    return opened[0]


def test_the_options_reach_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = config_of(monkeypatch)
    assert (usual.absent, usual.turn_timer, usual.idle_limit, usual.spectators) == ("bot", None, 1800.0, True)
    assert usual.password is None
    chosen = ("--absent", "wait", "--turn-timer", "45", "--idle-limit", "2.5", "--no-spectators", "--password", "x y")
    config = config_of(monkeypatch, *chosen)
    assert (config.absent, config.turn_timer, config.idle_limit, config.spectators) == ("wait", 45, 150.0, False)
    assert config.password == "x y"
    assert "x y" not in repr(config)


def test_the_screen_hands_everything_to_the_table_and_the_password_not_as_an_argument() -> None:
    chosen = ("--absent", "wait", "--turn-timer", "45", "--idle-limit", "2.5", "--no-spectators", "--password", "x y")
    arguments = host._arguments(parse_arguments(["host", *chosen]))
    again = parse_arguments(["host", *arguments])
    assert (again.absent, again.turn_timer, again.idle_limit, again.no_spectators) == ("wait", 45, 2.5, True)
    assert again.password is None


async def test_the_owner_s_secrets_go_to_the_table_by_its_input_and_not_by_its_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also: what locks another table, or lets this player into one, does not lock this one."""
    monkeypatch.setenv("SKIPBO_PASSWORD", "of another table")
    script = """
import json, os, sys
handed = json.loads(sys.stdin.readline())
print(json.dumps({"event": "other", "secret": True}))
told = [handed["password"], os.environ.get("SKIPBO_PASSWORD", "")]
told += sys.argv[1:]
where = {"addresses": told, "interfaces": [""] * len(told), "answers": True}
print(json.dumps({"event": "listening", "port": 1, "table_id": "", **where}))
"""
    real = trio.lowlevel.open_process

    async def open_process(command: Sequence[str], **options: Any) -> trio.Process:
        return await real([sys.executable, "-c", script, *command[3:]], **options)

    monkeypatch.setattr(trio.lowlevel, "open_process", open_process)
    opened = await child.open_table(["--table", "T"], {"name": "Anna", "token": "00", "password": "sesame"})
    handed, inherited, *arguments = (each.host for each in opened.listening.invitation.addresses)
    assert (handed, inherited) == ("sesame", "")
    assert "sesame" not in arguments
    assert "--owner-on-stdin" in arguments
    await opened.close()


def given(value: object) -> Namespace:
    return Namespace(password=value)


def test_a_password_is_given_or_taken_from_the_environment_or_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return "typed"

    monkeypatch.setattr(password, "getpass", ask)
    monkeypatch.setattr(password, "is_interactive", lambda: True)
    assert password_of(given(None)) is None
    assert password_of(given("given")) == "given"
    assert password_of(given(ASK)) == "typed"
    assert len(asked) == 1
    monkeypatch.setenv("SKIPBO_PASSWORD", "from outside")
    assert [password_of(given(value)) for value in (None, "given", ASK)] == ["from outside", "given", "from outside"]
    assert len(asked) == 1


def test_a_password_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="at least one character"):
        password_of(given(""))
    monkeypatch.setattr(password, "is_interactive", lambda: False)
    with pytest.raises(CommandError, match="SKIPBO_PASSWORD"):
        password_of(given(ASK))

    def end_of_input(question: str) -> str:
        raise EOFError

    monkeypatch.setattr(password, "is_interactive", lambda: True)
    monkeypatch.setattr(password, "getpass", end_of_input)
    with pytest.raises(CommandError, match="at least one character"):
        password_of(given(ASK))


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--absent", "sleep"), "argument --absent: 'sleep' is not bot or wait"),
        (("--turn-timer", "0"), "argument --turn-timer: '0' is not a number from 1 to 86400"),
        (("--idle-limit", "-1"), "argument --idle-limit: '-1' is not a number from 0 to 1440"),
        (("--headless", "--password", ""), "a password needs at least one character"),
        (("--headless", "--match", "xyz"), "argument --match: a match is named by 32 hexadecimal digits"),
    ],
)
def test_values_that_cannot_be_are_one_line(
    options: tuple[str, ...], line: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["host", *options]) == 2
    assert capfd.readouterr().err == f"skipbo-lan: {line}\n"


def test_what_an_owner_hands_over_must_be_whole(tmp_path: Path) -> None:
    for told in ({}, {"name": "Anna", "token": "00" * 16, "seed": None, "password": 5}):
        done = subprocess.run(
            [sys.executable, "-m", "skipbo_lan", "host", "--headless", "--json", "--owner-on-stdin"],
            input=json.dumps(told) + "\n",
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert (done.returncode, done.stderr) == (2, "skipbo-lan: no owner came on standard input\n")


async def test_what_the_table_says_is_understood_whatever_the_terminal_is_written_to_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-16")
    with pytest.raises(CommandError, match="there is no option"):
        await open_table(["--unknown"], None)
