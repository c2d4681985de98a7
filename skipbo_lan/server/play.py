"""Game actions: each Act gets exactly one answer, is applied at most once, and is told to everybody (P25 to P28)."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action
from engine.errors import IllegalAction
from engine.rules import apply
from engine.ruleset import Seat
from protocol.codes import DenyCode
from protocol.messages import Refused
from skipbo_lan.server.chat import release
from skipbo_lan.server.effects import Commit, Effect, Send
from skipbo_lan.server.hall import Answer, Game, Hall, Player, Playing, Step, attached, put, seated, with_acting
from skipbo_lan.server.inputs import Acted, Moment
from skipbo_lan.server.rounds import end_round
from skipbo_lan.server.telling import updates, view_for
from skipbo_lan.store.changes import ActionTaken


def act(hall: Hall, acted: Acted, moment: Moment) -> Step:
    """Answer an Act of whoever acts for a seat; from anybody else, a superseded connection say, it is nothing."""
    seat = attached(hall).get(acted.peer)
    if seat is None:
        return hall, ()
    player = _player(hall, seat)
    last = player.acting.answer
    if acted.id < last.id:
        return hall, ()
    if acted.id == last.id:
        return hall, _answer_again(hall, seat, acted.peer, last)
    if hall.paused:
        return put(hall, seat, with_acting(player, replace(player.acting, waiting=acted))), ()
    if acted.epoch != hall.epoch:
        # Made before a restart or at the match before: whether its id means anything now is unknown, so it is
        # not remembered.
        return hall, _refuse(hall, seat, acted.peer, Answer(acted.id, DenyCode.STALE))
    return _answer(hall, seat, acted, moment)


def act_after_pause(hall: Hall, moment: Moment) -> Step:
    """Answer the Acts that came while the table paused."""
    effects: tuple[Effect, ...] = ()
    for seat, _ in seated(hall):
        player = _player(hall, seat)
        waiting = player.acting.waiting
        if waiting is not None:
            hall = put(hall, seat, with_acting(player, replace(player.acting, waiting=None)))
            hall, more = act(hall, waiting, moment)
            effects += more
    return hall, effects


def take(hall: Hall, game: Game, seat: Seat | None, action: Action, act_id: int | None, moment: Moment) -> Step:
    """Apply an action, store it, and tell everybody. Raises IllegalAction, and then nothing has happened."""
    table, events = apply(game.table, seat, action)
    taken = ActionTaken(game.match.rounds_played, game.moves, seat, action, act_id)
    ended = game.table.turn if table.turn != game.table.turn or table.outcome is not None else None
    game = replace(game, table=table, moves=game.moves + 1, ended_turn=ended)
    hall = replace(hall, stage=Playing(game), seq=hall.seq + 1)
    effects: tuple[Effect, ...] = (Commit(taken), *updates(hall, events))
    if ended is not None:
        hall, released = release(hall)
        effects += released
    if table.outcome is not None:
        hall, counted = end_round(hall, game, moment)
        effects += counted
    return hall, effects


def _answer(hall: Hall, seat: Seat, acted: Acted, moment: Moment) -> Step:
    code = _why_not_now(hall, acted)
    if code is None:
        try:
            return _accept(hall, seat, acted, moment)
        except IllegalAction as illegal:
            code = illegal.refusal
    answer = Answer(acted.id, code)
    hall = _remember(hall, seat, answer)
    return hall, _refuse(hall, seat, acted.peer, answer)


def _why_not_now(hall: Hall, acted: Acted) -> str | None:
    """What is wrong with the moment rather than with the action."""
    if hall.game is None:
        return DenyCode.NOT_NOW
    return DenyCode.STALE if acted.seq != hall.seq else None


def _accept(hall: Hall, seat: Seat, acted: Acted, moment: Moment) -> Step:
    game = hall.game
    assert game is not None, "there is a game whenever an action is tried"
    own = _player(hall, seat).stand_in is None
    answered = _remember(hall, seat, Answer(acted.id))
    return take(answered, game, seat, acted.action, acted.id if own else None, moment)


def _answer_again(hall: Hall, seat: Seat, peer: int, answer: Answer) -> tuple[Effect, ...]:
    """The same answer as before; what was accepted is acknowledged by the present view."""
    if answer.code is None:
        return (view_for(hall, seat),)
    return _refuse(hall, seat, peer, answer)


def _refuse(hall: Hall, seat: Seat, peer: int, answer: Answer) -> tuple[Effect, ...]:
    """The refusal; whoever acted on an old view gets the present one with it."""
    refused = Send(peer, Refused(id=answer.id, code=str(answer.code)))
    if answer.code == DenyCode.STALE and hall.game is not None:
        return refused, view_for(hall, seat)
    return (refused,)


def _remember(hall: Hall, seat: Seat, answer: Answer) -> Hall:
    player = _player(hall, seat)
    return put(hall, seat, with_acting(player, replace(player.acting, answer=answer)))


def _player(hall: Hall, seat: Seat) -> Player:
    player = hall.players[seat]
    assert player is not None, "a connection that acts belongs to a player"
    return player
