"""Sentences that only plain mode needs, and how its lines are broken."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards import TOP_VALUE
from engine.ruleset import Seat
from protocol.messages import Room
from skipbo_lan.locale.banners import clock
from skipbo_lan.locale.cards import pile_letter
from skipbo_lan.locale.people import Names, name_at, safe_name, safe_table, winners_phrase

WIDTH: Final = 79
"""No line is longer, unless a single word forces it."""


def wrapped(paragraph: str) -> list[str]:
    """A paragraph as lines."""
    return textwrap.wrap(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)


def greeting(app: str) -> str:
    """The first line of plain mode."""
    return f"{app}, plain mode. Type help for commands."


def no_colours() -> str:
    """Colours were asked for."""
    return "Plain mode has no colours."


def you_are(table: str, name: str, room: Room) -> str:
    """Which table and seat it is."""
    if room.you is None:
        return f"{safe_table(table)}: you watch as {safe_name(name)}."
    seats = len(room.players) if room.stage != "lobby" else room.capacity
    return f"{safe_table(table)}: you are {safe_name(name)}, seat {room.you + 1} of {seats}."


def lobby_help(owner: bool) -> str:
    """What to do in the lobby."""
    if owner:
        return "Waiting for players. Type bot add for a bot, start to begin, help for more."
    return "Waiting for the host to start."


def round_begins(number: int, score: str) -> str:
    """`Round 2. You 85, Bea 140. First to 500.`"""
    return f"Round {max(number, 1)}. {score}"


def now_plays(names: Names, seat: Seat) -> str:
    """The player's turn is over; somebody else is to act."""
    return f"{name_at(names, seat)} plays."


def how_to_object() -> str:
    """Somebody plays out of turn."""
    return "Type object to object."


def how_to_decide() -> str:
    """An accusation waits for the host."""
    return "Type confirm, or confirm no."


def to_draw(count: int) -> str:
    """Cards are drawn by hand at this table."""
    return f"Type draw {count} to draw your cards."


def to_pass() -> str:
    """There is nothing to discard."""
    return "Your hand is empty and cannot be filled: type pass."


def watching(count: int) -> str:
    """How many people watch."""
    return f"{count} watching." if count else "Nobody watches any more."


def seats_changed(names: Names) -> str:
    """Who sits where now: `Seats: 1 Bea, 2 Anna.`"""
    return f"Seats: {', '.join(f'{seat + 1} {name}' for seat, name in sorted(names.items()))}."


def ready(count: int, people: int) -> str:
    """How many would go on."""
    return f"{count} of {people} ready."


def waits_longer(names: Names, seat: Seat, seconds: float) -> str:
    """The host lets the seat of an absent player wait longer."""
    return f"The seat of {name_at(names, seat)} waits longer: {clock(seconds)}."


def pile_needs(pile: int, value: int) -> Iterator[str]:
    """What a building pile needs after a card; nothing when the pile is complete."""
    if value < TOP_VALUE:
        yield f"{pile_letter(pile)} needs {value + 1}."


def round_over_help(next_round_ms: int | None, *, watching: bool = False) -> str:
    """Between rounds."""
    seconds = next_round_ms // 1000 if next_round_ms is not None else None
    if watching:
        return f"The next round begins in {seconds} seconds at the latest." if seconds is not None else ""
    return f"Type ready for the next round{f', or wait {seconds} seconds' if seconds is not None else ''}."


def time_to_play(turn_ms: int) -> str:
    """There is a turn timer."""
    return f"You have {turn_ms // 1000} seconds."


def match_over(names: Names, winners: Sequence[Seat], me: Seat | None) -> str:
    """The end of a match."""
    return f"{winners_phrase(names, winners, me)} the match."


def match_over_help(owner: bool, *, watching: bool = False) -> str:
    """After the match."""
    if owner:
        return "Type again for another match, or leave."
    if watching:
        return "The host may start another match."
    return "The host may start another match: type ready if you would play it, or leave."


def connection_lost(seconds: float) -> str:
    """The connection is gone."""
    return f"Connection lost. Trying again, {clock(seconds)} left (leave: stop)."


def yes_or_no(question: str) -> str:
    """A question that waits for y or n."""
    return f"{question} Type y or n."


def not_done() -> str:
    """The question was not answered with yes."""
    return "Not done."


def still_waiting() -> str:
    """An action is on its way, or the host cannot be reached."""
    return "The table has not answered yet: try again in a moment."


def press_again() -> str:
    """After the first Ctrl-C."""
    return "Press Ctrl-C once more to leave."


def not_a_terminal() -> str:
    """Why plain mode was chosen; to standard error."""
    return "Standard output is not a terminal: plain mode."
