"""Words for players and sides: names made safe for a terminal, `You`, and what belongs to whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engine.ruleset import Seat, Side, Sides
from protocol.limits import MAX_LEVEL_CHARS, MAX_NAME_CELLS, MAX_TABLE_CELLS
from protocol.messages import Room
from protocol.text import safe

Names: TypeAlias = Mapping[Seat, str]
"""Who sits where, safe to be shown."""


def safe_name(name: str) -> str:
    """A name from outside as it may be shown; a hostile host may have sent anything (NETWORK.md P50)."""
    return safe(name, MAX_NAME_CELLS)


def safe_table(name: str) -> str:
    """A table's name from outside as it may be shown."""
    return safe(name, MAX_TABLE_CELLS)


def names_of(room: Room | None) -> dict[Seat, str]:
    """The names of everybody at the table, safe to be shown; nobody's while it is not known."""
    return {player.seat: safe_name(player.name) for player in room.players} if room is not None else {}


def bot_word(level: str | None) -> str:
    """What a bot is called, with its level where the host names one."""
    shown = safe(level, MAX_LEVEL_CHARS) if level else ""
    return f"bot, {shown}" if shown else "bot"


def host_of(room: Room | None) -> str:
    """The name of the table's owner, safe to be shown; empty when there is none."""
    return names_of(room).get(room.owner, "") if room is not None and room.owner is not None else ""


def name_at(names: Names, seat: Seat) -> str:
    """The name of a seat; its number (from 1) when nobody is known there."""
    return names.get(seat) or f"Seat {seat + 1}"


def who(names: Names, seat: Seat, me: Seat | None) -> str:
    """A seat as the subject of a sentence: `You` or the name."""
    return "You" if seat == me else name_at(names, seat)


def whose(names: Names, seat: Seat, me: Seat | None) -> str:
    """A seat as the owner of something, inside a sentence: `your` or `Bea's`."""
    return "your" if seat == me else f"{name_at(names, seat)}'s"


def side_name(names: Names, members: Sequence[Seat], me: Seat | None) -> str:
    """A side in a score: `Bea`, `You`, `You+Cy`. The player's name stands first."""
    ordered = sorted(members, key=lambda seat: (seat != me, seat))
    return "+".join(who(names, seat, me) for seat in ordered)


def members_of(sides: Sides, side: Side) -> tuple[Seat, ...]:
    """The seats of a side; the seat of the same number where no sides are known."""
    return sides[side] if side < len(sides) else (side,)


def winners_phrase(names: Names, winners: Sequence[Seat], me: Seat | None) -> str:
    """`You win`, `Bea wins`, `Bea and Dan win`."""
    people = [who(names, seat, me) for seat in sorted(winners, key=lambda seat: (seat != me, seat))]
    if not people:
        return "Nobody wins"
    verb = "wins" if len(people) == 1 and people[0] != "You" else "win"
    listed = " and ".join([", ".join(people[:-1]), people[-1]] if len(people) > 1 else people)
    return f"{listed} {verb}"
