"""Questions about a Room as the host has sent it."""

from __future__ import annotations

from engine.ruleset import Seat
from protocol.messages import Room, WirePlayer


def player_at(room: Room, seat: Seat) -> WirePlayer | None:
    """Who sits there, if anybody does."""
    return next((player for player in room.players if player.seat == seat), None)
