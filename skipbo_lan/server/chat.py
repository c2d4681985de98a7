"""Chat: to all or to one's team; a partner's line reaches the player on turn only when the turn is over (R72)."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from engine.ruleset import Coaching, Seat, partners
from protocol.codes import DenyCode
from protocol.messages import Said, Say
from protocol.text import chat_line
from skipbo_lan.server.effects import Commit, Effect, Send
from skipbo_lan.server.hall import Hall, Held, Player, Playing, Step, player_at, seated
from skipbo_lan.server.limits import HELD_LINES
from skipbo_lan.store.changes import ChatSaid


def say(hall: Hall, seat: Seat, player: Player, line: Say) -> Step | DenyCode:
    """Pass a line of chat on. A line without anything to see is nothing."""
    text = chat_line(line.text)
    if not text.strip():
        return hall, ()
    team = _team(hall, seat)
    if line.team and not team:
        return DenyCode.NO_TEAM
    said = Said(seat=seat, name=player.name, text=text, team=line.team, held=False)
    listeners = (seat, *team) if line.team else tuple(other for other, _ in seated(hall))
    muted = _muted(hall, team)
    if muted is not None and len(hall.held) >= HELD_LINES:
        return DenyCode.SLOW_DOWN
    if muted is not None:
        hall = replace(hall, held=(*hall.held, Held(muted, msgspec.structs.replace(said, held=True))))
    stored: tuple[Effect, ...] = (Commit(ChatSaid(seat, text, line.team)),) if hall.game is not None else ()
    return hall, stored + tuple(
        effect for listener in listeners if listener != muted for effect in _send(hall, listener, said)
    )


def release(hall: Hall) -> Step:
    """Pass on what was held back for the turn that has ended."""
    effects = tuple(effect for held in hall.held for effect in _send(hall, held.listener, held.said))
    return replace(hall, held=()), effects


def _team(hall: Hall, seat: Seat) -> tuple[Seat, ...]:
    """The partners of a seat. In the lobby there are none yet: seats still change."""
    return partners(hall.game.match.sides, seat) if hall.game is not None else ()


def _muted(hall: Hall, team: tuple[Seat, ...]) -> Seat | None:
    """The player on turn, when the speaker is a partner, who must not advise."""
    if not isinstance(hall.stage, Playing) or hall.ruleset.coaching is not Coaching.MUTE:
        return None
    turn = hall.stage.game.table.turn
    return turn if turn in team else None


def _send(hall: Hall, listener: Seat, said: Said) -> tuple[Effect, ...]:
    player = player_at(hall, listener)
    if player is None or player.peer is None:
        return ()
    return (Send(player.peer, said),)
