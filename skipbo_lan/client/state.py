"""What a client knows of its table, and how each message changes it. Pure: no clock, no stream.

Every update is a new value. The newest complete view wins, so gaps and repeats on the wire do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from engine import legal
from engine.events import Discarded, Event, Passed
from engine.ruleset import Ruleset, Seat
from engine.view import View
from protocol import mapping
from protocol.codes import ByeCode, RejectCode
from protocol.errors import RemoteProtocolError
from protocol.limits import MAX_COUNTER
from protocol.messages import Act, Message, Refused, Room, Said, Update, Welcome
from skipbo_lan.client.deals import Deals
from skipbo_lan.client.limits import LOG_ENTRIES
from skipbo_lan.client.log import Chat, Happened, LogEntry, Note, NoteKind
from skipbo_lan.client.noting import changed_options, notes_of
from skipbo_lan.client.room import player_at


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
    since: float = 0.0
    """Monotonic seconds when this was so found."""


class LocalEnd(StrEnum):
    """Ends that no message of the host announces."""

    GAVE_UP = "GAVE_UP"
    """The host did not come back in time."""
    UNREACHABLE = "UNREACHABLE"
    """Nothing answers at the address."""
    NO_ROUTE = "NO_ROUTE"
    """The same, and the system says that it knows no way there; so says macOS when it forbids it."""
    NO_NETWORK = "NO_NETWORK"
    """This computer is on no network that leads to the address."""
    UNKNOWN_NAME = "UNKNOWN_NAME"
    """Nobody knows an address for the name."""
    NO_TABLE_THERE = "NO_TABLE_THERE"
    """A machine answers at the address, but no table is open on that port."""
    KEPT = "KEPT"
    """The host closed its table to go on later, and did not do so in time."""
    BAD_HOST = "BAD_HOST"
    """What answered is no table, another table, or one that could not prove that it knows the token or password."""
    INVALID = "INVALID"
    """The host sent what no host of a game can send."""
    LOCKED = "LOCKED"
    """The table wants a password, and none was given."""
    NOT_LOCKED = "NOT_LOCKED"
    """A password was given, but the table wants none, so it cannot prove that it is the one meant."""
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


@dataclass(frozen=True, slots=True)
class Return:
    """A player has been let in again, and has not been told yet what he missed."""

    again: bool
    """By itself, after this program lost the connection; otherwise the program was started anew."""
    missed: int = 0
    """Turns ended at the table since the host noticed his absence."""
    played_for: int = 0
    """Of these, his own, which a bot played."""


@dataclass(frozen=True, slots=True)
class ClientState:
    """Everything the screen may show."""

    status: Status = Connecting()
    name: str = ""
    table: str = ""
    table_id: bytes = b""
    given: Seat | None = None
    """The seat that the last welcome gave; None for a spectator."""
    watching: bool = False
    """Whether this client only watches."""
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
    returned: Return | None = None
    """Until the first news after a return."""
    log: tuple[LogEntry, ...] = ()
    deals: Deals = field(default_factory=Deals)
    """How the last rounds were dealt."""

    @property
    def seat(self) -> Seat | None:
        """The player's seat, once the host has said so; None for a spectator."""
        return self.room.you if self.room is not None else self.given

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this player's move."""
        view = self.view
        acts = view is not None and view.outcome is None and legal.is_acting(view)
        return acts and self.playing and not self.relieved

    @property
    def relieved(self) -> bool:
        """Whether a bot plays the rest of this player's turn, because it took too long."""
        me = player_at(self.room, self.seat) if self.room is not None and self.seat is not None else None
        return me is not None and me.relieved

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
            return _checked(_room(state, message, now))
        case Update():
            return _checked(_update(state, message))
        case Refused():
            return _refused(state, message)
        case Said():
            return logged(state, Chat(message))
        case _:
            return state


def logged(state: ClientState, *entries: LogEntry) -> ClientState:
    """The state with more in its log, whose oldest entries give way."""
    return replace(state, log=(state.log + entries)[-LOG_ENTRIES:])


