"""The terminal is as it was before, whatever ends the screen: in a real pseudo-terminal (T1 to T5, K1 to K7)."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.tui.pseudo_terminal import PseudoTerminal, terminal

SWITCHED = {b"1049": "alternate screen", b"1000": "mouse", b"2004": "bracketed paste"}
"""What the screen switches on, by the number of its private mode."""
DRAWN = b"YOUR TURN - Kitchen\x07"
"""The title is set when the first drawing is whole."""


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
    check_title_is_back(seen)
    return seen.output[seen.output.rindex(b"\x1b[?1049l") :].decode()


def check_title_is_back(seen: PseudoTerminal) -> None:
    """Check that the window's old title was kept first, and that the last title is none of the program's."""
    changes = re.findall(rb"\x1b\[(2[23]);0t|\x1b\]2;([^\x07]*)\x07", seen.output)
    assert changes[:1] in ([], [(b"22", b"")])
    assert changes[-2:] in ([], [(b"", b""), (b"23", b"")])


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
def test_a_fault_of_our_own_is_told_on_the_normal_screen(fault: str, tmp_path: Path) -> None:
    """T2, K1 to K3: one sentence, the code of a fault, and the details where a bug report can take them from."""
    with terminal(fault, environment={"SKIPBO_STATE_DIR": str(tmp_path)}) as seen:
        seen.wait_for("YOUR TURN")
        seen.send("z")
        rest = check_left(seen, 1)
    check_told_of_fault(seen, rest, tmp_path)


def check_told_of_fault(seen: PseudoTerminal, rest: str, state: Path) -> None:
    """Check that one sentence was said of a fault, and that the rest stands in the file that it names."""
    assert "Skip-Bo LAN hit a bug and had to stop." in rest
    assert str(state / "crash.log") in rest.replace("\r\n", "")
    assert "Traceback" not in seen.output.decode()
    assert "Press ENTER" not in seen.output.decode()
    assert "a fault on purpose" in (state / "crash.log").read_text()


def test_a_terminal_that_closes_ends_the_program() -> None:
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.hang_up()
        assert seen.process.wait(10) != 0


@pytest.mark.parametrize(
    ("program", "stop"),
    [
        ("tests.tui.program", "key"),
        ("tests.tui.program", "signal"),
        pytest.param("tests.tui.list_program", "key", marks=pytest.mark.long),
        pytest.param("tests.tui.list_program", "signal", marks=pytest.mark.long),
    ],
)
def test_a_stop_gives_the_terminal_back_and_fg_returns(program: str, stop: str) -> None:
    """K7: by Ctrl-Z, or by SIGTSTP from outside."""
    shell = shutil.which("bash")
    if shell is None:
        pytest.skip("there is no bash here, and job control needs a shell")
    shown = "YOUR TURN" if program == "tests.tui.program" else "1  Blue"
    with terminal(command=[shell, "--norc", "--noprofile", "-i"], environment={"PS1": "ready$ "}) as seen:
        seen.wait_for("ready$")
        seen.send(f"{sys.executable} -m {program}\r")
        seen.wait_for(shown)
        if stop == "key":
            seen.send("\x1a")
        else:
            os.kill(seen.foreground(), signal.SIGTSTP)
        seen.wait_for("Stopped")
        for mode in (b"1049", b"1000"):  # the shell marks pasted text itself
            assert re.findall(rb"\x1b\[\?" + mode + rb"([hl])", seen.output)[-1] == b"l"
        check_title_is_back(seen)
        before = len(seen.output)
        seen.send("fg\r")
        seen.wait_until(lambda: shown.encode() in seen.output[before:], "the screen again")
        seen.send("\x03" * 2)
        seen.wait_until(lambda: seen.foreground() == seen.process.pid, "the shell")
        seen.send("exit\r")
        assert seen.wait_for_end() == 130


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
    """T19: both delays are lowered; with prompt-toolkit's own, half a second passes. The best of five counts."""
    waits = []
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        for _ in range(5):
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
        assert min(waits) < 0.1
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
        seen.wait_for_bytes(DRAWN)
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


def test_the_bell_and_the_title_call_to_the_turn() -> None:
    """T34."""
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.wait_for_bytes(b"\x1b]2;YOUR TURN - Kitchen\x07")
        assert bells(seen.output) == 0, "it was the player's turn when the screen began"
        seen.send("37")
        seen.wait_for("again to discard")
        seen.send("7")
        seen.wait_for("> Your turn.")
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)
    assert bells(seen.output) == 1


def bells(output: bytes) -> int:
    """How often the bell rang; the end of a title is no bell."""
    return re.sub(rb"\x1b\]2;[^\x07]*\x07", b"", output).count(b"\x07")


