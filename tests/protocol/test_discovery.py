"""Datagrams: hints from anybody, never an exception (NETWORK.md P3, P9; TESTED.md F9 to F13)."""

from __future__ import annotations

from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import discovery, limits
from protocol.discovery import Announcement, Datagram, Goodbye, OtherVersion, Probe, decode, encode
from protocol.errors import LocalProtocolError
from tests.protocol.samples import TABLE_ID
from tests.protocol.strategies import longest_of, values_of

TABLE = Announcement(
    table_id=TABLE_ID,
    epoch=1,
    port=16218,
    proto_min=1,
    proto_max=1,
    app="skipbo-lan 1.0.0",
    table="Kitchen",
    seats=6,
    taken=2,
    state="lobby",
    locked=False,
    preset="classic",
    stock=10,
)
GOODBYE = Goodbye(table_id=TABLE_ID, epoch=1)
EACH: list[Datagram] = [TABLE, GOODBYE, Probe()]


def raw(content: dict[str, Any]) -> bytes:
    return b"SKPB\x01" + bytes(msgpack.packb(content))


def changed(**values: object) -> bytes:
    return raw({**msgspec.to_builtins(TABLE, builtin_types=(bytes,)), **values})


@pytest.mark.parametrize("datagram", EACH, ids=lambda one: type(one).__name__)
def test_every_datagram_survives(datagram: Datagram) -> None:
    assert decode(encode(datagram)) == datagram


@given(values_of(Announcement))
def test_every_announcement_survives_or_is_not_possible(announcement: Announcement) -> None:
    try:
        data = encode(announcement)
    except LocalProtocolError:
        return
    possible = announcement.taken <= announcement.seats and announcement.proto_min <= announcement.proto_max
    assert decode(data) == (announcement if possible else None)


def test_a_table_fits_into_one_packet_even_with_the_longest_name() -> None:
    longest = msgspec.structs.replace(longest_of(Announcement), app="x" * limits.MAX_APP_CHARS)
    assert len(encode(longest)) <= 508


def test_an_answer_is_never_longer_than_the_question() -> None:
    assert len(encode(Probe())) == limits.MAX_DATAGRAM == 508
    assert decode(encode(Probe())[:-1]) is None
    assert decode(raw({"op": "probe"})) is None


def test_there_is_no_address_in_an_announcement() -> None:
    assert set(msgspec.to_builtins(TABLE, builtin_types=(bytes,))) == {
        "op",
        *("table_id", "epoch", "port", "proto_min", "proto_max"),
        *("app", "table", "seats", "taken", "state", "locked", "preset", "stock"),
    }


def test_another_version_is_recognised_by_its_first_bytes() -> None:
    assert decode(b"SKPB\x02whatever comes then") == OtherVersion(2)
    assert decode(b"SKPB\x00") == OtherVersion(0)


def test_an_unknown_key_is_ignored() -> None:
    assert decode(changed(of_tomorrow=[1])) == TABLE


def test_a_host_that_does_not_tell_its_rules_is_understood() -> None:
    content = msgspec.to_builtins(TABLE, builtin_types=(bytes,))
    del content["preset"], content["stock"]
    assert decode(raw(content)) == msgspec.structs.replace(TABLE, preset="", stock=0)


NOT_OURS = {
    "nothing": b"",
    "one byte": b"S",
    "magic alone": b"SKPB",
    "no map": b"SKPB\x01",
    "other magic": b"SKPC\x01" + encode(TABLE)[5:],
    "mdns": b"\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00",
    "too long": changed(of_tomorrow=bytes(400)),
    "1472 bytes": bytes(1472),
    "65507 bytes": b"SKPB\x01" + bytes(65502),
    "nested": b"SKPB\x01\x81\xa1x" + b"\x91" * 400 + b"\xc0",
    "4 GiB text": b"SKPB\x01\x81\xa2op\xdb\xff\xff\xff\xff",
    "unknown op": raw({"op": "invite"}),
    "op of bytes": raw({"op": b"table"}),
    "op of a list": raw({"op": ["table"]}),
    "no op": raw({"table_id": TABLE_ID}),
    "port 0": changed(port=0),
    "port -1": changed(port=-1),
    "port 65536": changed(port=65536),
    "port text": changed(port="80"),
    "port true": changed(port=True),
    "huge name": changed(table="x" * 100),
    "seven seats": changed(seats=7),
    "more taken than seats": changed(seats=2, taken=3),
    "versions reversed": changed(proto_min=3, proto_max=2),
    "unknown state": changed(state="paused"),
    "short table id": changed(table_id=b"1234"),
}


@pytest.mark.parametrize("data", NOT_OURS.values(), ids=NOT_OURS.keys())
def test_what_is_not_ours_is_nothing(data: bytes) -> None:
    assert decode(data) is None


@given(st.binary(max_size=600))
def test_any_bytes_are_harmless(data: bytes) -> None:
    decode(data)
    decode(b"SKPB\x01" + data)


@pytest.mark.parametrize("datagram", EACH, ids=lambda one: type(one).__name__)
def test_truncated_or_flipped_anywhere_it_is_harmless(datagram: Datagram) -> None:
    data = encode(datagram)
    for at in range(len(data)):
        assert decode(data[:at]) is None
        for bit in range(8):
            decode(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])


def test_a_value_out_of_bounds_is_our_own_fault_when_we_send_it() -> None:
    for values in ({"port": 0}, {"table": "x" * 65}, {"app": "\U0001f0cf" * 40, "table": "\U0001f0cf" * 64}):
        with pytest.raises(LocalProtocolError):
            encode(msgspec.structs.replace(TABLE, **values))


def test_every_kind_is_listed() -> None:
    assert set(discovery.Datagram.__args__) == {Announcement, Goodbye, Probe}
