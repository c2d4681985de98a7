"""The hall's one entrance: whatever happens is one input, answered by one step, in one order (P26).

A step is `(hall, input, moment) -> (hall, effects)`, pure apart from the random bytes that the moment brings. A
request that does not fit gets `Refused`; one that comes from a connection that acts for no seat is nothing.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TypeAlias, assert_never

from engine.errors import Refusal
from engine.ruleset import Seat
from protocol import messages as m
from protocol.codes import DenyCode
from skipbo_lan.server import limits
from skipbo_lan.server.admission import admit
from skipbo_lan.server.chat import say
from skipbo_lan.server.coaching import accuse, confirm, lapse
from skipbo_lan.server.effects import Send
from skipbo_lan.server.hall import (
    Closed,
    Hall,
    Lobby,
    MatchOver,
    Player,
    RoundOver,
    Step,
    attached,
    is_owner,
    seated,
)
from skipbo_lan.server.inputs import (
    Acted,
    Asked,
    BotEnded,
    Configured,
    Input,
    Interrupted,
    Left,
    Lost,
    Moment,
    PeerId,
    Proved,
    Request,
    Saving,
    Slept,
    TimePassed,
)
from skipbo_lan.server.lobby import add_bot, configure, is_full, remove_bot, sit, start, swap
from skipbo_lan.server.outside import interrupt, note_saving, postpone
from skipbo_lan.server.play import act, act_after_pause
from skipbo_lan.server.presence import expire, leave, lose, start_bot_again
from skipbo_lan.server.rounds import (
    again,
    close_table,
    everybody_ready,
    give_up_table,
    mark_ready,
    next_round,
    owner_is_expected,
)
from skipbo_lan.server.telling import with_rooms

Answered: TypeAlias = Step | DenyCode | Refusal

_OWNERS_REQUESTS = (
    m.Swap
    | m.AddBot
    | m.RemoveBot
    | m.RemovePlayer
    | m.BotNow
    | m.WaitLonger
    | m.Give
    | m.Start
    | m.Pace
    | m.Confirm
    | m.Again
    | m.CloseTable
)


def step(hall: Hall, heard: Input, moment: Moment) -> Step:
    """The hall after an input, and what is to be done: what is stored first, then what is told."""
    after, effects = _respond(hall, heard, moment)
    after, resumed = _resume(_count_visitors(after, moment), moment)
    after, settled = _settle(after, moment)
    after, effects = with_rooms(hall, after, effects + resumed + settled, moment.now)
    after, farewell = _end_if_over(after)
    return after, effects + farewell


def next_deadline(hall: Hall) -> float:
    """When something happens by itself, in monotonic seconds; infinite when nothing will."""
    deadlines = [player.away_until for _, player in seated(hall) if player.away_until is not None]
    if isinstance(hall.stage, RoundOver) and not hall.paused:
        deadlines.append(hall.stage.deal_at)
    if hall.accused is not None:
        deadlines.append(hall.accused.until)
    if _is_deserted(hall) and hall.quiet_since is not None:
        deadlines.append(hall.quiet_since + limits.IDLE)
    return min(deadlines, default=inf)


def _respond(hall: Hall, heard: Input, moment: Moment) -> Step:
    match heard:
        case Proved():
            return admit(hall, heard, moment)
        case Asked(peer, request):
            return _answer(hall, peer, request, moment)
        case Configured(peer, ruleset):
            seat = attached(hall).get(peer)
            if seat is None:
                return hall, ()
            return _told(hall, peer, configure(hall, ruleset) if is_owner(hall, seat) else DenyCode.NOT_OWNER)
        case Acted():
            return act(hall, heard, moment)
        case Left(peer):
            return leave(hall, peer, moment)
        case Lost(peer):
            return lose(hall, peer, moment)
        case BotEnded(bot):
            return start_bot_again(hall, bot, moment)
        case TimePassed():
            return _pass_time(hall, moment)
        case Interrupted():
            return interrupt(hall, heard)
        case Slept(seconds):
            return postpone(hall, seconds)
        case Saving(works):
            return note_saving(hall, works)
        case _:
            assert_never(heard)


def _answer(hall: Hall, peer: PeerId, request: Request, moment: Moment) -> Step:
    seat = attached(hall).get(peer)
    player = hall.players[seat] if seat is not None else None
    if seat is None or player is None:
        return hall, ()
    if isinstance(request, _OWNERS_REQUESTS) and not is_owner(hall, seat):
        return _told(hall, peer, DenyCode.NOT_OWNER)
    return _told(hall, peer, _grant(hall, seat, player, request, moment))


def _told(hall: Hall, peer: PeerId, answered: Answered) -> Step:
    """The step, or the unchanged hall and a refusal."""
    if isinstance(answered, DenyCode | Refusal):
        return hall, (Send(peer, m.Refused(id=None, code=answered)),)
    return answered


def _grant(hall: Hall, seat: Seat, player: Player, request: Request, moment: Moment) -> Answered:
    match request:
        case m.Sit():
            return sit(hall, seat, request.seat)
        case m.Swap():
            return swap(hall, request.a, request.b)
        case m.AddBot():
            return add_bot(hall, request.level, moment)
        case m.RemoveBot():
            return remove_bot(hall, request.seat)
        case m.RemovePlayer() | m.BotNow() | m.WaitLonger() | m.Give():
            return DenyCode.NOT_NOW
        case m.Start():
            return start(hall, request.dealer, moment)
        case m.Ready():
            return mark_ready(hall, seat)
        case m.Pace():
            return replace(hall, pace_ms=request.ms), ()
        case m.Accuse():
            return accuse(hall, seat, request.offender, moment)
        case m.Confirm():
            return confirm(hall, request.guilty, moment)
        case m.Again():
            return again(hall, moment)
        case m.CloseTable():
            return close_table(hall)
        case m.Say():
            return say(hall, seat, player, request)
        case _:
            assert_never(request)


def _pass_time(hall: Hall, moment: Moment) -> Step:
    if _is_deserted(hall) and hall.quiet_since is not None and hall.quiet_since + limits.IDLE <= moment.now:
        return give_up_table(hall)
    hall, _ = lapse(hall, moment)
    return expire(hall, moment)


def _count_visitors(hall: Hall, moment: Moment) -> Hall:
    if any(player.visits for _, player in seated(hall)):
        return replace(hall, quiet_since=None, visited=True)
    return hall if hall.quiet_since is not None else replace(hall, quiet_since=moment.now)


def _resume(hall: Hall, moment: Moment) -> Step:
    return (hall, ()) if hall.paused else act_after_pause(hall, moment)


def _settle(hall: Hall, moment: Moment) -> Step:
    """What follows by itself from how things are now."""
    match hall.stage:
        case Lobby() if hall.terms.start_when_full and is_full(hall):
            started = start(hall, None, moment)
            return (hall, ()) if isinstance(started, DenyCode | Refusal) else started
        case RoundOver(game, deal_at) if not hall.paused and (deal_at <= moment.now or everybody_ready(hall)):
            return next_round(hall, game, moment)
        case _:
            return hall, ()


def _end_if_over(hall: Hall) -> Step:
    """Close the table after a match that nobody is there to follow up; everybody has been told the result by then."""
    if isinstance(hall.stage, MatchOver) and not owner_is_expected(hall):
        return close_table(hall)
    return hall, ()


def _is_deserted(hall: Hall) -> bool:
    """Whether nobody is left over the network. A match that only the host's own bots ever played goes on."""
    return isinstance(hall.stage, Lobby) or (hall.paused and not isinstance(hall.stage, Closed))
