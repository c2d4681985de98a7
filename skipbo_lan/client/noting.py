"""What has changed from one Room to the next, as entries of the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.options import OPTIONS, option_text
from engine.ruleset import Ruleset
from protocol.messages import Accusation, Room, WirePlayer
from skipbo_lan.client.log import Note, NoteKind
from skipbo_lan.client.room import player_at


def notes_of(before: Room, after: Room) -> Iterator[Note]:
    """What changed around the table, told by name: seats move, names stay."""
    was = {player.name: player for player in before.players}
    now = {player.name: player for player in after.players}
    for name, player in now.items():
        if name not in was:
            yield Note(NoteKind.JOINED, name)
        else:
            yield from _player_notes(was[name], player, after)
    for name in was:
        if name not in now:
            yield Note(NoteKind.LEFT, name)
    if after.accusation is not None and before.accusation is None:
        yield _of_offender(NoteKind.ACCUSED, after, after.accusation)
    if before.accusation is not None and after.accusation is None:
        yield _of_offender(NoteKind.SETTLED, after, before.accusation)
    if after.saved != before.saved:
        yield Note(NoteKind.SAVED_AGAIN if after.saved else NoteKind.NOT_SAVED)


def changed_options(before: Ruleset, after: Ruleset) -> tuple[tuple[str, str], ...]:
    """The options that differ, with their new values."""
    texts = ((key, option_text(before, key), option_text(after, key)) for key in OPTIONS)
    return tuple((key, new) for key, old, new in texts if new != old)


def _of_offender(kind: NoteKind, room: Room, accusation: Accusation) -> Note:
    offender = player_at(room, accusation.offender)
    return Note(kind, offender.name if offender is not None else "", mine=accusation.offender == room.you)


def _player_notes(was: WirePlayer, now: WirePlayer, room: Room) -> Iterator[Note]:
    mine = now.seat == room.you
    if was.presence != now.presence:
        yield Note(_PRESENCE_NOTES[now.presence], now.name, _seconds_until_bot(now, room), mine)
    if now.relieved and not was.relieved:
        yield Note(NoteKind.RELIEVED, now.name, mine=mine)
    if now.offered and not was.offered:
        yield Note(NoteKind.OFFERED, now.name, mine=mine)


def _seconds_until_bot(player: WirePlayer, room: Room) -> int:
    """How long the seat of a player who is away waits before a bot plays; 0: no bot will, or one does already."""
    counts = player.presence == "away" and room.stage != "lobby" and room.absent == "bot"
    return (player.grace_ms or 0) // 1000 if counts else 0


_PRESENCE_NOTES: Final = {"here": NoteKind.BACK, "away": NoteKind.AWAY, "bot": NoteKind.BOT_PLAYS}
