"""Advice to the player on turn, where the table accuses instead of muting: the owner decides in time, or not (R72)."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Penalise
from engine.ruleset import Coaching, Seat, partners
from protocol.codes import DenyCode
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.play import take
from skipbo_lan.server.hall.state import Accused, Game, Hall, Playing, Step
from skipbo_lan.server.limits import ACCUSATION


def accuse(hall: Hall, accuser: Seat, offender: Seat, moment: Moment) -> Step | DenyCode:
    """Begin an accusation; one at a time."""
    if not isinstance(hall.stage, Playing) or hall.ruleset.coaching is not Coaching.ACCUSE or hall.accused is not None:
        return DenyCode.NOT_NOW
    if offender >= len(hall.players):
        return DenyCode.NO_SUCH_SEAT
    if not _may_have_advised(hall.stage.game, accuser, offender):
        return DenyCode.NOT_NOW
    return replace(hall, accused=Accused(accuser, offender, moment.now + ACCUSATION)), ()


def confirm(hall: Hall, guilty: bool, moment: Moment) -> Step | DenyCode:
    """The owner's decision: the penalty follows at once (R70)."""
    if hall.accused is None or not isinstance(hall.stage, Playing):
        return DenyCode.NOT_NOW
    decided = replace(hall, accused=None)
    if not guilty:
        return decided, ()
    return take(decided, hall.stage.game, None, Penalise(hall.accused.offender), None, moment)


def lapse(hall: Hall, moment: Moment) -> Step:
    """Drop an accusation that nobody has decided."""
    if hall.accused is not None and hall.accused.until <= moment.now:
        hall = replace(hall, accused=None)
    return hall, ()


def _may_have_advised(game: Game, accuser: Seat, offender: Seat) -> bool:
    """Whether an opponent is accused of advising: a partner on turn, or, without teams, anybody who is (R70, R72).

    Until the next action the turn that has just ended still counts.
    """
    sides = game.match.sides
    own, team = partners(sides, offender), partners(sides, accuser)
    if accuser == offender or offender in team:
        return False
    advised = {game.table.turn, game.ended_turn} - {None}
    return bool(advised & set(own)) if own else advised != {offender}
