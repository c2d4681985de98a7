"""A bot at a table: waits for its turn, thinks, waits as long as the table wants it to, and acts.

1. It never keeps a table waiting: what was refused is not asked for again; some other legal action is.
2. It thinks beside the event loop, so that a long thought delays nobody.
3. What it found out about a view counts only as long as that view is the newest, or the next that its own action made.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from math import inf
from random import Random
from typing import Final, TypeAlias

import trio

from engine import legal
from engine.actions import Action
from protocol.messages import Ready
from skipbo_lan.bots.levels import line
from skipbo_lan.client.credentials import Unsaved
from skipbo_lan.client.deals import Part
from skipbo_lan.client.room import player_at
from skipbo_lan.client.session import Session
from skipbo_lan.client.state import ClientState, Ended

Thought: TypeAlias = Callable[[], Sequence[Action]]
Think: TypeAlias = Callable[[Thought], Awaitable[Sequence[Action]]]
"""Runs a thought somewhere; in simulations at once."""

_TRY_AGAIN: Final = 1.0
"""Seconds before asking again for what could not even be sent."""


async def in_a_thread(thought: Thought) -> Sequence[Action]:
    """Think in a worker thread."""
    return await trio.to_thread.run_sync(thought)


async def at_once(thought: Thought) -> Sequence[Action]:
    """Think here and now."""
    await trio.lowlevel.checkpoint()
    return thought()


class _Memory:
    """What a bot has asked for already."""

    def __init__(self) -> None:
        self.moment = (-1, -1)
        self.tried: list[Action] = []
        self.plan: Sequence[Action] = ()
        """What was thought of beyond the action asked for last; it holds for the next view only."""
        self.ready_for = -1
        self.ready_at = -inf

    def turn_to(self, state: ClientState) -> None:
        """Forget what was asked for on an older view."""
        if self.moment != (state.epoch, state.seq):
            if (state.epoch, state.seq - 1) != self.moment:
                self.plan = ()
            self.moment, self.tried = (state.epoch, state.seq), []


async def play(
    session: Session,
    level: str,
    *,
    chance: Random | None = None,
    think: Think = in_a_thread,
    one_match: bool = False,
) -> Ended:
    """Play at a session's table until it ends; `session.run` is the caller's. `one_match`: leave after the match."""
    memory, chance = _Memory(), chance or Random()
    while True:
        state = session.state
        if isinstance(state.status, Ended):
            return state.status
        if state.room is not None and state.room.stage == "match_over" and one_match:
            session.leave()
        _get_ready(session, state, memory)
        if not await _act(session, state, memory, partial(_decide, level=level, chance=chance), think):
            await _news(session, state)


async def _news(session: Session, state: ClientState) -> None:
    """Wait for another state; between rounds not for ever, since what was asked for may have got lost."""
    between_rounds = state.room is not None and state.room.stage == "round_over"
    with trio.move_on_after(_TRY_AGAIN if between_rounds else inf):
        await session.changed(state)


async def house_bot(
    stream: trio.abc.Stream,
    token: bytes,
    level: str,
    *,
    chance: Random | None = None,
    think: Think = in_a_thread,
) -> None:
    """Play the seat that this token gives, over this stream, until it closes."""
    unused = [stream]

    async def dial(table_id: bytes | None) -> trio.abc.Stream:
        if not unused:
            raise ConnectionRefusedError("a house bot has one connection")
        return unused.pop()

    session = Session(dial, Unsaved(None, bot=True, token=token), give_up=0.0, part=Part.NONE)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        await play(session, level, chance=chance, think=think)


def _get_ready(session: Session, state: ClientState, memory: _Memory) -> None:
    """Between rounds: say that the next may begin, and again a second later unless the host has taken note.

    Not for each room heard of: where rounds are short, all bots together would ask more than the host hears.
    """
    room, now = state.room, trio.current_time()
    if room is None or room.you is None or room.stage != "round_over":
        return
    asked_lately = memory.ready_for == room.rounds_played and now - memory.ready_at < _TRY_AGAIN
    me = player_at(room, room.you)
    if me is not None and not me.ready and not asked_lately:
        memory.ready_for, memory.ready_at = room.rounds_played, now
        session.ask(Ready())


async def _act(
    session: Session,
    state: ClientState,
    memory: _Memory,
    decide: Callable[[ClientState, Sequence[Action], tuple[Action, ...]], Sequence[Action]],
    think: Think,
) -> bool:
    """Act if there is something to do; False when there is nothing before the state changes."""
    if not _may_act(state) or state.room is None:
        return False
    memory.turn_to(state)
    actions = await think(partial(decide, state, memory.plan, tuple(memory.tried)))
    if not actions:
        return False
    await _pause(session, state.room.pace_ms / 1000)
    now = session.state
    if isinstance(now.status, Ended) or now.pending is not None or (now.epoch, now.seq) != memory.moment:
        return True
    if session.act(actions[0]):
        memory.tried.append(actions[0])
        memory.plan = actions[1:]
        return True
    with trio.move_on_after(_TRY_AGAIN):
        await session.changed(session.state)
    return True


async def _pause(session: Session, seconds: float) -> None:
    """Wait so long, unless it is over before."""
    state = session.state
    with trio.move_on_after(seconds):
        while not isinstance(state.status, Ended):
            state = await session.changed(state)


def _may_act(state: ClientState) -> bool:
    """Whether there may be something to do: its own turn, or a play out of turn to object to."""
    view = state.view
    if view is None or not state.playing or state.pending is not None:
        return False
    return legal.is_acting(view) or view.intruder is not None


def _decide(
    state: ClientState, plan: Sequence[Action], tried: tuple[Action, ...], *, level: str, chance: Random
) -> Sequence[Action]:
    """What was planned, or the level's new line; another legal action when its first one was refused."""
    view = state.view
    assert view is not None
    if plan and plan[0] not in tried and legal.check(view, plan[0]) is None:
        return plan
    actions = line(view, level, chance)
    if not actions or actions[0] not in tried:
        return actions
    return [action for action in legal.legal_actions(view) if action not in tried][:1]
