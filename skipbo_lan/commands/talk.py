"""What becomes of talk: a partner on turn may not be advised, and hears it later where that is the rule (R72)."""

from __future__ import annotations

from engine.ruleset import Coaching, partners
from skipbo_lan.client.state import ClientState, Online
from skipbo_lan.locale.notes import held_back
from skipbo_lan.locale.people import name_at, names_of


def kept_from(state: ClientState) -> str | None:
    """Who hears only after the turn what this player says now, as a sentence; None when everybody hears it at once."""
    view, room = state.view, state.room
    if not isinstance(state.status, Online) or view is None or room is None or not state.playing:
        return None
    if view.ruleset.coaching is not Coaching.MUTE:
        return None
    is_advice = state.seat is None or view.turn in partners(view.sides, state.seat)
    return held_back(name_at(names_of(room), view.turn)) if is_advice else None
