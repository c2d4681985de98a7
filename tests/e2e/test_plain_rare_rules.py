"""The rules that few tables use, typed in plain mode by two people at a real table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.program import Program, running
from tests.e2e.test_plain import assert_plain

SEED: Final = "33" * 32
"""With this seed the guest of two has the first turn, and the host's stock shows a skip-bo."""


def hears(program: Program, sentence: str) -> None:
    """Wait for a sentence, however its lines are broken."""
    program.expect(r"\s+".join(map(re.escape, sentence.split())))


def test_draw_intrude_object_accuse_and_decide_by_typed_words(tmp_path: Path) -> None:
    rules = [
        part for option in ("manual_draw=yes", "out_of_turn=table", "coaching=accuse") for part in ("--option", option)
    ]
    arguments = ("--plain", "--name", "Anna", "--port", "0", "--seats", "2", "--stock", "5", "--seed", SEED, *rules)
    with running("host", *arguments, state=tmp_path / "anna") as anna:
        port = anna.expect(r"skipbo-lan join (\S+):(\d+)")[2]
        with running("join", f"127.0.0.1:{port}", "--plain", "--name", "Bea", state=tmp_path / "bea") as bea:
            hears(anna, "Bea joined.")
            anna.type("start")
            hears(bea, "Type draw 5 to draw your cards.")
            bea.type("draw 5")
            bea.expect(r"You drew [^.]+\.")
            hears(anna, "Bea drew 5 cards.")

            anna.type("play! s a")
            hears(anna, "If somebody objects, you draw nothing in your next turn. Play anyway? Type y or n.")
            anna.type("y")
            hears(anna, "You play out of turn!")
            hears(anna, "You played skip-bo as 1 on A (stock).")
            hears(bea, "Anna plays out of turn! Type object to object.")
            bea.type("turn")
            hears(bea, "Anna is playing out of turn; it is your turn.")
            bea.type("object")
            hears(anna, "Bea objected: you draw nothing in the next turn.")

            bea.type("accuse Anna")
            hears(anna, "You are accused of giving advice. Type confirm, or confirm no.")
            hears(bea, "Anna is accused of giving advice.")
            anna.type("confirm no")
            hears(bea, "The accusation of Anna is settled.")
            bea.type("accuse 1")
            hears(anna, "You are accused")
            anna.type("confirm")
            hears(bea, "2 penalty cards went under Anna's stock.")

            anna.type("leave")
            assert anna.end() == 0
            assert bea.end() == 0
            assert_plain(anna)
            assert_plain(bea)


@pytest.mark.long
def test_a_partners_wild_is_typed_with_its_value(tmp_path: Path) -> None:
    arguments = ("--plain", "--name", "Anna", "--port", "0", "--teams", "pairs", "--stock", "5", "--bots", "3")
    with running("host", *arguments, "--seed", "11" * 32, state=tmp_path) as anna:
        hears(anna, "start to begin")
        anna.type("start")
        hears(anna, "Your turn.")
        anna.type("v")
        anna.expect(r"\w+'s stock, a skip-bo, fits A, B, C, D\.")
        anna.type("ps as 4")
        hears(anna, "No pile needs 4")
        anna.type("ps as 1")
        anna.expect(r"You played skip-bo as 1 on A \(\w+'s stock\)\.")
        anna.type("leave")
        assert anna.end() == 0
        assert_plain(anna)
