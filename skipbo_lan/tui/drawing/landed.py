"""Where the last card went: marked until the next action of anybody, and set off for a moment at first. Pure.

The moment is over sooner when a key is pressed, and there is none without motion, or where bots play at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import TOP_VALUE
from engine.events import Dealt, Discarded, Objected, Passed, PileCompleted, Played, RoundOver
from engine.ruleset import Seat
from engine.view import BuildingPile
from skipbo_lan.client.log import Happened, LogEntry
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.limits import MOMENT
from skipbo_lan.tui.model import Model


@dataclass(frozen=True, slots=True)
class Landed:
    """The pile that the last card went to."""

    seat: Seat | None
    """Whose discard pile; None: a building pile."""
    pile: int
    left: float
    """Seconds for which it is still set off; 0 when it is not."""
    full: BuildingPile | None = None
    """The building pile as it was completed, while it is still set off."""

    @property
    def style(self) -> Style:
        """How it is drawn."""
        return Style.MOVING if self.left else Style.CHANGED


def landed(model: Model) -> Landed | None:
    """The pile that the last card went to; None when the last action moved no card there."""
    log = model.client.log
    for index in range(len(log) - 1, -1, -1):
        match log[index]:
            case Happened(Played(card=card, pile=pile), at=at):
                left = _left(model, at)
                is_full = left > 0 and _completes(log[index:], pile)
                return Landed(None, pile, left, BuildingPile((card,), TOP_VALUE) if is_full else None)
            case Happened(Discarded(seat=seat, pile=pile), at=at):
                return Landed(seat, pile, _left(model, at))
            case Happened(Dealt() | Passed() | Objected() | RoundOver()):
                return None
    return None


def moment_left(model: Model) -> float:
    """Seconds for which the screen will not stay as it is now, because a card is set off; 0 when none is."""
    found = landed(model) if model.client.playing else None
    return found.left if found is not None else 0.0


def _left(model: Model, at: float) -> float:
    """What is left of the moment for something that happened then."""
    room, ui = model.client.room, model.ui
    if not ui.preferences.motion or ui.pressed_at > at or room is None or not room.pace_ms:
        return 0.0
    return max(at + MOMENT - model.now, 0.0)


def _completes(entries: Iterable[LogEntry], pile: int) -> bool:
    return any(isinstance(entry, Happened) and entry.event == PileCompleted(pile) for entry in entries)
