"""The proofs, written a second time from their description (NETWORK.md P22)."""

from __future__ import annotations

import hashlib
import hmac
import struct

import pytest

from protocol import proof
from tests.protocol.samples import CLIENT_NONCE, HOST_NONCE, TABLE_ID, TOKEN

TRANSCRIPT = proof.transcript(1, TABLE_ID, 3, CLIENT_NONCE, HOST_NONCE)


def test_the_transcript_names_everything_of_the_handshake() -> None:
    parts = struct.pack(">8sH16sI32s32s", b"SKIPBO\x00\x01", 1, TABLE_ID, 3, CLIENT_NONCE, HOST_NONCE)
    assert parts == TRANSCRIPT


def test_the_proofs_are_hmacs_under_the_hash_of_the_token() -> None:
    key = hashlib.sha256(TOKEN).digest()
    assert proof.token_key(TOKEN) == key
    assert proof.client_proof(key, TRANSCRIPT) == hmac.new(key, b"client" + TRANSCRIPT, hashlib.sha256).digest()
    assert proof.host_proof(key, TRANSCRIPT) == hmac.new(key, b"host" + TRANSCRIPT, hashlib.sha256).digest()


@pytest.mark.parametrize(
    "other",
    [
        proof.transcript(2, TABLE_ID, 3, CLIENT_NONCE, HOST_NONCE),
        proof.transcript(1, TOKEN, 3, CLIENT_NONCE, HOST_NONCE),
        proof.transcript(1, TABLE_ID, 4, CLIENT_NONCE, HOST_NONCE),
        proof.transcript(1, TABLE_ID, 3, HOST_NONCE, HOST_NONCE),
        proof.transcript(1, TABLE_ID, 3, CLIENT_NONCE, CLIENT_NONCE),
        proof.transcript(1, TABLE_ID, 3, HOST_NONCE, CLIENT_NONCE),
    ],
    ids=["version", "table", "epoch", "client nonce", "host nonce", "swapped"],
)
def test_a_proof_of_another_handshake_is_worthless(other: bytes) -> None:
    key = proof.token_key(TOKEN)
    assert not proof.matches(proof.client_proof(key, TRANSCRIPT), proof.client_proof(key, other))


def test_a_proof_that_is_sent_back_is_worthless() -> None:
    key = proof.token_key(TOKEN)
    assert not proof.matches(proof.client_proof(key, TRANSCRIPT), proof.host_proof(key, TRANSCRIPT))


def test_only_equal_proofs_match() -> None:
    one = proof.client_proof(proof.token_key(TOKEN), TRANSCRIPT)
    assert proof.matches(one, bytes(one))
    assert not proof.matches(one, one[:-1])
    assert not proof.matches(one, proof.client_proof(proof.token_key(TOKEN[::-1]), TRANSCRIPT))


def test_the_key_of_a_password_is_scrypt_with_the_table_as_its_salt() -> None:
    """RFC 7914, section 12, with these parameters; the first half of its 64 bytes."""
    expected = "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
    assert proof.password_key("pleaseletmein", b"SodiumChloride").hex() == expected


def test_a_password_is_the_same_however_its_accents_are_typed() -> None:
    assert proof.password_key("p\u00e4sse", TABLE_ID) == proof.password_key("pa\u0308sse", TABLE_ID)


@pytest.mark.parametrize("password", ["", "x" * 1_000_000, "\udcff", "\x00"], ids=["empty", "1 MB", "surrogate", "NUL"])
def test_any_text_can_be_a_password_f48(password: str) -> None:
    assert len(proof.password_key(password, TABLE_ID)) == 32
