"""Messages with wrong, missing, unknown or excessive values, in both directions (F33, F34, F36)."""

from __future__ import annotations

import math
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec, framing, limits
from protocol import messages as m
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.phases import MESSAGES, TABLE, Role
from tests.protocol import samples
from tests.protocol.strategies import longest_of, values_of

CLIENT, HOST = Role.CLIENT, Role.HOST


def decoded(content: dict[str, Any], sender: Role) -> m.Message | None:
    return codec.decode(msgpack.packb(content), sender)


def builtins(message: m.Message) -> dict[str, Any]:
    content = msgspec.to_builtins(message, builtin_types=(bytes,))
    assert isinstance(content, dict)
    return content


@pytest.mark.parametrize("kind", MESSAGES, ids=codec.op_of)
@given(data=st.data())
def test_whatever_the_bounds_allow_survives(kind: type[m.Message], data: st.DataObject) -> None:
    message = data.draw(values_of(kind))
    sender = CLIENT if kind in (m.Act, m.Configure) else HOST
    frame = codec.encode(message)
    assert codec.decode(frame[limits.LENGTH_BYTES :], sender) == message


# Each is put in place of a number, a text, and a byte string of otherwise good messages (F33).
WRONG: dict[str, object] = {
    "true": True,
    "float": 1.0,
    "nan": math.nan,
    "infinity": math.inf,
    "nil": None,
    "digits": "1",
    "below": -1,
    "lowest": -(2**63),
    "highest": 2**64 - 1,
    "list": [1],
    "map": {"1": 1},
    "bytes": b"1",
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("key", ["id", "epoch", "seq", "action"])
def test_a_wrong_value_in_an_act_is_refused(key: str, wrong: object) -> None:
    with pytest.raises(RemoteProtocolError):
        decoded({**builtins(samples.ACT), key: wrong}, CLIENT)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("key", ["card", "from"])
def test_a_wrong_value_deep_in_an_act_is_refused(key: str, wrong: object) -> None:
    content = builtins(samples.ACT)
    content["action"]["source"][key] = wrong
    with pytest.raises(RemoteProtocolError):
        decoded(content, CLIENT)


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("nonce", "a" * 32),
        ("nonce", "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE="),
        ("nonce", b"a" * 31),
        ("nonce", b"a" * 33),
        ("app", b"skipbo-lan"),
        ("app", "x" * 41),
        ("proto_min", 65536),
    ],
)
def test_text_is_not_bytes_and_lengths_count(key: str, wrong: object) -> None:
    with pytest.raises(RemoteProtocolError):
        decoded({**builtins(samples.HELLO), key: wrong}, CLIENT)


@pytest.mark.parametrize("key", ["op", "proto_min", "proto_max", "app", "nonce"])
def test_a_missing_key_is_refused(key: str) -> None:
    content = builtins(samples.HELLO)
    del content[key]
    with pytest.raises(RemoteProtocolError):
        decoded(content, CLIENT)


def test_a_duplicate_key_is_harmless_and_the_last_wins() -> None:
    assert codec.decode(bytes.fromhex("83 a26f70 a470696e67 a16e 05 a16e 06"), CLIENT) == m.Ping(n=6)


def with_unknown_key(message: m.Message, *path: str | int) -> dict[str, Any]:
    content = builtins(message)
    place: Any = content
    for step in path:
        place = place[step]
    place["of_tomorrow"] = [{"x": 1}]
    return content


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (samples.ACT, ()),
        (samples.ACT, ("action",)),
        (samples.ACT, ("action", "source")),
        (m.Configure(ruleset=samples.RULESET), ("ruleset",)),
        (samples.PROVE_NEW, ()),
    ],
)
def test_an_unknown_key_of_a_client_is_refused(message: m.Message, path: tuple[str | int, ...]) -> None:
    assert decoded(builtins(message), CLIENT) == message
    with pytest.raises(RemoteProtocolError, match="unknown key"):
        decoded(with_unknown_key(message, *path), CLIENT)


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (samples.WELCOME, ()),
        (samples.UPDATE, ()),
        (samples.UPDATE, ("view",)),
        (samples.UPDATE, ("view", "seats", 1)),
        (samples.UPDATE, ("view", "building", 0)),
        (samples.UPDATE, ("view", "ruleset")),
        (samples.UPDATE, ("events", 0)),
        (samples.UPDATE, ("events", 0, "source")),
        (samples.ROOM, ("players", 1)),
    ],
)
def test_an_unknown_key_of_the_host_is_ignored(message: m.Message, path: tuple[str | int, ...]) -> None:
    assert decoded(with_unknown_key(message, *path), HOST) == message


def test_an_optional_key_may_be_left_out() -> None:
    content = builtins(samples.ACT)
    del content["action"]["value"], content["action"]["out_of_turn"]
    assert decoded(content, CLIENT) == samples.ACT


@pytest.mark.parametrize("op", ["grease", "hello2", "", "HELLO"])
def test_an_unknown_message_is_ignored_from_the_host_and_refused_from_a_client(op: str) -> None:
    assert decoded({"op": op, "n": 1}, HOST) is None
    with pytest.raises(RemoteProtocolError, match="unknown message"):
        decoded({"op": op, "n": 1}, CLIENT)


@pytest.mark.parametrize("sender", Role)
@pytest.mark.parametrize("op", [None, 5, True, b"ping", ["ping"], {"ping": 1}])
def test_an_op_that_is_not_text_is_refused_from_everybody(sender: Role, op: object) -> None:
    with pytest.raises(RemoteProtocolError):
        decoded({"op": op, "n": 1}, sender)


def test_an_unknown_value_of_the_host_is_refused() -> None:
    event = {"what": "exploded", "seat": 1}
    with pytest.raises(RemoteProtocolError):
        decoded({**builtins(samples.UPDATE), "events": [event]}, HOST)
    with pytest.raises(RemoteProtocolError):
        decoded({"op": "bye", "code": "BORED"}, HOST)


def test_a_client_cannot_ask_for_a_penalty() -> None:
    with pytest.raises(RemoteProtocolError):
        decoded({**builtins(samples.ACT), "action": {"do": "penalise", "offender": 0}}, CLIENT)


def test_a_value_out_of_bounds_is_our_own_fault_when_we_send_it() -> None:
    for message in (m.Ping(n=-1), m.Say(text="x" * 401), m.Sit(seat=6)):
        with pytest.raises(LocalProtocolError, match="Expected"):
            codec.encode(message)


@pytest.mark.parametrize("kind", MESSAGES, ids=codec.op_of)
def test_no_message_can_be_too_long(kind: type[m.Message]) -> None:
    """So that nothing a person does can break a connection: the bounds of the fields see to it."""
    frame = codec.encode(longest_of(kind))
    sent_by = [role for role in Role if any(kind in step for step in TABLE[role].values())]
    assert len(frame) - limits.LENGTH_BYTES <= min(codec.LONGEST_FRAME[role] for role in sent_by)


def test_grease_is_a_message_and_a_key_that_nobody_knows() -> None:
    assert codec.decode(codec.GREASE[limits.LENGTH_BYTES :], HOST) is None
    greased = framing.unpack_map(codec.encode(samples.WELCOME, grease=True)[limits.LENGTH_BYTES :])
    assert set(greased) - set(builtins(samples.WELCOME)) == {codec.GREASE_KEY}
    assert codec.GREASE_KEY not in {codec.op_of(kind) for kind in MESSAGES}
