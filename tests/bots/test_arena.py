"""The arena counts right, plays each deal from every seat, and stops when it is told to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from engine.ruleset import OnBlock, Ruleset, Teams
from skipbo_lan.bots.arena import Contest, Tally, Thinking, play_deal
from tests.e2e.program import ROOT

TINY = Ruleset(stock_size=2)


def test_a_deal_is_played_from_every_seat() -> None:
    contest = Contest(("hard", "easy", "easy"), TINY, "1")
    assert contest.rotations == (("hard", "easy", "easy"), ("easy", "easy", "hard"), ("easy", "hard", "easy"))
    tally = play_deal(contest, 0)
    assert tally.rounds == 3
    assert tally.decided + tally.void + tally.endless == 3
    assert sum(tally.wins.values()) == tally.decided


def test_equal_seatings_are_played_once() -> None:
    """The same players would only play the same round again."""
    assert len(Contest(("hard",) * 4, TINY, "1").rotations) == 1
    assert len(Contest(("hard", "easy") * 2, TINY, "1").rotations) == 2


def test_the_same_word_gives_the_same_deals_and_another_word_others() -> None:
    rules = Ruleset(stock_size=5)
    first, again, other = (play_deal(Contest(("medium", "easy"), rules, word), 7) for word in ("a", "a", "b"))
    assert (first.turns, first.wins) == (again.turns, again.wins)
    assert first.turns != other.turns


def test_a_pair_wins_together() -> None:
    tally = play_deal(Contest(("hard", "easy") * 2, Ruleset(stock_size=2, teams=Teams.PAIRS), "1"), 0)
    assert tally.decided == sum(tally.wins.values()) == 2


def test_void_rounds_are_counted_and_won_by_nobody() -> None:
    """Thirty cards are left to draw after such a deal, and nothing rescues the round: random players often block it."""
    contest = Contest(("random",) * 6, Ruleset(stock_size=22, on_block=OnBlock.VOID), "1")
    tally = Tally()
    for number in range(8):
        tally.add(play_deal(contest, number))
    assert tally.void > 0
    assert tally.void + tally.decided == 8
    assert sum(tally.wins.values()) == tally.decided


def test_the_interval_is_wilsons() -> None:
    """For 8 of 10 it is 49.0 % to 94.3 %, as the tables have it."""
    tally = Tally(decided=10, wins={"hard": 8.0})
    assert tally.interval("hard") == pytest.approx((0.490, 0.943), abs=0.001)


def test_times_are_told_by_mean_and_worst_and_what_most_stay_below() -> None:
    thinking, more = Thinking(), Thinking()
    for _ in range(98):
        thinking.add(1.0)
    more.add(8.0)
    more.add(30.0)
    thinking.merge(more)
    assert thinking.mean == pytest.approx(1.36)
    assert thinking.worst == 30
    assert thinking.below(0.98) == pytest.approx(1.05)
    assert thinking.below(0.99) == pytest.approx(8.05)


def test_the_arena_prints_a_line_for_each_level(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "easy", "random", "--games", "4", "--stock", "2", "--jobs", "1"]
    code = subprocess.run([sys.executable, "-m", "skipbo_lan", *arguments], cwd=ROOT).returncode
    out, err = capfd.readouterr()
    assert (code, err) == (0, ""), "progress is for terminals"
    assert out.startswith("easy, random: 4 rounds, stocks of 2\n")
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["easy", "random"]


def test_json_has_the_same_figures(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "arena",
        "easy",
        "random",
        "--seats",
        "4",
        "--teams",
        "pairs",
        "--games",
        "4",
        "--stock",
        "1",
        "--json",
    ]
    assert subprocess.run([sys.executable, "-m", "skipbo_lan", *arguments], cwd=ROOT).returncode == 0
    told = json.loads(capfd.readouterr().out)
    assert told["levels"] == ["easy", "random", "easy", "random"]
    assert told["rounds"] == 4
    assert told["by_level"]["easy"]["wins"] + told["by_level"]["random"]["wins"] == told["decided"]


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
def test_an_interrupted_arena_tells_what_it_has() -> None:
    arguments = ["arena", "random", "random", "--games", "100000", "--stock", "1", "--jobs", "2", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "skipbo_lan", *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (130, b"")
    assert 0 < json.loads(out)["rounds"] < 100_000
