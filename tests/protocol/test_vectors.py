"""The files in docs/vectors say what the code does; the numbers written out here come from design and standards."""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata
from typing import Any

import msgspec
import pytest

from engine.cards import Card
from engine.shuffle import Label, chosen, round_seed, shuffled
from protocol import codec, discovery, limits, proof
from protocol import values as v
from protocol.connection import Connection, Need
from protocol.errors import RemoteProtocolError
from protocol.phases import MESSAGES, Role
from tests.protocol import vectors
from tests.protocol.vectors import not_plain


def stored(name: str) -> Any:
    return json.loads((vectors.FOLDER / name).read_text("utf-8"))


MESSAGE_VECTORS = stored("messages.json")["messages"]
BY_OP = {codec.op_of(kind): kind for kind in MESSAGES}


@pytest.mark.parametrize("name", vectors.FILES)
def test_the_files_are_up_to_date(name: str) -> None:
    assert (vectors.FOLDER / name).read_text("utf-8") == vectors.text_of(vectors.FILES[name]())


def test_there_is_no_other_file() -> None:
    assert {path.name for path in vectors.FOLDER.iterdir()} == set(vectors.FILES)


@pytest.mark.parametrize("vector", MESSAGE_VECTORS, ids=lambda vector: vector["message"]["op"])
def test_every_message_has_exactly_these_bytes(vector: dict[str, Any]) -> None:
    content, frame = not_plain(vector["message"]), bytes.fromhex(vector["frame"])
    message = msgspec.convert(content, BY_OP[content["op"]], builtin_types=(bytes,))
    assert codec.encode(message) == frame
    assert codec.decode(frame[limits.LENGTH_BYTES :], Role.HOST) == message
    if vector["from"] != "host":
        assert codec.decode(frame[limits.LENGTH_BYTES :], Role.CLIENT) == message


def tags_in(value: object, key: str) -> set[str]:
    """Every value of this key, at any depth."""
    if isinstance(value, dict):
        own = {value[key]} if isinstance(value.get(key), str) else set()
        return own.union(*(tags_in(item, key) for item in value.values()))
    return set().union(*(tags_in(item, key) for item in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("op", MESSAGES),
        ("do", (*v.SeatAction.__args__, v.PenaliseAction)),
        ("what", v.WireEvent.__args__),
        ("from", v.WireSource.__args__),
    ],
)
def test_the_vectors_show_each_message_action_event_and_source(key: str, kinds: tuple[Any, ...]) -> None:
    messages = [vector["message"] for vector in MESSAGE_VECTORS]
    assert tags_in(messages, key) == {kind.__struct_config__.tag for kind in kinds}


@pytest.mark.parametrize("vector", stored("framing.json")["streams"], ids=lambda vector: vector["name"])
def test_a_host_reads_these_streams_so(vector: dict[str, Any]) -> None:
    host = Connection(Role.HOST)
    host.receive_data(bytes.fromhex(vector["bytes"]))
    for _ in range(vector["messages"]):
        assert not isinstance(host.next_message(), Need)
    if vector["then"] == "refused":
        with pytest.raises(RemoteProtocolError):
            host.next_message()
    else:
        assert host.next_message() is Need.DATA


@pytest.mark.parametrize("kind", ["new", "return"])
@pytest.mark.parametrize("role", Role)
def test_both_ends_understand_a_recorded_handshake(kind: str, role: Role) -> None:
    connection, seen = Connection(role), []
    connection.preface()
    for step in stored("session.json")[kind]:
        data = bytes.fromhex(step["bytes"])
        if step["from"] != role.value:
            connection.receive_data(data)
            message = connection.next_message()
            if not isinstance(message, Need):
                seen.append(codec.op_of(type(message)))
        elif data != limits.PREFACE:
            own = codec.decode(data[4 : 4 + int.from_bytes(data[:4], "big")], role)
            assert own is not None
            assert connection.send(own) == data
    assert seen == (["challenge", "welcome"] if role is Role.CLIENT else ["hello", "prove"])


