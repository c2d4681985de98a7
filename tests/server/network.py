"""A real table on streams in memory, and players who speak the real protocol to it by a simple script."""

from __future__ import annotations

import errno
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NoReturn

import trio
import trio.testing

from engine.actions import Action
from engine.ruleset import Seat
from engine.view import View
from protocol import dealing as d
from protocol import limits, mapping, proof
from protocol import messages as m
from protocol.codes import ByeCode
from protocol.phases import Role
from skipbo_lan.client.deals import Deals, Here, Part, hear_call, hear_list
from skipbo_lan.link import Link
from skipbo_lan.server.dealer import Dealer
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.opening import HostConfig, OwnerSeat, open_hall
from skipbo_lan.server.hall.state import Hall
from skipbo_lan.server.table import Means, run_table
from skipbo_lan.store.changes import Change
from tests.server.desk import LEVELS, OWNER_TOKEN, SHORT, chance, choose_from

Pair = tuple[trio.abc.Stream, trio.abc.Stream]


class MemoryListener(trio.abc.Listener[trio.abc.Stream]):
    """Accepts streams that tests make."""

    def __init__(self, pair: Callable[[], Pair] = trio.testing.memory_stream_pair) -> None:
        self._pair = pair
        self._arriving, self._arrived = trio.open_memory_channel[trio.abc.Stream](1000)

    async def dial(self, pair: Callable[[], Pair] | None = None) -> trio.abc.Stream:
        """Connect; the near end of a new pair of streams."""
        near, far = (pair or self._pair)()
        await self._arriving.send(far)
        return near

    async def accept(self) -> trio.abc.Stream:
        """The far end of the next pair."""
        return await self._arrived.receive()

    async def aclose(self) -> None:
        """Accept nothing any more."""
        self._arriving.close()
        self._arrived.close()
        await trio.lowlevel.checkpoint()


def crash(fault: BaseException) -> NoReturn:
    """In tests, a fault of the program is nobody's business but the test's."""
    raise fault


@dataclass
class Venue:
    """A table in operation."""

    hall: Hall
    listener: MemoryListener
    stored: list[tuple[Change, ...]] = field(default_factory=list)
    told: list[Mapping[str, object]] = field(default_factory=list)
    bots: list[Player] = field(default_factory=list)
    look: Callable[[], Hall] | None = None
    bots_wait: bool = False
    """No stream can be made for a bot."""

    @property
    def now(self) -> Hall:
        """The table at present."""
        return self.hall if self.look is None else self.look()

    async def join(self, name: str | None, **script: Any) -> Player:
        """Somebody new, welcomed."""
        player = Player(await self.listener.dial(), **script)
        await player.introduce(name=name)
        return player

    async def back(self, token: bytes, **script: Any) -> Player:
        """Somebody with a token, welcomed."""
        player = Player(await self.listener.dial(), **script)
        await player.introduce(token=token)
        return player


def open_venue(
    *, owner: bool = False, seed: str = "venue", **chosen: Any
) -> tuple[Venue, Callable[[], Awaitable[None]]]:
    """A table, and what runs it."""
    config = replace(HostConfig(table="Anna's table", ruleset=SHORT), **chosen)
    if owner:
        config = replace(config, owner=OwnerSeat("Anna", OWNER_TOKEN))
    luck = chance(seed)

    def random_bytes(size: int) -> bytes:
        return next(luck)[:size]

    hall, opening = open_hall(config, LEVELS, Moment(trio.current_time(), random_bytes))
    venue = Venue(hall, MemoryListener())

    async def store(changes: Sequence[Change]) -> None:
        await trio.lowlevel.checkpoint()
        venue.stored.append(tuple(changes))

    async def play_bot(stream: trio.abc.Stream, token: bytes, level: str) -> None:
        bot = Player(stream)
        venue.bots.append(bot)
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await bot.introduce(token=token)
            await bot.play()

    async def look_on(dealer: Dealer) -> None:
        venue.look = lambda: dealer.hall
        await trio.lowlevel.checkpoint()

    def pair() -> Pair:
        if venue.bots_wait:
            raise OSError(errno.EMFILE, "no file descriptor is left")
        return trio.testing.memory_stream_pair()

    means = Means(play_bot, venue.told.append, store, crash, random_bytes, pair)

    async def run() -> None:
        await run_table(hall, opening, [venue.listener], means, look_on)

    return venue, run


