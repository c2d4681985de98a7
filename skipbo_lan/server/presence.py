"""Who is here: losing and leaving, the grace, stand-ins, and bots that are started again (P35).

1. Nobody's cards leave the table: a seat without its player is played by a bot until the player returns (R85).
2. In the lobby a seat that is left, or not returned to in time, is free again; the owner's stays.
3. A connection that no longer acts for a seat may end as late as it likes: nothing follows from it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.ruleset import Seat
from protocol.limits import TOKEN_BYTES
from protocol.proof import token_key
from skipbo_lan.server import limits, reports
from skipbo_lan.server.effects import StartBot
from skipbo_lan.server.hall import (
    Client,
    Hall,
    Lobby,
    MatchOver,
    Player,
    Playing,
    RoundOver,
    Step,
    attached,
    put,
    seated,
    with_acting,
)
from skipbo_lan.server.inputs import BotId, Moment, PeerId

STAND_IN_LEVEL: Final = "easy"
"""Who plays for an absent player: sensible, and no better than a person would like."""


def lose(hall: Hall, peer: PeerId, moment: Moment) -> Step:
    """A connection is gone; its player may come back."""
    seat, player = _whose(hall, peer)
    if player is None:
        return hall, ()
    player = _disconnected(player)
    if player.stand_in is not None or player.level is not None:
        return put(hall, seat, player), ()
    waits = not (player.owner and isinstance(hall.stage, Lobby)) and _seat_waits(hall, player)
    until = moment.now + hall.terms.grace if waits else None
    return put(hall, seat, replace(player, away_until=until)), (reports.left(seat, player.name, "lost"),)


def leave(hall: Hall, peer: PeerId, moment: Moment) -> Step:
    """A client says goodbye: in the lobby its seat is free, in a match a bot plays at once."""
    seat, player = _whose(hall, peer)
    if player is None:
        return hall, ()
    if player.stand_in is not None or player.level is not None:
        return lose(hall, peer, moment)
    told = (reports.left(seat, player.name, "left"),)
    hall, effects = _give_up(put(hall, seat, _disconnected(player)), seat, moment)
    return hall, told + effects


def expire(hall: Hall, moment: Moment) -> Step:
    """End the grace of those for whom it has run out."""
    effects: tuple[StartBot, ...] = ()
    for seat, player in seated(hall):
        if player.away_until is not None and player.away_until <= moment.now:
            hall, more = _give_up(put(hall, seat, replace(player, away_until=None)), seat, moment)
            effects += more
    return hall, effects


def start_bot_again(hall: Hall, bot: BotId, moment: Moment) -> Step:
    """Start a bot that has ended once more, if it is still needed."""
    for seat, player in seated(hall):
        if player.acting.bot == bot:
            hall, fresh, effect = new_bot(hall, player.level or STAND_IN_LEVEL, moment, delay=limits.BOT_RESTART)
            return put(hall, seat, with_acting(player, replace(fresh, answer=player.acting.answer))), (effect,)
    return hall, ()


def new_bot(hall: Hall, level: str, moment: Moment, *, delay: float = 0.0) -> tuple[Hall, Client, StartBot]:
    """A bot of the host's own, as it stands in the hall before it has come, and what starts it."""
    token = moment.random_bytes(TOKEN_BYTES)
    bot = hall.bots
    return replace(hall, bots=bot + 1), Client(key=token_key(token), bot=bot), StartBot(bot, token, level, delay)


def _whose(hall: Hall, peer: PeerId) -> tuple[Seat, Player | None]:
    seat = attached(hall).get(peer)
    return (0, None) if seat is None else (seat, hall.players[seat])


def _disconnected(player: Player) -> Player:
    """The player without the connection that acted for the seat."""
    return replace(with_acting(player, replace(player.acting, peer=None, waiting=None)), ready=False)


def _seat_waits(hall: Hall, player: Player) -> bool:
    """After a match only its owner is waited for, who alone can close the table."""
    return player.owner or not isinstance(hall.stage, MatchOver)


def _give_up(hall: Hall, seat: Seat, moment: Moment) -> tuple[Hall, tuple[StartBot, ...]]:
    """Stop waiting for the player of this seat."""
    player = hall.players[seat]
    assert player is not None
    match hall.stage:
        case Lobby() if not player.owner:
            return put(hall, seat, None), ()
        case Playing() | RoundOver():
            hall, stand_in, effect = new_bot(hall, STAND_IN_LEVEL, moment)
            return put(hall, seat, replace(player, stand_in=stand_in)), (effect,)
        case _:
            return hall, ()
