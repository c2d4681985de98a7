"""The plain client: tells what happens as it happens, and does what is typed."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Final, assert_never

import trio

from skipbo_lan.client.first import first
from skipbo_lan.client.limits import SECOND_INTERRUPT
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import ClientState, Connecting, Ended, Online
from skipbo_lan.commands import AskHost, DoAction, Leave, SaveLog, SaveTheLog, Talk
from skipbo_lan.lesson.course import Progress
from skipbo_lan.locale import plain as words
from skipbo_lan.locale.chronicle import NOTHING_YET
from skipbo_lan.plain.dialogue import Dialogue, Request, typed
from skipbo_lan.plain.lesson import lesson_news, taught
from skipbo_lan.plain.lines import Lines
from skipbo_lan.plain.narrate import invites, news
from skipbo_lan.plain.paper import Paper

LAST_ANSWER_S: Final = 5.0
"""How long the end of the input waits for the answer to the last line before it leaves."""

_SIGNALS: Final[Sequence[int]] = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


async def run_plain(
    session: Session,
    lines: Lines,
    paper: Paper,
    *,
    asks: bool,
    lesson: Progress | None = None,
    save_log: SaveTheLog = lambda: NOTHING_YET,
) -> int | None:
    """Play a session that somebody else runs, until it has ended.

    `asks` tells whether a person can answer questions before something is done; `lesson`, where the table is the
    lesson's, how far the player has come in it. Returns the number of the signal that
    ended it, if one did; the table is then still to be left.
    """
    caught: list[int] = []
    # Before the first line is written: whoever has read it may send a signal.
    with trio.open_signal_receiver(*_SIGNALS) as signals:
        await first(
            partial(_narrate, session, paper, lesson is not None),
            partial(_converse, session, lines, paper, asks, lesson, save_log, caught),
            partial(_heed_signals, signals, session, paper, asks, caught),
        )
    paper.end()
    return caught[0] if caught else None


async def _narrate(session: Session, paper: Paper, teaches: bool) -> None:
    told = ClientState()
    while not isinstance(told.status, Ended):
        state = await session.changed(told)
        paper.write(*news(told, state), *(lesson_news(told, state) if teaches else ()))
        told = state
        if invites(state) and state.pending is None and isinstance(state.status, Online):
            paper.prompt(_mark(state))
        if paper.closed:
            session.leave()


async def _converse(
    session: Session,
    lines: Lines,
    paper: Paper,
    asks: bool,
    lesson: Progress | None,
    save_log: SaveTheLog,
    caught: list[int],
) -> None:
    """Do what is typed; at the end of the input, leave. A terminal that was closed is a hang-up, told or not."""
    dialogue = Dialogue(lesson=lesson)
    while (line := await lines.next()) is not None:
        await _answered(session)
        paper.typed(line)
        reply = typed(dialogue, line, session.state, asks=asks)
        if dialogue.lesson is not None:
            reply = taught(dialogue, dialogue.lesson, line, session.state, reply)
        dialogue = reply.dialogue
        paper.write(*reply.lines)
        if reply.request is not None:
            _perform(session, reply.request, paper, save_log)
        if isinstance(reply.request, Leave):
            await trio.sleep_forever()
        if session.state.pending is None:
            paper.prompt(_mark(session.state))
    if lines.hung_up:
        caught.append(getattr(signal, "SIGHUP", signal.SIGTERM))
        return
    with trio.move_on_after(LAST_ANSWER_S):
        await _answered(session)
    session.leave()
    await trio.sleep_forever()


async def _answered(session: Session) -> None:
    """Wait until the host has answered what was asked before; not while it cannot be reached."""
    state = session.state
    while isinstance(state.status, Connecting) or (isinstance(state.status, Online) and _waits(state)):
        state = await session.changed(state)


def _waits(state: ClientState) -> bool:
    return state.pending is not None or state.room is None


def _perform(session: Session, request: Request, paper: Paper, save_log: SaveTheLog) -> None:
    online = isinstance(session.state.status, Online)
    match request:
        case Leave():
            session.leave()
        case SaveLog():
            paper.write(save_log())
        case _ if not online:
            paper.write(words.still_waiting())
        case DoAction(action):
            if not session.act(action):
                paper.write(words.still_waiting())
        case AskHost(message):
            session.ask(message)
        case Talk():
            session.ask(request.message)
        case _:
            assert_never(request)


async def _heed_signals(
    signals: AsyncIterator[int], session: Session, paper: Paper, asks: bool, caught: list[int]
) -> None:
    """The first Ctrl-C of a person asks, a second one leaves, and so does every other signal."""
    pressed = -SECOND_INTERRUPT
    async for number in signals:
        now = trio.current_time()
        if number == signal.SIGINT and asks:
            paper.interrupted()
            if now - pressed > SECOND_INTERRUPT:
                pressed = now
                paper.write(words.press_again())
                if invites(session.state):
                    paper.prompt(_mark(session.state))
                continue
        caught.append(number)
        return


def _mark(state: ClientState) -> str:
    return ">" if state.my_turn else "."