class Player:
    """A client that keeps to the protocol: it looks at the newest view, and takes a legal action when it is on turn."""

    def __init__(self, stream: trio.abc.Stream, *, seed: int = 1, bot: bool = True, pace: float = 0.0) -> None:
        self.stream = stream
        self.link = Link(stream, Role.CLIENT)
        self.luck = random.Random(seed)
        self.bot = bot
        self.pace = pace
        self.token = b""
        self.welcome: m.Welcome | None = None
        self.rejected: m.Rejected | None = None
        self.bye: m.Bye | None = None
        self.room: m.Room | None = None
        self.update: m.Update | None = None
        self.deals = Deals()
        self.heard: list[m.Message] = []
        self.last_id = 0
        self.answered = True

    async def introduce(
        self, name: str | None = None, token: bytes | None = None, *, password: str | None = None, watch: bool = False
    ) -> None:
        """Ask for a seat, for the own one back, or to watch; welcomed or rejected afterwards."""
        nonce = bytes(limits.NONCE_BYTES)
        await self.link.send(m.Hello(proto_min=1, proto_max=1, app="test", nonce=nonce))
        challenge = await self.link.receive()
        assert isinstance(challenge, m.Challenge)
        key = proof.token_key(token) if token is not None else None
        if password is not None:
            key = proof.password_key(password, challenge.table_id)
        transcript = proof.transcript(1, challenge.table_id, challenge.epoch, nonce, challenge.nonce)
        proved = proof.client_proof(key, transcript) if key is not None else None
        kind: Literal["new", "return", "watch"] = "return" if token is not None else "watch" if watch else "new"
        await self.link.send(m.Prove(kind=kind, name=name, bot=self.bot, proof=proved))
        self.token = token or b""
        self.hear(await self.link.receive())

    def hear(self, message: m.Message | None) -> None:
        """Take a message in."""
        if message is None:
            return
        self.heard.append(message)
        match message:
            case m.Welcome():
                self.welcome, self.last_id, self.answered = message, message.last_id, True
                self.token = message.token or self.token
                self.update = None
            case m.Rejected():
                self.rejected = message
            case m.Bye():
                self.bye = message
            case m.Room():
                self.room = message
            case m.Update():
                self.update = message
                self.answered = self.answered or message.ack >= self.last_id
            case m.Refused():
                self.answered = self.answered or message.id == self.last_id
            case _:
                pass

    @property
    def view(self) -> View:
        """The newest view."""
        assert self.update is not None
        return mapping.view_from_wire(self.update.view)

    @property
    def seat(self) -> Seat:
        """The own seat."""
        assert self.room is not None
        assert self.room.you is not None
        return self.room.you

    def presence(self, seat: Seat) -> str | None:
        """Of the player on a seat, as far as is known here."""
        players = self.room.players if self.room is not None else []
        return next((player.presence for player in players if player.seat == seat), None)

    async def listen(self, until: Callable[[Player], bool]) -> None:
        """Take messages in until something is so; pings are answered."""
        while not until(self):
            message = await self.link.receive()
            assert message is not None, "the host hung up"
            await self._take(message)

    async def act(self, action: Action) -> None:
        """Ask for an action on the newest view."""
        assert self.update is not None
        self.last_id, self.answered = self.last_id + 1, False
        wire = mapping.action_to_wire(action)
        await self.link.send(m.Act(id=self.last_id, epoch=self.update.epoch, seq=self.update.seq, action=wire))

    async def play(self, until: Callable[[Player], bool] = lambda player: player.bye is not None) -> None:
        """Play until the host says goodbye, or something is so."""
        while not until(self):
            await self._do_what_is_due()
            message = None
            with trio.move_on_after(3):
                message = await self.link.receive()
                if message is None:
                    return
            if message is None:
                await self.link.send(m.Ping(n=0))
            else:
                await self._take(message)

    async def _take(self, message: m.Message) -> None:
        """Take a message in, and answer what is asked of every client."""
        self.hear(message)
        answer: m.Message | None = None
        if isinstance(message, m.Ping):
            answer = m.Pong(n=message.n)
        elif isinstance(message, d.Deal | d.Commitments):
            assert self.welcome is not None
            assert self.room is not None
            ruleset = mapping.ruleset_from_wire(self.room.ruleset)
            here = Here(self.welcome.table_id, self.room, ruleset, self.room.you, Part.GUEST, trio.current_time())
            if isinstance(message, d.Deal):
                self.deals, answer = hear_call(self.deals, message, here, self.luck.randbytes)
            else:
                self.deals, answer = hear_list(self.deals, message, here)
        if answer is not None:
            await self.link.send(answer)

    async def hang_up(self) -> None:
        """Be gone without a word."""
        await self.link.aclose()

    async def leave(self) -> None:
        """Say goodbye and be gone."""
        with suppress(trio.BrokenResourceError):
            await self.link.send(m.Bye(code=ByeCode.LEFT))
        await self.link.finish()

    async def _do_what_is_due(self) -> None:
        if self.room is None or self.update is None or not self.answered:
            return
        if self.room.stage == "round_over" and not self.room.players[self.seat].ready:
            await self.link.send(m.Ready())
            # Told once: the room that comes back says so.
            self.room = None
            return
        view = self.view
        if self.room.stage == "playing" and view.outcome is None and view.turn == view.observer:
            await trio.sleep(self.pace)
            await self.act(choose_from(self.view, self.luck))
