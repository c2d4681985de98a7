"""A host whose every word a test speaks, at the other end of a session's connections."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import msgspec
import trio
import trio.testing

from engine.deal import deal
from engine.observe import observe
from engine.ruleset import Ruleset
from engine.view import View
from protocol import mapping, proof
from protocol.messages import Challenge, Hello, Message, Prove, Room, Update, Welcome, WirePlayer
from protocol.phases import Role
from protocol.values import WireEvent
from skipbo_lan.client.credentials import Credentials, Unsaved
from skipbo_lan.client.session import Session
from skipbo_lan.link import Link

TABLE_ID: Final = b"the table's id.."
TOKEN: Final = b"a seat's token.."
RULES: Final = Ruleset(stock_size=10)


@dataclass
class Visit:
    """One connection of a session, seen from the host."""

    link: Link
    stream: trio.abc.Stream
    at: float
    """When the session dialled."""

    async def hear(self) -> Message:
        """The client's next message."""
        message = await self.link.receive()
        assert message is not None, "the client has closed the connection"
        return message

    async def say(self, *messages: Message) -> None:
        """Send messages as a host that keeps to the protocol."""
        for message in messages:
            await self.link.send(message)

    async def close(self) -> None:
        """Hang up."""
        await self.link.aclose()


class ScriptedHost:
    """What sessions dial; the test takes each visit and plays the host in it."""

    def __init__(self) -> None:
        self._arrive, self._arrived = trio.open_memory_channel[Visit](100)
        self.down: OSError | None = None
        """The error of every attempt to connect, while set."""
        self.dialled: list[float] = []
        """When the session tried to connect."""

    async def dial(self, table_id: bytes | None) -> trio.abc.Stream:
        """Connect a session to the next visit."""
        self.dialled.append(trio.current_time())
        await trio.lowlevel.checkpoint()
        if self.down is not None:
            raise self.down
        clients, hosts = trio.testing.memory_stream_pair()
        self._arrive.send_nowait(Visit(Link(hosts, Role.HOST), hosts, trio.current_time()))
        return clients

    async def visit(self) -> Visit:
        """The next connection."""
        return await self._arrived.receive()


async def key_at_once(password: str, table_id: bytes) -> bytes:
    """The key of a password, without a thread: the test's clock would not wait for one."""
    await trio.lowlevel.checkpoint()
    return proof.password_key(password, table_id)


def a_session(
    host: ScriptedHost, credentials: Credentials | None = None, *, table_id: bytes | None = None, places: int = 1
) -> Session:
    """A session under the test's clock, with pauses that have no jitter."""
    return Session(
        host.dial,
        credentials or Unsaved("Anna"),
        table_id=table_id,
        chance=lambda: 0.5,
        clock=trio.current_time,
        make_key=key_at_once,
        places=places,
    )


async def challenge(
    visit: Visit, *, epoch: int = 1, table_id: bytes = TABLE_ID, locked: bool = False
) -> tuple[Prove, bytes]:
    """Play the host's part up to the client's Prove; also returns the transcript that the proofs are about."""
    hello = await visit.hear()
    assert isinstance(hello, Hello)
    await visit.say(Challenge(version=1, table_id=table_id, epoch=epoch, nonce=b"n" * 32, locked=locked))
    prove = await visit.hear()
    assert isinstance(prove, Prove)
    return prove, proof.transcript(1, table_id, epoch, hello.nonce, b"n" * 32)


async def welcome(visit: Visit, *, epoch: int = 1, last_id: int = 0, token: bytes = TOKEN) -> Prove:
    """Let the client in: a newcomer with this token, or whoever proves to have it."""
    prove, transcript = await challenge(visit, epoch=epoch)
    key = proof.token_key(token)
    answer = a_welcome(last_id=last_id)
    if prove.kind == "return":
        assert prove.proof == proof.client_proof(key, transcript)
        await visit.say(msgspec.structs.replace(answer, proof=proof.host_proof(key, transcript)))
    else:
        await visit.say(msgspec.structs.replace(answer, token=token))
    return prove


def a_welcome(*, last_id: int = 0, table_id: bytes = TABLE_ID) -> Welcome:
    """A welcome to the first seat, still without token or proof."""
    return Welcome(
        seat=0,
        name="Anna",
        owner=False,
        token=None,
        proof=None,
        last_id=last_id,
        table="Kitchen",
        table_id=table_id,
    )


def a_room(rev: int = 1, *, players: tuple[WirePlayer, ...] | None = None, stage: str = "playing") -> Room:
    """A room of two: Anna and a bot."""
    return Room(
        rev=rev,
        table="Kitchen",
        stage="playing" if stage == "playing" else "lobby",
        capacity=2,
        you=0,
        owner=None,
        players=list(players or (a_player(0, "Anna"), a_player(1, "Bo", bot=True))),
        ruleset=mapping.ruleset_to_wire(RULES),
        scores=[0, 0] if stage == "playing" else [],
        wins=[0, 0] if stage == "playing" else [],
        rounds_played=0,
        winners=[],
        pace_ms=0,
        next_round_ms=None,
        turn_ms=None,
        accusation=None,
        absent="bot",
        watching=0,
        spectators=True,
        locked=False,
        saved=True,
        seeded=False,
    )


def a_player(seat: int, name: str, *, bot: bool = False) -> WirePlayer:
    """Somebody who is here."""
    return WirePlayer(
        seat=seat,
        name=name,
        kind="bot" if bot else "human",
        level="easy" if bot else None,
        presence="here",
        grace_ms=None,
        ready=False,
        offered=False,
        relieved=False,
    )


def a_view(seat: int = 0, *, dealer: int = 1) -> View:
    """The view at the start of a round, in which the dealer's left neighbour is on turn."""
    table, _ = deal(RULES, 2, dealer, bytes(32))
    return observe(table, seat)


def an_update(
    seq: int = 1, *, ack: int = 0, epoch: int = 1, events: tuple[WireEvent, ...] = (), view: View | None = None
) -> Update:
    """The first seat's view, told with this number."""
    return Update(epoch=epoch, seq=seq, ack=ack, events=list(events), view=mapping.view_to_wire(view or a_view()))


def with_draw_count(view: View, count: int) -> View:
    """A view that can be told apart from another."""
    return replace(view, draw_count=count)
