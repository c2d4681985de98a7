"""After a round and after the match: who won, how the points came about, the scores, and what can follow."""

from __future__ import annotations

from engine.view import View
from protocol.messages import Room
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.people import names_of, side_name
from skipbo_lan.tui.drawing import frame
from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import cut, fit, width
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model

_NAME_CELLS = 20
_GAP = 2


def draw(canvas: Canvas, model: Model, room: Room) -> None:
    """The results."""
    frame.title(canvas, model)
    frame.state_line(canvas, 2, model)
    y = _sides(canvas, model, room, 4) + 1
    for text in _following(model, room):
        canvas.put(3, y, cut(text, canvas.width - 4), Style.KEY)
        y += 1
    canvas.hot(Rect(0, 4, canvas.width, max(y - 4, 0)), "r")
    y += 1
    frame.heading(canvas, y, words.LOG, words.OLDER, glyph=model.glyphs.light)
    frame.log_and_reply(canvas, model, Rect(0, y + 1, canvas.width, max(canvas.height - y - 3, 0)))
    frame.input_line(canvas, canvas.height - 2, model)
    frame.line_help(canvas, canvas.height - 1, model)


def _sides(canvas: Canvas, model: Model, room: Room, y: int) -> int:
    """One row for each side, the winner of the round first; return the row after them."""
    view = model.client.view
    if view is None:
        return y
    names = names_of(room)
    winner = view.outcome.winner if view.outcome is not None else None
    sides = sorted(range(len(view.sides)), key=lambda each: each != winner)
    rows = [
        (side_name(names, view.sides[side], room.you), _earned(view, side), _standing(view, room, side))
        for side in sides
    ]
    earned_cells, standing_cells = (max(width(row[column]) for row in rows) for column in (1, 2))
    name_cells = min(_NAME_CELLS, max(canvas.width - earned_cells - standing_cells - 2 * _GAP - 4, 1))
    for side, (name, earned, standing) in zip(sides, rows, strict=True):
        style = Style.HEADING if side == winner else Style.PLAIN
        x = canvas.put(3, y, fit(name, name_cells), style) + _GAP
        x = canvas.put(x, y, fit(earned, earned_cells), style) + _GAP
        canvas.put(x, y, standing, style)
        y += 1
    return y


def _earned(view: View, side: int) -> str:
    """How a side did in this round."""
    outcome, members = view.outcome, view.sides[side]
    own = sum(view.seats[seat].stock_count for seat in members)
    if outcome is None or outcome.winner != side or not outcome.points:
        return words.stock_cards_left(own)
    others = sum(seat.stock_count for seat in view.seats) - own
    return words.points_line(outcome.points, others, view.ruleset.points_per_card)


def _standing(view: View, room: Room, side: int) -> str:
    """A side's total."""
    counts = room.scores if view.ruleset.scoring else room.wins
    if side >= len(counts):
        return ""
    if not view.ruleset.scoring:
        return words.rounds_won(counts[side])
    return words.total(counts[side], max(len(str(count)) for count in counts))


def _following(model: Model, room: Room) -> list[str]:
    """What can be done now."""
    if room.stage == "dealing":
        return []
    people = [player for player in room.players if player.kind == "human" and player.presence == "here"]
    count, watching = words.ready_count(sum(player.ready for player in people), len(people)), model.client.watching
    if room.stage == "match_over":
        again = words.again(count, owner=model.client.owner, watching=watching)
        return [again, words.SAME_SEATS] if model.client.owner else [again]
    going_on = words.next_round(count, watching=watching)
    lines = [going_on] if going_on else []
    if room.next_round_ms is not None:
        lines.append(words.next_round_in(room.next_round_ms / 1000 - (model.now - model.client.room_at)))
    return lines
