"""Random keys, bytes that no keyboard sends, pasted text: no fault, no leaving unasked, no card played by a paste."""

from __future__ import annotations

import signal
import string
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from prompt_toolkit.input import PipeInput

from engine.deal import deal
from engine.events import Event
from engine.legal import legal_actions
from engine.observe import observe, redact
from engine.rules import apply
from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from engine.table import Table
from protocol import mapping
from protocol.messages import Act, Bye, Say, Update
from skipbo_lan.client.limits import SECOND_INTERRUPT
from skipbo_lan.client.state import ClientState, update
from skipbo_lan.tui.drawing.draw import draw
from skipbo_lan.tui.full_screen import KEY_NAMES
from skipbo_lan.tui.model import Do, Leave, Model
from skipbo_lan.tui.pressing import modes
from tests.locale.sights import a_state
from tests.tui.pseudo_terminal import terminal
from tests.tui.scenes import model
from tests.tui.small_table import SmallTable
from tests.tui.test_screen import guest, pipe, played

__all__ = ["pipe"]

RULES: Final = Ruleset(
    stock_size=8, teams=Teams.PAIRS, manual_draw=True, out_of_turn=OutOfTurn.TABLE, coaching=Coaching.ACCUSE
)
"""Everything that has keys of its own."""

KEYS: Final = (
    *string.digits,
    *string.ascii_letters,
    *string.punctuation,
    *sorted({*KEY_NAMES.values(), "space", "wheel-up", "wheel-down"} - {"c-z"}),
    *"\u00e9\uff11\u00e0\u4e2d\U0001f0a1",
)
OFTEN: Final = (*"12345s6789abcdv+", "tab", "space", "escape", "escape")
"""Keys at the cards, and what closes lines and pages: with all keys alike hardly a card would be played."""
SIZES: Final = ((80, 24), (120, 40), (60, 20), (48, 12), (1, 1))


