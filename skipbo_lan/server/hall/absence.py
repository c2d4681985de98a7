"""What the owner may decide about players: removing one, and who plays for those who are away (P35, F62)."""

from __future__ import annotations

from dataclasses import replace

from engine.ruleset import Seat
from protocol.codes import ByeCode, DenyCode
from protocol.limits import TOKEN_BYTES
from protocol.messages import Bye
from protocol.proof import token_key
from skipbo_lan.server.hall import reports
from skipbo_lan.server.hall.effects import Close, Commit, Effect
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.presence import stand_in
from skipbo_lan.server.hall.seats import player_at, put
from skipbo_lan.server.hall.state import Client, Hall, Lobby, MatchOver, Player, Step
from skipbo_lan.store.changes import SavedSeat, SeatChanged


def remove_player(hall: Hall, seat: Seat, moment: Moment) -> Step | DenyCode:
    """Send a player away for good: nobody has the token of the seat any more."""
    player = player_at(hall, seat)
    if player is None or player.owner:
        return DenyCode.NO_SUCH_SEAT
    effects: tuple[Effect, ...] = (reports.left(seat, player.name, "removed"),)
    if player.client.peer is not None:
        effects += (Close(player.client.peer, Bye(code=ByeCode.REMOVED)),)
    if isinstance(hall.stage, Lobby):
        return put(hall, seat, None), effects
    if player.level is not None:
        return DenyCode.NO_SUCH_SEAT
    nobody = Client(key=token_key(moment.random_bytes(TOKEN_BYTES)))
    gone = replace(player, client=nobody, away_until=None, ready=False)
    if not hall.in_match:
        return put(hall, seat, gone), effects
    gone = replace(gone, offered=True)
    hall, started = stand_in(hall, seat, gone, moment)
    return hall, (changed(seat, gone), *effects, *started)


def bot_now(hall: Hall, seat: Seat, moment: Moment) -> Step | DenyCode:
    """Let a bot play for an absent player without waiting any longer, even where absent players are waited for."""
    player = _absent(hall, seat)
    if isinstance(player, DenyCode):
        return player
    return stand_in(hall, seat, player, moment) if hall.in_match else DenyCode.NOT_NOW


def wait_longer(hall: Hall, seat: Seat, moment: Moment) -> Step | DenyCode:
    """Let the grace of an absent player begin anew."""
    player = _absent(hall, seat)
    if isinstance(player, DenyCode):
        return player
    if isinstance(hall.stage, MatchOver):
        return DenyCode.NOT_NOW
    return put(hall, seat, replace(player, away_until=moment.now + hall.terms.grace)), ()


def give(hall: Hall, seat: Seat) -> Step | DenyCode:
    """Offer the seat of an absent player, or of a bot of the host's own, to the next newcomer."""
    player = player_at(hall, seat)
    if player is None:
        return DenyCode.NO_SUCH_SEAT
    if not hall.in_match or (player.presence == "here" and player.level is None):
        return DenyCode.NOT_NOW
    offered = replace(player, offered=True)
    return put(hall, seat, offered), (changed(seat, offered),)


def changed(seat: Seat, player: Player) -> Commit:
    """What is stored when a seat changes hands, or is offered."""
    return Commit(SeatChanged(seat, saved_seat(player)))


def saved_seat(player: Player) -> SavedSeat:
    """What is stored of a player."""
    return SavedSeat(player.name, player.bot, player.level, player.owner, player.client.key, player.offered)


def _absent(hall: Hall, seat: Seat) -> Player | DenyCode:
    """The player for whom this seat waits."""
    player = player_at(hall, seat)
    if player is None or player.level is not None:
        return DenyCode.NO_SUCH_SEAT
    return player if player.presence == "away" else DenyCode.NOT_NOW
