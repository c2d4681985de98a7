"""One player's connection to one table, which keeps itself up: it comes back by itself until it is over (P31).

1. The state is a value; each message makes a new one (`client.state.update`), and `changed` tells of it.
2. Nothing here waits for a screen or a bot: the reader answers a ping itself, and what is sent waits in a bounded
   outbox that never blocks.
3. An action that was not answered before the connection broke is sent again, the same and with the same id.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import trio

from engine.actions import Action
from protocol import mapping
from protocol.codes import ByeCode
from protocol.errors import RemoteProtocolError
from protocol.messages import Act, Bye, CloseTable, Message, Ping, Pong, Rejected, Welcome
from protocol.phases import Role
from skipbo_lan.client import traces
from skipbo_lan.client.aside import Aside, judge_in_a_thread
from skipbo_lan.client.awake import Uptime, sleep_or_wake, uptime, wait_for_wake
from skipbo_lan.client.backoff import pause_before
from skipbo_lan.client.credentials import Credentials
from skipbo_lan.client.dealing import recalled, take, with_last_verdict, with_verdict
from skipbo_lan.client.deals import Case, FreshBytes, Part
from skipbo_lan.client.first import first
from skipbo_lan.client.handshake import Declined, KeyMaker, Reception, WrongHost, introduce, key_in_a_thread
from skipbo_lan.client.journal import Journal, NoJournal, keep
from skipbo_lan.client.judging import judge
from skipbo_lan.client.limits import BRIEF_HANDSHAKE, GIVE_UP, HANDSHAKE, OUTBOX, STEADY, UNHEARD, UNHEARD_PAUSE
from skipbo_lan.client.log import stamped
from skipbo_lan.client.partings import (
    LOST,
    STRANGER,
    Parted,
    broken_off,
    given_up,
    parted_by,
    rejected_by,
    unreachable,
)
from skipbo_lan.client.state import ClientState, Ended, LocalEnd, Lost, update
from skipbo_lan.limits import FAREWELL, PING_AFTER, SILENT_AFTER
from skipbo_lan.link import Link

Dial: TypeAlias = Callable[[bytes | None], Awaitable[trio.abc.Stream]]
"""Opens a stream to the table with this id, or to the one meant when none is known yet. Raises OSError."""

_OWN_BYES: Final = {ByeCode.LEFT: LocalEnd.QUIT, ByeCode.PROTOCOL_ERROR: LocalEnd.INVALID}


class Session:
    """A place at a table. `run` is to be started once; the rest may be called at any time from the same thread."""

    def __init__(
        self,
        dial: Dial,
        credentials: Credentials,
        *,
        table_id: bytes | None = None,
        give_up: float = GIVE_UP,
        chance: Callable[[], float] = random.random,
        clock: Uptime = uptime,
        make_key: KeyMaker = key_in_a_thread,
        part: Part = Part.GUEST,
        aside: Aside = judge_in_a_thread,
        fresh: FreshBytes = secrets.token_bytes,
        places: int = 1,
    ) -> None:
        """With `table_id` no other table is accepted at the address. `give_up`: seconds to look for a lost host.

        `places`: how many different ones `dial` leads to in turn. Each is visited twice before a stranger ends it,
        the first time briefly: an announcement is a hint from anybody (F15).

        `part`: NONE for a bot of the host's own, which has nothing to do with deals; whether another client is the
        owner's or a guest's, the credentials say. `aside` runs the judging of a deal somewhere.
        """
        self._dial = dial
        self._credentials = credentials
        self._table_id = table_id
        self._give_up = give_up
        self._chance = chance
        self._clock = clock
        self._make_key = make_key
        self._part = part
        self._aside = aside
        self._fresh = fresh
        self._most_strangers = 2 * places if places > 1 else 1
        self._visits = 0
        self._journal: Journal = NoJournal()
        self._state = ClientState()
        self._news = trio.Event()
        self._leaving = trio.Event()
        self._outbox: trio.MemorySendChannel[Message] | None = None

    @property
    def state(self) -> ClientState:
        """The newest state."""
        return self._state

    async def changed(self, state: ClientState) -> ClientState:
        """The newest state as soon as it is another than this one; at once when it already is."""
        while self._state is state:
            await self._news.wait()
        return self._state

    def act(self, action: Action) -> bool:
        """Ask for a game action; False, and nothing is sent, while offline or while another one is unanswered."""
        state = self._state
        if state.pending is not None or state.view is None:
            return False
        act = Act(id=state.last_id + 1, epoch=state.epoch, seq=state.seq, action=mapping.action_to_wire(action))
        if not self._post(act):
            return False
        self._become(replace(state, pending=act, refusal=None))
        return True

    def ask(self, message: Message) -> None:
        """Send any other request; it is dropped while offline."""
        if self._post(message):
            self._become(replace(self._state, refusal=None))

    def leave(self) -> None:
        """Leave on purpose; the player's own table ends for everybody then. `run` returns within two seconds."""
        state = self._state
        if state.owner:
            self._post(CloseTable())
        told = self._post(Bye(code=ByeCode.LEFT))
        if told and not state.owner and state.room is not None and state.room.stage == "lobby":
            self._credentials.forget(state.table_id)  # the host gives the seat away
        self._leaving.set()

    async def run(self) -> Ended:
        """Connect, and come back as often as need be, until it is over."""
        ended = await first(self._keep_connected, self._wait_to_leave, self._judge_deals)
        if ended.why is not LocalEnd.QUIT:
            await self._judge_last()
        self._become(replace(self._state, status=ended, pending=None))
        return ended

    async def _keep_connected(self) -> Ended:
        attempt, unheard, found, closing = 0, 0, False, False
        give_up_at = trio.current_time() + self._give_up
        while isinstance(parted := await self._visit(), Parted):
            found = found or parted.at_table
            if not found:
                if parted.why is LocalEnd.BAD_HOST and self._visits < self._most_strangers:
                    continue
                if parted.unheard and self._most_strangers == 1 and unheard < UNHEARD:
                    unheard += 1
                    await trio.sleep(unheard * UNHEARD_PAUSE)
                    continue
                return Ended(parted.why)
            if parted.lasted is not None:
                give_up_at, closing = trio.current_time() + self._give_up, False
                attempt = 0 if parted.lasted >= STEADY else attempt
            closing = closing or parted.closing
            if trio.current_time() >= give_up_at:
                return given_up(parted, closing=closing)
            if await self._pause(attempt, give_up_at, closing):
                give_up_at = trio.current_time() + self._give_up
            attempt += 1
        return parted

    async def _pause(self, attempt: int, give_up_at: float, closing: bool) -> bool:
        """Wait for the next attempt; True when the machine was asleep meanwhile."""
        now = trio.current_time()
        pause = min(pause_before(attempt, self._chance), give_up_at - now)
        self._become(replace(self._state, status=Lost(now + pause, give_up_at, closing, since=now)))
        return await sleep_or_wake(pause, self._clock)

    async def _judge_deals(self) -> Ended:
        """Judge each deal as soon as it has been shown, for ever."""
        while True:
            state = self._state
            if state.deals.case is None:
                await self.changed(state)
            else:
                await self._judge(state.deals.case)

    async def _judge(self, case: Case) -> None:
        verdict = await self._aside(partial(judge, case))
        state = with_verdict(self._state, case, verdict)
        keep(self._journal, self._state.deals.memory, state.deals.memory)
        self._become(state)

    async def _judge_last(self) -> None:
        """At the end: what has been shown and not been judged yet, or has not been shown at all."""
        if self._state.deals.case is not None:
            await self._judge(self._state.deals.case)
        else:
            self._become(with_last_verdict(self._state))

    async def _wait_to_leave(self) -> Ended:
        """The end for a player who leaves, in case the farewell does not get through."""
        await self._leaving.wait()
        if self._outbox is not None:
            await trio.sleep(2 * FAREWELL)
        return Ended(LocalEnd.QUIT)

    async def _visit(self) -> Ended | Parted:
        """One connection, from dialling to its end. This is where its errors end, too."""
        self._visits += 1
        try:
            link = Link(await self._dial(self._table_id), Role.CLIENT)
        except OSError as error:
            traces.unreached(error)
            return unreachable(error)
        try:
            result = await self._talk(link)
            if isinstance(result, Ended):
                await link.finish()
            return result
        except WrongHost:
            return Parted(LocalEnd.BAD_HOST)
        except Declined as declined:
            return Ended(declined.why)
        except RemoteProtocolError as error:
            traces.broken(error)
            await link.finish(Bye(code=ByeCode.PROTOCOL_ERROR))  # after the welcome the writer says it
            return Parted(LocalEnd.BAD_HOST)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return broken_off(link.phase)
        finally:
            await link.aclose()

    async def _talk(self, link: Link) -> Ended | Parted:
        answer = None
        brief = self._visits <= self._most_strangers // 2
        with trio.move_on_after(BRIEF_HANDSHAKE if brief else HANDSHAKE):
            seen = max(self._state.seq, 0)
            answer = await introduce(link, self._credentials, self._table_id, seen=seen, make_key=self._make_key)
        match answer:
            case Reception(Welcome() as welcome):
                return await self._stay(link, welcome)
            case Reception(Rejected() as rejected, table_id, returning):
                return self._rejected(rejected, table_id, returning)
            case Reception(Bye() as bye):
                return parted_by(bye.code)
            case _:
                return broken_off(link.phase, silent=answer is None)

    def _rejected(self, rejected: Rejected, table_id: bytes | None, returning: bool) -> Ended | Parted:
        result = rejected_by(rejected, self._state, returning=returning)
        if result is STRANGER:
            assert table_id is not None, "a token is proved to a table that has named itself"
            self._credentials.forget(table_id)
        return result

    async def _stay(self, link: Link, welcome: Welcome) -> Ended | Parted:
        """From the welcome to the end of the connection."""
        began = trio.current_time()
        self._outbox, letters = trio.open_memory_channel[Message](OUTBOX)
        try:
            self._receive(welcome)
            if self._state.pending is not None:
                self._post(self._state.pending)
            result = await first(partial(self._read, link), partial(self._write, link, letters), self._watch_for_sleep)
        finally:
            self._outbox = None
        if isinstance(result, Ended):
            return result
        return replace(result, lasted=trio.current_time() - began)

    def _receive(self, message: Message) -> None:
        """Take in a message. Raises RemoteProtocolError when no table can be like that."""
        now = trio.current_time()
        traces.heard(message)
        state = update(self._state, message, now)
        if isinstance(message, Welcome):
            self._table_id = message.table_id
            if message.token is not None:
                self._credentials.keep(message)
            state = self._with_journal(state)
        if self._part is Part.NONE:
            self._become(state)
            return
        state, answer = take(self._state, state, message, self._part, self._fresh, now)
        keep(self._journal, self._state.deals.memory, state.deals.memory)
        self._become(state)
        if answer is not None:
            self._post(answer)

    def _with_journal(self, state: ClientState) -> ClientState:
        """The state with what an earlier run of this program has heard at this table, as its owner or as a guest."""
        if self._part is not Part.NONE:
            self._part = Part.HOST if self._credentials.owns(state.table_id) else Part.GUEST
        self._journal = self._credentials.journal(state.table_id)
        known = state.table_id == self._state.table_id
        return state if known else recalled(state, self._journal.load())

    async def _read(self, link: Link) -> Ended | Parted:
        try:
            return await self._read_all(link)
        except RemoteProtocolError as error:
            traces.broken(error)
            self._post(Bye(code=ByeCode.PROTOCOL_ERROR))
            await trio.sleep(FAREWELL)
            return Ended(LocalEnd.INVALID)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return LOST

    async def _read_all(self, link: Link) -> Ended | Parted:
        while True:
            message = None
            with trio.move_on_after(SILENT_AFTER):
                message = await link.receive()
            match message:
                case None:
                    return LOST
                case Bye():
                    return parted_by(message.code)
                case Ping():
                    self._post(Pong(n=message.n))
                case Welcome(seat, token=token) if (seat is None, token is None) != (self._state.watching,) * 2:
                    raise RemoteProtocolError("a new match without a token, or with one for a spectator")
                case _:
                    self._receive(message)

    async def _write(self, link: Link, letters: trio.MemoryReceiveChannel[Message]) -> Ended | Parted:
        """Send what waits, and a ping when nothing does; the player's Bye is the last."""
        pings = 0
        try:
            while True:
                message: Message = Ping(n=pings)
                with trio.move_on_after(PING_AFTER):
                    message = await letters.receive()
                pings += isinstance(message, Ping)
                with trio.fail_after(SILENT_AFTER):
                    await link.send(message)
                if isinstance(message, Bye):
                    return Ended(_OWN_BYES[message.code])
        except (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
            return LOST

    async def _watch_for_sleep(self) -> Ended | Parted:
        await wait_for_wake(self._clock)
        return LOST

    def _post(self, message: Message) -> bool:
        """Put a message into the outbox; False while offline, or when it is full because nothing gets through."""
        if self._outbox is None:
            return False
        try:
            self._outbox.send_nowait(message)
        except trio.WouldBlock:
            return False
        traces.sent(message)
        return True

    def _become(self, state: ClientState) -> None:
        if state is not self._state:
            traces.became(self._state, state)
            log = stamped(self._state.log, state.log, trio.current_time())
            self._state = state if log is state.log else replace(state, log=log)
            self._news.set()
            self._news = trio.Event()
