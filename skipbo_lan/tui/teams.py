"""Which ways to play together a table's players allow, and who is with whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.ruleset import Ruleset, Seat, Side, Teams, fits, side_of, sides_of
from protocol.messages import Room

_NAMED: Final = (Teams.NONE, Teams.PAIRS, Teams.TRIOS)


def next_teams(rules: Ruleset, players: int) -> Teams:
    """The next of the named ways to play together, in a circle, that so many players allow."""
    now = _NAMED.index(rules.teams) if isinstance(rules.teams, Teams) else 0
    order = _NAMED[now + 1 :] + _NAMED[: now + 1]
    return next(each for each in order if each is Teams.NONE or fits(replace(rules, teams=each), players))


def team_of(room: Room, rules: Ruleset, seat: Seat) -> Side | None:
    """The team that a seat will be in; None until everybody sits as in the match, and teams fit."""
    seats = [player.seat for player in room.players]
    sits = seat in seats and seats == list(range(len(seats)))
    if not sits or rules.teams is Teams.NONE or not fits(rules, len(seats)):
        return None
    return side_of(sides_of(rules, len(seats)), seat)
