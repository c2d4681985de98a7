"""The turn timer: a turn that takes too long is played to its end by a bot, and everybody sees it coming (P36, F64).

1. Only a player who is here is timed: while he is away the grace runs instead, and on his return a fresh turn does.
2. Of the host's own bots each acts in time; they are not timed.
"""

from __future__ import annotations

from dataclasses import replace

from engine.ruleset import Seat
from protocol.codes import ByeCode
from protocol.messages import Bye
from skipbo_lan.server.hall.effects import Close, Effect
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.presence import stand_in
from skipbo_lan.server.hall.seats import put, seated
from skipbo_lan.server.hall.state import Hall, Playing, Step, TimedTurn


def relieve(hall: Hall, moment: Moment) -> Step:
    """Start a bot for the rest of a turn whose time is up."""
    if hall.timed is None or hall.timed.until > moment.now:
        return hall, ()
    seat = hall.timed.seat
    player = hall.players[seat]
    assert player is not None, "only a player is timed"
    return stand_in(replace(hall, timed=None), seat, player, moment, relieved=True)


def keep_time(hall: Hall, moment: Moment) -> Step:
    """Send those bots away whose turn is over, and time the turn that goes on."""
    acts = _to_act(hall)
    effects: tuple[Effect, ...] = ()
    for seat, player in seated(hall):
        if player.relieved and seat != acts:
            if player.stand_in is not None and player.stand_in.peer is not None:
                effects += (Close(player.stand_in.peer, Bye(code=ByeCode.REMOVED)),)
            hall = put(hall, seat, replace(player, stand_in=None, relieved=False))
    return replace(hall, timed=_timed(hall, acts, moment)), effects


def _to_act(hall: Hall) -> Seat | None:
    return hall.stage.game.to_act if isinstance(hall.stage, Playing) else None


def _timed(hall: Hall, seat: Seat | None, moment: Moment) -> TimedTurn | None:
    """The timer of this seat's turn: the one that runs, or a new one; None when it is not timed."""
    if seat is None or hall.terms.turn_timer is None or not isinstance(hall.stage, Playing):
        return None
    player = hall.players[seat]
    assert player is not None, "no seat is empty in a match"
    if player.client.peer is None or player.level is not None or player.stand_in is not None:
        return None
    number = hall.stage.game.match.rounds_played
    if hall.timed is not None and (hall.timed.seat, hall.timed.round_number) == (seat, number):
        return hall.timed
    return TimedTurn(seat, number, moment.now + hall.terms.turn_timer)