class Pressed:
    """A player at a table on the engine, where everybody else plays the first legal action."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.acted = 0
        self.table = self._dealt()
        self.screen = model(self._client())

    def press(self, key: str) -> None:
        """Press a key, do what it asks for, and draw."""
        before = self.screen
        ui, intents = modes.press(before, key)
        width, height = self.chance.choice(SIZES)
        now = before.now + self.chance.random()
        self.screen = replace(before, ui=ui, now=now, width=width, height=height)
        for intent in intents:
            match intent:
                case Do(action):
                    self.acted += 1
                    self.table, events = apply(self.table, 0, action)
                    self._others()
                    self._see(events)
                case Leave():
                    assert _may_leave(before, key), f"{key} leaves without a question"
        draw(self.screen)

    def _others(self) -> None:
        while self.table.outcome is None and 0 not in (self.table.turn, self.table.intruder):
            turn = self.table.turn
            self.table, _ = apply(self.table, turn, legal_actions(observe(self.table, turn))[0])

    def _see(self, events: tuple[Event, ...]) -> None:
        if self.table.outcome is not None:
            self.table = self._dealt()
            self.screen = replace(self.screen, client=self._client())
            return
        client = self.screen.client
        view = mapping.view_to_wire(observe(self.table, 0))
        told = [mapping.event_to_wire(redact(event, 0)) for event in events]
        news = Update(epoch=1, seq=client.seq + 1, ack=0, events=told, view=view)
        self.screen = replace(self.screen, client=update(client, news, 0.0))

    def _dealt(self) -> Table:
        table, _ = deal(RULES, 4, 3, self.chance.randbytes(32))
        assert table.turn == 0
        return table

    def _client(self) -> ClientState:
        return replace(a_state(self.table), epoch=1, seq=1)


def _may_leave(before: Model, key: str) -> bool:
    """Whether a question was answered with yes, or Ctrl-C pressed a second time."""
    ui = before.ui
    twice = key == "c-c" and ui.interrupted_at is not None and before.now - ui.interrupted_at <= SECOND_INTERRUPT
    return twice or (ui.question is not None and key in ("y", "Y"))


@pytest.mark.parametrize("keys", [600, pytest.param(50_000, marks=pytest.mark.long)])
def test_random_keys_break_nothing_and_never_leave_unasked(keys: int) -> None:
    player = Pressed(seed=keys)
    pressed: list[str] = []
    for _ in range(keys):
        pressed.append(player.chance.choice(player.chance.choice((KEYS, OFTEN, OFTEN))))
        try:
            player.press(pressed[-1])
        except Exception as fault:
            fault.add_note(f"seed {keys}, the last keys: {pressed[-30:]}")
            raise
    assert player.acted > keys / 50, "hardly a card was played: these keys test nothing"


# Bytes, in a real pseudo-terminal.


def noise(chance: Random) -> bytes:
    """What may come from a keyboard, a mouse or a broken line at once; never what answers the question to leave."""
    some = chance.randrange
    match some(12):
        case 0 | 1 | 2 | 3:
            return chance.choice(string.printable.translate(_NO_YES)).encode()
        case 4:
            return chance.choice(
                (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[5~", b"\x1b[6~", b"\x1bOP", b"\x1b[Z")
            )
        case 5:
            return chance.choice((b"\x1b", b"\x1b[", b"\x1b[<", b"\x1b[<0;5", b"\x1b[200", b"\x1b[1;", b"\x1bO"))
        case 6:
            return f"\x1b[<{some(70)};{some(90)};{some(30)}{chance.choice('Mm')}".encode()
        case 7:
            return chance.choice(
                (b"\x1b[<999999;0;-1M", b"\x1b[<;;M", b"\x1b[M\xff\xff\xff", b"\x1b[M", b"\x1b[32;1;1M")
            )
        case 8:
            return bytes(some(1, 32) for _ in range(2)).translate(None, _ENDING)
        case 9 | 10:
            return b"\x1b"
        case _:
            return chance.choice((b"\0", b"\xff\xfe", b"\xc3", b"\xe4\xb8", "\U0001f0a1\u00e9\u4e2d".encode(), b"\x80"))


_NO_YES: Final = str.maketrans("", "", "yY")
_ENDING: Final = bytes((3, 26, 28))
"""Ctrl-C, Ctrl-Z and what makes a core file: each is tested by itself."""


@pytest.mark.parametrize("presses", [120, pytest.param(10_000, marks=pytest.mark.long)])
def test_random_bytes_leave_a_screen_that_is_as_if_drawn_anew(presses: int) -> None:
    chance = Random(presses)
    with terminal() as seen:
        seen.wait_for("q quit")
        for _ in range(presses):
            seen.send(noise(chance))
            seen.read_for(0.004)
        seen.send(b"\x1b[201~")
        seen.read_for(0.3)
        for _ in range(3):
            seen.send("\x1b")
            seen.read_for(0.3)
        seen.wait_for("YOUR HAND")
        before = seen.settle()
        seen.send("\x0c")
        seen.read_for(0.3)
        seen.wait_for_screen(lambda text: text == before, f"the same screen, drawn anew (seed {presses})")
        seen.process.send_signal(signal.SIGTERM)
        assert seen.wait_for_end() == 128 + signal.SIGTERM
        assert seen.is_restored()
    assert b"Traceback" not in seen.output


# Pasted text.

PASTED: Final = ("s 4 b 3 7 7 resign q y /s a\r object pass + 99 88 \t  do 1\r leave\r" * 20)[:1000]


@guest
@pytest.mark.parametrize("marks", [("\x1b[200~", "\x1b[201~"), ("", "")], ids=["bracketed", "unbracketed"])
async def test_a_thousand_pasted_characters_do_nothing_at_the_table(pipe: PipeInput, marks: tuple[str, str]) -> None:
    table = SmallTable()
    before, after = marks
    await played(pipe, table, [(f"{before}{PASTED}{after}", "pasted text")])
    assert not [message for message in table.heard if isinstance(message, Act | Say | Bye)]


def test_a_paste_in_pieces_does_nothing_either() -> None:
    """K13: a slow line delivers it in chunks; the program tells how many moves were asked for."""
    with terminal() as seen:
        seen.wait_for("q quit")
        for start in range(0, len(PASTED), 64):
            seen.send(PASTED[start : start + 64])
            seen.read_for(0.01)
        seen.wait_for("pasted text")
        seen.process.send_signal(signal.SIGTERM)
        assert seen.wait_for_end() == 128 + signal.SIGTERM
    assert "0 moves were asked for." in seen.text
