"""asyncio and trio in one thread: everything ends, everything is told, and the application is always left."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator

import pytest
import trio
import trio.testing
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import DummyOutput

from skipbo_lan.os_signals import ENDING
from skipbo_lan.tui import bridge

guest = pytest.mark.trio(run=bridge.run)


@pytest.fixture
def pipe() -> Iterator[PipeInput]:
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        yield source


def an_app(pipe: PipeInput, on_key: Callable[[KeyPressEvent], None], draw: Callable[[], str] = str) -> Application[str]:
    bindings = KeyBindings()
    bindings.add("<any>")(on_key)
    layout = Layout(Window(FormattedTextControl(draw, focusable=True)))
    return Application(layout=layout, key_bindings=bindings, full_screen=True, input=pipe, output=DummyOutput())


def exits(event: KeyPressEvent) -> None:
    event.app.exit(result=event.data)


def ignores(number: int) -> None:
    raise AssertionError("no signal is expected")


def test_run_returns_what_the_function_returns() -> None:
    async def add(a: int, b: int) -> int:
        await trio.lowlevel.checkpoint()
        return a + b

    assert bridge.run(add, 2, 3) == 5


def test_run_raises_what_the_function_raises() -> None:
    async def fail() -> None:
        await trio.lowlevel.checkpoint()
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        bridge.run(fail)


def test_run_takes_the_options_of_trio() -> None:
    clock = trio.testing.MockClock(rate=0, autojump_threshold=0)

    async def sleep() -> float:
        await trio.sleep(1000)
        return trio.current_time()

    assert bridge.run(sleep, clock=clock) >= 1000


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_cancels_every_task_and_tells_its_number(number: int) -> None:
    tidied = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), number)
            await trio.sleep_forever()
        finally:
            tidied.append(True)

    with pytest.raises(SystemExit) as ended:
        bridge.run(work)
    assert ended.value.code == 128 + number
    assert tidied == [True]


def test_after_a_run_signals_are_handled_as_before() -> None:
    before = [signal.getsignal(number) for number in ENDING]
    bridge.run(trio.lowlevel.checkpoint)
    assert [signal.getsignal(number) for number in ENDING] == before


def test_an_exit_from_an_asyncio_callback_does_not_leave_trio_unfinished() -> None:
    tidied = []

    async def work() -> None:
        asyncio.get_running_loop().call_soon(lambda: exec("raise SystemExit(7)"))
        try:
            await trio.sleep_forever()
        finally:
            tidied.append(True)

    with pytest.raises(SystemExit) as ended:
        bridge.run(work)
    assert ended.value.code == 7
    assert tidied == [True]


@guest
async def test_the_result_of_the_application_comes_back(pipe: PipeInput) -> None:
    pipe.send_text("x")
    assert await bridge.run_app(an_app(pipe, exits), ignores) == "x"


@guest
async def test_the_application_has_drawn_when_start_returns(pipe: PipeInput) -> None:
    drawn = []

    def draws() -> str:
        drawn.append(True)
        return ""

    app = an_app(pipe, exits, draws)
    async with trio.open_nursery() as nursery:
        await nursery.start(bridge.run_app, app, ignores)
        await trio.lowlevel.checkpoint()
        assert drawn
        pipe.send_text("x")


@guest
async def test_other_tasks_run_beside_the_application(pipe: PipeInput) -> None:
    async with trio.open_nursery() as nursery:

        async def press() -> None:
            for _ in range(5):
                await trio.sleep(0.001)
            pipe.send_text("x")

        nursery.start_soon(press)
        assert await bridge.run_app(an_app(pipe, exits), ignores) == "x"


@guest
async def test_an_exception_in_a_key_binding_ends_the_application(pipe: PipeInput) -> None:
    """K1: no `Press ENTER to continue`."""

    def fails(event: KeyPressEvent) -> None:
        raise LookupError("in a key")

    pipe.send_text("x")
    with pytest.raises(LookupError, match="in a key"):
        await bridge.run_app(an_app(pipe, fails), ignores)


@guest
async def test_an_exception_in_the_first_drawing_ends_the_application(pipe: PipeInput) -> None:
    def fails() -> str:
        raise LookupError("in a drawing")

    with pytest.raises(LookupError, match="in a drawing"):
        await bridge.run_app(an_app(pipe, exits, fails), ignores)


@guest
async def test_an_exception_in_a_later_drawing_ends_the_application(pipe: PipeInput) -> None:
    """K2: it cannot be left by any key otherwise."""
    drawings = []

    def fails_later() -> str:
        drawings.append(True)
        if len(drawings) > 1:
            raise LookupError("in a drawing")
        return ""

    pipe.send_text("x")
    with pytest.raises(LookupError, match="in a drawing"):
        await bridge.run_app(an_app(pipe, lambda event: event.app.invalidate(), fails_later), ignores)


@guest
async def test_an_exception_in_an_asyncio_task_ends_the_application(pipe: PipeInput) -> None:
    """K3."""

    async def fails() -> None:
        raise LookupError("in a task")

    def starts_a_task(event: KeyPressEvent) -> None:
        event.app.create_background_task(fails())

    pipe.send_text("x")
    with pytest.raises(LookupError, match="in a task"):
        await bridge.run_app(an_app(pipe, starts_a_task), ignores)


@guest
async def test_cancelling_ends_the_application(pipe: PipeInput) -> None:
    app = an_app(pipe, exits)
    async with trio.open_nursery() as nursery:
        await nursery.start(bridge.run_app, app, ignores)
        nursery.cancel_scope.cancel()
    assert not app.is_running


@guest
async def test_a_signal_is_told_while_the_application_runs(pipe: PipeInput) -> None:
    app = an_app(pipe, exits)
    async with trio.open_nursery() as nursery:
        told: list[int] = []

        def end(number: int) -> None:
            told.append(number)
            app.exit(result="ended")

        await nursery.start(bridge.run_app, app, end)
        os.kill(os.getpid(), signal.SIGTERM)
    assert told == [signal.SIGTERM]
