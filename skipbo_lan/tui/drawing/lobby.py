"""The lobby: how others get here, who sits where, what will be played; and the moment before the table is known."""

from __future__ import annotations

from engine.ruleset import Ruleset, Seat
from protocol.messages import Room, WirePlayer
from skipbo_lan.client.room import player_at
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.hosting import firewall_lines, how_to_join, more_addresses
from skipbo_lan.locale.people import bot_word, safe_name
from skipbo_lan.locale.rules import short_rules
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.bar import key_bar
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, fit
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.drawing.title import put_title
from skipbo_lan.tui.model import Model
from skipbo_lan.tui.teams import team_of

_OTHER_ROWS = 17
"""Rows of the lobby beside the invitation, with six seats and two lines of the log."""
_SEAT_X, _NAME_X, _STATE_X, _TEAM_X = 2, 8, 30, 46


def draw(canvas: Canvas, model: Model) -> None:
    """The lobby, or the wait for it."""
    put_title(canvas, model)
    room = model.client.room
    y = _invitation(canvas, model, 2) if room is not None else 2
    if room is None:
        canvas.put(2, y, words.NO_TABLE_YET)
        y += 2
    else:
        y = _seats(canvas, model, room, y)
    frame.state_line(canvas, y, model)
    frame.log_and_reply(canvas, model, Rect(0, y + 1, canvas.width, max(canvas.height - y - 3, 0)))
    frame.input_line(canvas, canvas.height - 2, model)
    key_bar(canvas, canvas.height - 1, model)


def _invitation(canvas: Canvas, model: Model, y: int) -> int:
    invitation = model.invitation
    if invitation is None:
        return y
    room = canvas.height - _OTHER_ROWS
    lines = [*how_to_join(invitation), *firewall_lines(invitation)]
    for line in lines if len(lines) <= room else _shortened(how_to_join(invitation), room):
        canvas.put(1, y, cut(line, canvas.width - 2))
        y += 1
    return y + 1


def _shortened(lines: list[str], most: int) -> list[str]:
    """At most so many lines, the last of which says how many more addresses there are."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], more_addresses(len(lines) - most + 1)]


def _seats(canvas: Canvas, model: Model, room: Room, y: int) -> int:
    """The list of seats and the game in one line; return the row after them."""
    for x, text in ((_SEAT_X - 1, words.SEAT), (_NAME_X, words.PLAYER), (_STATE_X, words.STATE)):
        canvas.put(x, y, text, Style.HEADING)
    rules = model.client.ruleset
    for seat in range(room.capacity):
        _seat(canvas, room, rules, seat, y + 1 + seat)
    y += room.capacity + 1
    if rules is not None:
        several = len(room.players) if len(room.players) > 1 else None
        game = words.game(short_rules(rules, several), locked=room.locked, watched=room.spectators)
        canvas.put(1, y, cut(game, canvas.width - 2))
    return y + 1


def _seat(canvas: Canvas, room: Room, rules: Ruleset | None, seat: Seat, y: int) -> None:
    player = player_at(room, seat)
    canvas.put(_SEAT_X + 1, y, str(seat + 1))
    if player is None:
        canvas.put(_NAME_X, y, words.FREE_SEAT)
        return
    me = f" ({words.YOU})" if seat == room.you else ""
    canvas.put(_NAME_X, y, fit(f"{safe_name(player.name)}{me}", _STATE_X - _NAME_X - 1), Style.HEADING)
    canvas.put(_STATE_X, y, _state(room, player))
    team = team_of(room, rules, seat) if rules is not None else None
    if team is not None:
        canvas.put(_TEAM_X, y, words.team(team + 1))


def _state(room: Room, player: WirePlayer) -> str:
    if player.presence == "away":
        return words.AWAY
    if player.kind == "bot":
        return bot_word(player.level)
    return words.host() if player.seat == room.owner else words.joined()
