"""The deal exchange: the numbers of all who are here, with the host's own, make the seed of the round (P46).

1. The host has one secret a round; each client gives a number an attempt. Neither is shown before all are committed to.
2. A number that is not shown in time makes the attempt void. The next is without whoever failed, and with the same
   secret, so that nobody can try until the cards please.
3. Everything is stored as it comes: a host that is ended and started again goes on with the same attempt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.ruleset import FirstDealer, Seat
from protocol import dealing as d
from protocol.codes import DenyCode
from protocol.fairness import seat_commitment
from skipbo_lan.fairness.attempts import Attempt, Call, Mix, Why, added
from skipbo_lan.server import limits
from skipbo_lan.server.hall.effects import Commit, Effect, Send
from skipbo_lan.server.hall.inputs import Moment, PeerId
from skipbo_lan.server.hall.seats import at_table, seated, visitors
from skipbo_lan.server.hall.state import Dealing, Game, Hall, Step
from skipbo_lan.server.hall.telling import announced
from skipbo_lan.store.changes import AttemptMade, Committed, Listed, MixBegun, Revealed

SECRET_BYTES: Final = 32


def begin(hall: Hall, game: Game | None, wish: Seat, moment: Moment) -> Step:
    """Begin to deal the next round together; `wish` is who deals first where the host chooses."""
    number = game.match.rounds_played if game is not None else 0
    secret = moment.random_bytes(SECRET_BYTES)
    dealing = Dealing(game, number, Mix(secret, ()), wish)
    hall, effects = _attempt(hall, dealing, left_out=(), why=None)
    return hall, (Commit(MixBegun(number, secret, wish)), *effects)


def commit(hall: Hall, seat: Seat, peer: PeerId, said: d.Commit) -> Step | DenyCode:
    """Take what a client commits to. What comes too late, or a second time, is nothing."""
    dealing = _attempted(hall, seat, peer, said)
    if dealing is None or dealing.mix.last.listed or seat in dict(dealing.mix.last.commitments):
        return hall, ()
    attempt = dealing.mix.last
    if said.commitment in dict(attempt.commitments).values():
        return DenyCode.BAD_NUMBER
    hall = _with(hall, dealing, replace(attempt, commitments=added(attempt.commitments, seat, said.commitment)))
    return hall, (Commit(Committed(dealing.number, attempt.call.number, seat, said.commitment)),)


def reveal(hall: Hall, seat: Seat, peer: PeerId, said: d.Reveal) -> Step | DenyCode:
    """Take the number that a client has committed to; another one is none."""
    dealing = _attempted(hall, seat, peer, said)
    if dealing is None or not dealing.mix.last.listed or seat not in dealing.mix.last.missing:
        return hall, ()
    attempt = dealing.mix.last
    opened = seat_commitment(hall.table_id, dealing.number, attempt.call.number, seat, said.nonce)
    if dict(attempt.commitments)[seat] != opened:
        return DenyCode.BAD_NUMBER
    hall = _with(hall, dealing, replace(attempt, nonces=added(attempt.nonces, seat, said.nonce)))
    return hall, (Commit(Revealed(dealing.number, attempt.call.number, seat, said.nonce)),)


def keep_time(hall: Hall, dealing: Dealing, moment: Moment) -> Hall:
    """Wait afresh for the numbers after a pause, and not at all during one."""
    if hall.paused:
        return replace(hall, stage=replace(dealing, until=None))
    if dealing.until is None:
        return replace(hall, stage=replace(dealing, until=moment.now + limits.NUMBERS))
    return hall


def advance(hall: Hall, dealing: Dealing, moment: Moment) -> Step:
    """Publish the list, or begin another attempt, once all have answered or the time is up."""
    attempt = dealing.mix.last
    late = dealing.until is not None and dealing.until <= moment.now
    if not attempt.listed:
        return _publish(hall, dealing) if late or len(attempt.commitments) == len(attempt.call.asked) else (hall, ())
    if not (late and attempt.missing):
        return hall, ()
    why = Why.RESTARTED if dealing.restarted else Why.MISSED
    return _attempt(hall, dealing, left_out=(*attempt.call.left_out, *attempt.missing), why=why)


def is_complete(dealing: Dealing) -> bool:
    """Whether every number that was committed to has been shown: the cards can be dealt."""
    return dealing.mix.last.listed and not dealing.mix.last.missing


def _attempt(hall: Hall, dealing: Dealing, *, left_out: tuple[Seat, ...], why: Why | None) -> Step:
    """Announce an attempt to everybody who gives a number in it."""
    guests = {seat: player for seat, player in seated(hall) if player.level is None and not player.owner}
    here = [seat for seat, player in guests.items() if player.visits and seat not in left_out]
    away = [seat for seat, player in guests.items() if not player.visits and seat not in left_out]
    call = Call(
        number=len(dealing.mix.attempts) + 1,
        asked=tuple(here),
        away=tuple(away),
        left_out=tuple(sorted(left_out)),
        dealer=_dealer(hall, dealing),
        why=why,
    )
    mix = replace(dealing.mix, attempts=(*dealing.mix.attempts, Attempt(call)))
    dealing = replace(dealing, mix=mix, restarted=False, until=None)
    hall = replace(hall, stage=dealing)
    return hall, (Commit(AttemptMade(dealing.number, call)), *_tell(hall, dealing))


def _dealer(hall: Hall, dealing: Dealing) -> Seat | None:
    """Who deals, if that does not follow from the numbers."""
    if dealing.game is not None:
        return dealing.game.match.dealer
    return dealing.wish if hall.ruleset.first_dealer is FirstDealer.HOST_CHOICE else None


def _publish(hall: Hall, dealing: Dealing) -> Step:
    listed = replace(dealing.mix.last, listed=True)
    dealing = replace(dealing, mix=dealing.mix.with_last(listed), until=None)
    hall = replace(hall, stage=dealing)
    return hall, (Commit(Listed(dealing.number, listed.call.number)), *_tell(hall, dealing))


def _tell(hall: Hall, dealing: Dealing) -> tuple[Effect, ...]:
    newest = announced(hall.table_id, dealing)[-1]
    return tuple(Send(peer, newest) for peer in visitors(hall))


def _attempted(hall: Hall, seat: Seat, peer: PeerId, said: d.Commit | d.Reveal) -> Dealing | None:
    """The deal that goes on, if this is said about its present attempt by the client that was asked."""
    dealing = hall.stage
    found = at_table(hall, peer)
    if not isinstance(dealing, Dealing) or found is None or found[1].client.peer != peer:
        return None
    call = dealing.mix.last.call
    fits = (said.round, said.attempt) == (dealing.number, call.number) and seat in call.asked
    return dealing if fits else None


def _with(hall: Hall, dealing: Dealing, attempt: Attempt) -> Hall:
    return replace(hall, stage=replace(dealing, mix=dealing.mix.with_last(attempt)))
