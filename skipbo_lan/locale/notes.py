"""What happens around the table, chat included, as lines of the log."""

from __future__ import annotations

from typing import Final, assert_never

from engine.ruleset import Seat, Sides
from protocol.limits import MAX_CHAT_CELLS
from protocol.messages import Said
from protocol.text import safe
from skipbo_lan.client.log import Chat, Happened, Judged, LogEntry, Note, NoteKind
from skipbo_lan.locale.banners import clock
from skipbo_lan.locale.cards import CardWriter, card, count_of
from skipbo_lan.locale.events import event_line
from skipbo_lan.locale.fairness import verdict_line
from skipbo_lan.locale.people import Names, safe_name

_NOTES: Final = {
    NoteKind.JOINED: "{name} joined.",
    NoteKind.LEFT: "{name} left.",
    NoteKind.AWAY: "{name} is away; the seat waits.",
    NoteKind.BOT_PLAYS: "A bot plays for {name}.",
    NoteKind.BACK: "{name} is back.",
    NoteKind.RULES_CHANGED: "The rules have changed: {options}.",
    NoteKind.ACCUSED: "{name} is accused of giving advice.",
    NoteKind.SETTLED: "The accusation of {name} is settled.",
    NoteKind.RELIEVED: "{name} took too long: a bot plays the rest of this turn.",
    NoteKind.OFFERED: "The seat of {name} is there for the next who joins.",
    NoteKind.NOT_SAVED: (
        "The match cannot be saved at present (is the host's disk full?). The game goes on, and saving is tried again."
    ),
    NoteKind.SAVED_AGAIN: "The match is saved again.",
    NoteKind.SEEDED: "The cards of this table follow from a seed that the host was given: no deal is checked.",
    NoteKind.NO_NUMBER: "Dealt without a number of {name}: no answer arrived.",
    NoteKind.DEAL_AGAIN: "Dealt at attempt {count}: no answer from {name} arrived.",
    NoteKind.DEAL_RESTARTED: "Dealt at attempt {count}: the host started again, and no answer from {name} arrived.",
    NoteKind.BACK_AGAIN: "Back again.",
    NoteKind.WELCOME_BACK: "Welcome back, {name}.",
}
_COUNTED: Final = {
    NoteKind.AWAY: "{name} is away; a bot plays in {left}.",
    NoteKind.BACK_AGAIN: "Back again. You missed {turns}; l shows them.",
    NoteKind.WELCOME_BACK: "Welcome back, {name}. The bot played {turns} for you.",
}
"""The same where a number is known."""
_OWN_NOTES: Final = {
    NoteKind.NO_NUMBER: "Dealt without your number: no answer of yours arrived.",
    NoteKind.DEAL_AGAIN: "Dealt at attempt {count}: no answer of yours arrived.",
    NoteKind.DEAL_RESTARTED: "Dealt at attempt {count}: the host started again, and no answer of yours arrived.",
    NoteKind.ACCUSED: "You are accused of giving advice.",
    NoteKind.SETTLED: "The accusation of you is settled.",
    NoteKind.RELIEVED: "Your time is up: a bot plays the rest of this turn; the next one is yours again.",
}


def note_line(note: Note) -> str:
    """Something about a player, the table or the rules: `Ben joined.`, `The rules have changed: stock_size 10.`"""
    own = _OWN_NOTES.get(note.kind) if note.mine else None
    counted = _COUNTED.get(note.kind) if note.count else None
    text = own or counted or _NOTES[note.kind]
    turns, left, count = count_of(note.count, "turn"), clock(note.count), note.count
    options = ", ".join(f"{key} {value}" for key, value in note.options)
    return text.format(name=safe_name(note.name), turns=turns, left=left, count=count, options=options)


def chat_line(said: Said) -> str:
    """A line of chat: `<Bea> good luck!`, `[team] <Cy> keep B`."""
    team = "[team] " if said.team else ""
    held = " (said during the turn)" if said.held else ""
    return f"{team}<{safe_name(said.name)}> {safe(said.text, MAX_CHAT_CELLS)}{held}"


def held_back(name: str) -> str:
    """What was said reaches the player on turn later."""
    return f"{name} is on turn, and hears it when the turn is over."


def log_line(entry: LogEntry, names: Names, me: Seat | None, sides: Sides = (), write: CardWriter = card) -> str | None:
    """One entry of the log in one line; None when it needs no word."""
    match entry:
        case Happened():
            return event_line(entry.event, names, me, sides, write)
        case Chat():
            return chat_line(entry.said)
        case Note():
            return note_line(entry)
        case Judged():
            return verdict_line(entry.verdict)
        case _:
            assert_never(entry)
