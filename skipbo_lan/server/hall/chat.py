"""Chat: to all or to one's team. What a partner or a spectator says reaches the player on turn only when the turn is
over, where that is the rule (R72)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from engine.ruleset import Coaching, Seat, partners
from protocol.codes import DenyCode
from protocol.messages import Said, Say
from protocol.text import chat_line
from skipbo_lan.server.hall.effects import Commit, Effect, Send
from skipbo_lan.server.hall.seats import audience
from skipbo_lan.server.hall.state import Hall, Held, Playing, Step
from skipbo_lan.server.limits import HELD_FROM_SPECTATORS, HELD_LINES
from skipbo_lan.store.changes import ChatSaid


def say(hall: Hall, seat: Seat | None, name: str, line: Say) -> Step | DenyCode:
    """Pass on a line of chat of a player, or of a spectator, who has no seat. Without anything to see it is nothing."""
    text = chat_line(line.text)
    if not text.strip():
        return hall, ()
    team = _team(hall, seat)
    if line.team and not team:
        return DenyCode.NO_TEAM
    said = Said(seat=seat, name=name, text=text, team=line.team, held=False)
    muted = _muted(hall, seat, team)
    if muted is not None:
        if _too_many_held(hall, seat):
            return DenyCode.SLOW_DOWN
        hall = replace(hall, held=(*hall.held, Held(muted, msgspec.structs.replace(said, held=True))))
    listeners: set[Seat | None] = {seat, *team} if line.team else {None, *range(len(hall.players))}
    stored: tuple[Effect, ...] = (Commit(ChatSaid(seat, text, line.team, name)),) if hall.game is not None else ()
    return hall, stored + _send(hall, listeners - {muted} if muted is not None else listeners, said)


def release(hall: Hall) -> Step:
    """Pass on what was held back for the turn that has ended."""
    effects = tuple(effect for held in hall.held for effect in _send(hall, {held.listener}, held.said))
    return replace(hall, held=()), effects


def _team(hall: Hall, seat: Seat | None) -> tuple[Seat, ...]:
    """The partners of a seat. In the lobby there are none yet: seats still change."""
    return partners(hall.game.match.sides, seat) if hall.game is not None and seat is not None else ()


def _muted(hall: Hall, speaker: Seat | None, team: tuple[Seat, ...]) -> Seat | None:
    """The player on turn, when the speaker, a partner or a spectator, must not advise."""
    if not isinstance(hall.stage, Playing) or hall.ruleset.coaching is not Coaching.MUTE:
        return None
    turn = hall.stage.game.table.turn
    return turn if speaker is None or turn in team else None


def _too_many_held(hall: Hall, speaker: Seat | None) -> bool:
    if speaker is None and sum(held.said.seat is None for held in hall.held) >= HELD_FROM_SPECTATORS:
        return True
    return len(hall.held) >= HELD_LINES


def _send(hall: Hall, listeners: Iterable[Seat | None], said: Said) -> tuple[Effect, ...]:
    heard_by = set(listeners)
    return tuple(Send(peer, said) for peer, seat in audience(hall).items() if seat in heard_by)
