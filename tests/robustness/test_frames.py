"""Hundreds of thousands of bad frames against each end: an answer, or the protocol's own error, and no growth (S20)."""

from __future__ import annotations

import gc
import tracemalloc
from random import Random
from typing import Final, Protocol

import pytest

from engine.ruleset import Ruleset
from protocol.connection import Connection, Need
from protocol.errors import RemoteProtocolError
from protocol.messages import Bye, Hello, Message, Ping, Pong, Prove
from protocol.phases import Phase, Role
from skipbo_lan.client.state import ClientState, update
from skipbo_lan.server.peer import _asked
from tests.protocol import samples
from tests.protocol.pair import at_phase, received
from tests.robustness.garbage import FRAMES, hostile_frame
from tests.server.desk import Guest, started

EVERYDAY: Final = 4000
MANY: Final = 200_000
BATCHES: Final = 10
_GROWTH: Final = 256 * 1024
"""Bytes: far less than one for each frame, and more than the interpreter's own caches move."""

CASES: Final[tuple[tuple[str, bytes], ...]] = (
    ("a timestamp, which passes the ext hook by", bytes.fromhex("0000000a81a26f70d6ff00000000")),
    ("an integer that is a boolean", bytes.fromhex("0000000b82a26f70a470696e67a16ec3")),
)
"""What once got further than it should, whole frames, kept for ever."""


class Behind(Protocol):
    """What takes the messages that a connection lets through."""

    def take(self, message: Message) -> None:
        """Do with it what the program does."""


class BehindHost:
    """A table in the middle of a round; whoever sends this sits at it."""

    def __init__(self) -> None:
        self.desk, self.guests = started("Bea", "Cy", ruleset=Ruleset(stock_size=5))

    def take(self, message: Message) -> None:
        """As a peer's reader does."""
        if isinstance(message, Hello | Prove | Ping | Pong | Bye):
            return
        try:
            asked = _asked(self._guest().peer, message)
        except RemoteProtocolError:
            return
        self.desk.hear(asked)
        self.desk.now += 1.0
        self.desk.forget()

    def _guest(self) -> Guest:
        """Somebody who is still there: the owner may have been made to remove others, or to close the table."""
        present = [guest for guest in self.guests if guest.peer in self._peers()]
        if not present:
            self.__init__()  # type: ignore[misc]
            return self.guests[0]
        return present[0]

    def _peers(self) -> set[int]:
        return {peer for player in self.desk.hall.players if player is not None for peer in player.peers}


class BehindClient:
    """A client in the middle of a round."""

    def __init__(self) -> None:
        self.state = ClientState()
        for message in (samples.WELCOME, samples.ROOM, samples.UPDATE):
            self.state = update(self.state, message, 1.0)

    def take(self, message: Message) -> None:
        """As a session's reader does, which ends after an error; another one begins."""
        try:
            self.state = update(self.state, message, 1.0)
        except RemoteProtocolError:
            self.__init__()  # type: ignore[misc]


def behind(role: Role) -> Behind:
    """What stands behind this end."""
    return BehindHost() if role is Role.HOST else BehindClient()


def feed(role: Role, luck: Random, end: Behind) -> int:
    """A connection that is sent garbage, whole or in pieces, until it has enough; the number of frames."""
    connection = _connection(role, luck)
    for count in range(1, 9):
        frame = hostile_frame(luck)
        try:
            _feed(connection, frame, luck)
            messages = received(connection)
        except RemoteProtocolError:
            with pytest.raises(RemoteProtocolError):
                connection.next_message()
            return count
        for message in messages:
            end.take(message)
        if connection.phase is Phase.CLOSED:
            return count
    connection.receive_data(b"")
    return count


def _connection(role: Role, luck: Random) -> Connection:
    phase = luck.choice(
        [Phase.JOINED, Phase.JOINED, Phase.JOINED, *(phase for phase in Phase if phase is not Phase.CLOSED)]
    )
    return at_phase(phase).end(role)


def _feed(connection: Connection, frame: bytes, luck: Random) -> None:
    if luck.random() < 0.9 or len(frame) > 200:
        connection.receive_data(frame or b"\x00")
        return
    for byte in frame:
        connection.receive_data(bytes([byte]))


def feed_many(role: Role, seed: str, frames: int) -> None:
    """So many frames; the seed tells which."""
    luck, end = Random(f"{role} {seed}"), behind(role)
    while frames > 0:
        frames -= feed(role, luck, end)


@pytest.mark.parametrize("role", Role)
def test_bad_frames_end_in_the_protocols_own_error(role: Role) -> None:
    feed_many(role, "everyday", EVERYDAY)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("role", Role)
def test_very_many_bad_frames(role: Role, batch: int) -> None:
    feed_many(role, str(batch), MANY // BATCHES)


@pytest.mark.parametrize("role", Role)
def test_bad_frames_leave_nothing_behind(role: Role) -> None:
    feed_many(role, "warm", 300)
    tracemalloc.start()
    try:
        feed_many(role, "first", 300)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        feed_many(role, "second", 1000)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < _GROWTH


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("frame", [frame for _, frame in CASES], ids=[what for what, _ in CASES])
def test_what_once_failed_fails_no_more(role: Role, frame: bytes) -> None:
    connection = at_phase(Phase.JOINED).end(role)
    connection.receive_data(frame)
    with pytest.raises(RemoteProtocolError):
        connection.next_message()


@pytest.mark.parametrize("role", Role)
def test_the_garbage_is_worth_sending(role: Role) -> None:
    """Some of it is understood, most is not, and a good part comes through whole frames."""
    luck, understood, refused, waiting = Random("worth"), 0, 0, 0
    for _ in range(2000):
        connection = at_phase(Phase.JOINED).end(role)
        connection.receive_data(hostile_frame(luck) or b"\x00")
        try:
            message = connection.next_message()
        except RemoteProtocolError:
            refused += 1
        else:
            waiting += message is Need.DATA
            understood += message is not Need.DATA
    assert min(understood, refused, waiting) > 50
    assert len(FRAMES) > 20
