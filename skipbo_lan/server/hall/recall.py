"""What a returning player is told of what was missed: the newest events, and the turns that ended meanwhile (J13).

Events are kept whole, as the engine told them; they leave through `redact` like all others (`telling`).
"""

from __future__ import annotations

from dataclasses import replace

from engine.events import Event
from engine.ruleset import Seat
from skipbo_lan.server.hall.seats import each_player
from skipbo_lan.server.hall.state import Hall, Player
from skipbo_lan.server.limits import MERGED_EVENTS


def remembered(hall: Hall, events: tuple[Event, ...]) -> Hall:
    """The hall with what has just led to its present seq; the oldest is forgotten."""
    recent = (*hall.recent, (hall.seq, events))
    while sum(len(told) for _, told in recent) > MERGED_EVENTS and len(recent) > 1:
        recent = recent[1:]
    return replace(hall, recent=recent)


def events_since(hall: Hall, seen: int | None) -> tuple[Event, ...]:
    """What has happened since this seq, as far as it is remembered; nothing for whoever has no seq to come from."""
    if seen is None:
        return ()
    return tuple(event for seq, events in hall.recent if seq > seen for event in events)


def turn_ended(hall: Hall, ended: Seat) -> Hall:
    """Count a turn for those who are not here to see it; the own one was played by a bot."""
    own = hall.players[ended]

    def counted(player: Player) -> Player:
        if player.client.peer is not None or player.level is not None:
            return player
        return replace(player, missed=player.missed + 1, played_for=player.played_for + (player is own))

    return each_player(hall, counted)
