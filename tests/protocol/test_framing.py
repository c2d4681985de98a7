"""The outermost bytes: preface, lengths, and msgpack within limits (TESTED.md F27 to F34 by name)."""

from __future__ import annotations

import tracemalloc

import msgpack
import pytest

from protocol import framing, limits
from protocol.codec import LONGEST_FRAME
from protocol.connection import Connection, Need
from protocol.errors import RemoteProtocolError
from protocol.phases import Role

STRANGERS = {
    "http": b"GET / HTTP/1.1\r\nHost: kitchen\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "ssh": b"SSH-2.0-OpenSSH_9.6\r\n",
    "wrong version": b"SKIPBO\x00\x02",
    "lower case": b"skipbo\x00\x01",
}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("data", STRANGERS.values(), ids=STRANGERS.keys())
def test_a_stranger_is_refused_at_its_first_wrong_byte(role: Role, data: bytes) -> None:
    wrong = next(at for at, byte in enumerate(data) if byte != limits.PREFACE[at])
    connection = Connection(role)
    connection.receive_data(data[:wrong] or data[:1])
    if wrong:
        assert connection.next_message() is Need.DATA
        connection.receive_data(data[wrong : wrong + 1])
    with pytest.raises(RemoteProtocolError):
        connection.next_message()


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("excess", ["empty", "one too many", 2**31, 2**32 - 1])
def test_a_bad_length_is_refused_before_anything_is_buffered(role: Role, excess: str | int) -> None:
    longest = LONGEST_FRAME[role.other]
    length = {"empty": 0, "one too many": longest + 1}.get(str(excess), excess)
    assert isinstance(length, int)
    connection = Connection(role)
    connection.receive_data(limits.PREFACE + length.to_bytes(4, "big"))
    with pytest.raises(RemoteProtocolError, match="too long"):
        connection.next_message()


@pytest.mark.parametrize(("sender", "longest"), [(Role.CLIENT, 4096), (Role.HOST, 65536)])
def test_the_longest_frame_passes(sender: Role, longest: int) -> None:
    assert LONGEST_FRAME[sender] == longest
    buffer = bytearray(longest.to_bytes(4, "big") + bytes(longest) + b"next")
    assert framing.take_frame(buffer, longest) == bytes(longest)
    assert buffer == b"next"


def test_a_frame_is_taken_only_when_it_is_complete() -> None:
    frame = framing.pack_frame({"op": "ping", "n": 5})
    for end in range(len(frame)):
        buffer = bytearray(frame[:end])
        assert framing.take_frame(buffer, 4096) is None
        assert buffer == frame[:end]


def test_a_frame_is_written_as_the_document_says() -> None:
    assert framing.pack_frame({"op": "ping", "n": 5}) == bytes.fromhex("0000000c 82 a26f70 a470696e67 a16e 05")


# The header claims far more items than the frame has bytes (F32).
LIES = {
    "array32": b"\xdd\xff\xff\xff\xff",
    "map32": b"\xdf\xff\xff\xff\xff",
    "str32": b"\xdb\xff\xff\xff\xff",
    "bin32": b"\xc6\xff\xff\xff\xff",
    "ext32": b"\xc9\xff\xff\xff\xff\x01",
    "500 nested arrays of 65535": b"\xdc\xff\xff" * 500,
}


@pytest.mark.parametrize("body", LIES.values(), ids=LIES.keys())
@pytest.mark.parametrize("before", [b"", b"\x81\xa2op"], ids=["alone", "as a value"])
def test_a_length_that_lies_costs_no_memory(body: bytes, before: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(RemoteProtocolError):
            framing.unpack_map(before + body)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_bomb_of_empty_maps_stays_small() -> None:
    body = msgpack.packb({"op": [{}] * 256, "x": [[{}] * 250] * 250})
    assert len(body) < limits.MAX_FRAME_TO_CLIENT
    tracemalloc.start()
    try:
        framing.unpack_map(body)
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


def nested(depth: int) -> bytes:
    """A map with containers in it, that many levels in all."""
    return b"\x81\xa1x" + b"\x91" * (depth - 1) + b"\xc0"


def test_eight_levels_pass_and_no_more() -> None:
    framing.unpack_map(nested(8))
    with pytest.raises(RemoteProtocolError, match="too deep"):
        framing.unpack_map(nested(9))


@pytest.mark.parametrize("depth", [33, 511, 1023, 1025, 100_000])
@pytest.mark.parametrize("opening", [b"\x91", b"\x81\xa1x"], ids=["lists", "maps"])
def test_hostile_depth_is_refused_without_recursion(depth: int, opening: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        framing.unpack_map(b"\x81\xa1x" + opening * depth + b"\xc0")


def test_lists_and_maps_have_a_longest() -> None:
    framing.unpack_map(msgpack.packb({"x": [0] * 256}))
    framing.unpack_map(msgpack.packb({str(key): 0 for key in range(64)}))
    for content in ({"x": [0] * 257}, {str(key): 0 for key in range(65)}):
        with pytest.raises(RemoteProtocolError):
            framing.unpack_map(msgpack.packb(content))


NOT_A_MESSAGE = {
    "nothing": b"",
    "nil": b"\xc0",
    "list": msgpack.packb(["op", "ping"]),
    "number": b"\x05",
    "text": b"\xa2op",
    "reserved byte": b"\xc1",
    "cut off": b"\x82\xa2op",
    "trailing byte": msgpack.packb({"op": "ping", "n": 5}) + b"\x00",
    "two maps": msgpack.packb({"op": "ping", "n": 5}) * 2,
    "number key": b"\x81\x01\x02",
    "binary key": b"\x81\xc4\x02op\x02",
    "binary key below": b"\x81\xa1x\x91\x81\xc4\x01y\x02",
    "list key": b"\x81\x91\x01\x02",
    "nil key": b"\x81\xc0\x02",
    "bad utf-8": b"\x81\xa2op\xa2\xff\xfe",
    "lone surrogate": b"\x81\xa2op\xa3\xed\xa0\x80",
    "ext": b"\x81\xa1x" + msgpack.packb(msgpack.ExtType(5, b"abcd")),
    "timestamp": b"\x81\xa1x" + msgpack.packb(msgpack.Timestamp(1, 0)),
    "timestamp in a list": b"\x81\xa1x\x91" + msgpack.packb(msgpack.Timestamp(2**40, 5)),
    "timestamp beyond all time": b"\x81\xa1x\xc7\x0c\xff" + b"\xff" * 12,
    "timestamp of a wrong length": b"\x81\xa1x\xd4\xff\x00",
}


@pytest.mark.parametrize("body", NOT_A_MESSAGE.values(), ids=NOT_A_MESSAGE.keys())
def test_what_is_not_a_plain_map_is_refused(body: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        framing.unpack_map(body)


def test_the_reason_quotes_nothing_from_outside() -> None:
    for body in (b"\x81\xa2op\xa5\xff\x1b[2J", msgpack.packb({"\x1b[2J": 1}) + b"\x00"):
        with pytest.raises(RemoteProtocolError) as caught:
            framing.unpack_map(body)
        assert caught.value.reason == str(caught.value)
        assert "\x1b" not in caught.value.reason
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__
