"""One seat at one table from the command line: connect, play in lines or on the screen, say how it ended."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, TypeVar

import trio

from engine.ruleset import sides_of
from protocol.codes import ByeCode, RejectCode
from skipbo_lan.cli.chronicle import Chronicle
from skipbo_lan.cli.codes import Exit
from skipbo_lan.cli.terminal import Display, Mode, forget_closed_terminal, input_encoding, is_interactive, raw_input
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import ClientState, Connecting, Ended, LocalEnd
from skipbo_lan.lesson.course import Progress
from skipbo_lan.locale.chronicle import after_leaving
from skipbo_lan.locale.endings import Whereabouts, come_back, ended_line, summary_line
from skipbo_lan.locale.fairness import verdict_line
from skipbo_lan.locale.hosting import Invitation, firewall_lines, how_to_join
from skipbo_lan.locale.people import host_of, names_of, safe_table
from skipbo_lan.locale.plain import greeting, not_a_terminal
from skipbo_lan.settings import APP

_ENDS: Final[Mapping[ByeCode | RejectCode | LocalEnd, Exit]] = {
    LocalEnd.QUIT: Exit.FINE,
    ByeCode.LEFT: Exit.FINE,
    ByeCode.CLOSED: Exit.FINE,
    ByeCode.SUPERSEDED: Exit.FINE,
    ByeCode.REMOVED: Exit.REFUSED,
    RejectCode.VERSION: Exit.VERSION,
    LocalEnd.LOCKED: Exit.REFUSED,
    LocalEnd.NOT_LOCKED: Exit.REFUSED,
}


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Departure:
    """How a visit at a table ended."""

    state: ClientState
    """The last state with a status of Ended."""
    signal: int | None = None
    chronicle: Chronicle = field(default_factory=Chronicle)
    """What was seen."""

    @property
    def ended(self) -> Ended:
        """Why it is over."""
        assert isinstance(self.state.status, Ended)
        return self.state.status


def run(mode: Mode, main: Callable[[], Awaitable[Result]]) -> Result:
    """Run `main` where lines, or else the screen, can be played."""
    if mode is not Mode.SCREEN:
        return trio.run(main)
    from skipbo_lan.tui import bridge

    return bridge.run(main)


async def visit(
    session: Session, display: Display, invitation: Invitation | None = None, lesson: Progress | None = None
) -> Departure:
    """Run the session, and play once a seat is taken, until it has ended or the player leaves.

    A table whose owner's screen is ended by a signal is left as it is: whoever opened it closes it so that the match
    is kept.
    """
    signal, chronicle = None, Chronicle()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        nursery.start_soon(chronicle.follow, session)
        state = await seated(session)
        if not isinstance(state.status, Ended):
            signal = await _play(session, display, invitation, lesson, chronicle)
            forget_closed_terminal()
            if signal is not None and state.owner:
                nursery.cancel_scope.cancel()
            elif not isinstance(session.state.status, Ended):
                session.leave()
    chronicle.note(session.state)
    return Departure(_over(session.state), signal, chronicle)


def _over(state: ClientState) -> ClientState:
    """The last state; a session that was broken off has been left."""
    return state if isinstance(state.status, Ended) else replace(state, status=Ended(LocalEnd.QUIT))


async def seated(session: Session) -> ClientState:
    """The state once the host has given a seat and told of the room, or once it is over."""
    state = session.state
    while isinstance(state.status, Connecting) or (state.room is None and not isinstance(state.status, Ended)):
        state = await session.changed(state)
    return state


async def _play(
    session: Session, display: Display, invitation: Invitation | None, lesson: Progress | None, chronicle: Chronicle
) -> int | None:
    """Play until it is over or the player leaves; the number of the signal that ended it, if one did."""
    if display.mode is Mode.SCREEN:
        from skipbo_lan.tui import app

        return await app.run_screen(
            session,
            preferences=display.preferences,
            keep=display.keep,
            invitation=invitation,
            lesson=lesson,
            save_log=chronicle.saved_or_not,
        )
    if display.mode is Mode.LINES_OF_NEED:
        print(not_a_terminal(), file=sys.stderr)
    return await _play_lines(session, invitation, lesson, chronicle)


async def _play_lines(
    session: Session, invitation: Invitation | None, lesson: Progress | None, chronicle: Chronicle
) -> int | None:
    """Play on standard input and output."""
    from skipbo_lan.plain.app import run_plain
    from skipbo_lan.plain.lines import Lines
    from skipbo_lan.plain.paper import Paper

    paper = Paper(sys.stdout, echo=not sys.stdin.isatty())
    paper.write(greeting(APP))
    if invitation is not None:
        paper.write(*how_to_join(invitation), *firewall_lines(invitation))
    lines = Lines(raw_input(), input_encoding())
    return await run_plain(session, lines, paper, asks=is_interactive(), lesson=lesson, save_log=chronicle.saved_or_not)


Stay: TypeAlias = tuple[Departure, Whereabouts]
"""A visit that is over, and where it was."""


def conclude(departure: Departure, place: Whereabouts, *, quiet: bool = False) -> int:
    """Say how it ended and how the scores stood, or only, when quiet, what went wrong; the exit code."""
    state = departure.state
    code = exit_code(departure)
    why = _why_over(departure, place)
    expected = code == Exit.FINE and (quiet or state.owner)
    if why and not expected:
        print(why, file=sys.stdout if code == Exit.FINE else sys.stderr)
    scored = departure.chronicle.scored or state
    if not quiet and scored.room is not None and scored.room.rounds_played and scored.ruleset is not None:
        print(_summary(scored))
        verdict = scored.deals.verdict
        told = verdict_line(verdict) if verdict is not None else None
        if told is not None:
            print(told)
    if not quiet and not departure.chronicle.is_empty:
        print(after_leaving(departure.chronicle.played(), departure.chronicle.saved_or_not()))
    if not quiet and _may_return(departure):
        print(come_back())
    return code


def _may_return(departure: Departure) -> bool:
    """Whether the player has left a seat that is kept at a table of somebody else."""
    state = departure.state
    if departure.ended.why is not LocalEnd.QUIT or state.owner or state.watching or state.room is None:
        return False
    return state.room.stage in ("dealing", "playing", "round_over")


def in_a_line(departure: Departure, place: Whereabouts) -> str:
    """How it ended, for somebody who goes on: what went wrong, or how the scores stood; empty after a mere visit."""
    state = departure.state
    if exit_code(departure) == Exit.FINE and state.room is not None and state.room.rounds_played and state.ruleset:
        return _summary(state)
    return "" if state.owner else _why_over(departure, place)


def _why_over(departure: Departure, place: Whereabouts) -> str:
    state = departure.state
    told = replace(
        place,
        table=safe_table(state.table) or place.table,
        host=host_of(state.room) if state.room is not None else "",
        macos=sys.platform == "darwin",
    )
    return ended_line(departure.ended, told, APP)


def exit_code(departure: Departure) -> int:
    """What the shell is told."""
    if departure.signal is not None:
        return Exit.SIGNAL + departure.signal
    why = departure.ended.why
    return _ENDS.get(why, Exit.REFUSED if isinstance(why, RejectCode) else Exit.NETWORK)


def _summary(state: ClientState) -> str:
    room, ruleset = state.room, state.ruleset
    assert room is not None
    assert ruleset is not None
    standing = room.scores if ruleset.scoring else room.wins
    sides = sides_of(ruleset, len(room.players))
    return summary_line(names_of(room), sides, tuple(standing), room.rounds_played, ruleset)
