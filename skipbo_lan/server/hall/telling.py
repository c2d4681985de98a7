"""What the clients are told: rooms and views, each made for the one seat that receives it, or for all spectators.

1. A view leaves only through `engine.observe`, an event only through `redact`.
2. A Room goes to everybody whenever anything in it has changed, and to whoever has just come.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeGuard, assert_never

from engine.events import Event
from engine.observe import observe, redact
from engine.ruleset import Seat, sides_of
from protocol import mapping
from protocol.dealing import Commitments, Deal, DealActions, DealProof
from protocol.limits import MAX_MILLISECONDS
from protocol.messages import Accusation, Message, Room, Update, WirePlayer
from skipbo_lan.fairness import to_wire
from skipbo_lan.fairness.attempts import commitment_of_host
from skipbo_lan.server.hall.effects import Effect, Send
from skipbo_lan.server.hall.inputs import PeerId
from skipbo_lan.server.hall.recall import events_since
from skipbo_lan.server.hall.seats import at_table, attached, audience, client_of, owner_seat, seated, visitors
from skipbo_lan.server.hall.state import (
    Accused,
    Closed,
    Dealing,
    Hall,
    Lobby,
    MatchOver,
    Player,
    Playing,
    RoundOver,
    Step,
)


def with_rooms(before: Hall, after: Hall, effects: tuple[Effect, ...], now: float) -> Step:
    """Complete a step: the Rooms that have become due, and the present view for whoever has just come.

    A deal is told after its Room, so that a client knows its seat before it gives a number, and before its cards;
    anything else before, so that a result is seen before it is counted.
    """
    comers = audience(after).keys() - audience(before).keys()
    changed = room(before, None, now) != room(replace(after, rev=before.rev), None, now)
    if changed:
        after = replace(after, rev=after.rev + 1)
    told = {peer: seat for peer, seat in audience(after).items() if changed or peer in comers}
    made = {seat: room(after, seat, now) for seat in set(told.values())}
    rooms = tuple(Send(peer, made[seat]) for peer, seat in told.items())
    if _begins_round(before, after):
        first = next((place for place, effect in enumerate(effects) if _is_of_a_deal(effect)), len(effects))
        late = tuple(one for peer in sorted(comers & visitors(after).keys()) for one in _of_the_last_round(after, peer))
        return after, effects[:first] + rooms + late + effects[first:]
    # What the same step told a comer is in what he gets now, and must not be told twice.
    others = tuple(effect for effect in effects if not (_is_told_again(effect) and effect.peer in comers))
    return after, others + rooms + tuple(first for peer in sorted(comers) for first in _first_for(after, peer))


def room(hall: Hall, you: Seat | None, now: float) -> Room:
    """Everything about the table that is not cards, for this seat, or for a spectator."""
    game = hall.game
    nothing = [0] * len(sides_of(hall.ruleset, len(hall.players))) if hall.in_match else []
    return Room(
        rev=hall.rev,
        table=hall.terms.table,
        stage=_stage_name(hall),
        capacity=hall.terms.capacity,
        you=you,
        owner=owner_seat(hall),
        players=[_wire_player(seat, player, now) for seat, player in seated(hall)],
        ruleset=mapping.ruleset_to_wire(hall.ruleset),
        scores=list(game.match.scores) if game is not None else nothing,
        wins=list(game.match.wins) if game is not None else nothing,
        rounds_played=game.match.rounds_played if game is not None else 0,
        winners=list(hall.stage.winners) if isinstance(hall.stage, MatchOver) else [],
        pace_ms=hall.pace_ms,
        next_round_ms=_left(hall.stage.deal_at, now) if isinstance(hall.stage, RoundOver) else None,
        turn_ms=_left(hall.timed.until, now) if hall.timed is not None else None,
        accusation=_accusation(hall.accused, now) if hall.accused is not None else None,
        absent=hall.terms.absent,
        watching=len(hall.watchers),
        spectators=hall.terms.spectators,
        locked=hall.locked,
        saved=hall.saved,
        seeded=hall.match_seed is not None,
    )


def updates(hall: Hall, events: Iterable[Event]) -> tuple[Effect, ...]:
    """The new view for everybody who is connected, with the events that led there."""
    happened = tuple(events)
    to_players = tuple(Send(peer, _update_for(hall, peer, happened)) for peer in attached(hall))
    if not hall.watchers:
        return to_players
    open_to_all = _update(hall, None, 0, happened)
    return to_players + tuple(Send(watcher.peer, open_to_all) for watcher in hall.watchers)


def view_for(hall: Hall, peer: PeerId) -> Effect:
    """The present view once more, for one connection."""
    return Send(peer, _update_for(hall, peer, ()))


def _first_for(hall: Hall, peer: PeerId) -> tuple[Effect, ...]:
    """The view for whoever has just come, with what a returning player has missed (J13), and how it was dealt."""
    found = at_table(hall, peer)
    seen = client_of(found[1], peer).seen if found is not None else None
    view = () if hall.game is None else (Send(peer, _update_for(hall, peer, events_since(hall, seen))),)
    newcomer = found is not None and seen is None
    return view if newcomer or peer not in visitors(hall) else (*view, *_exchange_for(hall, peer))


def _exchange_for(hall: Hall, peer: PeerId) -> tuple[Effect, ...]:
    """The proof of the last round, and what was said of the deal that goes on, once more. A newcomer to a seat gives
    no number for a deal that began before."""
    going_on = announced(hall.table_id, hall.stage) if isinstance(hall.stage, Dealing) else ()
    return tuple(Send(peer, message) for message in (*hall.shown, *going_on))


def _of_the_last_round(hall: Hall, peer: PeerId) -> tuple[Effect, ...]:
    """What somebody still has to be told who comes in the step in which the next round begins."""
    view = (view_for(hall, peer),) if isinstance(hall.stage, Dealing) and hall.game is not None else ()
    return (*view, *(Send(peer, message) for message in hall.shown))


def announced(table_id: bytes, dealing: Dealing) -> tuple[Message, ...]:
    """What everybody has been told of the present attempt to deal."""
    attempt = dealing.mix.last
    call = to_wire.deal(dealing.number, attempt.call)
    if not attempt.listed:
        return (call,)
    host = commitment_of_host(dealing.mix, table_id, dealing.number, attempt)
    return call, to_wire.commitments(dealing.number, attempt, host)


def _begins_round(before: Hall, after: Hall) -> bool:
    """Whether the step has begun to deal, or dealt."""
    begun = Dealing, Playing
    return isinstance(after.stage, begun) and not isinstance(before.stage, type(after.stage))


def _is_told_again(effect: Effect) -> TypeGuard[Send]:
    """Whether a comer is told this in any case."""
    kinds = Update | Deal | Commitments | DealProof | DealActions
    return isinstance(effect, Send) and isinstance(effect.message, kinds)


def _is_of_a_deal(effect: Effect) -> TypeGuard[Send]:
    return isinstance(effect, Send) and isinstance(effect.message, Update | Deal)


def _update_for(hall: Hall, peer: PeerId, events: tuple[Event, ...]) -> Update:
    found = at_table(hall, peer)
    if found is None:
        return _update(hall, None, 0, events)
    seat, player = found
    return _update(hall, seat, client_of(player, peer).answer.id, events)


def _update(hall: Hall, seat: Seat | None, ack: int, events: tuple[Event, ...]) -> Update:
    assert hall.game is not None, "there are no cards before a match"
    return Update(
        epoch=hall.epoch,
        seq=hall.seq,
        ack=ack,
        events=[mapping.event_to_wire(redact(event, seat)) for event in events],
        view=mapping.view_to_wire(observe(hall.game.table, seat)),
    )


def _stage_name(hall: Hall) -> Literal["lobby", "dealing", "playing", "round_over", "match_over"]:
    match hall.stage:
        case Lobby():
            return "lobby"
        case Dealing():
            return "dealing"
        case Playing():
            return "playing"
        case RoundOver():
            return "round_over"
        case MatchOver() | Closed():
            return "match_over"
        case _:
            assert_never(hall.stage)


def _wire_player(seat: Seat, player: Player, now: float) -> WirePlayer:
    return WirePlayer(
        seat=seat,
        name=player.name,
        kind="bot" if player.bot else "human",
        level=player.level,
        presence=player.presence,
        grace_ms=_left(player.away_until, now) if player.away_until is not None else None,
        ready=player.ready,
        offered=player.offered,
        relieved=player.relieved,
    )


def _accusation(accused: Accused, now: float) -> Accusation:
    return Accusation(accuser=accused.accuser, offender=accused.offender, left_ms=_left(accused.until, now))


def _left(until: float, now: float) -> int:
    """Milliseconds until then, as far as they may travel."""
    return min(max(0, round((until - now) * 1000)), MAX_MILLISECONDS)
