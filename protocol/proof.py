"""The mutual proof of a return: both ends show that they know the token, and neither sends it (RFC 2104 HMAC)."""

from __future__ import annotations

import hashlib
import hmac

from protocol import limits


def transcript(version: int, table_id: bytes, epoch: int, client_nonce: bytes, host_nonce: bytes) -> bytes:
    """What both proofs are about: this handshake, and no other. Every part has a fixed length."""
    return b"".join(
        (limits.PREFACE, version.to_bytes(2, "big"), table_id, epoch.to_bytes(4, "big"), client_nonce, host_nonce)
    )


def token_key(token: bytes) -> bytes:
    """The key that a token stands for. The host keeps only this."""
    return hashlib.sha256(token).digest()


def client_proof(key: bytes, transcript: bytes) -> bytes:
    """What a returning client sends in its Prove."""
    return hmac.digest(key, b"client" + transcript, "sha256")


def host_proof(key: bytes, transcript: bytes) -> bytes:
    """What the host answers in its Welcome, after a valid proof of the client only."""
    return hmac.digest(key, b"host" + transcript, "sha256")


def matches(one: bytes, other: bytes) -> bool:
    """Whether two proofs are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one, other)
