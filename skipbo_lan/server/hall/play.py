"""Game actions: each Act gets exactly one answer, is applied at most once, and is told to everybody (P25 to P28)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.actions import Action
from engine.errors import IllegalAction
from engine.rules import apply
from engine.ruleset import Seat
from protocol.codes import DenyCode
from protocol.messages import Refused
from skipbo_lan.server.hall.allowance import spend_for
from skipbo_lan.server.hall.chat import release
from skipbo_lan.server.hall.effects import Commit, Effect, Send
from skipbo_lan.server.hall.inputs import Acted, Moment, PeerId
from skipbo_lan.server.hall.recall import remembered, turn_ended
from skipbo_lan.server.hall.rounds import end_round
from skipbo_lan.server.hall.seats import at_table, attached, client_of, put, with_client
from skipbo_lan.server.hall.state import Answer, Client, Game, Hall, Player, Playing, Step
from skipbo_lan.server.hall.telling import updates, view_for
from skipbo_lan.store.changes import ActionTaken


def act(hall: Hall, acted: Acted, moment: Moment) -> Step:
    """Answer an Act of a client of a seat; from anybody else, a superseded connection say, it is nothing."""
    found = at_table(hall, acted.peer)
    if found is None:
        return hall, ()
    last = client_of(found[1], acted.peer).answer
    if acted.id <= last.id:
        again = _answer_again(hall, acted.peer, last) if acted.id == last.id else ()
        return spend_for(hall, acted.peer, 1, moment), again
    if hall.paused:
        return _change(hall, acted.peer, lambda client: replace(client, waiting=acted)), ()
    if acted.epoch != hall.epoch:
        # Made before a restart or at the match before: whether its id means anything now is unknown, so it is
        # not remembered.
        return spend_for(hall, acted.peer, 1, moment), _refuse(hall, acted.peer, Answer(acted.id, DenyCode.STALE))
    return _answer(hall, acted, moment)


def act_after_pause(hall: Hall, moment: Moment) -> Step:
    """Answer the Acts that came while the table paused."""
    effects: tuple[Effect, ...] = ()
    for peer in attached(hall):
        waiting = _client(hall, peer).waiting
        if waiting is not None:
            hall, more = act(_change(hall, peer, lambda client: replace(client, waiting=None)), waiting, moment)
            effects += more
    return hall, effects


def take(hall: Hall, game: Game, seat: Seat | None, action: Action, act_id: int | None, moment: Moment) -> Step:
    """Apply an action, store it, and tell everybody. Raises IllegalAction, and then nothing has happened."""
    table, events = apply(game.table, seat, action)
    taken = ActionTaken(game.match.rounds_played, len(game.actions), seat, action, act_id)
    ended = game.table.turn if table.turn != game.table.turn or table.outcome is not None else None
    game = replace(game, table=table, actions=(*game.actions, (seat, action)), ended_turn=ended)
    hall = remembered(replace(hall, stage=Playing(game), seq=hall.seq + 1), events)
    effects: tuple[Effect, ...] = (Commit(taken), *updates(hall, events))
    if ended is not None:
        hall, released = release(turn_ended(hall, ended))
        effects += released
    if table.outcome is not None:
        hall, counted = end_round(hall, game, moment)
        effects += counted
    return hall, effects


def _answer(hall: Hall, acted: Acted, moment: Moment) -> Step:
    """The one answer. A refused Act is charged, an accepted one never (F37)."""
    code = _why_not_now(hall, acted)
    if code is None:
        try:
            return _accept(hall, acted, moment)
        except IllegalAction as illegal:
            code = illegal.refusal
    hall = spend_for(hall, acted.peer, 1, moment)
    if _client(hall, acted.peer).allowance.exhausted:
        code = DenyCode.SLOW_DOWN
    answer = Answer(acted.id, code)
    hall = _remember(hall, acted.peer, answer)
    return hall, _refuse(hall, acted.peer, answer)


def _why_not_now(hall: Hall, acted: Acted) -> str | None:
    """What is wrong with the moment rather than with the action."""
    if hall.game is None:
        return DenyCode.NOT_NOW
    if acted.seq != hall.seq:
        return DenyCode.STALE
    _, player = _seat_of(hall, acted.peer)
    return None if client_of(player, acted.peer) is player.acting else DenyCode.NOT_NOW


def _accept(hall: Hall, acted: Acted, moment: Moment) -> Step:
    game = hall.game
    assert game is not None, "there is a game whenever an action is tried"
    seat, player = _seat_of(hall, acted.peer)
    own = player.client.peer == acted.peer
    answered = _remember(hall, acted.peer, Answer(acted.id))
    return take(answered, game, seat, acted.action, acted.id if own else None, moment)


def _answer_again(hall: Hall, peer: PeerId, answer: Answer) -> tuple[Effect, ...]:
    """The same answer as before; what was accepted is acknowledged by the present view."""
    if answer.code is None:
        return () if hall.game is None else (view_for(hall, peer),)
    return _refuse(hall, peer, answer)


def _refuse(hall: Hall, peer: PeerId, answer: Answer) -> tuple[Effect, ...]:
    """The refusal; whoever acted on an old view gets the present one with it."""
    refused = Send(peer, Refused(id=answer.id, code=str(answer.code)))
    if answer.code == DenyCode.STALE and hall.game is not None:
        return refused, view_for(hall, peer)
    return (refused,)


def _remember(hall: Hall, peer: PeerId, answer: Answer) -> Hall:
    return _change(hall, peer, lambda client: replace(client, answer=answer))


def _change(hall: Hall, peer: PeerId, how: Callable[[Client], Client]) -> Hall:
    """The hall with another state of the client with this connection."""
    seat, player = _seat_of(hall, peer)
    client = client_of(player, peer)
    return put(hall, seat, with_client(player, client, how(client)))


def _client(hall: Hall, peer: PeerId) -> Client:
    return client_of(_seat_of(hall, peer)[1], peer)


def _seat_of(hall: Hall, peer: PeerId) -> tuple[Seat, Player]:
    found = at_table(hall, peer)
    assert found is not None, "a connection that acts belongs to a player"
    return found
