"""The first five minutes: from an empty home folder to a finished game, then a friend joins with one word.

A newcomer follows nothing but what the screen says.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.newcomer import Newcomer
from tests.e2e.test_discovery import own_network
from tests.e2e.test_live_list import network
from tests.tui.pseudo_terminal import ROOT, PseudoTerminal, terminal

PROMPT: Final = "ready$"
TO_THE_LOBBY_S: Final = 5.0
"""Seconds from the command of the guest to both in one lobby."""
MOST_MOVES: Final = 400
"""More than a round of practice takes by far."""


@contextmanager
def shell(prefix: Sequence[str], home: Path) -> Iterator[PseudoTerminal]:
    """A shell with an empty home folder, in which the program is called by its name."""
    home.mkdir()
    folder = home.with_name(f"{home.name}-bin")
    folder.mkdir()
    program = folder / "skipbo-lan"
    unset = "unset SKIPBO_CONFIG SKIPBO_STATE_DIR"
    program.write_text(f'#!/bin/sh\n{unset}\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m skipbo_lan "$@"\n')
    program.chmod(0o700)
    environment = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_STATE_HOME": str(home / ".local" / "state"),
        "PATH": f"{folder}:/usr/local/bin:/usr/bin:/bin",
        "LOGNAME": home.name,
        "PS1": f"{PROMPT} ",
    }
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    with terminal(command=[*prefix, bash, "--norc", "--noprofile", "-i"], environment=environment) as seen:
        seen.wait_for(PROMPT)
        yield seen
        seen.hang_up()


@pytest.mark.long
@own_network
def test_a_newcomer_gets_from_nothing_to_a_finished_game_and_a_friend_joins(tmp_path: Path) -> None:
    with network() as prefix, shell(prefix, tmp_path / "anna") as seen:
        seen.send("skipbo-lan\r")
        seen.wait_for("Your name at the table [Anna]")
        seen.send("\r")
        seen.wait_for("New to Skip-Bo?")
        seen.send("y")
        follow_the_lesson(seen)
        seen.wait_for("Practise now")
        seen.send("1")
        play_a_round(seen)
        seen.send("q")
        seen.wait_for_screen(lambda text: "Practise now" in text or PROMPT in text, "the menu or the shell")
        if "Practise now" in seen.text:
            seen.send("q")
        seen.wait_for(PROMPT)
        seen.send("echo code $?\r")
        seen.wait_for("code 0")
        left = on_the_normal_screen(seen.output)
        assert re.search(r"Skip-Bo LAN: .* after 1 round", left), left
        assert "BUILDING PILES" not in left
        assert "Traceback" not in left
        meet_in_a_lobby(prefix, seen, tmp_path / "bea")


def on_the_normal_screen(output: bytes) -> str:
    """What was written outside of the full screens."""
    return re.sub(r"\x1b\[\?1049h.*?\x1b\[\?1049l", "", output.decode(), flags=re.DOTALL)


def follow_the_lesson(seen: PseudoTerminal) -> None:
    """Press what each step says, until it is done."""
    told = ""
    while True:
        seen.wait_for_screen(partial(_goes_on, told), "the next step of the lesson")
        told = _instruction(seen.settle())
        if "Done." in told:
            break
        for key in re.findall(r"(?:[Pp]ress|then) (\S)(?=[ ,.])", told):
            seen.send(key)
            if "Esc back" in seen.settle():
                seen.send("\x1b")
                seen.settle()
    seen.send("\r")


def _instruction(text: str) -> str:
    """What the lesson says in the rows under its heading."""
    below = re.split(r"LESSON \d of \d.*\n", text)[-1] if "LESSON" in text else ""
    return " ".join(below.split("\n >")[0].split())


def _goes_on(told: str, text: str) -> bool:
    """Whether the lesson says something else, and asks for a key or is over."""
    now = _instruction(text)
    return now != told and ("ress " in now or "Done." in now)


def play_a_round(seen: PseudoTerminal) -> None:
    """The table of practice: the first card, a wrong key, the help, and on to the result."""
    player = Newcomer(seen)
    assert player.wait_for_turn()
    while not player.playable():
        player.move()
        assert player.wait_for_turn()
    before = seen.text
    player.move()
    assert "You played" in seen.text
    assert seen.text != before
    assert re.search(r"\]<", seen.text), "the changed pile is not marked"

    before = seen.text
    player.press("j")
    assert _table(seen.text) == _table(before)
    assert " That key does nothing here; ? shows the keys." in seen.text
    player.press("\x1b")
    before = seen.text
    player.press("?")
    assert "choose a hand card" in seen.text
    player.press("\x1b")
    assert seen.text == before

    for _ in range(MOST_MOVES):
        if not player.wait_for_turn():
            break
        if player.moves == 2:
            for _ in range(3):
                player.press(">")
        player.move()
    assert player.is_over(), seen.text
    assert re.search(r"\br  ?(play again|next round)", seen.text), seen.text


def _table(text: str) -> str:
    """What stands above the log, with the banner."""
    return text.split(" LOG ")[0]


def meet_in_a_lobby(prefix: Sequence[str], seen: PseudoTerminal, home: Path) -> None:
    """The first shell hosts, a second one joins; nobody types an address."""
    with shell(prefix, home) as other:
        seen.send("skipbo-lan host\r")
        seen.wait_for("waiting for players")
        began = time.monotonic()
        other.send("skipbo-lan join\r")
        other.wait_for("Join Anna's table? [Y/n]")
        other.send("\r")
        other.wait_for("THE LOBBY")
        seen.wait_for(f"{home.name.capitalize()} joined.")
        took = time.monotonic() - began
        other.send("q")
        seen.send("q")
        seen.send("y")
        seen.wait_for(PROMPT)
    assert took < TO_THE_LOBBY_S, f"it took {took:.1f} s"
