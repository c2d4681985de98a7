"""A match: points, the target, the moving deal (R50 to R54)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction, Refusal
from engine.match import Match, after_round, is_over, leaders, new_match
from engine.outcome import Outcome, Termination
from engine.ruleset import Ruleset, Teams

VOID = Outcome(Termination.BLOCKED, None, 0)


def win(winner: int, points: int = 0) -> Outcome:
    return Outcome(Termination.WIN, winner, points)


def after(match: Match, *outcomes: Outcome) -> Match:
    for outcome in outcomes:
        match = after_round(match, outcome)
    return match


def test_a_match_begins_with_nothing() -> None:
    match = new_match(Ruleset(), 3, dealer=2)
    assert (match.scores, match.wins, match.rounds_played, match.dealer) == ((0, 0, 0), (0, 0, 0), 0, 2)
    assert match.sides == ((0,), (1,), (2,))
    assert not is_over(match)


def test_a_match_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        new_match(Ruleset(teams=Teams.PAIRS), 3, dealer=0)
    assert caught.value.refusal is Refusal.BAD_CONFIG


def test_only_the_winner_scores() -> None:
    """R50."""
    match = after(new_match(Ruleset(), 3, 0), win(1, 270), win(2, 30))
    assert (match.scores, match.wins) == ((0, 270, 30), (0, 1, 1))


def test_a_team_has_one_score() -> None:
    """R51."""
    match = after(new_match(Ruleset(teams=Teams.PAIRS), 6, 0), win(2, 425), win(2, 75))
    assert match.scores == (0, 0, 500)
    assert is_over(match)
    assert leaders(match) == (2,)


@pytest.mark.parametrize(("points", "over"), [(499, False), (500, True), (501, True)])
def test_the_target_ends_the_match_and_the_surplus_stays(points: int, over: bool) -> None:
    """R52."""
    match = after(new_match(Ruleset(), 2, 0), win(0, points))
    assert (is_over(match), match.scores) == (over, (points, 0))


def test_another_target() -> None:
    match = after(new_match(Ruleset(target=100), 2, 0), win(1, 100))
    assert is_over(match)


def test_the_deal_moves_left_after_each_round_a_void_one_too() -> None:
    """R53."""
    match = new_match(Ruleset(), 3, dealer=1)
    dealers = []
    for outcome in (win(0, 30), VOID, win(0, 30), VOID):
        match = after_round(match, outcome)
        dealers.append(match.dealer)
    assert dealers == [2, 0, 1, 2]
    assert (match.scores, match.rounds_played) == ((60, 0, 0), 4)


def test_without_scoring_one_round_is_a_match_even_a_void_one() -> None:
    """R52."""
    match = new_match(Ruleset(scoring=False), 2, 0)
    assert not is_over(match)
    assert is_over(after(match, win(1)))
    assert leaders(after(match, win(1))) == (1,)
    assert is_over(after(match, VOID))
    assert leaders(after(match, VOID)) == (0, 1)


def test_without_scoring_most_rounds_won_win_the_match() -> None:
    """R54."""
    match = after(new_match(Ruleset(scoring=False, rounds=3), 3, 0), win(2), win(0))
    assert not is_over(match)
    assert leaders(match) == (0, 2)
    match = after_round(match, win(2))
    assert is_over(match)
    assert leaders(match) == (2,)


def test_an_agreed_number_of_rounds_ends_a_scored_match_too() -> None:
    """R54: the highest score wins; equal scores are a draw."""
    match = after(new_match(Ruleset(rounds=2), 3, 0), win(0, 50), win(1, 50))
    assert is_over(match)
    assert leaders(match) == (0, 1)
    assert leaders(after(new_match(Ruleset(rounds=2), 3, 0), win(0, 50), win(1, 80))) == (1,)


def test_the_target_ends_a_match_before_the_agreed_number_of_rounds() -> None:
    assert is_over(after(new_match(Ruleset(rounds=9), 2, 0), win(0, 500)))


def test_one_round_with_six_can_be_the_whole_match() -> None:
    assert is_over(after(new_match(Ruleset(), 6, 0), win(3, 525)))
