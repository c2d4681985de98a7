"""A sheet keeps its shape whatever is drawn on it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skipbo_lan.tui.drawing.canvas import Canvas, Rect
from skipbo_lan.tui.drawing.cells import width
from skipbo_lan.tui.drawing.style import Style


@given(st.lists(st.tuples(st.integers(-5, 15), st.integers(-2, 5), st.text(max_size=12)), max_size=6))
def test_every_row_has_exactly_the_sheets_width(texts: list[tuple[int, int, str]]) -> None:
    canvas = Canvas(10, 3)
    for x, y, text in texts:
        canvas.put(x, y, text)
    assert [width(line) for line in canvas.lines()] == [10, 10, 10]


def test_what_lies_outside_is_cut_off() -> None:
    canvas = Canvas(4, 1)
    canvas.put(2, 0, "abcdef")
    canvas.put(-2, 0, "xyz")
    canvas.put(0, 7, "below")
    assert canvas.lines() == ["z ab"]


def test_overwriting_half_a_wide_character_blanks_the_other_half() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "龙龙")
    canvas.put(1, 0, "a")
    canvas.put(2, 0, "b")
    assert canvas.lines() == [" ab "]


def test_a_control_character_never_reaches_the_terminal() -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "a\x1b[2J\x07")
    assert canvas.lines() == ["a?[2J?  "]


def test_a_tower_of_marks_is_cut() -> None:
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "e" + "\u0301" * 20 + "x")
    assert canvas.lines() == ["e" + "\u0301" * 3 + "x "]


def test_a_row_is_told_in_runs_of_one_style() -> None:
    canvas = Canvas(5, 1)
    canvas.put(1, 0, "ab", Style.CHOSEN)
    assert canvas.row(0) == [("class:plain", " "), ("class:chosen", "ab"), ("class:plain", "  ")]


def test_a_click_finds_the_topmost_place() -> None:
    canvas = Canvas(9, 3)
    canvas.hot(Rect(0, 0, 9, 3), "l")
    canvas.hot(Rect(2, 1, 3, 1), "s")
    assert (canvas.at(3, 1), canvas.at(3, 2), canvas.at(8, 3)) == ("s", "l", None)
