"""The terminal is as it was before, whatever ends the screen: in a real pseudo-terminal (T1 to T5, K1 to K7)."""

from __future__ import annotations

import re
import shutil
import signal
import sys
import time

import pytest

from tests.tui.pseudo_terminal import PseudoTerminal, terminal

SWITCHED = {b"1049": "alternate screen", b"1000": "mouse", b"2004": "bracketed paste"}
"""What the screen switches on, by the number of its private mode."""


def check_left(seen: PseudoTerminal, code: int) -> str:
    """Check that the program has ended so and that nothing stays switched; what it wrote on the normal screen."""
    assert seen.wait_for_end() == code
    assert seen.is_restored()
    for number, name in SWITCHED.items():
        switches = re.findall(rb"\x1b\[\?" + number + rb"([hl])", seen.output)
        assert switches, f"{name} was never switched on"
        assert switches[-1] == b"l", f"{name} stays on"
    cursor = re.findall(rb"\x1b\[\?25([hl])", seen.output)
    assert cursor[-1:] in ([], [b"h"])
    return seen.output[seen.output.rindex(b"\x1b[?1049l") :].decode()


def test_q_leaves_nothing_but_the_summary() -> None:
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.send("q")
        seen.wait_for("y yes")
        seen.send("y")
        rest = check_left(seen, 0)
    assert "That was a game." in rest
    assert "BUILDING" not in rest


def test_ctrl_c_twice() -> None:
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.send("\x03")
        seen.wait_for("Ctrl-C again")
        seen.send("\x03")
        check_left(seen, 128 + signal.SIGINT)


def test_sigint_from_outside_counts_as_ctrl_c() -> None:
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.process.send_signal(signal.SIGINT)
        seen.wait_for("Ctrl-C again")
        seen.process.send_signal(signal.SIGINT)
        check_left(seen, 128 + signal.SIGINT)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal(number: signal.Signals) -> None:
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.process.send_signal(number)
        check_left(seen, 128 + number)


def test_the_host_is_gone() -> None:
    with terminal("host") as seen:
        seen.wait_for("YOUR TURN")
        seen.send("z")
        check_left(seen, 0)


@pytest.mark.parametrize("fault", ["key", "draw", "task"])
def test_a_fault_of_our_own_is_told_on_the_normal_screen(fault: str) -> None:
    with terminal(fault) as seen:
        seen.wait_for("YOUR TURN")
        seen.send("z")
        rest = check_left(seen, 1)
    assert "a fault on purpose" in rest
    assert "Press ENTER" not in seen.output.decode()


def test_a_terminal_that_closes_ends_the_program() -> None:
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.hang_up()
        assert seen.process.wait(10) != 0


def test_ctrl_z_gives_the_terminal_back_and_fg_returns() -> None:
    shell = shutil.which("bash")
    if shell is None:
        pytest.skip("there is no bash here, and job control needs a shell")
    program = f"{sys.executable} -m tests.tui.program"
    with terminal(command=[shell, "--norc", "--noprofile", "-i"], environment={"PS1": "ready$ "}) as seen:
        seen.wait_for("ready$")
        seen.send(f"{program}\r")
        seen.wait_for("YOUR TURN")
        seen.send("\x1a")
        seen.wait_for("Stopped")
        assert re.findall(rb"\x1b\[\?1049([hl])", seen.output)[-1] == b"l"
        assert re.findall(rb"\x1b\[\?1000([hl])", seen.output)[-1] == b"l"
        seen.send("fg\r")
        seen.wait_for("YOUR TURN")
        seen.send("q")
        seen.wait_for("y yes")
        seen.send("y")
        seen.wait_for("That was a game.")
        seen.send("exit\r")
        assert seen.wait_for_end() == 0


def test_a_resize_is_drawn_at_once_and_any_size_is_survived() -> None:
    """T8."""
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        for width, height, words in (
            (120, 40, "LOG AND CHAT"),
            (60, 20, "BUILD"),
            (30, 8, "needs 60 x 20"),
            (1, 1, ""),
            (250, 80, "LOG AND CHAT"),
            (80, 24, "PgUp older"),
        ):
            seen.resize(width, height)
            seen.wait_for(words)
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)


def test_esc_is_answered_at_once_and_arrow_keys_still_work() -> None:
    """T19: both delays are lowered; with prompt-toolkit's own, half a second passes. The best of three counts."""
    waits = []
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        for _ in range(3):
            seen.send("4")
            seen.wait_for("CHOSEN")
            began = time.monotonic()
            seen.send("\x1b")
            seen.wait_for("YOUR TURN  play")
            waits.append(time.monotonic() - began)
        seen.send("i")
        seen.wait_for("PILES OF ANNA")
        seen.send("\x1b[C")
        seen.wait_for("PILES OF BEA")
        assert min(waits) < 0.3
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)


def colours(output: bytes) -> set[bytes]:
    """The SGR codes that set a colour."""
    codes = {code for codes in re.findall(rb"\x1b\[([\d;]*)m", output) for code in codes.split(b";")}
    return {code for code in codes if (code[:1] in (b"3", b"4", b"9") and len(code) == 2) or code in (b"38", b"48")}


def test_no_color_means_no_colour() -> None:
    """T18: no colour is written; bold and reverse stay."""
    with terminal(environment={"NO_COLOR": "1"}) as seen:
        seen.wait_for("YOUR TURN")
        seen.send("4")
        seen.wait_for("CHOSEN")
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)
    assert colours(seen.output) == set()
    for bold_or_reverse in (b"1", b"7"):
        assert re.search(rb"\x1b\[(\d+;)*" + bold_or_reverse + rb"[;m]", seen.output)


def test_an_output_that_is_not_utf8_gets_plain_ascii() -> None:
    """K10."""
    with terminal(environment={"PYTHONIOENCODING": "ascii"}) as seen:
        screen = seen.wait_for("YOUR TURN")
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)
    assert "== YOUR TURN" in screen
    assert seen.output.isascii()


def test_a_played_card_changes_little() -> None:
    """T29: no flicker by repainting everything."""
    with terminal() as seen:
        seen.wait_for("q quit")
        before = len(seen.output)
        seen.send("s")
        seen.wait_for("[ 5 ]<")
        seen.wait_for_bytes(b"\x1b[0;1;4m[ 5 ]")  # its moment is over
        assert len(seen.output) - before < 1024
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)


def test_a_click_plays_a_card() -> None:
    with terminal() as seen:
        lines = seen.wait_for("YOUR TURN").splitlines()
        y = next(index for index, line in enumerate(lines) if "s>A" in line)
        x = lines[y].index("s>A")
        seen.send(f"\x1b[<0;{x + 1};{y + 2}M\x1b[<0;{x + 1};{y + 2}m")
        seen.wait_for("[ 5 ]<")
        seen.send("m")
        seen.wait_for_bytes(b"\x1b[?1000l")
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)
