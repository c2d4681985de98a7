"""Bell, title and banner each have a switch, and the window gets its old title back (T34)."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from skipbo_lan.preferences import USUAL, Preferences
from skipbo_lan.tui.model import UiState
from skipbo_lan.tui.signals import Signals
from tests.tui.scenes import canvas, drawn_table, model, seen

THEIRS, MINE = seen(drawn_table(turn=1)), seen()
KEEP, BACK = "\x1b[22;0t", "\x1b]2;\x07\x1b[23;0t"


def written(*likes: Preferences, term: str = "xterm", ends: bool = False) -> str:
    """What a terminal gets when the turn begins, seen once with each of these preferences."""
    paper = StringIO()
    output = Vt100_Output(paper, lambda: Size(24, 80), term=term, enable_cpr=False)
    signals = Signals(output, THEIRS)
    for number, preferences in enumerate(likes):
        signals.heed(MINE, preferences, 10.0 + number)
    if ends:
        signals.put_back()
    return paper.getvalue()


def test_each_signal_has_a_switch() -> None:
    title = f"{KEEP}\x1b]2;YOUR TURN - Kitchen\x07"
    assert written(USUAL) == f"\x07{title}"
    assert written(replace(USUAL, bell=False)) == title
    assert written(replace(USUAL, title=False)) == "\x07"
    assert written(replace(USUAL, bell=False, title=False)) == ""


@pytest.mark.parametrize("banner", [True, False])
def test_the_banner_is_set_off_only_for_whoever_likes_it_and_its_words_are_always_there(banner: bool) -> None:
    ui = UiState(preferences=replace(USUAL, banner=banner))
    drawn, plain = canvas(model(MINE, ui=ui)), canvas(model(THEIRS))
    y = next(y for y, line in enumerate(drawn.lines()) if "YOUR TURN  play" in line)
    assert (drawn.style_at(4, y) != plain.style_at(4, y)) == banner


def test_a_title_that_is_not_liked_any_more_is_put_back_at_once() -> None:
    assert written(USUAL, replace(USUAL, title=False)).endswith(BACK)


def test_the_old_title_is_kept_once_and_put_back_once() -> None:
    whole = written(USUAL, USUAL, ends=True)
    assert whole.count(KEEP) == 1
    assert whole.endswith(BACK)
    assert written(replace(USUAL, title=False), ends=True) == "\x07"


def test_a_console_without_a_title_gets_no_sequence_that_it_might_show() -> None:
    assert written(USUAL, term="linux", ends=True) == "\x07"
