"""Everything by mouse, with the reports that terminals really send, and those that they should not."""

from __future__ import annotations

import signal

import pytest

from skipbo_lan.tui.mouse import DOUBLE_S, Click, is_second, is_whole
from tests.tui.pseudo_terminal import PseudoTerminal, terminal

RIGHT_BUTTON = 2
WHEEL_UP, WHEEL_DOWN = 64, 65


def end(seen: PseudoTerminal) -> None:
    seen.process.send_signal(signal.SIGTERM)
    assert seen.wait_for_end() == 128 + signal.SIGTERM


def test_the_wheel_scrolls_the_right_button_closes_motion_is_nothing_and_m_lets_go() -> None:
    with terminal() as seen:
        seen.click("YOUR HAND", button=WHEEL_UP)
        seen.wait_for("Esc back")
        seen.click("Esc back", button=WHEEL_DOWN)
        seen.click("Esc back", button=RIGHT_BUTTON)
        seen.wait_for("YOUR HAND")
        seen.click("? help")
        seen.wait_for("choose a hand card")
        seen.click("Esc back")
        seen.click("4>B")
        seen.wait_for("HAND 4")
        seen.click("YOUR HAND", button=RIGHT_BUTTON)
        seen.wait_for("YOUR TURN  play")
        seen.settle()
        before = len(seen.output)
        for x in range(20):
            seen.send(f"\x1b[<35;{x};14M")
        seen.settle()
        assert len(seen.output) == before

        seen.click("4>B")
        seen.wait_for("HAND 4 (a 12) CHOSEN")
        seen.click("needs 12")
        seen.wait_for("B is complete and set aside.")
        seen.click("needs 5")
        seen.wait_for("You played 5 on A (stock).")

        seen.send("m")
        seen.wait_for_bytes(b"\x1b[?1000l")
        end(seen)


def test_a_double_click_plays_one_card_and_a_click_on_an_own_pile_discards() -> None:
    with terminal() as seen:
        seen.send(seen.click("9>B"))
        seen.wait_for("You played 12 on B (pile 4).")
        assert "fits nowhere" not in seen.settle(), "the second click was taken for another one"
        seen.click("[ 2 ]")
        seen.wait_for("HAND 1 (a 2) CHOSEN")
        seen.click("[   ] [12 ]")
        seen.wait_for("Press 8 again to discard anyway.")
        seen.send("8")
        seen.wait_for("[ 2 ] [12 ]")
        end(seen)


def test_a_double_click_on_a_hand_card_plays_it() -> None:
    with terminal() as seen:
        seen.send(seen.click("4>B"))
        seen.wait_for("You played 12 on B (hand).")
        end(seen)


@pytest.mark.parametrize(
    "report", ["\x1b[<0;5;14M", "\x1b[<0;5;14m", "\x1b[<65;120;40M", "\x1b[32;5;14M", "\x1b[M ##", "\x1b[M#!!"]
)
def test_a_whole_report_is_known(report: str) -> None:
    assert is_whole(report)


@pytest.mark.parametrize(
    "report",
    ["\x1b[<;;M", "\x1b[<1;2M", "\x1b[<0;-1;2M", "\x1b[<0;99999;2M", "\x1b[M\x1b[A", "\x1b[M$##", "\x1b[Mx##"],
)
def test_any_other_report_is_dropped(report: str) -> None:
    """prompt-toolkit fails on them; the next to last is a click with Shift in a terminal that counts as in 1987."""
    assert not is_whole(report)


def test_what_a_second_click_is() -> None:
    first = Click("s", 4, 14, 10.0)
    assert is_second(first, Click("s", 4, 14, 9.9 + DOUBLE_S))
    assert not is_second(None, first)
    assert not is_second(first, Click("s", 4, 14, 10.1 + DOUBLE_S))
    assert not is_second(first, Click("s", 5, 14, 10.1))
    assert not is_second(Click("4", 4, 14, 10.0), Click("4", 4, 14, 10.1))
