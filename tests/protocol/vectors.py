"""The test vectors of docs/vectors: `python -m tests.protocol.vectors` writes the files anew.

Every vector is plain JSON for clients in other languages: byte strings are hex, and stand as {"hex": "..."} inside
messages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.cards import DECK, Card
from engine.ruleset import Coaching, DryRule, FirstDealer, OnBlock, OutOfTurn
from engine.shuffle import Label, chosen, round_seed, shuffled
from protocol import codec, discovery, framing, limits, mapping, proof
from protocol import messages as m
from protocol import values as v
from protocol.phases import TABLE, Role
from tests.protocol import fairness_vectors, samples
from tests.protocol.pair import Pair
from tests.protocol.test_discovery import GOODBYE
from tests.protocol.test_discovery import TABLE as ANNOUNCEMENT
from tests.protocol.test_mapping import EVENTS

FOLDER: Final = Path(__file__).parents[2] / "docs" / "vectors"
SEED: Final = bytes(32)

TOKEN_KEY: Final = proof.token_key(samples.TOKEN)
TRANSCRIPT: Final = proof.transcript(1, samples.TABLE_ID, 1, samples.CLIENT_NONCE, samples.HOST_NONCE)

PROVE_RETURN: Final = m.Prove(kind="return", name=None, bot=False, proof=proof.client_proof(TOKEN_KEY, TRANSCRIPT))
WELCOME_BACK: Final = m.Welcome(
    seat=1,
    name="Bea",
    owner=False,
    token=None,
    proof=proof.host_proof(TOKEN_KEY, TRANSCRIPT),
    last_id=3,
    table="Kitchen",
    table_id=samples.TABLE_ID,
)

UNUSUAL_RULES: Final = msgspec.structs.replace(
    samples.RULESET,
    first_dealer=FirstDealer.HOST_CHOICE,
    stock_size=10,
    scoring=False,
    rounds=3,
    teams=[[0, 2], [1, 3]],
    coaching=Coaching.ACCUSE,
    out_of_turn=OutOfTurn.TABLE,
    manual_draw=True,
    dry_rule=DryRule.TUCK,
    on_block=OnBlock.VOID,
)

ACTIONS: Final[tuple[v.SeatAction, ...]] = (
    v.PlayAction(source=v.HandSource(card=0), pile=2, value=7, out_of_turn=True),
    v.PlayAction(source=v.StockSource(owner=1), pile=1),
    v.PlayAction(source=v.DiscardSource(owner=3, pile=2), pile=0),
    v.DiscardAction(card=12, pile=3),
    v.PassAction(),
    v.DrawAction(count=5),
    v.ObjectAction(),
)

LOCKED: Final = msgspec.structs.replace(samples.CHALLENGE, locked=True)
PASSWORD: Final = "pa\u0308sse"
"""With a combining mark, so that whoever forgets the normal form C is found out."""
PASSWORD_KEY: Final = proof.password_key(PASSWORD, samples.TABLE_ID)
PROVE_WATCH: Final = m.Prove(kind="watch", name="Walt", bot=False, proof=proof.client_proof(PASSWORD_KEY, TRANSCRIPT))
WELCOME_SPECTATOR: Final = m.Welcome(
    seat=None,
    name="Walt",
    owner=False,
    token=None,
    proof=proof.host_proof(PASSWORD_KEY, TRANSCRIPT),
    last_id=0,
    table="Kitchen",
    table_id=samples.TABLE_ID,
)

MORE_MESSAGES: Final[tuple[m.Message, ...]] = (
    PROVE_RETURN,
    WELCOME_BACK,
    LOCKED,
    PROVE_WATCH,
    WELCOME_SPECTATOR,
    m.Configure(ruleset=UNUSUAL_RULES),
    m.Start(dealer=2),
    *(m.Act(id=number, epoch=1, seq=9, action=action) for number, action in enumerate(ACTIONS, 4)),
    msgspec.structs.replace(
        samples.UPDATE,
        seq=5,
        events=[mapping.event_to_wire(event) for event in EVENTS],
        view=msgspec.structs.replace(
            samples.VIEW,
            outcome=mapping.event_to_wire(EVENTS[-2]).outcome,  # type: ignore[union-attr]
        ),
    ),
    msgspec.structs.replace(
        samples.ROOM,
        stage="round_over",
        accusation=m.Accusation(accuser=0, offender=1, left_ms=30_000),
        next_round_ms=60_000,
        players=[
            samples.ANNA,
            msgspec.structs.replace(samples.ANNA, seat=1, name="Robin", kind="bot", level="easy", ready=True),
        ],
    ),
    msgspec.structs.replace(samples.ROOM, stage="dealing", rev=8),
    msgspec.structs.replace(
        samples.ROOM,
        you=None,
        players=[
            msgspec.structs.replace(samples.ANNA, relieved=True),
            msgspec.structs.replace(samples.BEA, presence="bot", grace_ms=None, offered=True),
        ],
        turn_ms=20_000,
        absent="wait",
        watching=2,
        locked=True,
        saved=False,
        seeded=True,
    ),
    m.Refused(id=None, code="NOT_OWNER"),
    m.Said(seat=None, name="Walt", text="what a game", team=False, held=False),
)


def plain(value: object) -> Any:
    """A value as JSON has it."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def not_plain(value: object) -> Any:
    """What `plain` was made from."""
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"]) if set(value) == {"hex"} else {k: not_plain(i) for k, i in value.items()}
    return [not_plain(item) for item in value] if isinstance(value, list) else value


