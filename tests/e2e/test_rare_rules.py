"""The rules that few tables use, played on real screens with a real host: by key, by typed words and by mouse."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.tui.pseudo_terminal import PseudoTerminal, terminal

PROGRAM: Final = [sys.executable, "-m", "skipbo_lan"]

BEA_BEGINS: Final = "33" * 32
"""With this seed the guest of two has the first turn, and the host's stock shows a wild card."""
PARTNER_HAS_A_WILD: Final = "11" * 32
"""With this seed the host of four has the first turn, and the partner's stock shows a wild card."""


@contextmanager
def screen(folder: Path, *arguments: str) -> Iterator[PseudoTerminal]:
    """The program with a state folder of its own; it is told to end, so that it closes its table."""
    with terminal(command=[*PROGRAM, *arguments], environment={"SKIPBO_STATE_DIR": str(folder)}) as seen:
        yield seen
        seen.process.terminate()
        seen.wait_for_end()


@contextmanager
def two_screens(folder: Path, *options: str) -> Iterator[tuple[PseudoTerminal, PseudoTerminal]]:
    """The screens of Anna, who hosts, and of Bea, in a round of two that Bea begins."""
    arguments = ("--name", "Anna", "--table", "Rare", "--port", "0", "--seats", "2", "--stock", "5")
    rules = ["--seed", BEA_BEGINS] + [part for option in options for part in ("--option", option)]
    with screen(folder / "anna", "host", *arguments, *rules) as anna:
        port = re.search(r"join \S+:(\d+)", anna.wait_for("If it is not found"))
        assert port is not None
        with screen(folder / "bea", "join", f"127.0.0.1:{port[1]}", "--name", "Bea") as bea:
            anna.wait_for("Bea joined")
            anna.send("s")
            bea.wait_for("YOUR TURN")
            yield anna, bea


def test_draw_intrude_object_accuse_and_decide_on_the_screen(tmp_path: Path) -> None:
    with two_screens(tmp_path, "manual_draw=yes", "out_of_turn=table", "coaching=accuse") as (anna, bea):
        bea.wait_for("YOUR TURN  +: draw your cards")
        bea.click("+ draw")
        bea.wait_for("You drew")
        anna.wait_for("Bea drew 5 cards.")

        anna.send("!")
        anna.wait_for("/play!")
        anna.type("s a")
        anna.click("Enter does it")
        anna.wait_for("It is not your turn. If somebody objects")
        anna.click("y yes")
        anna.wait_for("YOU PLAY OUT OF TURN")
        anna.wait_for("You played SB as 1 on A (stock).")
        bea.wait_for("ANNA PLAYS IN YOUR TURN  !: object, or play on")
        bea.click("! object")
        anna.wait_for("Bea objected: you draw nothing in the next turn.")
        anna.wait_for("BEA IS PLAYING")

        bea.send("u")
        bea.wait_for("/accuse Anna")
        bea.send("\r")
        anna.wait_for("ANNA IS ACCUSED OF ADVICE  k: yes, it was advice   n: no")
        bea.wait_for("the host decides")
        anna.click("n not guilty")
        anna.wait_for("The accusation of you is settled.")
        bea.wait_for("The accusation of Anna is settled.")

        bea.click("u accuse")
        bea.wait_for("/accuse Anna")
        bea.send("\r")
        anna.wait_for("ANNA IS ACCUSED")
        anna.send("k")
        anna.wait_for("2 penalty cards went under your stock.")
        bea.wait_for("2 penalty cards went under Anna's stock.")


@pytest.mark.long
@pytest.mark.parametrize("way", ["key", "mouse", "words"])
def test_a_partners_wild_is_played(way: str, tmp_path: Path) -> None:
    options = ("--name", "Anna", "--port", "0", "--teams", "pairs", "--stock", "5", "--bots", "3")
    with screen(tmp_path, "host", *options, "--seed", PARTNER_HAS_A_WILD) as anna:
        anna.wait_for("s: start the match")
        anna.send("s")
        anna.wait_for("v>any")
        match way:
            case "key":
                anna.send("v")
            case "mouse":
                anna.click("v>any", down=1)
            case "words":
                anna.type("/ps as 1\r")
        anna.wait_for("s stock)")
        assert re.search(r"You played SB as 1 on A \(\w+'s stock\)\.", anna.text)
