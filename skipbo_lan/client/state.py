"""What a client knows of its table, and how each message changes it. Pure: no clock, no stream.

Every update is a new value. The newest complete view wins, so gaps and repeats on the wire do no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from engine import legal
from engine.events import Event
from engine.options import OPTIONS, option_text
from engine.ruleset import Ruleset, Seat
from engine.view import View
from protocol import mapping
from protocol.codes import ByeCode, RejectCode
from protocol.errors import RemoteProtocolError
from protocol.limits import MAX_COUNTER
from protocol.messages import Act, Message, Refused, Room, Said, Update, Welcome, WirePlayer
from skipbo_lan.client.limits import LOG_ENTRIES


@dataclass(frozen=True, slots=True)
class Connecting:
    """The first attempt is under way."""


@dataclass(frozen=True, slots=True)
class Online:
    """Connected and welcomed."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone; the client tries again by itself."""

    retry_at: float
    """Monotonic seconds of the next try."""
    give_up_at: float
    """Monotonic seconds after which it stops."""
    closing: bool = False
    """The host said that it is closing and that the match is kept."""


class LocalEnd(StrEnum):
    """Ends that no message of the host announces."""

    GAVE_UP = "GAVE_UP"
    """The host did not come back in time."""
    UNREACHABLE = "UNREACHABLE"
    """Nothing answers at the address."""
    NO_TABLE_THERE = "NO_TABLE_THERE"
    """A machine answers at the address, but no table is open on that port."""
    BAD_HOST = "BAD_HOST"
    """What answered is no table, another table, or one that could not prove that it knows the token."""
    QUIT = "QUIT"
    """The player left."""


@dataclass(frozen=True, slots=True)
class Ended:
    """It is over, and why."""

    why: ByeCode | RejectCode | LocalEnd
    app: str = ""
    """The host's program, when a rejection names it."""
    proto_min: int = 0
    proto_max: int = 0


Status: TypeAlias = Connecting | Online | Lost | Ended


class NoteKind(StrEnum):
    """What happened around the table rather than on it."""

    JOINED = "JOINED"
    LEFT = "LEFT"
    AWAY = "AWAY"
    BOT_PLAYS = "BOT_PLAYS"
    BACK = "BACK"
    RULES_CHANGED = "RULES_CHANGED"
    ACCUSED = "ACCUSED"


@dataclass(frozen=True, slots=True)
class Happened:
    """A game event, in the round with this number (from 1)."""

    event: Event
    round_number: int


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of chat as the host sent it, not yet made safe for a terminal."""

    said: Said


@dataclass(frozen=True, slots=True)
class Note:
    """Something about a player, or about the rules."""

    kind: NoteKind
    name: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """The options that have changed, with their new values."""


LogEntry: TypeAlias = Happened | Chat | Note


@dataclass(frozen=True, slots=True)
class ClientState:
    """Everything the screen may show."""

    status: Status = Connecting()
    name: str = ""
    table: str = ""
    table_id: bytes = b""
    owner: bool = False
    room: Room | None = None
    room_at: float = 0.0
    """Monotonic seconds when `room` arrived: its times count down from there."""
    ruleset: Ruleset | None = None
    view: View | None = None
    epoch: int = 0
    seq: int = -1
    last_id: int = 0
    pending: Act | None = None
    """The one action that the host has not answered yet."""
    refusal: str | None = None
    """The code of the last refusal, until the next view or request."""
    log: tuple[LogEntry, ...] = ()

    @property
    def seat(self) -> Seat | None:
        """The player's seat, once the host has said so."""
        return self.room.you if self.room is not None else None

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this player's move."""
        return self.playing and self.view is not None and self.view.outcome is None and legal.is_acting(self.view)

    @property
    def playing(self) -> bool:
        """Whether a round is going on."""
        return self.room is not None and self.room.stage == "playing" and self.view is not None


def update(state: ClientState, message: Message, now: float) -> ClientState:
    """The state after a message of the host; what it does not concern stays as it is.

    Raises RemoteProtocolError when the values of a message cannot be those of a game.
    """
    match message:
        case Welcome():
            return _welcomed(state, message)
        case Room():
            return _room(state, message, now)
        case Update():
            return _update(state, message)
        case Refused():
            return _refused(state, message)
        case Said():
            return _logged(state, Chat(message))
        case _:
            return state