def content_of(message: object) -> Any:
    return plain(msgspec.to_builtins(message, builtin_types=(bytes,)))


def framing_vectors() -> dict[str, Any]:
    """Streams as a host reads them from a client: what is understood, and whether the connection then ends."""
    ping = framing.pack_frame({"op": "ping", "n": 5})
    hello = codec.encode(samples.HELLO)
    streams = {
        "a hello": (limits.PREFACE + hello, 1, "open"),
        "half a hello": (limits.PREFACE + hello[:-1], 0, "open"),
        "half a preface": (limits.PREFACE[:4], 0, "open"),
        "another program": (b"GET / HTTP/1.1\r\n", 0, "refused"),
        "another preface": (b"SKIPBO\x00\x02", 0, "refused"),
        "an empty frame": (limits.PREFACE + bytes(4), 0, "refused"),
        "a frame of 4097 bytes": (limits.PREFACE + (4097).to_bytes(4, "big"), 0, "refused"),
        "a ping before the hello": (limits.PREFACE + ping, 0, "refused"),
        "two hellos": (limits.PREFACE + hello + hello, 1, "refused"),
        "no map": (limits.PREFACE + bytes.fromhex("0000000105"), 0, "refused"),
        "a trailing byte": (limits.PREFACE + _framed(hello[4:] + b"\xc0"), 0, "refused"),
        "nine levels": (limits.PREFACE + _framed(b"\x81\xa1x" + b"\x91" * 8 + b"\xc0"), 0, "refused"),
        "an unknown key": (limits.PREFACE + _changed(samples.HELLO, x=1), 0, "refused"),
        "an unknown message": (limits.PREFACE + framing.pack_frame({"op": "x"}), 0, "refused"),
        "true for a number": (limits.PREFACE + _changed(samples.HELLO, proto_min=True), 0, "refused"),
        "a float for a number": (limits.PREFACE + _changed(samples.HELLO, proto_min=1.0), 0, "refused"),
        "text for bytes": (limits.PREFACE + _changed(samples.HELLO, nonce="x" * 32), 0, "refused"),
        "a short nonce": (limits.PREFACE + _changed(samples.HELLO, nonce=bytes(31)), 0, "refused"),
    }
    return {
        "preface": limits.PREFACE.hex(),
        "streams": [
            {"name": name, "bytes": data.hex(), "messages": count, "then": end}
            for name, (data, count, end) in streams.items()
        ],
    }


def message_vectors() -> dict[str, Any]:
    """Each message as a map and as its frame."""
    return {
        "messages": [
            {"from": _sender(type(message)), "message": content_of(message), "frame": codec.encode(message).hex()}
            for message in (*samples.EVERY_MESSAGE, *MORE_MESSAGES)
        ]
    }


def session_vectors() -> dict[str, Any]:
    """Everything that both sides write when a newcomer joins, when the same player returns, and when somebody comes
    to watch a locked table."""
    return {
        "new": _session(samples.HELLO, samples.CHALLENGE, samples.PROVE_NEW, samples.WELCOME),
        "return": _session(samples.HELLO, samples.CHALLENGE, PROVE_RETURN, WELCOME_BACK),
        "watch": _session(samples.HELLO, LOCKED, PROVE_WATCH, WELCOME_SPECTATOR),
    }


