"""The first row of every screen: the table, the round, the scores, and where help is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ruleset import Ruleset, sides_of
from protocol.messages import Room
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.hosting import with_port
from skipbo_lan.locale.people import names_of, safe_table, side_name
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, width
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model


def put_title(canvas: Canvas, model: Model) -> None:
    """As much of it as has room."""
    room = model.client.room
    right = canvas.width - width(words.HELP_KEY) - 1
    canvas.put(right, 0, words.HELP_KEY)
    canvas.hot(Rect(right, 0, width(words.HELP_KEY), 1), "?")
    x = canvas.put(1, 0, cut(safe_table(model.client.table), max(right - 2, 0)), Style.HEADING)
    for part in _title_parts(model, room) if room is not None else ():
        if x + 3 + width(part) < right:
            x = canvas.put(x + 3, 0, part)


def _title_parts(model: Model, room: Room) -> Iterator[str]:
    client = model.client
    if not room.saved:
        yield words.NOT_SAVED
    if room.stage == "lobby":
        yield words.WAITING
        yield from _watching(room)
        return
    rules = client.ruleset
    if rules is None:
        return
    number = room.rounds_played + (room.stage in ("dealing", "playing"))
    yield words.MATCH_OVER if room.stage == "match_over" else words.round_title(number, rules)
    yield _scores(room, rules)
    if len(room.players) > 4:
        yield words.players_count(len(room.players))
    yield from _watching(room)
    if model.invitation is not None and model.invitation.addresses:
        yield words.at_address(with_port(model.invitation.addresses[0].host, model.invitation.port))


def _watching(room: Room) -> Iterator[str]:
    if room.watching:
        yield words.watching_count(room.watching)


def _scores(room: Room, rules: Ruleset) -> str:
    """`You 85   Bea 140`, the player's side first."""
    names = names_of(room)
    standing = room.scores if rules.scoring else room.wins
    sides = zip(sides_of(rules, len(room.players)), standing, strict=False)
    ordered = sorted(sides, key=lambda side: room.you not in side[0])
    return "   ".join(f"{side_name(names, members, room.you)} {points}" for members, points in ordered)
