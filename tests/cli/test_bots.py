"""How bots are asked for: a number of one level, or the level of each."""

from __future__ import annotations

from argparse import Namespace

import pytest

from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.own_table import bots_argument
from tests.server.desk import Desk


def asked(*words: str) -> Namespace:
    return parse_arguments(["practice", *words])


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        ((), "easy,easy"),
        (("--bots", "3", "--level", "hard"), "hard,hard,hard"),
        (("--bots", "easy,hard"), "easy,hard"),
        (("--bots", "easy, hard", "--level", "medium"), "easy,hard"),
        (("--bots", "random"), "random"),
    ],
)
def test_the_table_is_told_the_level_of_each_bot(words: tuple[str, ...], levels: str) -> None:
    assert bots_argument(asked(*words)) == levels


def test_what_the_table_is_told_it_reads_again() -> None:
    again = parse_arguments(["host", "--bots", bots_argument(asked("--bots", "hard,random"))])
    assert (again.bots.count, again.bots.levels) == (2, ("hard", "random"))
    assert parse_arguments(["host"]).bots.count == 0


def test_each_bot_sits_down_with_its_level() -> None:
    desk = Desk(bots=3, bot_levels=("easy", "random"), capacity=4)
    levels = [player.level for player in desk.hall.players if player is not None and player.bot]
    assert levels == ["easy", "random", "easy"]
