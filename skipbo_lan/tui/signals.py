"""Bell and window title of a terminal: rung and set as the cues say, and the old title put back."""

from __future__ import annotations

from typing import Final

from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from skipbo_lan.client.state import ClientState
from skipbo_lan.preferences import Preferences
from skipbo_lan.tui.cues import answered, calls_after, title

_KEEP_TITLE: Final = "\x1b[22;0t"
_OLD_TITLE: Final = "\x1b[23;0t"
_WITHOUT_TITLE: Final = ("linux", "eterm-color")
"""Terminals for which prompt-toolkit sets no title either."""


class Signals:
    """The bell and the title, with what the player has been called to already."""

    def __init__(self, output: Output, state: ClientState) -> None:
        self._output = output
        self._calls = answered(state)
        self._title = ""

    def heed(self, state: ClientState, preferences: Preferences, now: float) -> None:
        """Call the player, as far as he likes it, to what he sees in this state."""
        self._calls = calls_after(self._calls, state, now)
        if self._calls.rings and preferences.bell:
            self._output.bell()
        if preferences.title:
            self._show(title(state))
        else:
            self.put_back()

    def put_back(self) -> None:
        """Give the window its old title; no title where the terminal has not kept it."""
        if self._title:
            self._title = ""
            self._output.clear_title()
            self._write(_OLD_TITLE)

    def _show(self, text: str) -> None:
        if text == self._title:
            return
        if not self._title:
            self._write(_KEEP_TITLE)
        self._title = text
        self._output.set_title(text)
        self._output.flush()

    def _write(self, sequence: str) -> None:
        """Write what only terminals of this kind understand; what one does not know it passes over."""
        if isinstance(self._output, Vt100_Output) and self._output.term not in _WITHOUT_TITLE:
            self._output.write_raw(sequence)
        self._output.flush()
