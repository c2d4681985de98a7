"""What the screen shows: the state of the table as the client knows it, and what the player is doing with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from math import inf
from typing import TypeAlias

from engine.actions import Action
from protocol.messages import Message
from skipbo_lan.client.log import LogEntry
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import SaveLog
from skipbo_lan.lesson.course import Progress
from skipbo_lan.locale.hosting import Invitation
from skipbo_lan.preferences import USUAL, Preferences
from skipbo_lan.tui.drawing.glyphs import Glyphs
from skipbo_lan.tui.intents import Prefer, Terminal
from skipbo_lan.tui.line import Line


class Overlay(Enum):
    """What lies over the table, if anything does."""

    NONE = auto()
    HELP = auto()
    LOG = auto()
    PILES = auto()
    RULES = auto()
    OPTIONS = auto()
    ANSWER = auto()
    """A long answer to a typed command."""


@dataclass(frozen=True, slots=True)
class Do:
    """Ask the host for this game action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ask:
    """Send the host any other request."""

    message: Message


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table."""

    interrupted: bool = False
    """By Ctrl-C."""


Intent: TypeAlias = Do | Ask | Leave | SaveLog | Prefer | Terminal
"""What a key press asks of the world outside the screen."""


@dataclass(frozen=True, slots=True)
class Question:
    """A yes-or-no question, and what follows a yes."""

    text: str
    intents: tuple[Intent, ...]


@dataclass(frozen=True, slots=True)
class UiState:
    """What the player has begun: a chosen card, a typed line, an open page. Nothing here is known to the host."""

    basis: tuple[int, int] = (0, -1)
    """Epoch and seq of the view that all choices were made on."""
    chosen: str | None = None
    """The key of the card that was chosen and waits for its target."""
    lit: int | None = None
    """The building pile that was chosen first and waits for a card."""
    walk: int | None = None
    """Which of the legal moves Tab stands on."""
    asked: Action | None = None
    """The discard that waits for its second key press (TERMINAL.md, rule 3)."""
    question: Question | None = None
    line: Line | None = None
    history: tuple[str, ...] = ()
    """Typed commands, oldest first."""
    overlay: Overlay = Overlay.NONE
    scroll: int = 0
    """Lines scrolled away from where the open page begins."""
    read_to: LogEntry | None = None
    """The newest entry of the log when it was scrolled back last; None: its end is shown, and followed."""
    inspected: int = 0
    """Whose piles are open, counted from the player's seat."""
    option: int = 0
    """The marked row of the page of options."""
    reply: tuple[str, ...] = ()
    """The answer to the last key or command."""
    answer: tuple[str, ...] = ()
    """A long answer, shown as a page."""
    interrupted_at: float | None = None
    """When Ctrl-C was pressed last."""
    sent_at: float = 0.0
    """Monotonic seconds when an action was sent to the host last."""
    pressed_at: float = -inf
    """When the last key was pressed: it ends every motion that had begun."""
    preferences: Preferences = USUAL
    """What the player likes; the screen's options change it."""
    lesson: Progress | None = None
    """How far the player has come in the lesson; None at any other table."""


@dataclass(frozen=True, slots=True)
class Model:
    """Everything a drawing depends on."""

    client: ClientState
    ui: UiState
    now: float
    """Monotonic seconds."""
    width: int
    height: int
    glyphs: Glyphs
    invitation: Invitation | None = None
    """What the host's lobby tells."""
    midnight: float = 0.0
    """When the day began by the clock of this place, in the same seconds."""


Result: TypeAlias = tuple[UiState, tuple[Intent, ...]]


def settled(ui: UiState, client: ClientState) -> UiState:
    """The state with choices dropped that were made on an older view (TERMINAL.md, rule 6).

    An answer stays to be read while others play, and goes when the player's turn begins.
    """
    newest = (client.epoch, client.seq)
    if ui.basis == newest:
        return ui
    reply = () if client.my_turn else ui.reply
    return replace(without_choice(ui), basis=newest, reply=reply)


def without_choice(ui: UiState) -> UiState:
    """Nothing chosen, nothing asked, nothing answered."""
    return replace(ui, chosen=None, lit=None, walk=None, asked=None, reply=())
