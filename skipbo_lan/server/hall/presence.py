"""Who is here: losing and leaving, the grace, stand-ins, and bots that are started again (P35).

1. Nobody's cards leave the table: a seat without its player is played by a bot until the player returns (R85), or
   waits, if the host has chosen so.
2. In the lobby a seat that is left, or not returned to in time, is free again; the owner's stays.
3. A connection that no longer belongs to a seat may end as late as it likes: nothing follows from it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.ruleset import Seat
from protocol.limits import TOKEN_BYTES
from protocol.proof import token_key
from skipbo_lan.server import limits
from skipbo_lan.server.hall import reports
from skipbo_lan.server.hall.effects import Effect, StartBot
from skipbo_lan.server.hall.inputs import BotId, Moment, PeerId
from skipbo_lan.server.hall.seats import at_table, client_of, put, seated, with_client
from skipbo_lan.server.hall.state import Client, Dealing, Hall, Lobby, MatchOver, Player, Playing, RoundOver, Step

STAND_IN_LEVEL: Final = "medium"
"""Who plays for an absent player: sensible, and no better than a person would like."""


def lose(hall: Hall, peer: PeerId, moment: Moment) -> Step:
    """A connection is gone; its player may come back, a spectator comes anew."""
    found = at_table(hall, peer)
    if found is None:
        return _without_watcher(hall, peer), ()
    seat, player = found
    own = player.client.peer == peer
    player = _disconnected(player, peer)
    if not own or player.level is not None:
        return put(hall, seat, player), ()
    until = moment.now + hall.terms.grace if _seat_waits(hall, player) else None
    return put(hall, seat, replace(player, away_until=until)), (reports.left(seat, player.name, "lost"),)


def leave(hall: Hall, peer: PeerId, moment: Moment) -> Step:
    """A client says goodbye: in the lobby its seat is free, in a match a bot plays at once, or the seat waits."""
    found = at_table(hall, peer)
    if found is None:
        return _without_watcher(hall, peer), ()
    seat, player = found
    if player.client.peer != peer or player.level is not None:
        return lose(hall, peer, moment)
    told = (reports.left(seat, player.name, "left"),)
    hall, effects = _give_up(put(hall, seat, _disconnected(player, peer)), seat, moment)
    return hall, told + effects


def expire(hall: Hall, moment: Moment) -> Step:
    """End the grace of those for whom it has run out."""
    effects: tuple[Effect, ...] = ()
    for seat, player in seated(hall):
        if player.away_until is not None and player.away_until <= moment.now:
            hall, more = _give_up(put(hall, seat, replace(player, away_until=None)), seat, moment)
            effects += more
    return hall, effects


def start_bot_again(hall: Hall, bot: BotId, moment: Moment) -> Step:
    """Start a bot that has ended once more, if it is still needed."""
    for seat, player in seated(hall):
        for client in player.clients:
            if client.bot == bot:
                hall, fresh, effect = new_bot(hall, player.level or STAND_IN_LEVEL, moment, delay=limits.BOT_RESTART)
                return put(hall, seat, with_client(player, client, replace(fresh, answer=client.answer))), (effect,)
    return hall, ()


def new_bot(hall: Hall, level: str, moment: Moment, *, delay: float = 0.0) -> tuple[Hall, Client, StartBot]:
    """A bot of the host's own, as it stands in the hall before it has come, and what starts it."""
    token = moment.random_bytes(TOKEN_BYTES)
    bot = hall.bots
    return replace(hall, bots=bot + 1), Client(key=token_key(token), bot=bot), StartBot(bot, token, level, delay)


def stand_in(hall: Hall, seat: Seat, player: Player, moment: Moment, *, relieved: bool = False) -> Step:
    """Have a bot play for this player, from now on or for the rest of the turn; the one that plays already stays."""
    effects: tuple[Effect, ...] = ()
    bot = player.stand_in
    if bot is None:
        hall, bot, start = new_bot(hall, STAND_IN_LEVEL, moment)
        effects = (start,)
    return put(hall, seat, replace(player, stand_in=bot, relieved=relieved, away_until=None)), effects


def _without_watcher(hall: Hall, peer: PeerId) -> Hall:
    return replace(hall, watchers=tuple(watcher for watcher in hall.watchers if watcher.peer != peer))


def _disconnected(player: Player, peer: PeerId) -> Player:
    """The player without this connection of the seat."""
    client = client_of(player, peer)
    gone = with_client(player, client, replace(client, peer=None, waiting=None))
    return replace(gone, ready=False) if client is player.client else gone


def _seat_waits(hall: Hall, player: Player) -> bool:
    """Whether there is a countdown: the owner's seat in the lobby stays, and after a match only he is waited for."""
    match hall.stage:
        case Lobby():
            return not player.owner
        case MatchOver():
            return player.owner
        case _:
            return True


def _give_up(hall: Hall, seat: Seat, moment: Moment) -> Step:
    """Stop waiting for the player of this seat, or wait without end."""
    player = hall.players[seat]
    assert player is not None
    match hall.stage:
        case Lobby() if not player.owner:
            return put(hall, seat, None), ()
        case Dealing() | Playing() | RoundOver() if hall.terms.absent == "bot":
            return stand_in(hall, seat, player, moment)
        case _:
            return hall, ()
