"""--help: quick, complete, and about what there is."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from engine.options import OPTIONS
from skipbo_lan import __version__
from skipbo_lan.bots.levels import LEVELS as BOT_LEVELS
from skipbo_lan.cli import main
from skipbo_lan.cli.arguments import LEVELS
from skipbo_lan.locale import usage
from tests.e2e.program import ROOT

_HEAVY = ("trio", "prompt_toolkit", "msgspec", "sqlite3", "asyncio")


@pytest.mark.parametrize("arguments", [["--help"], ["host", "--help"], ["--version"], []])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys; from skipbo_lan.cli import main; code = main(sys.argv[1:]);"
        f"loaded = [name for name in {_HEAVY} if name in sys.modules]; sys.exit(repr(loaded) if loaded else code)"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_python_m_is_the_same_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "skipbo_lan", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{__version__}\n"


@pytest.mark.parametrize("command", usage.COMMANDS)
def test_every_command_has_a_help_page(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"skipbo-lan {command}" in out
    assert "==SUPPRESS==" not in out
    assert "--owner-on-stdin" not in out


def test_the_levels_named_in_the_help_are_those_that_there_are() -> None:
    assert tuple(BOT_LEVELS) == LEVELS


def test_the_rules_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--preset", "french", "--option", "target=300"]) == 0
    out = capsys.readouterr().out
    assert "1 point for each card left in the opponents' stocks." in " ".join(out.split())
    assert max(map(len, out.splitlines())) < 80
    assert "First to 300." in out
    assert "--option KEY=VALUE" in out


def test_every_option_that_the_rules_list_can_be_given_as_it_stands_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    listed = re.findall(r"^(\w+) = (\S+)", capsys.readouterr().out, re.MULTILINE)
    assert len(listed) == len(OPTIONS)
    for key, value in listed:
        assert main(["rules", "--option", f"{key}={value}"]) == 0
