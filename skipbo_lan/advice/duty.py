"""What is to be done before anything is weighed: an objection, a draw by hand."""

from __future__ import annotations

from engine import legal
from engine.actions import Draw, Object
from engine.cards import HAND_SIZE
from engine.ruleset import partners
from engine.view import View


def duty(view: View) -> Draw | Object | None:
    """A play out of turn to object to (R81), unless a partner makes it; a hand to fill by hand (R82)."""
    if view.observer is None or view.outcome is not None:
        return None
    if legal.is_acting(view):
        draw = Draw(HAND_SIZE - len(view.hand))
        is_due = view.draw_due and view.observer == view.turn
        return draw if is_due and legal.check(view, draw) is None else None
    opposed = view.intruder not in (None, *partners(view.sides, view.observer))
    return Object() if opposed and legal.check(view, Object()) is None else None
