"""A key press with what it is judged by, and the plain answers it can have. Shared by all that keys do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.view import View
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale.people import Names, names_of
from skipbo_lan.tui.model import Intent, Model, Result, UiState


@dataclass(frozen=True, slots=True)
class Press:
    """A key, pressed in this state."""

    ui: UiState
    model: Model
    """The screen as it was before; its own `ui` may be older than the one above."""
    key: str

    @property
    def client(self) -> ClientState:
        """What the client knows."""
        return self.model.client

    @property
    def view(self) -> View:
        """The view of a client that is playing."""
        assert self.client.view is not None
        return self.client.view

    @property
    def names(self) -> Names:
        """Who sits where, safe to be shown."""
        return names_of(self.client.room)


def says(ui: UiState, *lines: str) -> Result:
    """An answer to the player; nothing is sent."""
    return replace(ui, reply=lines), ()


def sends(ui: UiState, *intents: Intent) -> Result:
    """Something is asked of the host."""
    return ui, intents


def quiet(ui: UiState) -> Result:
    """Neither an answer nor a request."""
    return ui, ()
