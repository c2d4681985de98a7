"""A connection at either end: what passes, in which pieces, and what ends it."""

from __future__ import annotations

import pytest

from protocol import codec, framing, limits
from protocol import messages as m
from protocol.connection import Connection, Need
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.phases import Phase, Role
from tests.protocol import samples
from tests.protocol.pair import HANDSHAKE, Pair, at_phase, received

PING = samples.EVERY_PING


def test_a_newcomer_is_welcomed_and_plays() -> None:
    pair = Pair()
    assert pair.send(Role.CLIENT, samples.HELLO) == [samples.HELLO]
    assert pair.send(Role.HOST, samples.CHALLENGE) == [samples.CHALLENGE]
    assert pair.send(Role.CLIENT, samples.PROVE_NEW) == [samples.PROVE_NEW]
    assert pair.send(Role.HOST, samples.WELCOME) == [samples.WELCOME]
    assert pair.client.phase is pair.host.phase is Phase.JOINED
    assert pair.send(Role.HOST, samples.UPDATE) == [samples.UPDATE]
    assert pair.send(Role.CLIENT, samples.ACT) == [samples.ACT]
    assert pair.send(Role.HOST, PING) == [PING]
    assert pair.send(Role.CLIENT, samples.BYE) == [samples.BYE]
    assert pair.host.next_message() is Need.CLOSED


def bytes_of(sender: Role) -> tuple[bytes, list[m.Message]]:
    """All that one side writes in a short connection, and what should be understood of it."""
    pair = Pair()
    data, messages = limits.PREFACE, []
    following = samples.REQUESTS if sender is Role.CLIENT else samples.NEWS
    for role, message in (*HANDSHAKE, *((sender, message) for message in following)):
        frame = pair.end(role).send(message)
        pair.end(role.other).receive_data(frame)
        received(pair.end(role.other))
        if role is sender:
            data += frame
            messages.append(message)
    return data, messages


class Replay:
    """One end that answers a recorded peer with the handshake's messages of its own side."""

    def __init__(self, role: Role) -> None:
        self.connection = Connection(role)
        self.connection.preface()
        self.messages: list[m.Message] = []
        self._own = [message for sender, message in HANDSHAKE if sender is role]
        if role is Role.CLIENT:
            self.connection.send(self._own.pop(0))

    def feed(self, data: bytes) -> None:
        self.connection.receive_data(data)
        while not isinstance(message := self.connection.next_message(), Need):
            self.messages.append(message)
            if self._own:
                self.connection.send(self._own.pop(0))


@pytest.mark.parametrize("sender", Role)
def test_a_stream_split_at_every_byte_says_the_same(sender: Role) -> None:
    data, messages = bytes_of(sender)
    for cut in range(1, len(data)):
        replay = Replay(sender.other)
        replay.feed(data[:cut])
        replay.feed(data[cut:])
        assert replay.messages == messages


@pytest.mark.parametrize("sender", Role)
def test_a_stream_byte_by_byte_says_the_same(sender: Role) -> None:
    data, messages = bytes_of(sender)
    replay = Replay(sender.other)
    for at in range(len(data)):
        replay.feed(data[at : at + 1])
    assert replay.messages == messages


def test_a_hundred_frames_in_one_piece_come_one_at_a_time() -> None:
    pair = at_phase(Phase.JOINED)
    pair.host.receive_data(b"".join(codec.encode(m.Ping(n=n)) for n in range(100)))
    assert [pair.host.next_message() for _ in range(100)] == [m.Ping(n=n) for n in range(100)]
    assert pair.host.next_message() is Need.DATA


def test_the_phase_moves_when_a_message_is_returned() -> None:
    pair = at_phase(Phase.JOINED)
    pair.host.receive_data(codec.encode(samples.BYE))
    phases = [pair.host.phase]
    assert pair.host.next_message() == samples.BYE
    phases.append(pair.host.phase)
    assert phases == [Phase.JOINED, Phase.CLOSED]


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("left_over", [b"", limits.PREFACE[:3]])
def test_the_end_of_the_stream_in_the_preface_is_a_disconnect(role: Role, left_over: bytes) -> None:
    connection = Connection(role)
    if left_over:
        connection.receive_data(left_over)
    connection.receive_data(b"")
    assert connection.next_message() is Need.CLOSED


def test_the_end_of_the_stream_in_a_frame_is_a_disconnect() -> None:
    frame = codec.encode(PING)
    for cut in range(len(frame)):
        pair = at_phase(Phase.JOINED)
        pair.host.receive_data(frame + frame[:cut])
        pair.host.receive_data(b"")
        assert pair.host.next_message() == PING
        assert pair.host.next_message() is Need.CLOSED
        assert pair.host.phase is Phase.JOINED


def test_there_is_no_way_back_after_an_error() -> None:
    pair = at_phase(Phase.JOINED)
    pair.host.receive_data(framing.pack_frame({"op": "ping"}) + codec.encode(PING))
    for _ in range(3):
        with pytest.raises(RemoteProtocolError, match="malformed message: ping"):
            pair.host.next_message()


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.CLOSED])
def test_an_error_can_be_told_to_the_peer_in_every_phase(phase: Phase) -> None:
    pair = at_phase(phase)
    pair.host.receive_data(b"\x00\x00\x00\x00")
    with pytest.raises(RemoteProtocolError):
        pair.host.next_message()
    assert pair.send(Role.HOST, samples.BYE) == [samples.BYE]


def test_every_welcome_comes_with_a_key_and_a_message_that_nobody_knows() -> None:
    pair = at_phase(Phase.PROVED)
    data = bytearray(pair.host.send(samples.WELCOME))
    welcome = framing.unpack_map(framing.take_frame(data, 65536) or b"")
    grease = framing.unpack_map(framing.take_frame(data, 65536) or b"")
    assert not data
    assert welcome["grease"] is None
    assert grease["op"] == "grease"
    again = samples.WELCOME
    assert pair.host.send(again).endswith(codec.GREASE)


def test_our_own_faults_are_ours() -> None:
    connection = Connection(Role.CLIENT)
    assert connection.role is Role.CLIENT
    assert connection.preface() == b"SKIPBO\x00\x01"
    with pytest.raises(LocalProtocolError):
        connection.preface()
    connection.receive_data(b"")
    with pytest.raises(LocalProtocolError):
        connection.receive_data(b"late")


def test_a_refused_send_changes_nothing() -> None:
    pair = at_phase(Phase.JOINED)
    with pytest.raises(LocalProtocolError):
        pair.client.send(m.Say(text="x" * 401))
    assert pair.send(Role.CLIENT, PING) == [PING]
