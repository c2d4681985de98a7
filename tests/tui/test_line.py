"""The typed line edits text and keeps everything that could act on a terminal out."""

from __future__ import annotations

import pytest

from protocol.limits import MAX_CHAT_CELLS, MAX_CHAT_CHARS
from skipbo_lan.tui.drawing.cells import width
from skipbo_lan.tui.line import Line, LineKind, begin, edit, insert, window


def typed(text: str, *keys: str) -> Line:
    line = begin(LineKind.TALK, text)
    for key in keys:
        line = edit(line, key)
    return line


@pytest.mark.parametrize(
    ("text", "keys", "after"),
    [
        ("abc", ["backspace"], "ab"),
        ("abc", ["left", "backspace"], "ac"),
        ("abc", ["home", "delete"], "bc"),
        ("abc", ["left", "left", "c-k"], "a"),
        ("abc", ["left", "c-u"], "c"),
        ("good luck  ", ["c-w"], "good "),
        ("good", ["c-w", "c-w"], ""),
        ("Zoe\u0308", ["backspace"], "Zo"),
        ("e\u0308x", ["home", "delete"], "x"),
        ("", ["backspace", "left", "right", "delete", "c-w"], ""),
        ("abc", ["pageup"], "abc"),
    ],
)
def test_editing_keys(text: str, keys: list[str], after: str) -> None:
    assert typed(text, *keys).text == after


def test_text_goes_in_at_the_cursor() -> None:
    assert insert(typed("ad", "left"), "bc") == Line(LineKind.TALK, "abcd", 3)


def test_line_breaks_become_spaces_and_control_characters_vanish() -> None:
    assert insert(begin(LineKind.TALK), "a\r\nb\x1b[2J\x07").text == "a  b[2J"


@pytest.mark.parametrize("char", ["\u202e", "\u2066", "\u200d", "\u2028", "\xad", "\ufeff", "\U000e0001", "\x9b"])
def test_what_turns_or_hides_its_neighbours_vanishes_too(char: str) -> None:
    assert insert(begin(LineKind.TALK), f"a{char}b").text == "ab"


def test_marks_take_no_cells_and_still_the_line_is_bounded() -> None:
    """A pasted hundred kilobytes of them stopped the screen."""
    line = insert(begin(LineKind.TALK), ("a" + "\u0301" * 300) * 150)
    assert len(line.text) == MAX_CHAT_CHARS
    assert insert(line, "\u0301") == line


@pytest.mark.parametrize(
    ("cells", "shown", "column"), [(4, "fgh", 3), (1, "", 0), (20, "abcde\u0301fgh", 8), (5, "e\u0301fgh", 4)]
)
def test_of_a_long_line_the_end_with_the_cursor_is_shown(cells: int, shown: str, column: int) -> None:
    assert window(begin(LineKind.TALK, "abcde\u0301fgh"), cells) == (shown, column)


def test_no_more_fits_than_may_be_sent() -> None:
    line = insert(begin(LineKind.TALK), "龙" * 500)
    assert width(line.text) == MAX_CHAT_CELLS
    assert insert(line, "x") == line
