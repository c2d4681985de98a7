"""What calls a player who looks elsewhere: when the bell rings, and what the window's title says (T34). Pure.

The bell rings once when something begins to wait for the player: his turn, a play out of turn that he may object to,
an accusation that he decides, or the next round. It does not ring while that merely goes on, nor because a lost
connection is back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import inf
from typing import Final

from engine.events import Event, TurnBegan
from skipbo_lan.client.log import Happened, LogEntry, Note, NoteKind
from skipbo_lan.client.room import player_at
from skipbo_lan.client.state import ClientState, Connecting, Ended, Lost, Online
from skipbo_lan.locale import titles as words
from skipbo_lan.locale.people import name_at, names_of, safe_name, safe_table

BELL_EVERY: Final = 3.0
"""Least seconds between two bells: whoever was called has not looked away again in less, and bots that play at once
would ring without end."""


class Waits(Enum):
    """What waits for the player."""

    TURN = auto()
    INTRUSION = auto()
    """Somebody plays out of turn, and may be objected to."""
    ACCUSATION = auto()
    """To be decided by the owner."""
    NEXT_ROUND = auto()


@dataclass(frozen=True, slots=True)
class Calls:
    """What the player has been called to."""

    waiting: frozenset[Waits] = frozenset()
    turn: LogEntry | None = None
    """The beginning of the turn that he was called to last: between two drawings a whole circle may be played."""
    rung_at: float = -inf
    """Monotonic seconds of the last bell."""
    rings: bool = False
    """Whether the bell is to be rung now."""


def calls_after(before: Calls, state: ClientState, now: float) -> Calls:
    """The calls once the player sees this state. Without a connection, or before the room is known, nothing changes."""
    if not isinstance(state.status, Online) or state.room is None:
        return replace(before, rings=False)
    calls = answered(state)
    is_new = calls.turn is not None and calls.turn is not before.turn  # of two turns in a round the values are equal
    new_turn = Waits.TURN in calls.waiting and is_new
    rings = (new_turn or bool(calls.waiting - before.waiting)) and now - before.rung_at >= BELL_EVERY
    return replace(calls, rung_at=now if rings else before.rung_at, rings=rings)


def answered(state: ClientState) -> Calls:
    """The calls of a player who has seen this state."""
    return Calls(what_waits(state), _newest_turn(state))


def what_waits(state: ClientState) -> frozenset[Waits]:
    """Everything that waits for this player, of whom nothing is wanted while he only watches."""
    return frozenset() if state.watching else frozenset(_waiting(state))


def title(state: ClientState) -> str:
    """What the window's title says."""
    return words.title(_situation(state), safe_table(state.table))


def _newest_turn(state: ClientState) -> LogEntry | None:
    """Where the log tells that the player's last turn began."""
    begun = (entry for entry in reversed(state.log) if isinstance(entry, Happened) and _begins(entry.event, state))
    return next(begun, None)


def _begins(event: Event, state: ClientState) -> bool:
    return isinstance(event, TurnBegan) and event.seat == state.seat


def _waiting(state: ClientState) -> Iterator[Waits]:
    room, view = state.room, state.view
    if room is None or view is None:
        return
    others_turn = view.turn != state.seat
    if state.playing and view.outcome is None and not state.relieved:
        if not others_turn:
            yield Waits.TURN
        if view.intruder not in (None, state.seat):
            yield Waits.INTRUSION
    if state.owner and room.accusation is not None:
        yield Waits.ACCUSATION
    me = player_at(room, state.seat) if state.seat is not None else None
    if room.stage == "round_over" and others_turn and me is not None and not me.ready:
        yield Waits.NEXT_ROUND


def _situation(state: ClientState) -> str:
    match state.status:
        case Lost():
            return words.CONNECTION_LOST
        case Ended():
            return words.ENDED
        case Connecting():
            return words.JOINING
        case Online():
            return _at_the_table(state)


def _at_the_table(state: ClientState) -> str:
    room = state.room
    if room is None:
        return words.JOINING
    if state.owner and room.accusation is not None:
        return words.YOUR_DECISION
    match room.stage:
        case "lobby":
            return _newest_of_the_lobby(state)
        case "dealing":
            return words.DEALING
        case "round_over":
            return words.ROUND_OVER
        case "match_over":
            return words.MATCH_OVER
        case "playing":
            return _whose_turn(state)


def _newest_of_the_lobby(state: ClientState) -> str:
    """Who came or went last, since the last match if there was one."""
    for entry in reversed(state.log):
        match entry:
            case Note(NoteKind.JOINED, name):
                return words.joined(safe_name(name))
            case Note(NoteKind.LEFT, name):
                return words.left(safe_name(name))
            case Happened():
                break
            case _:
                pass
    return words.WAITING


def _whose_turn(state: ClientState) -> str:
    view, room = state.view, state.room
    if view is None or room is None:
        return words.JOINING
    if state.my_turn:
        return words.YOUR_TURN
    acting = view.turn if view.intruder is None else view.intruder
    return words.plays(name_at(names_of(room), acting))
