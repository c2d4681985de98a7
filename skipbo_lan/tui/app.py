"""The full screen at the table: draws a session's state, and sends what keys ask for.

State flows one way: session or key -> new state -> drawing. Nothing here decides; `pressing` and `drawing` do, purely.
"""

from __future__ import annotations

import signal
import sys
import time
from dataclasses import replace
from math import inf
from typing import assert_never

import trio

from skipbo_lan.client.first import first
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import ClientState, Ended, Lost
from skipbo_lan.commands import SaveLog, SaveTheLog
from skipbo_lan.lesson.course import Progress
from skipbo_lan.limits import NOTICED
from skipbo_lan.locale import screen as words
from skipbo_lan.locale.chronicle import NOTHING_YET
from skipbo_lan.locale.hosting import Invitation
from skipbo_lan.preferences import USUAL, Keep, Preferences, forget
from skipbo_lan.tui.drawing import draw
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.glyphs import ASCII, Glyphs, glyphs_for
from skipbo_lan.tui.drawing.landed import moment_left
from skipbo_lan.tui.full_screen import TICK, FullScreen
from skipbo_lan.tui.intents import Prefer, Terminal
from skipbo_lan.tui.model import Ask, Do, Intent, Leave, Model, Result, UiState, settled
from skipbo_lan.tui.pressing import modes
from skipbo_lan.tui.signals import Signals


async def run_screen(
    session: Session,
    *,
    preferences: Preferences = USUAL,
    keep: Keep = forget,
    invitation: Invitation | None = None,
    lesson: Progress | None = None,
    save_log: SaveTheLog = lambda: NOTHING_YET,
) -> int | None:
    """Show and play a session that somebody else runs, until it has ended or the player leaves.

    `lesson`: how far the player has come in it, where the table is the lesson's.

    To be awaited under `bridge.run`. Returns the number of the signal that ended it, SIGINT for Ctrl-C twice; None
    otherwise. Whoever leaves as the owner has closed the table; after a signal the owner has not left it: whoever
    opened it closes it so that the match is kept. The terminal is as before, whatever is raised.
    """
    screen = Screen(session, glyphs_for(sys.stdout.encoding), invitation, preferences, keep, lesson, save_log)
    number = await first(screen.show, screen.watch)
    over = isinstance(session.state.status, Ended)
    if not over and (number is None or not session.state.owner):
        session.leave()
    return number


class Screen(FullScreen[None]):
    """The screen of a session, with the little that it remembers: what the player has begun."""

    def __init__(
        self,
        session: Session,
        glyphs: Glyphs,
        invitation: Invitation | None = None,
        preferences: Preferences = USUAL,
        keep: Keep = forget,
        lesson: Progress | None = None,
        save_log: SaveTheLog = lambda: NOTHING_YET,
    ) -> None:
        super().__init__()
        self.ui = UiState(preferences=preferences, lesson=lesson)
        self._session = session
        self._glyphs = glyphs
        self._invitation = invitation
        self._keep = keep
        self._save_log = save_log
        self._signals = Signals(self._app.output, session.state)
        self._app.after_render += self._call

    @property
    def preferences(self) -> Preferences:
        """As the screen's options have changed them."""
        return self.ui.preferences

    async def watch(self) -> None:
        """Draw anew when there is news and when time counts down, until the session has ended."""
        state = self._session.state
        while not isinstance(state.status, Ended):
            moment = moment_left(self._seen()) or (NOTICED if state.pending is not None else None)
            with trio.move_on_after(moment or (TICK if counts_down(state) else inf)):
                await self._session.changed(state)
            state = self._session.state
            self.ui = settled(self.ui, state)
            self.refresh()

    def drawn(self, width: int, height: int) -> Canvas:
        """The table, the lobby, or a page over them."""
        return draw.draw(self._model(width, height))

    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""
        self.ui = replace(self.ui, pressed_at=trio.current_time())
        self._become(modes.press(self._seen(), name))

    def burst(self, name: str, waiting: int) -> None:
        """A key of pasted text."""
        self._become(modes.burst(self._seen(), name, waiting))

    def paste(self, text: str) -> None:
        """Text was pasted."""
        self._become(modes.paste(self._seen(), text))

    def give_back(self) -> None:
        """The window has its old title again."""
        self._signals.put_back()

    def _call(self, _: object) -> None:
        """Call the player to what has just been drawn."""
        self._signals.heed(self._session.state, self.preferences, trio.current_time())

    def _seen(self) -> Model:
        """What the player sees while a key is pressed."""
        return self._model(self.canvas.width, self.canvas.height)

    def _model(self, width: int, height: int) -> Model:
        state, now = self._session.state, trio.current_time()
        glyphs = ASCII if self.preferences.ascii else self._glyphs
        return Model(state, self.ui, now, width, height, glyphs, self._invitation, now - seconds_of_the_day())

    def _become(self, result: Result) -> None:
        before = self.preferences
        self.ui, intents = result
        for intent in intents:
            self._perform(intent, before)
        self.refresh()

    def _perform(self, intent: Intent, before: Preferences) -> None:
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
            case Prefer(preferences):
                why_not = self._keep(before, preferences)
                if why_not is not None:
                    self.ui = replace(self.ui, reply=(why_not,))
            case Terminal():
                self.obey(intent)
            case _:
                assert_never(intent)


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


def seconds_of_the_day() -> float:
    """Seconds since midnight by the clock of this place."""
    now = time.localtime()
    return now.tm_hour * 3600.0 + now.tm_min * 60 + now.tm_sec
