"""The application with a real session: keys become actions, news become drawings, and every way out is told."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import DummyOutput

from engine.cards import Card
from protocol.messages import Act, Bye, Say
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import Ended
from skipbo_lan.tui import app, bridge
from skipbo_lan.tui.drawing.glyphs import ASCII
from skipbo_lan.tui.mouse import mouse_key
from tests.tui.scenes import seen
from tests.tui.small_table import SmallTable, a_seat

guest = pytest.mark.trio(run=bridge.run)


class Terminal24(DummyOutput):
    """A terminal of the usual size that shows nothing, but tells when it was drawn on."""

    def __init__(self) -> None:
        self.drawn = trio.Event()

    def flush(self) -> None:
        self.drawn.set()
        self.drawn = trio.Event()

    def get_size(self) -> Size:
        return Size(rows=24, columns=80)


@pytest.fixture
def pipe() -> Iterator[PipeInput]:
    with create_pipe_input() as source:
        yield source


@dataclass
class Play:
    """A screen at a small table, with a hand on its keys."""

    pipe: PipeInput
    terminal: Terminal24
    screen: app.Screen

    async def see(self, words: str) -> None:
        """Wait until the drawing has these words."""
        with trio.fail_after(5):
            while words not in "\n".join(self.screen.canvas.lines()):
                await self.terminal.drawn.wait()

    async def key(self, text: str, words: str) -> None:
        """Press keys and wait for what they lead to."""
        self.pipe.send_text(text)
        await self.see(words)


async def played(pipe: PipeInput, table: SmallTable, keys: list[tuple[str, str]]) -> None:
    """Press keys one after another, each with the words to wait for; then leave by cancelling."""
    terminal = Terminal24()
    with create_app_session(input=pipe, output=terminal):
        async with a_seat(table) as session:
            play = Play(pipe, terminal, app.Screen(session, ASCII))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play.screen.watch)
                nursery.start_soon(play.screen.show)
                await play.see("YOUR TURN")
                for text, words in keys:
                    await play.key(text, words)
                nursery.cancel_scope.cancel()


@guest
async def test_a_key_becomes_an_action_and_its_result_a_drawing(pipe: PipeInput) -> None:
    table = SmallTable()
    await played(pipe, table, [("s", "[ 5 ]<"), ("4", "CHOSEN"), ("4", "B is complete")])
    assert [type(message) for message in table.heard if not isinstance(message, Bye)] == [Act, Act]
    assert Card.FIVE in table.table.building[0].cards


@guest
async def test_special_keys_have_their_names(pipe: PipeInput) -> None:
    table = SmallTable()
    walk = [("\t", "MOVE 1 OF"), ("\x1b[Z", "MOVE"), ("\x1b", "YOUR TURN  play")]
    page = [("?", "KEYS"), ("\x1b[6~", "fg returns"), ("\x1b", "YOUR HAND"), ("\x1b[5~", "Esc back")]
    await played(pipe, table, [*walk, *page])
    assert not [message for message in table.heard if isinstance(message, Act)]


@guest
async def test_talk_is_sent_and_comes_back(pipe: PipeInput) -> None:
    table = SmallTable()
    await played(pipe, table, [("t", "to all>"), ("quit 3 a\r", "<Anna> quit 3 a")])
    assert [message.text for message in table.heard if isinstance(message, Say)] == ["quit 3 a"]


@guest
async def test_pasted_text_is_dropped_at_the_table(pipe: PipeInput) -> None:
    """K13."""
    table = SmallTable()
    await played(pipe, table, [("\x1b[200~resign\rs4b\x1b[201~", "pasted text")])
    assert not [message for message in table.heard if isinstance(message, Act)]


@guest
async def test_a_burst_of_keys_is_dropped_at_the_table(pipe: PipeInput) -> None:
    table = SmallTable()
    await played(pipe, table, [("s4b9resign s 4 4 9", "pasted text")])
    assert not [message for message in table.heard if isinstance(message, Act)]


@guest
async def test_an_unbracketed_paste_into_the_talk_line_is_not_sent_by_its_line_breaks(pipe: PipeInput) -> None:
    table = SmallTable()
    await played(pipe, table, [("t", "to all>"), ("first line\rsecond line", "first line second line")])
    assert not [message for message in table.heard if isinstance(message, Say)]


async def left(pipe: PipeInput, *keys: str, number: int | None = None) -> tuple[int | None, SmallTable, Session]:
    """How `run_screen` ends after these keys, or this signal."""
    table = SmallTable()
    with create_app_session(input=pipe, output=Terminal24()):
        async with a_seat(table) as session, trio.open_nursery() as nursery:
            if number is not None:
                nursery.start_soon(send_signal, number)
            for text in keys:
                pipe.send_text(text)
            with trio.fail_after(5):
                result = await app.run_screen(session)
                while not isinstance(session.state.status, Ended):
                    await session.changed(session.state)
    return result, table, session


async def send_signal(number: int) -> None:
    await trio.sleep(0.1)
    os.kill(os.getpid(), number)


@guest
async def test_q_and_yes_leave_with_a_farewell(pipe: PipeInput) -> None:
    result, table, _ = await left(pipe, "q", "y")
    assert result is None
    assert isinstance(table.heard[-1], Bye)


@guest
async def test_ctrl_c_twice_leaves_like_the_signal(pipe: PipeInput) -> None:
    result, table, _ = await left(pipe, "\x03", "\x03")
    assert result == signal.SIGINT
    assert isinstance(table.heard[-1], Bye)


@guest
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_leaves_with_a_farewell_and_its_number(pipe: PipeInput, number: signal.Signals) -> None:
    result, table, _ = await left(pipe, number=number)
    assert result == number
    assert isinstance(table.heard[-1], Bye)


@guest
async def test_a_signal_before_the_screen_has_begun_is_not_lost(pipe: PipeInput) -> None:
    with create_app_session(input=pipe, output=Terminal24()):
        async with a_seat(SmallTable()) as session:
            with pytest.raises(SystemExit):
                app.Screen(session, ASCII).on_signal(signal.SIGTERM)


@guest
async def test_a_hang_up_on_its_way_when_the_screen_ends_is_not_told_again(pipe: PipeInput) -> None:
    with create_app_session(input=pipe, output=Terminal24()):
        async with a_seat(SmallTable()) as session:
            screen = app.Screen(session, ASCII)
            pipe.close()
            assert await screen.show() == signal.SIGHUP
            screen.on_signal(signal.SIGHUP)


@guest
async def test_a_terminal_that_is_gone_counts_as_a_hang_up(pipe: PipeInput) -> None:
    table = SmallTable()
    with create_app_session(input=pipe, output=Terminal24()):
        async with a_seat(table) as session:
            pipe.close()
            with trio.fail_after(5):
                assert await app.run_screen(session) == signal.SIGHUP


@guest
async def test_a_hang_up_that_is_told_late_or_twice_does_not_hurry_the_end(pipe: PipeInput) -> None:
    with create_app_session(input=pipe, output=Terminal24()):
        async with a_seat(SmallTable()) as session:
            pipe.close()
            assert await app.run_screen(session) == signal.SIGHUP
            os.kill(os.getpid(), signal.SIGHUP)
            await trio.sleep(0.05)


@guest
async def test_the_screen_ends_when_the_host_closes_the_table(pipe: PipeInput) -> None:
    table = SmallTable()
    with create_app_session(input=pipe, output=Terminal24()):
        async with a_seat(table) as session, trio.open_nursery() as nursery:
            nursery.start_soon(table.hang_up)
            with trio.fail_after(5):
                assert await app.run_screen(session) is None
            assert isinstance(session.state.status, Ended)


@pytest.mark.parametrize(
    ("kind", "button", "key"),
    [
        (MouseEventType.MOUSE_UP, MouseButton.LEFT, "s"),
        (MouseEventType.MOUSE_DOWN, MouseButton.LEFT, None),
        (MouseEventType.MOUSE_MOVE, MouseButton.NONE, None),
        (MouseEventType.MOUSE_UP, MouseButton.RIGHT, "escape"),
        (MouseEventType.SCROLL_UP, MouseButton.NONE, "wheel-up"),
        (MouseEventType.SCROLL_DOWN, MouseButton.NONE, "wheel-down"),
    ],
)
def test_mouse_events_stand_for_keys_and_motion_for_none(
    kind: MouseEventType, button: MouseButton, key: str | None
) -> None:
    event = MouseEvent(Point(4, 13), kind, button, frozenset())
    assert mouse_key(event, lambda x, y: "s") == key


def test_a_time_that_runs_is_drawn_anew() -> None:
    assert not app.counts_down(seen())
