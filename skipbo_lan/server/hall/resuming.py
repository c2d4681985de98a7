"""A stored match as a table again: everybody keeps his seat and his token, and is waited for (P39, J27)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

from engine.record import Record
from engine.replay import replay
from engine.ruleset import Seat
from engine.table import Table
from skipbo_lan.server.hall.effects import Effect
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.opening import first_pace
from skipbo_lan.server.hall.presence import STAND_IN_LEVEL, new_bot, stand_in
from skipbo_lan.server.hall.rounds import shown
from skipbo_lan.server.hall.seats import put
from skipbo_lan.server.hall.state import Answer, Client, Dealing, Game, Hall, Player, Playing, RoundOver, Step
from skipbo_lan.server.hall.terms import Absent, Terms
from skipbo_lan.server.limits import BETWEEN_ROUNDS
from skipbo_lan.settings import APP
from skipbo_lan.store.changes import SavedSeat, SavedTerms
from skipbo_lan.store.unfinished import Reopenable


def resumed_hall(saved: Reopenable, levels: Collection[str], moment: Moment, pace_ms: int | None = None) -> Step:
    """The table in its next epoch, with the host's own bots started. The other seats wait for their players."""
    begun = saved.begun
    hall = Hall(
        terms=_terms_of(begun.table, begun.terms, frozenset(levels)),
        table_id=begun.table_id,
        epoch=begun.epoch + 1,
        ruleset=begun.ruleset,
        players=(None,) * len(begun.seats),
        pace_ms=first_pace(pace_ms, owned=any(seat.owner for seat in begun.seats)),
        quiet_since=moment.now,
        match_seed=begun.seed,
        password_key=begun.terms.password_key,
        stage=_stage_of(saved, moment.now),
        seq=saved.seq,
        # A match that only the host's own bots played goes on by itself; any other waits for somebody to see it.
        visited=any(seat.level is None for seat in begun.seats),
    )
    if isinstance(hall.stage, Dealing | RoundOver) and hall.game is not None:
        hall = replace(hall, shown=shown(hall, hall.game))
    effects: tuple[Effect, ...] = ()
    for seat, (kept, last_id) in enumerate(zip(begun.seats, saved.last_ids, strict=True)):
        hall, more = _seat(hall, seat, kept, last_id, moment)
        effects += more
    return hall, effects


def _terms_of(table: str, saved: SavedTerms, levels: frozenset[str]) -> Terms:
    absent: Absent = "wait" if saved.absent == "wait" else "bot"
    return Terms(
        table=table,
        app=APP,
        capacity=saved.capacity,
        grace=saved.grace,
        start_when_full=False,
        levels=levels,
        absent=absent,
        turn_timer=saved.turn_timer,
        idle_limit=saved.idle_limit,
        spectators=saved.spectators,
    )


def _stage_of(saved: Reopenable, now: float) -> Dealing | Playing | RoundOver:
    game: Game | None = None
    if saved.last is not None and saved.match is not None:
        table, ended_turn = _course_of(saved.last)
        game = Game(saved.match, table, saved.mix, actions=saved.last.actions, ended_turn=ended_turn)
    if saved.dealing is not None:
        going_on = saved.dealing
        return Dealing(game, going_on.number, going_on.mix, going_on.wish, restarted=True)
    assert game is not None, "a match begins with a deal"
    return RoundOver(game, now + BETWEEN_ROUNDS) if saved.record is None else Playing(game)


def _course_of(record: Record) -> tuple[Table, Seat | None]:
    """The table of the last step, and whose turn that step ended, if it ended one."""
    tables = [table for table, _ in replay(record)]
    ended = [
        before.turn if after.turn != before.turn or after.outcome is not None else None
        for before, after in pairwise(tables)
    ]
    return tables[-1], ended[-1] if ended else None


def _seat(hall: Hall, seat: Seat, kept: SavedSeat, last_id: int, moment: Moment) -> Step:
    answer = Answer(last_id)
    if kept.level is not None:
        level = kept.level if kept.level in hall.terms.levels else STAND_IN_LEVEL
        hall, client, start = new_bot(hall, level, moment)
        client = replace(client, answer=answer)
        bot = Player(kept.name, bot=True, client=client, level=level, offered=kept.offered)
        return put(hall, seat, bot), (start,)
    player = Player(
        kept.name,
        bot=kept.bot,
        client=Client(key=kept.key, answer=answer),
        owner=kept.owner,
        offered=kept.offered,
        away_until=moment.now + hall.terms.grace,
    )
    # The player of a seat that is offered may have been sent away: then nobody can come back to it.
    return stand_in(hall, seat, player, moment) if kept.offered else (put(hall, seat, player), ())