def test_an_arrow_key_that_comes_in_pieces_plays_no_card() -> None:
    """T19: the pieces of Down, 0.1 s apart, are Esc, `[` and `B`, and B needs the 12 that lies in the hand."""
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        for piece in "\x1b[B":
            seen.send(piece)
            seen.read_for(0.1)
        seen.send("i")
        seen.wait_for("PILES OF ANNA")
        seen.send("\x1b[")
        seen.read_for(0.02)
        seen.send("C")
        seen.wait_for("PILES OF BEA")
        seen.send("q")
        seen.wait_for("[ 4 ]")
        assert "needs 12" in seen.text
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)


def test_what_is_typed_in_the_talk_line_only_talks_and_stray_interrupts_cancel() -> None:
    """T22 and T23."""
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        for letter in "tquit 3 a 7":
            seen.send(letter)
            seen.read_for(0.01)
        seen.send("\r")
        seen.wait_for("<Anna> quit 3 a 7")
        assert "needs 12" in seen.text
        seen.send("t")
        seen.wait_for("to all>")
        seen.send("\x03")
        seen.wait_for("Ctrl-C again")
        assert "to all>" not in seen.text
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)


@pytest.mark.parametrize(("before", "after"), [("\x1b[200~", "\x1b[201~"), ("", "")], ids=["marked", "unmarked"])
def test_pasted_text_does_nothing_at_the_table(before: str, after: str) -> None:
    """K13."""
    with terminal() as seen:
        seen.wait_for("YOUR TURN")
        seen.send(f"{before}{'s37abcd4' * 20}{after}")
        seen.wait_for("pasted text")
        assert "[ 4 ]" in seen.text
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)


def test_the_mouse_is_given_back_and_its_motion_draws_nothing() -> None:
    """T26 and T27."""
    with terminal() as seen:
        seen.wait_for_bytes(DRAWN)
        before = len(seen.output)
        seen.send("".join(f"\x1b[<35;{x};10M" for x in range(1, 60)))
        seen.read_for(0.3)
        assert len(seen.output) - before < 100
        seen.send("m")
        seen.wait_for("The mouse is the terminal's again")
        assert re.findall(rb"\x1b\[\?1000([hl])", seen.output)[-1] == b"l"
        seen.send("m")
        seen.wait_for("Shift to select text")
        assert re.findall(rb"\x1b\[\?1000([hl])", seen.output)[-1] == b"h"
        seen.process.send_signal(signal.SIGTERM)
        check_left(seen, 128 + signal.SIGTERM)


PRACTICE = f"{sys.executable} -m skipbo_lan practice --name Anna --bots 1 --stock 3 --seed {'22' * 32}"


@pytest.mark.parametrize(
    "how",
    [
        f"TERM=dumb {PRACTICE}",
        pytest.param(f"SKIPBO_PLAIN=1 {PRACTICE}", marks=pytest.mark.long),
        pytest.param(f"{PRACTICE} | cat", marks=pytest.mark.long),
        pytest.param(f"cat | {PRACTICE}", marks=pytest.mark.long),
    ],
)
def test_where_no_screen_can_be_drawn_the_game_is_played_in_lines(how: str, tmp_path: Path) -> None:
    """K8, K9: chosen by itself, and no escape byte, not even the bell (T30, T34)."""
    with terminal(command=["sh", "-c", how], environment={"SKIPBO_STATE_DIR": str(tmp_path)}) as seen:
        seen.wait_for("plain mode")
        seen.wait_for("Building:")
        seen.send("leave\r")
        if how.startswith(("TERM", "SKIPBO")):
            seen.wait_for("Type y or n.")
            seen.send("y\r")
        if how.startswith("cat"):
            seen.send("\x04")
        assert seen.wait_for_end() == 0
        assert seen.is_restored()
    assert not {0x1B, 0x07} & set(seen.output)


@pytest.mark.parametrize("mode", ["", pytest.param("--plain", marks=pytest.mark.long)])
def test_a_terminal_that_closes_is_nobodys_fault(mode: str, tmp_path: Path) -> None:
    """Not ours, either: nothing is written down as such, and the log is kept."""
    with terminal(
        command=["sh", "-c", f"exec {PRACTICE} {mode}"], environment={"SKIPBO_STATE_DIR": str(tmp_path)}
    ) as seen:
        seen.wait_for_bytes(b"Opening the table ...")
        seen.wait_for("YOUR TURN" if not mode else "Building:")
        seen.hang_up()
        assert seen.process.wait(20) == 128 + signal.SIGHUP
    assert not (tmp_path / "crash.log").exists()
    assert len(list((tmp_path / "logs").iterdir())) == 1
