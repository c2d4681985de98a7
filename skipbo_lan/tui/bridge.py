"""asyncio and trio in one thread: prompt-toolkit needs the one, the network is written in the other.

asyncio is the host, trio runs as its guest. This is the only file that imports asyncio.

1. `run` replaces `trio.run`; whatever ends it, every trio task is cancelled and awaited first.
2. `run_app` runs a prompt-toolkit application from a trio task. An exception in a key binding, in a drawing or in a
   callback ends the application and is raised here, with the terminal restored; prompt-toolkit's own habit is to
   wait for Enter and go on (TERMINAL.md K1 to K3).
3. A signal never kills the process with the terminal in raw mode (K4): while an application runs, its caller is told;
   otherwise the run is cancelled and ends with SystemExit(128 + signal).
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeAlias, TypeVar

import trio
from outcome import Outcome
from prompt_toolkit.application import Application, run_in_terminal

T = TypeVar("T")
OnSignal: TypeAlias = Callable[[int], None]
GiveBack: TypeAlias = Callable[[], None]

ENDING_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What asks a program to end; Windows has no SIGHUP."""

_END_RUN: Final[trio.lowlevel.RunVar[OnSignal]] = trio.lowlevel.RunVar("end_run")
"""How the present run is ended by a signal."""


def run(async_fn: Callable[..., Awaitable[T]], *args: object, **options: Any) -> T:  # noqa: ANN401
    """Run an async function in trio, with asyncio beside it. Options are those of `trio.run`.

    Returns or raises what the function does; SystemExit(128 + n) after the signal n.
    """
    interrupts: list[BaseException] = []
    scope = trio.CancelScope()

    def end(reason: BaseException) -> None:
        interrupts.append(reason)
        scope.cancel()

    def end_by_signal(number: int) -> None:
        end(SystemExit(128 + number))

    async def guest() -> T:
        _END_RUN.set(end_by_signal)
        with scope:
            return await async_fn(*args)
        raise interrupts[0]

    with asyncio.Runner() as runner:
        _handle_signals(runner.get_loop(), end_by_signal)
        done = runner.run(_start_guest(guest, options))
        return _until_done(runner, done, end).unwrap()


async def run_app(
    app: Application[T],
    on_signal: OnSignal,
    give_back: GiveBack = lambda: None,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> T:
    """Run the application until it exits; its result, or its exception. To be awaited in a trio task under `run`.

    `on_signal` is called when a signal asks the program to end meanwhile, `give_back` whenever the terminal is given
    back, for what prompt-toolkit does not know to have been changed.
    """
    loop, task = asyncio.get_running_loop(), trio.lowlevel.current_task()
    raise_cancel: list[Callable[[], Any]] = []
    with _errors_end(app, loop), _signals_told(app, loop, on_signal, give_back):
        running = loop.create_task(
            app.run_async(set_exception_handler=False, handle_sigint=False, pre_run=task_status.started)
        )
        running.add_done_callback(lambda _: trio.lowlevel.reschedule(task))

        def abort(raise_it: Callable[[], Any]) -> trio.lowlevel.Abort:
            raise_cancel.append(raise_it)
            running.cancel()
            return trio.lowlevel.Abort.FAILED  # this task is woken by the callback, once the terminal is restored

        try:
            await trio.lowlevel.wait_task_rescheduled(abort)
        finally:
            give_back()
            app.renderer.reset()
            app.output.flush()
    if running.cancelled() and raise_cancel:
        raise_cancel[0]()
    return running.result()


def hung_up() -> None:
    """The terminal is gone. Its signal, which may come late or twice, shall not hurry the rest of the run."""
    with suppress(NotImplementedError, ValueError, RuntimeError, AttributeError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, lambda: None)


def suspend(app: Application[Any], give_back: GiveBack = lambda: None) -> None:
    """Give the terminal back and stop until the shell goes on with this program (TERMINAL.md K7)."""
    if hasattr(signal, "SIGTSTP") and app.context is not None:
        app.context.copy().run(run_in_terminal, lambda: _stop(app, give_back))


def _stop(app: Application[Any], give_back: GiveBack) -> None:
    give_back()
    loop = asyncio.get_running_loop()
    loop.remove_signal_handler(signal.SIGTSTP)
    os.kill(0, signal.SIGTSTP)  # the whole group: under make or a script the parent has to stop as well
    loop.add_signal_handler(signal.SIGTSTP, suspend, app, give_back)


async def _start_guest(guest: Callable[[], Awaitable[T]], options: dict[str, Any]) -> asyncio.Future[Outcome[T]]:
    """Start trio; the future will hold what the guest returned or raised."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Outcome[T]] = loop.create_future()
    trio.lowlevel.start_guest_run(
        guest,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=done.set_result,
        host_uses_signal_set_wakeup_fd=True,
        **options,
    )
    return done


def _until_done(
    runner: asyncio.Runner, done: asyncio.Future[Outcome[T]], end: Callable[[BaseException], None]
) -> Outcome[T]:
    """Run the loop until trio has ended, even when something stops the loop before."""
    while True:
        try:
            return runner.run(_wait(done))
        except (KeyboardInterrupt, SystemExit) as reason:
            end(reason)  # it escaped from an asyncio callback; trio must not be left behind unfinished


async def _wait(done: asyncio.Future[Outcome[T]]) -> Outcome[T]:
    return await asyncio.shield(done)


def _handle_signals(loop: asyncio.AbstractEventLoop, handler: OnSignal) -> None:
    with suppress(NotImplementedError, ValueError, RuntimeError):  # Windows; or not the main thread
        for number in ENDING_SIGNALS:
            loop.add_signal_handler(number, handler, number)


@contextmanager
def _signals_told(
    app: Application[Any], loop: asyncio.AbstractEventLoop, on_signal: OnSignal, give_back: GiveBack
) -> Iterator[None]:
    """Tell the caller of signals, and suspend on SIGTSTP, as long as the application runs."""
    _handle_signals(loop, on_signal)
    with suppress(NotImplementedError, ValueError, RuntimeError, AttributeError):
        loop.add_signal_handler(signal.SIGTSTP, suspend, app, give_back)
    try:
        yield
    finally:
        _handle_signals(loop, _END_RUN.get())
        with suppress(NotImplementedError, ValueError, RuntimeError, AttributeError):
            loop.remove_signal_handler(signal.SIGTSTP)


@contextmanager
def _errors_end(app: Application[Any], loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Let an exception in a callback end the application instead of being printed over it."""

    def on_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if app.future is not None and not app.future.done():
            app.exit(exception=context.get("exception") or RuntimeError(context["message"]))

    before = loop.get_exception_handler()
    loop.set_exception_handler(on_error)
    try:
        yield
    finally:
        loop.set_exception_handler(before)
