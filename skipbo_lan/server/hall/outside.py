"""What happens to the host's own computer: it is told to stop, it slept, its disk refuses (P38, P40, F72)."""

from __future__ import annotations

from dataclasses import replace

from skipbo_lan.server.hall.inputs import Interrupted
from skipbo_lan.server.hall.rounds import close_table, give_up_table
from skipbo_lan.server.hall.seats import each_player
from skipbo_lan.server.hall.state import Dealing, Hall, Player, RoundOver, Step


def interrupt(hall: Hall, interrupted: Interrupted) -> Step:
    """End the table; a match that goes on is kept if it may be, and everybody is told which of the two it is."""
    return give_up_table(hall) if hall.in_match and interrupted.resumable else close_table(hall)


def note_saving(hall: Hall, works: bool) -> Step:
    """Everybody learns from the Room whether the match is saved."""
    return replace(hall, saved=works), ()


def postpone(hall: Hall, seconds: float) -> Step:
    """Put off everything that is waited for: nobody could do anything while the host slept."""

    def put_off(player: Player) -> Player:
        return replace(player, away_until=_later(player.away_until, seconds))

    hall = replace(each_player(hall, put_off), quiet_since=_later(hall.quiet_since, seconds))
    if isinstance(hall.stage, RoundOver):
        hall = replace(hall, stage=replace(hall.stage, deal_at=hall.stage.deal_at + seconds))
    if isinstance(hall.stage, Dealing):
        hall = replace(hall, stage=replace(hall.stage, until=_later(hall.stage.until, seconds)))
    if hall.timed is not None:
        hall = replace(hall, timed=replace(hall.timed, until=hall.timed.until + seconds))
    if hall.accused is not None:
        hall = replace(hall, accused=replace(hall.accused, until=hall.accused.until + seconds))
    return hall, ()


def _later(moment: float | None, seconds: float) -> float | None:
    return None if moment is None else moment + seconds
