"""The log in rows: the newest lines of it, broken to a width, each with its look."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TypeAlias

from engine.events import Discarded, Drew, Passed, Played, TurnBegan
from engine.ruleset import Seat
from skipbo_lan.client.log import Chat, Happened, LogEntry
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.notes import log_line
from skipbo_lan.locale.people import names_of
from skipbo_lan.tui.drawing.cells import wrap
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model

Row: TypeAlias = tuple[str, Style]
"""A line of text with its look."""


def log_rows(model: Model, cells: int, count: int, *, timed: bool = False) -> list[Row]:
    """The newest rows of the log, broken to the width; fewer when there are fewer. With times where there is room."""
    rows: list[Row] = []
    indent = " " * (len(words.clock_time(0)) + 1 if timed else 2)
    for text, style in _log_backwards(model.client, model.midnight if timed else None):
        rows[:0] = [(part, style) for part in wrap(text, cells, indent)]
        if len(rows) >= count:
            break
    return rows[max(len(rows) - count, 0) :]


def all_log_rows(model: Model, cells: int) -> list[Row]:
    """The whole log."""
    return log_rows(model, cells, sum(1 for _ in model.client.log) * cells)


def rows_since(model: Model, cells: int, entry: LogEntry) -> int:
    """The rows of the log that came after an entry; all of them when it has been forgotten."""
    return sum(len(wrap(text, cells, "  ")) for text, _ in _log_backwards(model.client, until=entry))


def _log_backwards(client: ClientState, midnight: float | None = None, until: LogEntry | None = None) -> Iterator[Row]:
    """The lines of the log, the newest first and back to an entry, with times if it is told when the day began."""
    names = names_of(client.room)
    for entry in reversed(client.log):
        if entry is until:
            return
        text = log_line(entry, names, client.seat, client.sides)
        if text is None:
            continue
        begins = isinstance(entry, Happened) and isinstance(entry.event, TurnBegan)
        time = f"{words.clock_time(entry.at - midnight)} " if midnight is not None and entry.at > -inf else ""
        style = Style.HEADING if begins else _entry_style(entry, client.seat)
        yield f"{time}{'> ' if begins else ''}{text}", style


def _entry_style(entry: LogEntry, seat: Seat | None) -> Style:
    """The look of a line of the log: talk, what the player has done, or anything else."""
    match entry:
        case Chat():
            return Style.CHAT
        case Happened(Drew(seat=acted) | Played(seat=acted) | Discarded(seat=acted) | Passed(seat=acted)) if (
            acted == seat
        ):
            return Style.OWN
        case _:
            return Style.PLAIN
