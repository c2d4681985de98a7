"""The full screen at work: one prompt-toolkit application that draws a session's state and sends what keys ask for.

State flows one way: session or key -> new state -> drawing. Nothing here decides; `pressing` and `drawing` do, purely.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from typing import Final, Protocol, TypeAlias, assert_never

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from skipbo_lan.client.first import first
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import ClientState, Ended, Lost
from skipbo_lan.limits import NOTICED
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.chronicle import NOTHING_YET
from skipbo_lan.locale.hosting import Invitation
from skipbo_lan.preferences import USUAL, Preferences
from skipbo_lan.tui import bridge
from skipbo_lan.tui.burst import Burst, arrived
from skipbo_lan.tui.drawing import draw
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.glyphs import ASCII, Glyphs, glyphs_for
from skipbo_lan.tui.model import Ask, Do, Intent, Leave, Model, Result, SaveLog, Terminal, UiState, settled
from skipbo_lan.tui.pieces import Pieces, joined
from skipbo_lan.tui.pressing import modes
from skipbo_lan.tui.signals import Signals

ESCAPE_WAIT: Final = 0.05
"""Seconds after which a lone Esc is the key and not the beginning of another one (TESTED.md T19)."""
LEAST_REDRAW: Final = 0.02
"""Seconds between two drawings when news come in floods."""
TICK: Final = 1.0
"""Seconds between drawings while something counts down."""

SaveTheLog: TypeAlias = Callable[[], str]
"""Saves the log of the match; what to say of it."""

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


async def run_screen(
    session: Session,
    *,
    preferences: Preferences = USUAL,
    invitation: Invitation | None = None,
    save_log: SaveTheLog = lambda: NOTHING_YET,
) -> int | None:
    """Show and play a session that somebody else runs, until it has ended or the player leaves.

    To be awaited under `bridge.run`. Returns the number of the signal that ended it, SIGINT for Ctrl-C twice; None
    otherwise. Whoever leaves as the owner has closed the table; after a signal the owner has not left it: whoever
    opened it closes it so that the match is kept. The terminal is as before, whatever is raised.
    """
    glyphs = ASCII if preferences.ascii else glyphs_for(sys.stdout.encoding)
    screen = Screen(session, glyphs, invitation, preferences, save_log)
    number = await first(screen.show, screen.watch)
    over = isinstance(session.state.status, Ended)
    if not over and (number is None or not session.state.owner):
        session.leave()
    return number


class Screen:
    """The application with the little that it remembers: what the player has begun, and the last drawing."""

    def __init__(
        self,
        session: Session,
        glyphs: Glyphs,
        invitation: Invitation | None = None,
        preferences: Preferences = USUAL,
        save_log: SaveTheLog = lambda: NOTHING_YET,
    ) -> None:
        self.ui = UiState(preferences=preferences)
        self.canvas = Canvas(0, 0)
        self._session = session
        self._glyphs = glyphs
        self._invitation = invitation
        self._save_log = save_log
        self._burst, self._pieces = Burst(), Pieces()
        self._app: Application[int | None] = Application(
            layout=Layout(Window(Sheet(self), always_hide_cursor=Condition(lambda: self.canvas.cursor is None))),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=Condition(lambda: self.ui.preferences.mouse),
            enable_page_navigation_bindings=False,
            min_redraw_interval=LEAST_REDRAW,
            max_render_postpone_time=None,
            terminal_size_polling_interval=None if hasattr(signal, "SIGWINCH") else 0.5,
        )
        self._app.ttimeoutlen = self._app.timeoutlen = ESCAPE_WAIT
        self._signals = Signals(self._app.output, session.state)
        self._app.after_render += self._call

    async def show(self) -> int | None:
        """Run the application until it is over; the number of the signal that ended it, if one did."""
        try:
            return await bridge.run_app(self._app, self.on_signal, self._signals.put_back)
        except (EOFError, OSError):  # the terminal is gone: the world's fault, and the same as a hang-up
            return getattr(signal, "SIGHUP", signal.SIGTERM)

    async def watch(self) -> int | None:
        """Draw anew when there is news and when time counts down, until the session has ended."""
        state = self._session.state
        while not isinstance(state.status, Ended):
            with trio.move_on_after(NOTICED if state.pending is not None else TICK if counts_down(state) else inf):
                await self._session.changed(state)
            state = self._session.state
            self.ui = settled(self.ui, state)
            self._app.invalidate()
        return None

    def exit(self, number: int | None) -> None:
        """End the application, unless that is under way."""
        if self._app.future is not None and not self._app.future.done():
            self._app.exit(result=number)

    def draw(self, width: int, height: int) -> Canvas:
        """The screen in this size, remembered for the mouse."""
        self.canvas = draw.draw(self._model(width, height))
        return self.canvas

    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""
        self._become(modes.press(self._model(self.canvas.width, self.canvas.height), name))

    def _model(self, width: int, height: int) -> Model:
        state, now = self._session.state, trio.current_time()
        return Model(state, self.ui, now, width, height, self._glyphs, self._invitation)

    def _call(self, _: Application[int | None]) -> None:
        """Call the player to what has just been drawn."""
        self._signals.heed(self._session.state, self.ui.preferences, trio.current_time())

    def _become(self, result: Result) -> None:
        self.ui, intents = result
        for intent in intents:
            self._perform(intent)
        self._app.invalidate()

    def _perform(self, intent: Intent) -> None:
        match intent:
            case Do(action):
                if not self._session.act(action):
                    self.ui = replace(self.ui, reply=(words.STILL_WAITING,))
                self.ui = replace(self.ui, sent_at=trio.current_time())
            case Ask(message):
                self._session.ask(message)
            case Leave(interrupted):
                self.exit(signal.SIGINT if interrupted else None)
            case SaveLog():
                self.ui = replace(self.ui, reply=(self._save_log(),))
            case Terminal.REDRAW:
                self._app.renderer.clear()
            case Terminal.SUSPEND:
                bridge.suspend(self._app, self._signals.put_back)
            case _:
                assert_never(intent)

    def on_signal(self, number: int) -> None:
        """SIGINT from outside is the key Ctrl-C (TERMINAL.md K5); every other signal ends the screen.

        Raises SystemExit, which ends the whole run, when the screen has not begun yet.
        """
        if number == signal.SIGINT:
            self.key("c-c")
        elif self._app.future is None:
            raise SystemExit(128 + number)
        else:
            self.exit(number)

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
            self._arrived("space" if event.data == " " else event.data, event)

    def _arrived(self, name: str, event: KeyPressEvent) -> None:
        now, waiting = trio.current_time(), len(event.app.key_processor.input_queue)
        self._pieces, whole = joined(self._pieces, name, now)
        self._burst = arrived(self._burst, now, waiting)
        if whole is None:
            return
        name = whole
        if self._burst.ongoing and name != "c-c":
            self._become(modes.burst(self._model(self.canvas.width, self.canvas.height), name, waiting))
        else:
            self.key(name)

    def _on_paste(self, event: KeyPressEvent) -> None:
        self._become(modes.paste(self._model(self.canvas.width, self.canvas.height), event.data))


class Drawn(Protocol):
    """What a sheet shows: it draws itself, and takes clicks as keys."""

    canvas: Canvas

    def draw(self, width: int, height: int) -> Canvas:
        """The drawing in this size."""

    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""


class Sheet(UIControl):
    """The only control of the layout: the whole screen, drawn by a pure function."""

    def __init__(self, screen: Drawn) -> None:
        self._screen = screen

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
        """A click is the key that the clicked place stands for; motion is ignored (TESTED.md T27)."""
        name = mouse_key(mouse_event, self._screen.canvas.at)
        if name is None:
            return NotImplemented
        self._screen.key(name)
        return None


def mouse_key(event: MouseEvent, at: Callable[[int, int], str | None]) -> str | None:
    """The key that a mouse event stands for."""
    match event.event_type:
        case MouseEventType.SCROLL_UP:
            return "wheel-up"
        case MouseEventType.SCROLL_DOWN:
            return "wheel-down"
        case MouseEventType.MOUSE_UP if event.button is MouseButton.RIGHT:
            return "escape"
        case MouseEventType.MOUSE_UP if event.button in (MouseButton.LEFT, MouseButton.UNKNOWN):
            return at(event.position.x, event.position.y)
        case _:
            return None


def counts_down(state: ClientState) -> bool:
    """Whether the screen shows a time that runs."""
    room = state.room
    if isinstance(state.status, Lost):
        return True
    return room is not None and (
        room.next_round_ms is not None
        or room.turn_ms is not None
        or room.accusation is not None
        or any(player.grace_ms is not None for player in room.players)
    )
