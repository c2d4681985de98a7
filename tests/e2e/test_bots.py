"""A headless host and bots over TCP: all exit 0, all tell the same, and the records replay to the same results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.matches import play_match


def test_two_bots_play_a_short_round(tmp_path: Path) -> None:
    lines = play_match(tmp_path, 2, "--short", "--rounds", "1")
    assert [line["event"] for line in lines] == ["listening", "joined", "joined", "round_over", "match_over"]


def test_a_match_of_several_rounds_ends_at_its_target(tmp_path: Path) -> None:
    lines = play_match(tmp_path, 3, "--stock", "3", "--target", "100")
    rounds = [line for line in lines if line["event"] == "round_over"]
    assert len(rounds) > 1
    assert max(rounds[-1]["scores"]) >= 100
    assert max(rounds[-2]["scores"]) < 100


def test_two_pairs_share_their_points(tmp_path: Path) -> None:
    lines = play_match(tmp_path, 4, "--stock", "3", "--rounds", "1", "--teams", "pairs")
    assert lines[-1]["winners"] in ([0, 2], [1, 3])
    assert len(lines[-1]["scores"]) == 2


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["classic", "french"])
def test_a_match_to_500(tmp_path: Path, preset: str, seats: int) -> None:
    lines = play_match(tmp_path, seats, "--preset", preset)
    assert max(lines[-1]["scores"]) >= 500


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["german", "modern"])
def test_one_round_without_scoring(tmp_path: Path, preset: str, seats: int) -> None:
    lines = play_match(tmp_path, seats, "--preset", preset)
    assert [line["event"] for line in lines].count("round_over") == 1


@pytest.mark.long
@pytest.mark.parametrize(("seats", "teams", "sides"), [(4, "pairs", 2), (6, "pairs", 3), (6, "trios", 2)])
def test_teams(tmp_path: Path, seats: int, teams: str, sides: int) -> None:
    lines = play_match(tmp_path, seats, "--teams", teams)
    assert len(lines[-1]["scores"]) == sides


@pytest.mark.long
@pytest.mark.parametrize(
    "option",
    [
        "first_dealer=random",
        "first_dealer=host_choice",
        "stock_size=12",
        "scoring=no",
        "points_per_card=2",
        "target=200",
        "rounds=2",
        "teams=0+1,2+3",
        "coaching=accuse",
        "coaching=off",
        "coaching_cards=0",
        "out_of_turn=table",
        "manual_draw=yes",
        "dry_rule=tuck",
        "on_block=void",
        "wild_on_wild=no",
        "wild_discard=no",
    ],
)
def test_each_option_switched_on(tmp_path: Path, option: str) -> None:
    short = () if option.startswith(("target", "rounds", "scoring")) else ("--rounds", "1")
    play_match(tmp_path, 4, *short, "--option", option)


@pytest.mark.long
def test_random_bots_end_a_round_too(tmp_path: Path) -> None:
    play_match(tmp_path, 6, "--rounds", "1", level="random")
