"""The live list of tables at work: searches, draws what is found, and ends with what the player has chosen."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias, assert_never

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window

from skipbo_lan.client.find import Rows
from skipbo_lan.client.listings import Listing
from skipbo_lan.locale import joining as words
from skipbo_lan.tui import bridge
from skipbo_lan.tui.app import ESCAPE_WAIT, KEY_NAMES, LEAST_REDRAW, TICK, Sheet
from skipbo_lan.tui.burst import Burst, arrived
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.model import Terminal
from skipbo_lan.tui.pieces import Pieces, joined
from skipbo_lan.tui.tables.keys import (
    GaveUp,
    HostInstead,
    Intent,
    LookAgain,
    Outcome,
    Picked,
    Result,
    Tables,
    Typed,
    burst,
    listed,
    paste,
    press,
)
from skipbo_lan.tui.tables.listing import ListModel, draw

Search: TypeAlias = Callable[[trio.MemorySendChannel[Rows], Callable[[], None]], Awaitable[None]]
"""Tells each new list until cancelled, and of each own question that came back."""

MOST_KEYS: Final = 3
"""More keys at once were pasted: an address is longer, and a hand types one key here, or holds an arrow."""
PATIENCE: Final = 5.0
"""Seconds after which an empty list is explained."""


class TableScreen:
    """The application with the little that it remembers: the list, the search, and the last drawing."""

    def __init__(
        self,
        search: Search,
        decided: Callable[[Rows], Listing | None],
        why_not: Callable[[str], str | None],
        is_alone: Callable[[], bool],
        *,
        rows: Rows = (),
        watching: bool = False,
    ) -> None:
        """`rows` were found already, `decided` tells the table that nobody needs to be asked about.

        `why_not` says what is wrong with an address that was typed, `is_alone` whether this machine is on no network.
        """
        self.tables = listed(Tables(watching=watching), rows)
        self.canvas = Canvas(0, 0)
        self._search = search
        self._decided = decided
        self._why_not = why_not
        self._is_alone = is_alone
        self._round = trio.CancelScope()
        self._began = trio.current_time()
        self._echoed = False
        self._burst, self._pieces = Burst(), Pieces()
        self._sure: Listing | None = None
        self._app: Application[Outcome | int] = Application(
            layout=Layout(Window(Sheet(self), always_hide_cursor=Condition(lambda: self.canvas.cursor is None))),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=True,
            enable_page_navigation_bindings=False,
            min_redraw_interval=LEAST_REDRAW,
            max_render_postpone_time=None,
            terminal_size_polling_interval=None if hasattr(signal, "SIGWINCH") else 0.5,
        )
        self._app.ttimeoutlen = self._app.timeoutlen = ESCAPE_WAIT

    async def run(self) -> Outcome | int:
        """Show the list until something is chosen; what, or the number of the signal that ended it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._look)
            nursery.start_soon(self._tick)
            try:
                outcome = await bridge.run_app(self._app, self.on_signal)
            except (EOFError, OSError):  # the terminal is gone: the world's fault, and the same as a hang-up
                outcome = getattr(signal, "SIGHUP", signal.SIGTERM)
            nursery.cancel_scope.cancel()
        return outcome

    def hear(self, rows: Rows) -> None:
        """These tables are there now. Whether to go to one by itself is looked up once for each: it reads files."""
        new = tuple(row for row in rows if row.key not in self.tables.numbers)
        self.tables = listed(self.tables, rows)
        self._sure = self._sure or self._decided(new)
        self._go_on()

    def draw(self, width: int, height: int) -> Canvas:
        """The screen in this size, remembered for the mouse."""
        self.canvas = draw(ListModel(self.tables, self._advice(), width, height))
        return self.canvas

    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""
        self._become(press(self.tables, name))

    def on_signal(self, number: int) -> None:
        """SIGINT from outside is the key Ctrl-C (TERMINAL.md K5); every other signal ends the screen."""
        if number == signal.SIGINT:
            self.key("c-c")
        else:
            self._exit(number)

    async def _look(self) -> None:
        """Search, and search anew whenever the player wants to."""
        while True:
            news, coming = trio.open_memory_channel[Rows](0)
            self._began, self._echoed, self._round = trio.current_time(), False, trio.CancelScope()
            with self._round:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._search, news, self._on_echo)
                    async for rows in coming:
                        self.hear(rows)

    async def _tick(self) -> None:
        while True:
            await trio.sleep(TICK)
            self._go_on()

    def _go_on(self) -> None:
        """Go to the table that nobody needs to be asked about, if there is one; else show what is there now."""
        if self._sure is not None:
            self._exit(Picked(self._sure, self.tables.watching))
        self._app.invalidate()

    def _on_echo(self) -> None:
        self._echoed = True

    def _advice(self) -> list[str]:
        if trio.current_time() - self._began < PATIENCE or self.tables.rows:
            return []
        alone = [words.no_network()] if self._is_alone() else []
        blocked = [] if self._echoed else [words.search_blocked(keys=True)]
        return [*words.none_found(keys=True), *alone, *blocked]

    def _become(self, result: Result) -> None:
        self.tables, intents = result
        for intent in intents:
            self._perform(intent)
        self._app.invalidate()

    def _perform(self, intent: Intent) -> None:
        match intent:
            case Typed(text) if (why := self._why_not(text)) is not None:
                self.tables = replace(self.tables, reply=why)
            case Picked() | Typed() | HostInstead() | GaveUp():
                self._exit(intent)
            case LookAgain():
                self._round.cancel()
            case Terminal.REDRAW:
                self._app.renderer.clear()
            case Terminal.SUSPEND:
                bridge.suspend(self._app)
            case _:
                assert_never(intent)

    def _exit(self, outcome: Outcome | int) -> None:
        if self._app.future is not None and not self._app.future.done():
            self._app.exit(result=outcome)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key, name in KEY_NAMES.items():
            bindings.add(key, eager=True)(partial(self._on_key, name))
        bindings.add(Keys.BracketedPaste)(self._on_paste)
        bindings.add(Keys.Any)(self._on_character)
        return bindings

    def _on_key(self, name: str, event: KeyPressEvent) -> None:
        self._arrived(name, event)

    def _on_character(self, event: KeyPressEvent) -> None:
        if len(event.data) == 1 and event.data.isprintable():
            in_list = self.tables.line is None
            self._arrived("space" if event.data == " " and in_list else event.data, event)

    def _arrived(self, name: str, event: KeyPressEvent) -> None:
        """A key from the terminal; too many at once were pasted, and a pasted address chooses nothing (K13)."""
        if not self.canvas.width and name != "c-c":
            return  # nobody has seen yet what it would choose
        now, waiting = trio.current_time(), len(event.app.key_processor.input_queue)
        self._pieces, whole = joined(self._pieces, name, now)
        self._burst = arrived(self._burst, now, waiting, MOST_KEYS)
        if whole is None:
            return
        name = whole
        if self._burst.ongoing and name != "c-c":
            self._become(burst(self.tables, name, waiting))
        else:
            self.key(name)

    def _on_paste(self, event: KeyPressEvent) -> None:
        self.tables = paste(self.tables, event.data)
        self._app.invalidate()
