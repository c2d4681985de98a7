"""The mutual proof: both ends show that they know a token or a password, and neither sends it (RFC 2104 HMAC)."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata

from protocol import limits


def transcript(version: int, table_id: bytes, epoch: int, client_nonce: bytes, host_nonce: bytes) -> bytes:
    """What both proofs are about: this handshake, and no other. Every part has a fixed length."""
    return b"".join(
        (limits.PREFACE, version.to_bytes(2, "big"), table_id, epoch.to_bytes(4, "big"), client_nonce, host_nonce)
    )


def token_key(token: bytes) -> bytes:
    """The key that a token stands for. The host keeps only this."""
    return hashlib.sha256(token).digest()


def password_key(password: str, table_id: bytes) -> bytes:
    """The key that a table's password stands for, slow to find by guessing (RFC 7914 scrypt); takes some 50 ms."""
    return hashlib.scrypt(
        # Lone surrogates, which a terminal may deliver, have no UTF-8 of their own.
        unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass"),
        salt=table_id,
        n=limits.SCRYPT_COST,
        r=limits.SCRYPT_BLOCK,
        p=limits.SCRYPT_LANES,
        dklen=limits.KEY_BYTES,
    )


def client_proof(key: bytes, transcript: bytes) -> bytes:
    """What a client sends in its Prove."""
    return hmac.digest(key, b"client" + transcript, "sha256")


def host_proof(key: bytes, transcript: bytes) -> bytes:
    """What the host answers in its Welcome, after a valid proof of the client only."""
    return hmac.digest(key, b"host" + transcript, "sha256")


def matches(one: bytes, other: bytes) -> bool:
    """Whether two proofs are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one, other)
