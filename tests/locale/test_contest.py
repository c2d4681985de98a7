"""The words of an arena: what is printed fits a terminal, and says what was counted."""

from __future__ import annotations

from skipbo_lan.locale import contest as words


def test_progress_is_a_bar_that_fills() -> None:
    assert words.progress(50, 200) == "[#####...............] 50 of 200 deals"
    assert words.progress(200, 200) == "[####################] 200 of 200 deals"
    assert len(words.progress(100_000, 100_000)) <= words.PROGRESS_CELLS


def test_each_level_has_a_line_under_the_headings() -> None:
    row = words.Row("hard", 370, 0.925, 0.895, 0.947, 1.85, 0.66, 7.0, 28.3)
    head, line = words.table([row])
    assert len(head) <= 120
    for figure in ("hard", "370", "92.5 %", "89.5 to  94.7", "1.85", "0.66, 7.0, 28.3"):
        assert figure in line
