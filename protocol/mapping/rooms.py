"""Rooms. They are no engine values, so a client reads them as they come, once they are checked here."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import sides_of
from protocol.mapping.basics import require
from protocol.mapping.rulesets import playable_from_wire
from protocol.messages import Room


def check_room(room: Room) -> None:
    """Raise RemoteProtocolError when no table can look like that.

    Every seat that is named exists, nobody sits twice, and once the match has begun seats and scores fit the rules.
    """
    seats = [player.seat for player in room.players]
    require(seats == sorted(set(seats)), "two players on one seat")
    accused = () if room.accusation is None else (room.accusation.accuser, room.accusation.offender)
    named = (room.you, room.owner, *room.winners, *accused)
    _require_players([seat for seat in named if seat is not None], seats)
    require(all(seat < room.capacity for seat in seats), "a seat that does not exist")
    if room.stage != "lobby":
        require(seats == list(range(len(seats))), "an empty seat in a match")
        _check_standing(room)


def _require_players(named: Sequence[int], seats: Sequence[int]) -> None:
    require(set(named) <= set(seats), "a seat without a player")


def _check_standing(room: Room) -> None:
    ruleset = playable_from_wire(room.ruleset, len(room.players))
    sides = len(sides_of(ruleset, len(room.players)))
    require(len(room.scores) == len(room.wins) == sides, "scores contradict the sides")