def new_entries(before: ClientState, after: ClientState) -> tuple[LogEntry, ...]:
    """The entries of the log that the older state did not have; the log forgets its oldest ones."""
    if not before.log:
        return after.log
    last = before.log[-1]
    for index in range(len(after.log), 0, -1):
        if after.log[index - 1] is last:
            return after.log[index:]
    return after.log


def seat_waited_for(state: ClientState) -> Seat | None:
    """The seat of a player who is away: whoever is on turn, otherwise the first."""
    players = state.room.players if state.room is not None else []
    away = [player.seat for player in players if player.presence == "away"]
    turn = state.view.turn if state.view is not None else None
    return turn if turn in away else next(iter(away), None)


def _welcomed(state: ClientState, message: Welcome) -> ClientState:
    """At the same table what was seen there stays until something newer comes; rooms are counted afresh."""
    same_table = message.table_id == state.table_id
    kept = state if same_table else ClientState(log=state.log)
    returns = same_table or (message.token is None and message.seat is not None)
    return replace(
        kept,
        status=Online(),
        name=message.name,
        table=message.table,
        table_id=message.table_id,
        given=message.seat,
        watching=message.seat is None,
        owner=message.owner,
        returned=Return(same_table, message.missed, message.played_for) if returns else None,
        room=None,
        last_id=_answered(message.last_id),
        pending=kept.pending if kept.pending is not None and kept.pending.id > message.last_id else None,
    )


def _room(state: ClientState, message: Room, now: float) -> ClientState:
    if state.room is not None and message.rev <= state.room.rev:
        return state
    mapping.check_room(message)
    ruleset = mapping.ruleset_from_wire(message.ruleset)
    notes = tuple(notes_of(state.room, message)) if state.room is not None else ()
    if message.seeded and (state.ruleset is None or (state.room is not None and not state.room.seeded)):
        notes += (Note(NoteKind.SEEDED),)
    if state.ruleset is not None and ruleset != state.ruleset and message.stage == "lobby":
        notes += (Note(NoteKind.RULES_CHANGED, options=changed_options(state.ruleset, ruleset)),)
    view = None if message.stage == "lobby" else state.view
    after = logged(replace(state, room=message, room_at=now, ruleset=ruleset, view=view), *notes)
    return _told_of_return(after, ()) if message.stage == "lobby" else after


def _update(state: ClientState, message: Update) -> ClientState:
    pending = _still_pending(state, message.ack)
    if (message.epoch, message.seq) < (state.epoch, state.seq):
        return replace(state, pending=pending)
    view = mapping.view_from_wire(message.view)
    told_before = (message.epoch, message.seq) == (state.epoch, state.seq)
    events = mapping.events_from_wire(() if told_before else message.events, view)
    round_number = state.room.rounds_played + 1 if state.room is not None else 1
    entries = (Happened(event, round_number) for event in events)
    after = logged(
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
    return _told_of_return(after, events)


def _checked(state: ClientState) -> ClientState:
    """The state, unless room and view contradict each other: a host that keeps a table never sends that (F83)."""
    room, view = state.room, state.view
    if view is not None:
        mapping.require(view.observer == state.seat, "the view of another seat")
        same_size = room is None or room.stage == "lobby" or len(room.players) == len(view.seats)
        mapping.require(same_size, "a view of another table's size")
    return state


def _told_of_return(state: ClientState, events: Iterable[Event]) -> ClientState:
    """After a return: what was missed stands in the log, below what has been made up for by these events."""
    returned = state.returned
    if returned is None:
        return state
    others = (event for event in events if isinstance(event, Discarded | Passed) and event.seat != state.seat)
    missed = max(returned.missed, sum(1 for _ in others))
    notes: tuple[Note, ...] = ()
    if returned.played_for:
        notes = (Note(NoteKind.WELCOME_BACK, state.name, returned.played_for, mine=True),)
    elif returned.again or missed:
        notes = (Note(NoteKind.BACK_AGAIN, state.name, missed, mine=True),)
    return logged(replace(state, returned=None), *notes)


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
