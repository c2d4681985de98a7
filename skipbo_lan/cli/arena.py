"""`skipbo-lan arena`: levels against each other, on all processors, until all deals are played or somebody stops it."""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from types import FrameType
from typing import NoReturn

from engine.ruleset import MIN_SEATS, stock_size
from skipbo_lan.bots.arena import Contest, Tally, Thinking, play_deal
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.rules import check_players, ruleset_of
from skipbo_lan.locale import contest as words
from skipbo_lan.locale import usage
from skipbo_lan.os_signals import ENDING


def run(options: Namespace) -> int:
    """Play, and print what was counted; the exit code."""
    contest = _contest(options)
    deals = -(-options.games // len(contest.rotations))
    tally = Tally()
    code: int = Exit.FINE
    for number in ENDING:
        signal.signal(number, _interrupt)
    try:
        for done, deal in enumerate(_played(contest, deals, options.jobs or os.cpu_count() or 1), start=1):
            tally.add(deal)
            _tell(words.progress(done, deals), sys.stderr.isatty())
    except KeyboardInterrupt:
        code = Exit.SIGNAL + signal.SIGINT
    _tell("", sys.stderr.isatty())
    _print(contest, tally, as_json=options.json)
    return code


def _contest(options: Namespace) -> Contest:
    """The contest asked for. Raises CommandError."""
    ruleset, given = ruleset_of(options), tuple(options.levels)
    seats = options.seats or max(MIN_SEATS, len(given))
    if len(given) > seats:
        raise CommandError(usage.too_many_levels(len(given), seats))
    check_players(ruleset, seats)
    return Contest(tuple(given[seat % len(given)] for seat in range(seats)), ruleset, options.deals)


def _played(contest: Contest, deals: int, jobs: int) -> Iterator[Tally]:
    with Pool(min(jobs, deals), initializer=_leave_signals_to_parent) as pool:
        yield from pool.imap_unordered(partial(play_deal, contest), range(deals))


def _leave_signals_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING:
        if number != signal.SIGINT:
            signal.signal(number, signal.SIG_DFL)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _tell(progress: str, to_terminal: bool) -> None:
    """Show how far it is, on a line of its own that is written over."""
    if to_terminal:
        print(f"\r{progress:<{words.PROGRESS_CELLS}}\r", end="", file=sys.stderr, flush=True)


def _print(contest: Contest, tally: Tally, *, as_json: bool) -> None:
    rows = [_row(level, contest, tally) for level in dict.fromkeys(contest.levels)]
    stock = stock_size(contest.ruleset, len(contest.levels))
    ends = {name: getattr(tally, name) for name in ("decided", "void", "endless", "rescued")}
    turns = tally.turns / max(1, tally.rounds)
    if as_json:
        told = {"levels": contest.levels, "stock": stock, "rounds": tally.rounds, **ends, "turns": round(turns, 1)}
        print(json.dumps(told | {"by_level": {row.level: _figures(row) for row in rows}}))
        return
    print(words.heading(contest.levels, stock, tally.rounds))
    print("\n".join(words.table(rows)))
    print(words.summary(**ends, turns=turns))


def _row(level: str, contest: Contest, tally: Tally) -> words.Row:
    thinking = tally.thinking.get(level, Thinking())
    share = tally.share(level)
    fair = contest.levels.count(level) / len(contest.levels)
    least, most = tally.interval(level)
    times = thinking.mean, thinking.below(0.99), thinking.worst
    return words.Row(level, tally.wins.get(level, 0.0), share, least, most, share / fair, *times)


def _figures(row: words.Row) -> dict[str, float]:
    names = ("wins", "share", "least", "most", "times_fair", "mean", "ninety_ninth", "worst")
    return {name: round(getattr(row, name), 4) for name in names}
