"""A match: rounds played until a side reaches the target, or as many as were agreed (R50 to R54)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.outcome import Outcome
from engine.ruleset import Ruleset, Seat, Side, Sides, check, sides_of


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match between two rounds."""

    ruleset: Ruleset
    seats: int
    dealer: Seat
    """Who deals the next round, or dealt the present one."""
    scores: tuple[int, ...]
    """Points of each side."""
    wins: tuple[int, ...]
    """Rounds won by each side."""
    rounds_played: int = 0

    @property
    def sides(self) -> Sides:
        """Who plays together."""
        return sides_of(self.ruleset, self.seats)


def new_match(ruleset: Ruleset, seats: int, dealer: Seat) -> Match:
    """A match before its first round. Raises IllegalAction(BAD_CONFIG)."""
    check(ruleset, seats)
    nothing = (0,) * len(sides_of(ruleset, seats))
    return Match(ruleset, seats, dealer, scores=nothing, wins=nothing)


def after_round(match: Match, outcome: Outcome) -> Match:
    """The match with a round counted: points and win to the winner, the deal one seat to the left (R53)."""
    scores, wins = list(match.scores), list(match.wins)
    if outcome.winner is not None:
        scores[outcome.winner] += outcome.points
        wins[outcome.winner] += 1
    return replace(
        match,
        dealer=(match.dealer + 1) % match.seats,
        scores=tuple(scores),
        wins=tuple(wins),
        rounds_played=match.rounds_played + 1,
    )


def is_over(match: Match) -> bool:
    """Whether the target is reached or the agreed number of rounds is played (R52)."""
    rules = match.ruleset
    if rules.scoring and max(match.scores) >= rules.target:
        return True
    rounds = rules.rounds if rules.rounds is not None or rules.scoring else 1
    return rounds is not None and match.rounds_played >= rounds


def leaders(match: Match) -> tuple[Side, ...]:
    """The sides in front: by points, or by rounds won when there is no scoring; several in a draw (R54)."""
    standing = match.scores if match.ruleset.scoring else match.wins
    best = max(standing)
    return tuple(side for side, count in enumerate(standing) if count == best)
