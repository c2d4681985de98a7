"""Questions about who sits where and who is told what, and the hall with somebody in another state. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.ruleset import Seat
from skipbo_lan.server.hall.inputs import PeerId
from skipbo_lan.server.hall.state import Client, Hall, Player, Watcher


def seated(hall: Hall) -> Iterator[tuple[Seat, Player]]:
    """Who sits where, by seat."""
    for seat, player in enumerate(hall.players):
        if player is not None:
            yield seat, player


def attached(hall: Hall) -> dict[PeerId, Seat]:
    """The connections that belong to a seat."""
    return {peer: seat for seat, player in seated(hall) for peer in player.peers}


def audience(hall: Hall) -> dict[PeerId, Seat | None]:
    """Everybody who is told what happens: those at a seat, and the spectators, who have none."""
    return {**attached(hall), **{watcher.peer: None for watcher in hall.watchers}}


def visitors(hall: Hall) -> dict[PeerId, Seat | None]:
    """The audience without the bots of the host's own."""
    own = {client.peer for _, player in seated(hall) for client in player.clients if client.bot is not None}
    return {peer: seat for peer, seat in audience(hall).items() if peer not in own}


def at_table(hall: Hall, peer: PeerId) -> tuple[Seat, Player] | None:
    """Whose connection this is; None when it belongs to no seat."""
    return next(((seat, player) for seat, player in seated(hall) if peer in player.peers), None)


def watcher_of(hall: Hall, peer: PeerId) -> Watcher | None:
    """The spectator with this connection."""
    return next((watcher for watcher in hall.watchers if watcher.peer == peer), None)


def names(hall: Hall) -> list[str]:
    """What everybody is called."""
    return [player.name for _, player in seated(hall)] + [watcher.name for watcher in hall.watchers]


def client_of(player: Player, peer: PeerId) -> Client:
    """The client of this seat with this connection."""
    return next(client for client in player.clients if client.peer == peer)


def with_client(player: Player, old: Client, new: Client) -> Player:
    """The player with one of the clients of the seat replaced."""
    if old is player.client:
        return replace(player, client=new)
    assert old is player.stand_in, "not a client of this seat"
    return replace(player, stand_in=new)


def player_at(hall: Hall, seat: Seat) -> Player | None:
    """Who sits on a seat; None also for a seat that does not exist."""
    return hall.players[seat] if 0 <= seat < len(hall.players) else None


def free_seat(hall: Hall) -> Seat | None:
    """The lowest seat that nobody has."""
    return next((seat for seat, player in enumerate(hall.players) if player is None), None)


def owner_seat(hall: Hall) -> Seat | None:
    """Where the owner sits, if the table has one."""
    return next((seat for seat, player in seated(hall) if player.owner), None)


def is_owner(hall: Hall, peer: PeerId) -> bool:
    """Whether this is the owner's connection, and not a bot's in the owner's stead."""
    seat = owner_seat(hall)
    owner = hall.players[seat] if seat is not None else None
    return owner is not None and owner.client.peer == peer


def put(hall: Hall, seat: Seat, player: Player | None) -> Hall:
    """The hall with a player on a seat, or with the seat free."""
    return replace(hall, players=(*hall.players[:seat], player, *hall.players[seat + 1 :]))


def each_player(hall: Hall, change: Callable[[Player], Player]) -> Hall:
    """The hall with every player changed."""
    return replace(hall, players=tuple(player and change(player) for player in hall.players))