def test_the_proof_can_be_made_with_any_hmac() -> None:
    vector = {key: bytes.fromhex(text) for key, text in stored("proof.json").items() if isinstance(text, str)}
    key = hashlib.sha256(vector["token"]).digest()
    assert key == vector["key"]
    parts = (b"SKIPBO\x00\x01", b"\x00\x01", vector["table_id"], b"\x00\x00\x00\x01")
    transcript = b"".join(parts) + vector["client_nonce"] + vector["host_nonce"]
    assert transcript == vector["transcript"]
    assert hmac.new(key, b"client" + transcript, "sha256").digest() == vector["client_proof"]
    assert hmac.new(key, b"host" + transcript, "sha256").digest() == vector["host_proof"]
    assert proof.transcript(1, vector["table_id"], 1, vector["client_nonce"], vector["host_nonce"]) == transcript


def test_the_proof_of_a_password_can_be_made_with_any_scrypt() -> None:
    stored_here = stored("password.json")
    vector = {name: bytes.fromhex(text) for name, text in stored_here.items() if name != "password"}
    password = unicodedata.normalize("NFC", stored_here["password"])
    assert password != stored_here["password"], "the vector finds out who forgets the normal form"
    key = hashlib.scrypt(password.encode("utf-8"), salt=vector["table_id"], n=16384, r=8, p=1, dklen=32)
    assert key == vector["key"]
    assert hmac.new(key, b"client" + vector["transcript"], "sha256").digest() == vector["client_proof"]
    assert hmac.new(key, b"host" + vector["transcript"], "sha256").digest() == vector["host_proof"]


def shuffle_of(label: str) -> dict[str, Any]:
    found = [vector for vector in stored("shuffle.json")["shuffles"] if (vector["label"], vector["k"]) == (label, 0)]
    assert len(found) == 1
    return dict(found[0])


def test_the_shuffles_are_those_of_the_design() -> None:
    seed = "39fbd6527785d396bd2a9ef33e7561030c024e4bd65093eb8d6dce80d3c0bf7f"
    assert stored("shuffle.json")["round_seed"] == stored("shuffle.json")["round_seeds"][0] == seed
    dealt = shuffle_of("deal")["order"]
    assert dealt[:12] == [1, 8, 1, 12, 0, 0, 6, 3, 6, 9, 11, 12]
    assert hashlib.sha256(bytes(dealt)).hexdigest() == (
        "e8532afb91134c7b1c08aa055e325f21e3ea26d1cc1c2bd51a75838a82d73b2c"
    )
    drawn = shuffle_of("dealer")["order"]
    assert drawn[:8] == [11, 1, 9, 8, 0, 8, 10, 1]
    assert hashlib.sha256(bytes(drawn)).hexdigest() == (
        "716e5290557cdb41e55ec971596bc10de195ec1808c4274a1fd3470a798f3078"
    )
    assert shuffle_of("recycle")["order"] == [10, 1, 8, 2, 5, 12, 6, 7, 4, 11, 3, 9]


def test_the_engine_shuffles_as_the_vectors_say() -> None:
    vector = stored("shuffle.json")
    seed = bytes.fromhex(vector["round_seed"])
    for index, expected in enumerate(vector["round_seeds"]):
        assert round_seed(index, bytes.fromhex(vector["match_seed"])).hex() == expected
    for one in vector["shuffles"]:
        order = shuffled(map(Card, one["pool"]), Label(one["label"]), one["k"], seed)
        assert [int(card) for card in order] == one["order"]
    for one in vector["choices"]:
        assert chosen(one["among"], Label.DEALER, seed) == one["choice"]


@pytest.mark.parametrize("vector", stored("discovery.json")["datagrams"])
def test_datagrams_are_read_and_written_so(vector: dict[str, Any]) -> None:
    data, content = bytes.fromhex(vector["bytes"]), not_plain(vector["content"])
    datagram = discovery.decode(data)
    if content is None:
        assert datagram is None
    elif "other_version" in content:
        assert datagram == discovery.OtherVersion(content["other_version"])
    else:
        assert isinstance(datagram, discovery.Announcement | discovery.Goodbye | discovery.Probe)
        assert msgspec.to_builtins(datagram, builtin_types=(bytes,)) == content
        assert discovery.encode(datagram) == data
