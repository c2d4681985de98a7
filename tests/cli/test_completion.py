"""Completion in shells: made from the tables of argparse, and asked in the shells that are here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from skipbo_lan.cli import main
from skipbo_lan.cli.arguments import SHELLS, arguments


@pytest.fixture
def script(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["completion", shell]) == 0
    path = tmp_path / f"skipbo-lan.{shell}"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def output_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_known_and_nothing_hidden(script: Path, shell: str) -> None:
    text = script.read_text(encoding="utf-8")
    named = {"bash": "--{}", "zsh": "--{}", "fish": "-l {} "}[shell]
    for command, given in arguments().items():
        assert command in text
        for option in (name for argument in given for name in argument.option_strings):
            if option.startswith("--"):
                assert named.format(option[2:]) in text
    assert "owner-on-stdin" not in text
    assert "private" not in text


def test_a_shell_that_is_not_known_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert capsys.readouterr().err == "skipbo-lan: argument SHELL: 'tcsh' is not bash or zsh or fish\n"


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash")
@pytest.mark.parametrize("shell", ["bash"])
def test_bash_completes(script: Path) -> None:
    asked = {
        ("co",): "config completion",
        ("host", "--th"): "--theme",
        ("host", "--theme", ""): "auto light dark contrast mono",
        ("practice", "--theme", "=", "da"): "dark",
        ("practice", "--level", "="): "random easy medium hard",
        ("rules", "--preset", "g"): "german",
        ("join", "--bot", "h"): "hard",
        ("join", "--log-level", "w"): "warning",
        ("arena", "easy", "m"): "medium",
        ("completion", "f"): "fish",
        ("host", "--name", ""): "",
        ("host", "--password", "--wa"): "",
        ("host", "--password", "--no-w"): "--no-wait",
        ("--theme", "m"): "mono",
        ("nothing", "x"): "",
    }
    program = ['source "$1"']
    for words in asked:
        typed = " ".join(f"'{word}'" for word in ("skipbo-lan", *words))
        program.append(f'COMP_WORDS=({typed}) COMP_CWORD={len(words)}; _skipbo_lan; echo "${{COMPREPLY[*]}}"')
    answers = output_of("bash", "--norc", "-c", "\n".join(program), "bash", str(script)).splitlines()
    assert dict(zip(asked, answers, strict=True)) == asked


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish")
@pytest.mark.parametrize("shell", ["fish"])
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("skipbo-lan co", ["completion", "config"]),
        ("skipbo-lan host --theme ", ["auto", "contrast", "dark", "light", "mono"]),
        ("skipbo-lan completion f", ["fish"]),
    ],
)
def test_fish_completes(script: Path, typed: str, words: list[str]) -> None:
    answers = output_of("fish", "--no-config", "-c", f"source {script}; complete -C '{typed}'")
    assert sorted(line.partition("\t")[0] for line in answers.splitlines()) == words


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh")
@pytest.mark.parametrize("shell", ["zsh"])
def test_zsh_understands_the_script(script: Path) -> None:
    output_of("zsh", "-f", "-n", str(script))
