"""The log of a match as a file, and the lines about it after leaving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from skipbo_lan.locale.cards import count_of
from skipbo_lan.locale.plain import WIDTH

NOTHING_YET = "Nothing has happened yet that could be saved."


def head(app: str, table: str, began: datetime, people: Sequence[str]) -> Iterator[str]:
    """The first lines: `Kitchen, 2026-11-29 12:01: Anna, Ben`. Everything is safe to be shown."""
    yield f"{app}, the log of a match"
    yield f"{table}, {began:%Y-%m-%d %H:%M}: {', '.join(people)}"
    yield ""


def stamped(at: datetime, line: str) -> str:
    """A line of the log: `12:01:07 Bea passed.`"""
    return f"{at:%H:%M:%S} {line}"


def text_of(lines: Iterable[str]) -> str:
    """The lines as the content of a file."""
    return "".join(f"{line}\n" for line in lines)


def played(turns: int, seconds: float) -> str:
    """How much a player has played: `You played 61 turns in 24 minutes.`"""
    return f"You played {count_of(turns, 'turn')} in {_duration(seconds)}."


def saved(path: str) -> str:
    """Where the log lies."""
    return f"Log: {path}"


def not_saved(reason: str) -> str:
    """The log could not be written; `reason` is the system's."""
    return f"The log could not be saved: {reason}."


def after_leaving(how_much: str, where: str) -> str:
    """How much was played, and where the log lies; a path that is too long for the line stands below, in one piece."""
    line = f"{how_much} {where}".strip()
    what, _, path = line.rpartition(": ")
    return line if len(line) <= WIDTH else f"{what}:\n{path}"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return "less than a minute"
    hours, rest = divmod(minutes, 60)
    if not hours:
        return count_of(minutes, "minute")
    return f"{count_of(hours, 'hour')} and {count_of(rest, 'minute')}" if rest else count_of(hours, "hour")