def player_at(room: Room, seat: Seat) -> WirePlayer | None:
    """Who sits there, if anybody does."""
    return next((player for player in room.players if player.seat == seat), None)


def _welcomed(state: ClientState, message: Welcome) -> ClientState:
    """At the same table what was seen there stays until something newer comes; rooms are counted afresh."""
    same_table = message.table_id == state.table_id
    kept = state if same_table else ClientState(log=state.log)
    return replace(
        kept,
        status=Online(),
        name=message.name,
        table=message.table,
        table_id=message.table_id,
        owner=message.owner,
        room=None,
        last_id=_answered(message.last_id),
        pending=kept.pending if kept.pending is not None and kept.pending.id > message.last_id else None,
    )


def _room(state: ClientState, message: Room, now: float) -> ClientState:
    if state.room is not None and message.rev <= state.room.rev:
        return state
    mapping.check_room(message)
    ruleset = mapping.ruleset_from_wire(message.ruleset)
    notes = tuple(_notes(state.room, message)) if state.room is not None else ()
    if state.ruleset is not None and ruleset != state.ruleset and message.stage == "lobby":
        notes += (Note(NoteKind.RULES_CHANGED, options=_changed(state.ruleset, ruleset)),)
    view = None if message.stage == "lobby" else state.view
    return _logged(replace(state, room=message, room_at=now, ruleset=ruleset, view=view), *notes)


def _update(state: ClientState, message: Update) -> ClientState:
    pending = _still_pending(state, message.ack)
    if (message.epoch, message.seq) < (state.epoch, state.seq):
        return replace(state, pending=pending)
    view = mapping.view_from_wire(message.view)
    told_before = (message.epoch, message.seq) == (state.epoch, state.seq)
    events = mapping.events_from_wire(() if told_before else message.events, view)
    round_number = state.room.rounds_played + 1 if state.room is not None else 1
    entries = (Happened(event, round_number) for event in events)
    return _logged(
        replace(
            state,
            view=view,
            epoch=message.epoch,
            seq=message.seq,
            last_id=max(state.last_id, _answered(message.ack)),
            pending=pending,
            refusal=None if events else state.refusal,
        ),
        *entries,
    )


def _refused(state: ClientState, message: Refused) -> ClientState:
    return replace(
        state,
        last_id=max(state.last_id, _answered(message.id or 0)),
        pending=_still_pending(state, message.id),
        refusal=message.code,
    )


def _answered(act_id: int) -> int:
    """The id of an answered action. Raises RemoteProtocolError when the next could have no higher one."""
    if act_id >= MAX_COUNTER:
        raise RemoteProtocolError("an action with the last of all ids")
    return act_id


def _still_pending(state: ClientState, answered: int | None) -> Act | None:
    """The outstanding action, unless this answer (None: to some other request) settles it."""
    pending = state.pending
    if pending is None or answered is None or answered < pending.id:
        return pending
    return None


def _notes(before: Room, after: Room) -> Iterator[Note]:
    """What changed around the table, told by name: seats move, names stay."""
    was = {player.name: player for player in before.players}
    now = {player.name: player for player in after.players}
    for name, player in now.items():
        if name not in was:
            yield Note(NoteKind.JOINED, name)
        elif was[name].presence != player.presence:
            yield Note(_PRESENCE_NOTES[player.presence], name)
    for name in was:
        if name not in now:
            yield Note(NoteKind.LEFT, name)
    accusation = after.accusation
    if accusation is not None and before.accusation is None:
        offender = player_at(after, accusation.offender)
        yield Note(NoteKind.ACCUSED, offender.name if offender is not None else "")


def _changed(before: Ruleset, after: Ruleset) -> tuple[tuple[str, str], ...]:
    texts = ((key, option_text(before, key), option_text(after, key)) for key in OPTIONS)
    return tuple((key, new) for key, old, new in texts if new != old)


_PRESENCE_NOTES: Final = {"here": NoteKind.BACK, "away": NoteKind.AWAY, "bot": NoteKind.BOT_PLAYS}


def _logged(state: ClientState, *entries: LogEntry) -> ClientState:
    return replace(state, log=(state.log + entries)[-LOG_ENTRIES:])
