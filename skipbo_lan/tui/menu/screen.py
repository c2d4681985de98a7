"""The menu at work: draws it, remembers what is changed in it, and ends with what the player has chosen."""

from __future__ import annotations

import signal
import sys
from dataclasses import replace
from typing import assert_never

import trio

from skipbo_lan.preferences import Keep, Preferences
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.glyphs import ASCII, glyphs_for
from skipbo_lan.tui.full_screen import FullScreen
from skipbo_lan.tui.intents import Prefer, Terminal
from skipbo_lan.tui.menu.drawing import MenuModel, draw
from skipbo_lan.tui.menu.keys import Choice, Intent, Menu, Quit, Result, burst, paste, press


class MenuScreen(FullScreen[Choice | None]):
    """The screen of a menu. Ends with None when the player quits."""

    def __init__(self, menu: Menu, keep: Keep) -> None:
        super().__init__()
        self.menu = menu
        self._keep = keep
        self._glyphs = glyphs_for(sys.stdout.encoding)

    @property
    def preferences(self) -> Preferences:
        """As the page of options has changed them."""
        return self.menu.preferences

    def drawn(self, width: int, height: int) -> Canvas:
        """The page that is open."""
        return draw(MenuModel(self.menu, width, height, ASCII if self.preferences.ascii else self._glyphs))

    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""
        self._become(press(self.menu, name, trio.current_time()))

    def burst(self, name: str, waiting: int) -> None:
        """A key of a pasted name."""
        self._become(burst(self.menu, name, waiting, trio.current_time()))

    def paste(self, text: str) -> None:
        """Text was pasted."""
        self._become((paste(self.menu, text), ()))

    def _become(self, result: Result) -> None:
        before = self.preferences
        self.menu, intents = result
        for intent in intents:
            self._perform(intent, before)
        self.refresh()

    def _perform(self, intent: Intent, before: Preferences) -> None:
        match intent:
            case Choice():
                self.exit(intent)
            case Quit(interrupted):
                self.exit(signal.SIGINT if interrupted else None)
            case Prefer(preferences):
                why_not = self._keep(before, preferences)
                if why_not is not None:
                    self.menu = replace(self.menu, reply=why_not)
            case Terminal():
                self.obey(intent)
            case _:
                assert_never(intent)
