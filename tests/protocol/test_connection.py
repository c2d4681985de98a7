"""A connection at either end: what passes, in which order, and what ends it."""

from __future__ import annotations

from protocol.connection import Need
from protocol.messages import Ping, Pong
from protocol.phases import Phase, Role
from tests.protocol import samples
from tests.protocol.pair import Pair


def joined() -> Pair:
    """A pair after the handshake of a newcomer."""
    pair = Pair()
    pair.send(Role.CLIENT, samples.HELLO)
    pair.send(Role.HOST, samples.CHALLENGE)
    pair.send(Role.CLIENT, samples.PROVE_NEW)
    pair.send(Role.HOST, samples.WELCOME)
    return pair


def test_a_newcomer_is_welcomed_and_plays() -> None:
    pair = Pair()
    assert pair.send(Role.CLIENT, samples.HELLO) == [samples.HELLO]
    assert pair.send(Role.HOST, samples.CHALLENGE) == [samples.CHALLENGE]
    assert pair.send(Role.CLIENT, samples.PROVE_NEW) == [samples.PROVE_NEW]
    assert pair.send(Role.HOST, samples.WELCOME) == [samples.WELCOME]
    assert pair.client.phase is pair.host.phase is Phase.JOINED
    assert pair.send(Role.HOST, samples.UPDATE) == [samples.UPDATE]
    assert pair.send(Role.CLIENT, samples.ACT) == [samples.ACT]
    assert pair.send(Role.HOST, samples.ROOM) == [samples.ROOM]
    assert pair.send(Role.HOST, Ping(n=5)) == [Ping(n=5)]
    assert pair.send(Role.CLIENT, Pong(n=5)) == [Pong(n=5)]
    assert pair.send(Role.CLIENT, samples.BYE) == [samples.BYE]
    assert pair.host.next_message() is Need.CLOSED