def proof_vectors() -> dict[str, Any]:
    """The mutual proof, step by step."""
    return {
        "token": samples.TOKEN.hex(),
        "key": TOKEN_KEY.hex(),
        "version": 1,
        "table_id": samples.TABLE_ID.hex(),
        "epoch": 1,
        "client_nonce": samples.CLIENT_NONCE.hex(),
        "host_nonce": samples.HOST_NONCE.hex(),
        "transcript": TRANSCRIPT.hex(),
        "client_proof": proof.client_proof(TOKEN_KEY, TRANSCRIPT).hex(),
        "host_proof": proof.host_proof(TOKEN_KEY, TRANSCRIPT).hex(),
    }


def password_vectors() -> dict[str, Any]:
    """The proof of a password, over the same transcript."""
    return {
        "password": PASSWORD,
        "table_id": samples.TABLE_ID.hex(),
        "key": PASSWORD_KEY.hex(),
        "transcript": TRANSCRIPT.hex(),
        "client_proof": proof.client_proof(PASSWORD_KEY, TRANSCRIPT).hex(),
        "host_proof": proof.host_proof(PASSWORD_KEY, TRANSCRIPT).hex(),
    }


def shuffle_vectors() -> dict[str, Any]:
    """Seeds, and pools before and after their shuffles."""
    seed = round_seed(0, SEED)
    pile = list(Card)[1:]
    pools: list[tuple[Label, int, Iterable[Card]]] = [
        (Label.DEALER, 0, DECK),
        (Label.DEAL, 0, DECK),
        (Label.RECYCLE, 0, pile),
        (Label.RECYCLE, 1, pile),
        (Label.TUCK, 0, [Card.WILD, Card.TWO, Card.TWO, Card.ONE]),
        (Label.RESCUE, 0, [Card.THREE, Card.WILD, Card.ONE]),
    ]
    return {
        "match_seed": SEED.hex(),
        "round_seeds": [round_seed(index, SEED).hex() for index in range(3)],
        "round_seed": seed.hex(),
        "shuffles": [
            {"label": str(label), "k": k, "pool": codes(pool), "order": codes(shuffled(pool, label, k, seed))}
            for label, k, pool in pools
        ],
        "choices": [
            {"label": "dealer", "among": count, "choice": chosen(count, Label.DEALER, seed)} for count in range(2, 7)
        ],
    }


def discovery_vectors() -> dict[str, Any]:
    """Datagrams; null is one to be ignored."""
    known: list[discovery.Datagram] = [ANNOUNCEMENT, GOODBYE, discovery.Probe()]
    table = discovery.encode(ANNOUNCEMENT)
    other = [(b"SKPB\x02" + table[5:], {"other_version": 2}), (table[:-1], None), (b"SKPC" + table[4:], None)]
    return {
        "datagrams": [
            *({"bytes": discovery.encode(one).hex(), "content": content_of(one)} for one in known),
            *({"bytes": data.hex(), "content": content} for data, content in other),
        ]
    }


FILES: Final = {
    "framing.json": framing_vectors,
    "messages.json": message_vectors,
    "session.json": session_vectors,
    "proof.json": proof_vectors,
    "password.json": password_vectors,
    "shuffle.json": shuffle_vectors,
    "fairness.json": fairness_vectors.made,
    "discovery.json": discovery_vectors,
}


def codes(cards: Iterable[Card]) -> list[int]:
    return [int(card) for card in cards]


def text_of(vectors: dict[str, Any]) -> str:
    """The JSON of a file: one vector a line, so that a change shows as one."""
    lines = []
    for key, value in vectors.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def _changed(message: m.Message, **values: object) -> bytes:
    return framing.pack_frame({**msgspec.to_builtins(message, builtin_types=(bytes,)), **values})


def _sender(kind: type[m.Message]) -> str:
    """client, host, or both."""
    senders = [role.value for role in Role if any(kind in step for step in TABLE[role].values())]
    return senders[0] if len(senders) == 1 else "both"


def _session(hello: m.Message, challenge: m.Message, prove: m.Message, welcome: m.Message) -> list[dict[str, str]]:
    pair = Pair(prefaces=False)
    steps = [("client", pair.client.preface()), ("host", pair.host.preface())]
    pair.host.receive_data(steps[0][1])
    pair.client.receive_data(steps[1][1])
    for sender, message in zip((Role.CLIENT, Role.HOST) * 2, (hello, challenge, prove, welcome), strict=True):
        data = pair.end(sender).send(message)
        pair.end(sender.other).receive_data(data)
        assert pair.end(sender.other).next_message() == message
        steps.append((sender.value, data))
    return [{"from": sender, "bytes": data.hex()} for sender, data in steps]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, vectors in FILES.items():
        (FOLDER / name).write_text(text_of(vectors()), encoding="utf-8", newline="\n")
