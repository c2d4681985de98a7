"""`export` and `verify`: a round leaves its host as a file, and anyone can check it with nothing else."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from engine.ruleset import Ruleset
from protocol import messages as m
from skipbo_lan.cli import main
from skipbo_lan.store.changes import MatchBegun
from skipbo_lan.store.match_store import open_match
from tests.e2e.program import ROOT
from tests.fairness.test_exported import GIVEN_SEED, SHORT, TWO_ATTEMPTS
from tests.server.desk import Desk, play_round, started
from tests.store.saved import BEGUN, a_round, stored

Capture = pytest.CaptureFixture[str]
LONG: Final = Ruleset(stock_size=2, target=5000)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "state" / "matches"


def keep(folder: Path, desk: Desk) -> None:
    """Store everything that happened at this table."""
    begun, *rest = desk.changes
    assert isinstance(begun, MatchBegun)
    open_match(folder, begun, rest).close()


def played(rounds: int) -> Desk:
    """A match of a host and two guests with so many finished rounds, and the next one dealt."""
    desk, guests = started("Bea", "Cy", ruleset=LONG)
    for number in range(rounds):
        desk.ask(guests[1], m.Say(text="a secret word", team=False))
        play_round(desk, guests, random.Random(number))
        for guest in guests:
            desk.ask(guest, m.Ready())
        desk.wait(1)
    return desk


def told(capfd: Capture, code: int, *arguments: str) -> list[str]:
    """The lines that a command prints before it ends with this code; those of standard error last."""
    assert main(arguments) == code
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return [*out.splitlines(), *err.splitlines()]


def test_the_last_finished_round_is_exported_and_verifies_in_a_fresh_folder(
    folder: Path, tmp_path: Path, capfd: Capture
) -> None:
    keep(folder, played(2))
    name = "skipbo-Anna-s-table-round-2.json"
    line = f"Round 2 of Anna's table is in {name}; skipbo-lan verify checks it."
    assert told(capfd, 0, "export", "Anna's table") == [line]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / name).rename(elsewhere / "round.json")
    done = subprocess.run(
        [sys.executable, "-m", "skipbo_lan", "verify", str(elsewhere / "round.json")],
        cwd=ROOT,
        env=os.environ | {"SKIPBO_STATE_DIR": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        check=True,
    )
    head, cards, theirs, last = done.stdout.splitlines()
    assert head == "Round 2 of Anna's table: deal verified."
    assert cards == "The cards follow from numbers of the host, Bea and Cy."
    assert theirs.startswith("Only they can tell whether these are the numbers that they gave")
    assert " dealt; " in last
    assert not (tmp_path / "none").exists()


def test_nothing_that_others_should_not_have_is_in_the_file(folder: Path, capfd: Capture) -> None:
    desk = played(1)
    keep(folder, desk)
    text = "\n".join(told(capfd, 0, "export", "Anna's table", "-o", "-"))
    begun = desk.changes[0]
    assert isinstance(begun, MatchBegun)
    for seat in begun.seats:
        assert seat.key.hex() not in text
        assert seat.name in text
    for secret in ("a secret word", "password", "token", "port", "192.", "127."):
        assert secret not in text
    assert json.loads(text)["round"] == 1


def test_a_round_of_choice_and_a_file_of_choice(folder: Path, tmp_path: Path, capfd: Capture) -> None:
    keep(folder, played(2))
    told(capfd, 0, "export", "Anna's table", "--round", "1", "-o", "one.json")
    assert json.loads((tmp_path / "one.json").read_text())["round"] == 1
    before = (tmp_path / "one.json").read_bytes()
    line = "skipbo-lan: one.json is there already; name another file with -o"
    assert told(capfd, 2, "export", "Anna's table", "-o", "one.json") == [line]
    assert (tmp_path / "one.json").read_bytes() == before
    line = "skipbo-lan: missing/one.json cannot be written: No such file or directory"
    assert told(capfd, 2, "export", "Anna's table", "-o", "missing/one.json") == [line]


@pytest.mark.parametrize(("rounds", "why"), [
    (0, "no round of Anna's table is finished"),
    (1, "round 2 of Anna's table is not finished; round 1 is"),
    (2, "round 9 of Anna's table is not finished; rounds 1 to 2 are"),
])  # fmt: skip
def test_a_round_that_is_not_finished_stays_with_its_host(rounds: int, why: str, folder: Path, capfd: Capture) -> None:
    """Its secret would show the cards that are still to come."""
    keep(folder, played(rounds))
    wanted = ("--round", "2" if rounds < 2 else "9")
    assert told(capfd, 2, "export", "Anna's table", *wanted) == [f"skipbo-lan: {why}"]


def test_of_several_matches_of_a_table_it_is_the_one_played_last_and_an_id_names_any(
    folder: Path, capfd: Capture
) -> None:
    for table_id, when in ((b"\xaa" * 16, 1000), (b"\xab" * 16, 3000), (b"\xbb" * 16, 2000)):
        path = stored(folder, *a_round(0, 0), begun=replace(BEGUN, table_id=table_id, seed=bytes(32)))
        os.utime(path, (when, when))
    for wanted, found in (("Anna's table", b"\xab"), ("aa", b"\xaa"), ("B", b"\xbb"), ("ab" * 16, b"\xab")):
        text = "\n".join(told(capfd, 0, "export", wanted, "-o", "-"))
        assert json.loads(text)["table_id"] == (found * 16).hex(), wanted
    line = "skipbo-lan: several matches have an id that begins with a; give more of it"
    assert told(capfd, 2, "export", "a") == [line]
    line = f"skipbo-lan: there is no match of a table with the name or id Attic in {folder}"
    assert told(capfd, 2, "export", "Attic") == [line]
    assert told(capfd, 2, "export", "") == [line.replace("id Attic", "id ")]


def test_a_damaged_save_is_told_and_left_as_it_is(folder: Path, capfd: Capture) -> None:
    path = stored(folder, *a_round(0, 0), begun=replace(BEGUN, seed=bytes(32)))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE action SET action = 'pass' WHERE number = 3")
    connection.close()
    line = f"skipbo-lan: the match cannot be read: it is damaged ({path})"
    assert told(capfd, 2, "export", "Anna's table") == [line]
    path.write_bytes(b"no match")
    line = f"skipbo-lan: the match cannot be read: it is not a match of Skip-Bo LAN ({path})"
    assert told(capfd, 2, "export", path.stem[:6]) == [line]
    left_out, _ = told(capfd, 2, "export", "Anna's table")
    assert left_out == f"Left out, it is not a match of Skip-Bo LAN: {path}"
    assert path.read_bytes() == b"no match"


def test_a_tables_name_is_made_fit_for_a_files_name(folder: Path, tmp_path: Path, capfd: Capture) -> None:
    for number, (table, name) in enumerate(
        {
            "../../etc/x": "etc-x",
            "Küche 李": "Küche-李",
            "C:\\a|b*?": "C-a-b",
            "...": "03" * 16,
            "x" * 60: "x" * 32,
        }.items()
    ):
        stored(folder, *a_round(0, 0), begun=replace(BEGUN, table_id=bytes([number]) * 16, table=table))
        assert len(told(capfd, 0, "export", table)) == 1
        assert (tmp_path / f"skipbo-{name}-round-1.json").is_file(), name


def verified(capfd: Capture, code: int, content: bytes) -> list[str]:
    Path("round.json").write_bytes(content)
    return told(capfd, code, "verify", "round.json")


def test_each_attempt_is_told_with_its_reason_and_names(capfd: Capture) -> None:
    assert verified(capfd, 0, TWO_ATTEMPTS) == [
        "Round 1 of Attic: deal verified.",
        "Attempt 1 was void: no answer from Dan arrived.",
        "The cards follow from numbers of the host, Bea and Cy, given at attempt 2.",
        "Only they can tell whether these are the numbers that they gave: their programs do, after the round.",
        "Dan dealt; 126 actions, all by the rules. Anna and Cy win the round: 55 points.",
    ]


def test_a_given_seed_shows_nothing_of_the_deal_and_the_round_says_so(capfd: Capture) -> None:
    assert verified(capfd, 0, GIVEN_SEED) == [
        "Round 1 of Garden: played by the rules.",
        "The cards follow from a seed that was given to the host, so nothing is shown about the deal.",
        "Bea dealt; 82 actions, all by the rules. Anna wins the round: 50 points.",
    ]


def test_a_round_that_does_not_hold_is_told_with_the_place_and_code_6(capfd: Capture) -> None:
    told = json.loads(TWO_ATTEMPTS)
    seat, text, checksum = told["actions"][36]
    told["attempts"][1]["nonces"]["1"] = "00" * 32
    for altered, why in (
        ({"actions": [*told["actions"][:36], [seat, "pass", checksum]]}, "the rules do not allow action 37"),
        ({"actions": [*told["actions"][:36], [seat, text, "00" * 8]]}, "the cards after action 37 were other ones"),
        ({"actions": told["actions"][:36]}, "the round was not played to its end"),
        ({"players": ["Eve", "Bea", "Cy", "Dan"]}, '"players" is not what was written'),
        (
            {"attempts": told["attempts"]},
            "the number of seat 2 does not fit what was published in attempt 2",
        ),
    ):
        content = json.dumps(json.loads(TWO_ATTEMPTS) | altered).encode()
        assert verified(capfd, 6, content) == [f"Round 1 of Attic: NOT verified: {why}."]


def test_what_is_no_exported_round_is_one_line(tmp_path: Path, capfd: Capture) -> None:
    assert verified(capfd, 2, b"hello") == ["skipbo-lan: round.json is not an exported round"]
    newer = b'{"format": "skipbo-lan round", "version": 2}'
    line = "skipbo-lan: a newer version of Skip-Bo LAN wrote round.json; please update this one"
    assert verified(capfd, 5, newer) == [line]
    assert verified(capfd, 2, bytes(2**20 + 1)) == ["skipbo-lan: round.json is not an exported round: it is too large"]
    line = 'skipbo-lan: round.json is not an exported round: "dealer" cannot be so'
    assert verified(capfd, 2, SHORT.replace(b'"dealer": 2', b'"dealer": 9')) == [line]
    line = "skipbo-lan: none.json cannot be read: No such file or directory"
    assert told(capfd, 2, "verify", "none.json") == [line]
    assert told(capfd, 2, "verify", str(tmp_path))[0].startswith(f"skipbo-lan: {tmp_path} cannot be read: ")


def test_text_from_a_file_acts_on_no_terminal(capfd: Capture) -> None:
    content = json.loads(SHORT)
    evil = "\x1b[2J\u202eevil"
    for changed in (
        content | {"table": evil},
        content | {"players": [evil] * 3},
        content | {"sums": content["sums"] | {evil: "00" * 8}},
        content | {"ruleset": {evil: "1"}},
        content | {evil: 1},
    ):
        Path("round.json").write_text(json.dumps(changed))
        assert main(("verify", "round.json")) in (2, 6)
        shown = "".join(capfd.readouterr())
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert shown.count("\n") == 1
