"""Checks of the terminal: whether there is one, its size, what it can show."""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from skipbo_lan.doctor.finding import Area, Finding, Verdict
from skipbo_lan.doctor.limits import FULL_COLUMNS, FULL_ROWS
from skipbo_lan.limits import LEAST_COLUMNS, LEAST_ROWS


@dataclass(frozen=True, slots=True)
class Window:
    """What the program stands in."""

    interactive: bool
    """Whether both ends are a terminal."""
    columns: int
    rows: int
    encoding: str
    environment: Mapping[str, str]


def terminal(window: Window) -> Sequence[Finding]:
    """Whether the screen can be shown here, and how."""
    if not window.interactive:
        return [_finding("no_terminal", Verdict.HINT)]
    return [kind(window), size(window), encoding(window), colours(window)]


def kind(window: Window) -> Finding:
    """Whether the terminal obeys."""
    name = window.environment.get("TERM", "")
    if name == "dumb":
        return _finding("dumb_terminal", Verdict.HINT)
    return _finding("terminal", Verdict.OK, name=name or "unnamed")


def size(window: Window) -> Finding:
    """Whether the table fits into the window."""
    seen = {"columns": str(window.columns), "rows": str(window.rows)}
    if window.columns < LEAST_COLUMNS or window.rows < LEAST_ROWS:
        return _finding("too_small", Verdict.FIX, **seen)
    full = window.columns >= FULL_COLUMNS and window.rows >= FULL_ROWS
    return _finding("size" if full else "compact", Verdict.OK, **seen)


def encoding(window: Window) -> Finding:
    """Whether names in any script can be shown."""
    try:
        is_utf8 = codecs.lookup(window.encoding).name == "utf-8"
    except LookupError:
        is_utf8 = False
    return _finding("encoding", Verdict.OK if is_utf8 else Verdict.HINT, encoding=window.encoding)


def colours(window: Window) -> Finding:
    """Which colours will be used; none is ever needed."""
    if window.environment.get("NO_COLOR"):
        return _finding("no_colours", Verdict.OK)
    many = "256color" in window.environment.get("TERM", "") or "COLORTERM" in window.environment
    return _finding("colours", Verdict.OK, colours="256 or more" if many else "at least 8")


def _finding(code: str, verdict: Verdict, **facts: str) -> Finding:
    return Finding(Area.TERMINAL, code, verdict, facts)
