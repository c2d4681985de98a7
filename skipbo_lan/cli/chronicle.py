"""What one player has seen at one table, line by line, until it is saved (T5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from engine.events import TurnBegan
from skipbo_lan.cli.limits import CHRONICLE_LINES
from skipbo_lan.client.log import Happened
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import ClientState, Ended, new_entries
from skipbo_lan.locale import chronicle as words
from skipbo_lan.locale.notes import log_line
from skipbo_lan.locale.people import Names, names_of, safe_table
from skipbo_lan.settings import APP, logs_folder, state_folder
from skipbo_lan.store.logs import new_log, write_log

Clock: TypeAlias = Callable[[], datetime]


def local_time() -> datetime:
    """The time of day where the player is."""
    return datetime.now().astimezone()


class Chronicle:
    """The log of a visit at a table. It keeps more than the client, whose own log forgets.

    Only what was told to this player is in it, as the screen shows it: no card of another hand, and no character
    that acts on a terminal.
    """

    def __init__(self, clock: Clock = local_time) -> None:
        self.scored: ClientState | None = None
        """The last state in which there was a score: of the match before, once another one has been asked for."""
        self._clock = clock
        self._told = ClientState()
        self._names: Names = {}
        self._table = ""
        self._lines: deque[str] = deque(maxlen=CHRONICLE_LINES)
        self._began: datetime | None = None
        self._latest: datetime | None = None
        self._turns = 0
        self._path: Path | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has happened at the table that would be worth keeping."""
        return self._began is None

    async def follow(self, session: Session) -> None:
        """Write down what happens until the session has ended."""
        while not isinstance(self._told.status, Ended):
            self.note(await session.changed(self._told))

    def note(self, state: ClientState) -> None:
        """Write down what is new in this state."""
        entries, self._told = new_entries(self._told, state), state
        if state.room is not None:
            self._names, self._table = names_of(state.room), safe_table(state.table)
            self.scored = state if state.room.rounds_played else self.scored
        sides = state.view.sides if state.view is not None else ()
        now = self._clock()
        for entry in entries:
            if isinstance(entry, Happened):
                self._began, self._latest = self._began or now, now
                self._turns += isinstance(entry.event, TurnBegan) and entry.event.seat == state.seat
            line = log_line(entry, self._names, state.seat, sides)
            if line is not None:
                self._lines.append(words.stamped(now, line))

    def played(self) -> str:
        """How much the player has played; empty for whoever only watched, or saw nothing begin."""
        if self._began is None or self._latest is None or not self._turns:
            return ""
        return words.played(self._turns, (self._latest - self._began).total_seconds())

    def save(self) -> str:
        """Save what there is, each time to the same file; where it lies, in words. Raises OSError."""
        if self._began is None:
            return words.NOTHING_YET
        people = [self._names[seat] for seat in sorted(self._names)]
        if self._path is None:
            self._path = new_log(logs_folder(state_folder()), self._began.date(), people)
        write_log(self._path, words.text_of([*words.head(APP, self._table, self._began, people), *self._lines]))
        return words.saved(_with_tilde(self._path))

    def saved_or_not(self) -> str:
        """Save what there is; where it lies, or why it cannot be saved."""
        try:
            return self.save()
        except OSError as error:
            return words.not_saved(error.strerror or type(error).__name__)


def _with_tilde(path: Path) -> str:
    """A path as people write it."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):  # it lies elsewhere; or nobody knows the home folder
        return str(path)
