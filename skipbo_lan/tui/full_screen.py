"""A full screen as a prompt-toolkit application: it shows one canvas, and takes keys, clicks, paste and signals.

What is drawn, and what a key does, is decided by whoever derives from it.
"""

from __future__ import annotations

import signal
from abc import ABC, abstractmethod
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent

from skipbo_lan.preferences import Preferences
from skipbo_lan.tui import bridge
from skipbo_lan.tui.burst import MOST_KEYS, Burst, arrived
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.dress import dress
from skipbo_lan.tui.intents import Terminal
from skipbo_lan.tui.mouse import Click, is_second, is_whole, mouse_key
from skipbo_lan.tui.pieces import Pieces, joined

ESCAPE_WAIT: Final = 0.05
"""Seconds after which a lone Esc is the key and not the beginning of another one (TESTED.md T19)."""
LEAST_REDRAW: Final = 0.02
"""Seconds between two drawings when news come in floods."""
TICK: Final = 1.0
"""Seconds between drawings while something counts down, or may have changed."""

KEY_NAMES: Final = {
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlI: "tab",
    Keys.BackTab: "s-tab",
    Keys.Escape: "escape",
    Keys.ControlH: "backspace",
    Keys.Delete: "delete",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.ControlA: "c-a",
    Keys.ControlC: "c-c",
    Keys.ControlE: "c-e",
    Keys.ControlK: "c-k",
    Keys.ControlL: "c-l",
    Keys.ControlU: "c-u",
    Keys.ControlW: "c-w",
    Keys.ControlZ: "c-z",
}
"""The keys with a name. Ctrl-S and Ctrl-Q are not among them: they belong to the terminal (T3)."""

_MOUSE: Final = next(each for each in load_mouse_bindings().bindings if each.keys == (Keys.Vt100MouseEvent,))
"""How prompt-toolkit itself takes a report of the mouse."""

_HANG_UP: Final[int] = getattr(signal, "SIGHUP", signal.SIGTERM)

T = TypeVar("T")


