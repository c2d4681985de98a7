"""The lesson on the screen: every step is seen at every size, and hides neither a card nor the banner."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from skipbo_lan.lesson.course import Progress, Step
from skipbo_lan.tui.drawing.cells import width
from tests.lesson.lessons import screen_at
from tests.tui.scenes import canvas, model, press, text

SIZES = ((80, 24), (120, 40), (100, 30), (60, 20))
TOLD = {
    Step.STOCK: ("This is your stock pile", "Get rid of it and you win.", "Press s."),
    Step.HAND: ("The letters after > show where a card fits. Your 12 fits B.", "Press b."),
    Step.WILD: ("SB is a wild card", "Press 2, then c."),
    Step.DISCARD: ("Nothing fits now. End your turn", "Press 3, then 7."),
    Step.WATCH: ("Watch the bot. Its stock shows 9: do not build up to 8 for it.",),
    Step.HELP: ("Press h for a hint, ? for help.",),
}
"""What the specification says that each step tells."""


def spoken(shown: str) -> str:
    """A screen as running text, so that a sentence may be broken anywhere."""
    return " ".join(shown.split())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("step", Step)
def test_each_step_is_told_on_the_screen(step: Step, size: tuple[int, int]) -> None:
    shown = spoken(text(screen_at(step, width=size[0], height=size[1])))
    assert f"LESSON {step} of 6" in shown
    for words in TOLD[step]:
        assert words in shown


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("step", Step)
def test_the_table_and_its_banner_are_drawn_as_at_any_other(step: Step, size: tuple[int, int]) -> None:
    screen = screen_at(step, width=size[0], height=size[1])
    lines = canvas(screen).lines()
    usual = canvas(replace(screen, ui=replace(screen.ui, lesson=None))).lines()
    banner = "BEA IS PLAYING" if step is Step.WATCH else "YOUR TURN"
    last_row = max(y for y, line in enumerate(lines) if re.search(r"\d left", line))
    cells = size[0] if size[0] < 100 else 78  # beside the log
    assert any(banner in line for line in lines)
    assert [line[:cells] for line in lines[:last_row]] == [line[:cells] for line in usual[:last_row]]


@pytest.mark.parametrize("step", Step)
def test_the_reply_has_a_row_of_its_own_at_80x24(step: Step) -> None:
    screen, _ = press(screen_at(step), "z")
    shown = spoken(text(screen))
    assert "That key does nothing here; ? shows the keys." in shown
    for words in TOLD[step]:
        assert words in shown


@pytest.mark.parametrize("step", Step)
def test_in_too_small_a_window_the_step_is_a_sentence(step: Step) -> None:
    shown = spoken(text(screen_at(step, width=48, height=12)))
    assert "Too small for the table" in shown
    for words in TOLD[step]:
        assert words in shown


@pytest.mark.parametrize("size", SIZES)
def test_the_end_says_what_comes_next(size: tuple[int, int]) -> None:
    shown = text(screen_at(Step.HELP, Progress(hinted=True, helped=True), *size))
    for command in ("practice", "host", "join"):
        assert f"skipbo-lan {command}" in shown
    assert "Enter, or any other key, ends the lesson." in shown
    assert all(width(line) == size[0] for line in shown.splitlines())


def test_the_hint_of_the_last_step_is_read_whole_at_80x24() -> None:
    screen, _ = press(screen_at(Step.HELP), "h")
    shown = spoken(text(screen))
    assert spoken(" ".join(screen.ui.reply)) in shown
    assert "Now press ? for help." in shown


def test_a_hint_that_ends_the_lesson_is_read_whole_below_the_box_at_80x24() -> None:
    screen, _ = press(screen_at(Step.HELP, Progress(helped=True)), "h")
    below = text(screen).partition("ends the lesson.")[2]
    assert len(screen.ui.reply) > 0
    assert spoken(" ".join(screen.ui.reply)) in spoken(below)


def test_the_first_step_says_how_building_piles_are_built() -> None:
    assert "Building piles count from 1 to 12: your 5 goes on the 4 of A." in text(screen_at(Step.STOCK))


def test_no_other_table_shows_a_lesson() -> None:
    assert "LESSON" not in text(model())
