"""Text is measured in terminal cells."""

from __future__ import annotations

import pytest

from skipbo_lan.tui.drawing.cells import cut, fit, width, wrap


@pytest.mark.parametrize(
    ("text", "cells"), [("Bea", 3), ("李小龙", 6), ("Zoe\u0308", 3), ("e" + "\u0301" * 20, 1), ("a\x1bb", 3)]
)
def test_width_counts_cells_not_characters(text: str, cells: int) -> None:
    assert width(text) == cells


def test_a_wide_character_that_does_not_fit_is_left_out() -> None:
    assert cut("李小龙", 5) == "李小"
    assert fit("李小龙", 5) == "李小 "


def test_text_is_broken_at_spaces_and_goes_on_indented() -> None:
    assert wrap("Bea played 3 on A", 11, "  ") == ["Bea played", "  3 on A"]


def test_a_word_longer_than_the_line_is_broken_too() -> None:
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]


def test_lines_keep_their_own_indent() -> None:
    assert wrap("s      your stock", 30) == ["s      your stock"]


@pytest.mark.parametrize("cells", [0, 1, 2, 3])
def test_no_width_is_too_small_to_wrap(cells: int) -> None:
    assert all(width(line) <= max(cells, 2) for line in wrap("李小龙 plays 7", cells, "    "))
