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
from protocol import dealing as d
from protocol import messages as m
from protocol.codes import DenyCode
from skipbo_lan.server import limits
from skipbo_lan.server.hall import exchange
from skipbo_lan.server.hall.absence import bot_now, give, remove_player, wait_longer
from skipbo_lan.server.hall.admission import admit
from skipbo_lan.server.hall.allowance import allowance_of, cut_off, slow_down, spend_for
from skipbo_lan.server.hall.chat import say
from skipbo_lan.server.hall.coaching import accuse, confirm, lapse
from skipbo_lan.server.hall.effects import Send
from skipbo_lan.server.hall.inputs import (
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
from skipbo_lan.server.hall.lobby import add_bot, configure, is_full, remove_bot, sit, start, swap
from skipbo_lan.server.hall.outside import interrupt, note_saving, postpone
from skipbo_lan.server.hall.play import act, act_after_pause
from skipbo_lan.server.hall.presence import expire, leave, lose, start_bot_again
from skipbo_lan.server.hall.rounds import (
    again,
    close_table,
    deal_together,
    everybody_ready,
    give_up_table,
    mark_ready,
    next_round,
    owner_is_expected,
)
from skipbo_lan.server.hall.seats import at_table, is_owner, owner_seat, seated, watcher_of
from skipbo_lan.server.hall.state import Closed, Dealing, Hall, Lobby, MatchOver, RoundOver, Step
from skipbo_lan.server.hall.telling import with_rooms
from skipbo_lan.server.hall.timing import keep_time, relieve

Answered: TypeAlias = Step | DenyCode | Refusal

_AboutAbsence: TypeAlias = m.RemovePlayer | m.BotNow | m.WaitLonger | m.Give
_OwnersRequest: TypeAlias = (
    m.Swap | m.AddBot | m.RemoveBot | m.Start | m.Pace | m.Confirm | m.Again | m.CloseTable | _AboutAbsence
)


def step(hall: Hall, heard: Input, moment: Moment) -> Step:
    """The hall after an input, and what is to be done: what is stored first, then what is told."""
    after, effects = _respond(hall, heard, moment)
    after, resumed = _resume(_count_visitors(after, moment), moment)
    after, settled = _settle(after, moment)
    after, timed = keep_time(after, moment)
    after, effects = with_rooms(hall, after, effects + resumed + settled + timed, moment.now)
    after, farewell = _end_if_over(after)
    return after, effects + farewell


def next_deadline(hall: Hall) -> float:
    """When something happens by itself, in monotonic seconds; infinite when nothing will."""
    deadlines = [player.away_until for _, player in seated(hall) if player.away_until is not None]
    if isinstance(hall.stage, RoundOver) and not hall.paused:
        deadlines.append(hall.stage.deal_at)
    if isinstance(hall.stage, Dealing) and hall.stage.until is not None:
        deadlines.append(hall.stage.until)
    if hall.accused is not None:
        deadlines.append(hall.accused.until)
    if hall.timed is not None:
        deadlines.append(hall.timed.until)
    if _is_deserted(hall) and hall.quiet_since is not None:
        deadlines.append(hall.quiet_since + hall.terms.idle_limit)
    return min(deadlines, default=inf)


def _respond(hall: Hall, heard: Input, moment: Moment) -> Step:
    match heard:
        case Proved():
            return admit(hall, heard, moment)
        case Asked() | Configured() | Acted():
            return _hear_client(hall, heard, moment)
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


def _hear_client(hall: Hall, heard: Asked | Configured | Acted, moment: Moment) -> Step:
    """Answer a client, and hang up on it when it asks far too much; from anybody else it is nothing."""
    if watcher_of(hall, heard.peer) is not None:
        hall, effects = _answer_watcher(hall, heard, moment)
    elif at_table(hall, heard.peer) is None:
        return hall, ()
    elif isinstance(heard, Acted):
        hall, effects = act(hall, heard, moment)
    else:
        hall, effects = _answer(hall, heard, moment)
    hall, farewell = cut_off(hall, heard.peer, moment)
    return hall, effects + farewell


def _answer_watcher(hall: Hall, heard: Asked | Configured | Acted, moment: Moment) -> Step:
    """Spectators may talk, and no more."""
    hall = spend_for(hall, heard.peer, _cost(heard), moment)
    watcher = watcher_of(hall, heard.peer)
    assert watcher is not None, "a spectator was charged"
    if isinstance(heard, Acted):
        return hall, (Send(heard.peer, m.Refused(id=heard.id, code=DenyCode.WATCHING)),)
    if watcher.allowance.exhausted:
        return slow_down(hall, heard.peer)
    if isinstance(heard, Asked) and isinstance(heard.request, m.Say):
        return _told(hall, heard.peer, say(hall, None, watcher.name, heard.request))
    return _told(hall, heard.peer, DenyCode.WATCHING)


def _answer(hall: Hall, heard: Asked | Configured, moment: Moment) -> Step:
    peer = heard.peer
    hall = spend_for(hall, peer, _cost(heard), moment)
    if allowance_of(hall, peer).exhausted:
        return slow_down(hall, peer)
    if not is_owner(hall, peer) and (isinstance(heard, Configured) or isinstance(heard.request, _OwnersRequest)):
        return _told(hall, peer, DenyCode.NOT_OWNER)
    if isinstance(heard, Configured):
        return _told(hall, peer, configure(hall, heard.ruleset))
    return _told(hall, peer, _grant(hall, peer, heard.request, moment))


def _cost(heard: Asked | Configured | Acted) -> float:
    return limits.CHAT_COST if isinstance(heard, Asked) and isinstance(heard.request, m.Say) else 1.0


def _told(hall: Hall, peer: PeerId, answered: Answered) -> Step:
    """The step, or the unchanged hall and a refusal."""
    if isinstance(answered, DenyCode | Refusal):
        return hall, (Send(peer, m.Refused(id=None, code=answered)),)
    return answered


def _grant(hall: Hall, peer: PeerId, request: Request, moment: Moment) -> Answered:
    if isinstance(request, _AboutAbsence):
        return _decide_absence(hall, request, moment)
    found = at_table(hall, peer)
    assert found is not None, "a client at the table asks"
    seat, player = found
    match request:
        case m.Sit():
            return sit(hall, seat, request.seat)
        case m.Swap():
            return swap(hall, request.a, request.b)
        case m.AddBot():
            return add_bot(hall, request.level, moment)
        case m.RemoveBot():
            return remove_bot(hall, request.seat, moment)
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
            return say(hall, seat, player.name, request)
        case d.Commit():
            return exchange.commit(hall, seat, peer, request)
        case d.Reveal():
            return exchange.reveal(hall, seat, peer, request)
        case _:
            assert_never(request)


def _decide_absence(hall: Hall, request: _AboutAbsence, moment: Moment) -> Answered:
    match request:
        case m.RemovePlayer(seat):
            return remove_player(hall, seat, moment)
        case m.BotNow(seat):
            return bot_now(hall, seat, moment)
        case m.WaitLonger(seat):
            return wait_longer(hall, seat, moment)
        case m.Give(seat):
            return give(hall, seat)
        case _:
            assert_never(request)


def _pass_time(hall: Hall, moment: Moment) -> Step:
    if _is_deserted(hall) and hall.quiet_since is not None and hall.quiet_since + hall.terms.idle_limit <= moment.now:
        return give_up_table(hall)
    hall, _ = lapse(hall, moment)
    hall, effects = expire(hall, moment)
    hall, relief = relieve(hall, moment)
    return hall, effects + relief


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
            started = start(hall, _dealer_for_the_owner(hall), moment)
            return (hall, ()) if isinstance(started, DenyCode | Refusal) else started
        case RoundOver(game, deal_at) if not hall.paused and (deal_at <= moment.now or everybody_ready(hall)):
            return next_round(hall, game, moment)
        case Dealing():
            return deal_together(hall, hall.stage, moment)
        case _:
            return hall, ()


def _dealer_for_the_owner(hall: Hall) -> Seat | None:
    """Where the rules leave the dealer to an owner who is not asked: whoever lets the owner begin."""
    owner = owner_seat(hall)
    return None if owner is None else (owner - 1) % len(hall.players)


def _end_if_over(hall: Hall) -> Step:
    """Close the table after a match that nobody is there to follow up; everybody has been told the result by then."""
    if isinstance(hall.stage, MatchOver) and not owner_is_expected(hall):
        return close_table(hall)
    return hall, ()


def _is_deserted(hall: Hall) -> bool:
    """Whether nobody is left over the network. A match that only the host's own bots ever played goes on."""
    return isinstance(hall.stage, Lobby) or (hall.paused and not isinstance(hall.stage, Closed))
