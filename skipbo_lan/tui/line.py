"""The line that the player types: talk to all, talk to partners, or a command. A pure line editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from protocol.limits import MAX_CHAT_CELLS, MAX_CHAT_CHARS
from skipbo_lan.tui.drawing.cells import char_width, cut, is_shown, width


class LineKind(Enum):
    """What becomes of a typed line. Each is a mode of its own, so that talk is never taken for keys (T22)."""

    TALK = auto()
    TEAM = auto()
    COMMAND = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line being typed."""

    kind: LineKind
    text: str = ""
    cursor: int = 0
    """Characters before the cursor."""
    recalled: int = 0
    """How many steps back in the history of commands this line was taken from; 0: it was typed."""


def begin(kind: LineKind, text: str = "") -> Line:
    """A line with the cursor at its end."""
    return Line(kind, text, len(text))


def insert(line: Line, text: str) -> Line:
    """Text at the cursor; line breaks become spaces, what acts on a terminal vanishes, as does what is too long."""
    room, most = MAX_CHAT_CELLS - width(line.text), MAX_CHAT_CHARS - len(line.text)
    added = ""
    for char in text:
        char = " " if char in "\r\n\t" else char
        room -= char_width(char)
        if room < 0 or len(added) == most:  # marks take no cells
            break
        added += char if is_shown(char) else ""
    changed = line.text[: line.cursor] + added + line.text[line.cursor :]
    return replace(line, text=changed, cursor=line.cursor + len(added))


def edit(line: Line, key: str) -> Line:
    """The line after a key: a character, or one that edits; keys without a meaning here change nothing."""
    if len(key) == 1 or key == "space":
        return insert(line, " " if key == "space" else key)
    change = _EDITS.get(key)
    return line if change is None else change(line)


def window(line: Line, cells: int) -> tuple[str, int]:
    """The part of a long line that shows the cursor, and the cursor's column in it."""
    start, column = line.cursor, 0
    while start and column + char_width(line.text[start - 1]) < cells:
        start -= 1
        column += char_width(line.text[start])
    while start < line.cursor and start and not char_width(line.text[start]):
        start += 1  # a mark whose character is not shown
    return cut(line.text[start:], cells), column


def _delete(line: Line, start: int, end: int) -> Line:
    start = max(start, 0)
    return replace(line, text=line.text[:start] + line.text[end:], cursor=start)


def _move(line: Line, cursor: int) -> Line:
    return replace(line, cursor=min(max(cursor, 0), len(line.text)))


def _before(line: Line) -> int:
    """Where the character before the cursor begins, its combining marks included."""
    start = line.cursor - 1
    while start > 0 and char_width(line.text[start]) == 0:
        start -= 1
    return max(start, 0)


def _after(line: Line) -> int:
    """Where the character at the cursor ends, its combining marks included."""
    end = line.cursor + 1
    while end < len(line.text) and char_width(line.text[end]) == 0:
        end += 1
    return min(end, len(line.text))


def _word_start(line: Line) -> int:
    return line.text[: line.cursor].rstrip().rfind(" ") + 1


_EDITS: Final[Mapping[str, Callable[[Line], Line]]] = {
    "backspace": lambda line: _delete(line, _before(line), line.cursor),
    "delete": lambda line: _delete(line, line.cursor, _after(line)),
    "left": lambda line: _move(line, _before(line)),
    "right": lambda line: _move(line, _after(line)),
    "home": lambda line: _move(line, 0),
    "end": lambda line: _move(line, len(line.text)),
    "c-a": lambda line: _move(line, 0),
    "c-e": lambda line: _move(line, len(line.text)),
    "c-u": lambda line: _delete(line, 0, line.cursor),
    "c-k": lambda line: replace(line, text=line.text[: line.cursor]),
    "c-w": lambda line: _delete(line, _word_start(line), line.cursor),
}
