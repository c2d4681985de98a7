"""What changes around the table without an entry in the log: pace, watchers, seats, readiness, longer waits."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.messages import Room, WirePlayer
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale import plain as words
from skipbo_lan.locale.people import names_of
from skipbo_lan.locale.screen import bots_wait


def around(before: ClientState, after: ClientState) -> Iterator[str]:
    """What to say of this change, a sentence an item."""
    was, room = before.room, after.room
    if was is None or room is None or before.table_id != after.table_id:
        return
    if room.pace_ms != was.pace_ms:
        yield bots_wait(room.pace_ms)
    if room.watching != was.watching:
        yield words.watching(room.watching)
    if room.stage == was.stage == "lobby" and _moved(was, room):
        yield words.seats_changed(names_of(room))
    if room.stage == was.stage and _ready(room) > _ready(was):
        yield words.ready(_ready(room), sum(_is_asked(player) for player in room.players))
    for player in room.players:
        earlier = player_at(was, player.seat)
        longer = earlier is not None and earlier.grace_ms is not None and (player.grace_ms or 0) > earlier.grace_ms
        if longer and player.presence == "away":
            yield words.waits_longer(names_of(room), player.seat, (player.grace_ms or 0) / 1000)


def _moved(was: Room, now: Room) -> bool:
    """Whether somebody who was here sits on another seat."""
    seats = {player.name: player.seat for player in was.players}
    return any(seats.get(player.name, player.seat) != player.seat for player in now.players)


def _is_asked(player: WirePlayer) -> bool:
    """Whether it matters that this player is ready: bots and the absent are not waited for."""
    return player.kind == "human" and player.presence == "here"


def _ready(room: Room) -> int:
    return sum(player.ready for player in room.players if _is_asked(player))