class FullScreen(ABC, Generic[T]):
    """The application with the last drawing. It ends with a T, or with the number of a signal."""

    def __init__(self, *, most_keys: int = MOST_KEYS) -> None:
        """`most_keys`: how many keys within a moment a hand may have typed here; more were pasted (K13)."""
        self.canvas = Canvas(0, 0)
        self._most_keys = most_keys
        self._burst, self._pieces = Burst(), Pieces()
        self._app: Application[T | int] = Application(
            layout=Layout(sheet_window(self)),
            style=dress(lambda: self.preferences.theme),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=Condition(lambda: self.preferences.mouse),
            enable_page_navigation_bindings=False,
            min_redraw_interval=LEAST_REDRAW,
            max_render_postpone_time=None,
            terminal_size_polling_interval=None if hasattr(signal, "SIGWINCH") else 0.5,
        )
        self._app.ttimeoutlen = self._app.timeoutlen = ESCAPE_WAIT

    @property
    @abstractmethod
    def preferences(self) -> Preferences:
        """What the player likes at this moment."""

    @abstractmethod
    def drawn(self, width: int, height: int) -> Canvas:
        """The drawing in this size."""

    @abstractmethod
    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""

    @abstractmethod
    def burst(self, name: str, waiting: int) -> None:
        """A key came as part of pasted text that the terminal did not mark, with so many more waiting behind it."""

    @abstractmethod
    def paste(self, text: str) -> None:
        """Text was pasted."""

    async def show(self) -> T | int:
        """Run the application until it is over; its result, or the number of the signal that ended it."""
        try:
            result = await bridge.run_app(self._app, self.on_signal, self.give_back)
        except (EOFError, OSError):  # the terminal is gone: the world's fault, and the same as a hang-up
            result = _HANG_UP
        if result == _HANG_UP:
            bridge.hung_up()
        return result

    def exit(self, result: T | int) -> None:
        """End the application, unless that is under way."""
        if self._app.future is not None and not self._app.future.done():
            self._app.exit(result=result)

    def refresh(self) -> None:
        """Draw anew, soon."""
        self._app.invalidate()

    def obey(self, deed: Terminal) -> None:
        """Do what the terminal itself was asked for."""
        if deed is Terminal.REDRAW:
            self._app.renderer.clear()
        else:
            bridge.suspend(self._app, self.give_back)

    def give_back(self) -> None:
        """The terminal is given back: undo what was changed of it beside the drawing."""

    def draw(self, width: int, height: int) -> Canvas:
        """The drawing in this size, remembered for the mouse."""
        self.canvas = self.drawn(width, height)
        return self.canvas

    def on_signal(self, number: int) -> None:
        """SIGINT from outside is the key Ctrl-C (TERMINAL.md K5); every other signal ends the screen.

        Raises SystemExit, which ends the whole run, when the screen has not begun yet. One that has been drawn may be
        over already by the end of its input, of which a terminal that closes tells first.
        """
        if number == signal.SIGINT:
            self.key("c-c")
        elif self._app.future is not None:
            self.exit(number)
        elif number != _HANG_UP or not self.canvas.width:
            raise SystemExit(128 + number)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key, name in KEY_NAMES.items():
            bindings.add(key, eager=True)(partial(self._on_key, name))
        bindings.add(Keys.BracketedPaste)(self._on_paste)
        bindings.add(Keys.Vt100MouseEvent)(_on_mouse)
        bindings.add(Keys.Any)(self._on_character)
        return bindings

    def _on_character(self, event: KeyPressEvent) -> None:
        if len(event.data) == 1 and event.data.isprintable():
            self._on_key("space" if event.data == " " else event.data, event)

    def _on_key(self, name: str, event: KeyPressEvent) -> None:
        if not self.canvas.width and name != "c-c":
            return  # nobody has seen yet what it would do
        now, waiting = trio.current_time(), len(event.app.key_processor.input_queue)
        self._pieces, whole = joined(self._pieces, name, now)
        self._burst = arrived(self._burst, now, waiting, self._most_keys)
        if whole is None:
            return
        if self._burst.ongoing and whole != "c-c":
            self.burst(whole, waiting)
        else:
            self.key(whole)

    def _on_paste(self, event: KeyPressEvent) -> None:
        self.paste(event.data)


def _on_mouse(event: KeyPressEvent) -> object:
    """A report of the mouse, for prompt-toolkit to find the place; what is no whole report is dropped."""
    return _MOUSE.handler(event) if is_whole(event.data) else NotImplemented


class Drawn(Protocol):
    """What a sheet shows: it draws itself, and takes clicks as keys."""

    canvas: Canvas

    def draw(self, width: int, height: int) -> Canvas:
        """The drawing in this size."""

    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""


def sheet_window(screen: Drawn) -> Window:
    """The only window: a sheet in the plain look, with a cursor only where text is typed."""
    hidden = Condition(lambda: screen.canvas.cursor is None)
    return Window(_Sheet(screen), style=Style.PLAIN.value, always_hide_cursor=hidden)


class _Sheet(UIControl):
    """The only control of the layout: the whole screen."""

    def __init__(self, screen: Drawn) -> None:
        self._screen = screen
        self._clicked: Click | None = None

    def is_focusable(self) -> bool:
        """Keys go here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """The drawing in the form that prompt-toolkit asks for."""
        canvas = self._screen.draw(width, height)
        x, y = canvas.cursor or (0, 0)
        return UIContent(
            get_line=lambda row: [*canvas.row(row)],
            line_count=height,
            cursor_position=Point(x, y),
            show_cursor=canvas.cursor is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """A click is the key that the clicked place stands for; the second one of a double click is none."""
        name = mouse_key(mouse_event, self._screen.canvas.at)
        if name is None:
            return NotImplemented
        click = Click(name, mouse_event.position.x, mouse_event.position.y, trio.current_time())
        before, self._clicked = self._clicked, click
        if not is_second(before, click):
            self._screen.key(name)
        return None
