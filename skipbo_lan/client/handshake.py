"""The first words with a host: versions, who is who, and both proofs before anything else is said (P20, P22)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from protocol import limits, proof
from protocol.errors import RemoteProtocolError
from protocol.messages import Bye, Challenge, Hello, Message, Prove, Rejected, Welcome
from skipbo_lan.client.credentials import Credentials
from skipbo_lan.link import Link
from skipbo_lan.settings import APP


class WrongHost(Exception):
    """A table answered, but another than the one looked for, or one that does not know this player's token."""


@dataclass(frozen=True, slots=True)
class Reception:
    """How a host answered."""

    message: Welcome | Rejected | Bye | None
    """None when it hung up without a word."""
    table_id: bytes | None = None
    """Which table it is, when it came to say so."""
    returning: bool = False
    """Whether a token was proved to it."""


async def introduce(link: Link, credentials: Credentials, wanted: bytes | None) -> Reception:
    """Ask a host for a seat, or for the old seat back; nothing but the proofs is sent before it has answered.

    `wanted` is the table looked for; None takes whichever answers. Raises WrongHost, RemoteProtocolError and what the
    link raises.
    """
    nonce = secrets.token_bytes(limits.NONCE_BYTES)
    await link.send(Hello(proto_min=limits.PROTOCOL_MIN, proto_max=limits.PROTOCOL_MAX, app=APP, nonce=nonce))
    challenge = await link.receive()
    if not isinstance(challenge, Challenge):
        return Reception(_last_word(challenge))
    if wanted not in (None, challenge.table_id):
        raise WrongHost
    if not limits.PROTOCOL_MIN <= challenge.version <= limits.PROTOCOL_MAX:
        raise RemoteProtocolError("the host chose a version that was not offered")
    return await _prove(link, credentials, challenge, nonce)


async def _prove(link: Link, credentials: Credentials, challenge: Challenge, nonce: bytes) -> Reception:
    token = credentials.token(challenge.table_id)
    transcript = proof.transcript(challenge.version, challenge.table_id, challenge.epoch, nonce, challenge.nonce)
    await link.send(_claim(credentials, token, transcript))
    answer = await link.receive()
    if not isinstance(answer, Welcome):
        return Reception(_last_word(answer), challenge.table_id, returning=token is not None)
    if answer.table_id != challenge.table_id:
        raise RemoteProtocolError("the host welcomes to another table than it named")
    _check_host(answer, token, transcript)
    return Reception(answer, challenge.table_id, returning=token is not None)


def _claim(credentials: Credentials, token: bytes | None, transcript: bytes) -> Prove:
    if token is None:
        return Prove(kind="new", name=credentials.name, bot=credentials.bot, proof=None)
    proved = proof.client_proof(proof.token_key(token), transcript)
    return Prove(kind="return", name=None, bot=credentials.bot, proof=proved)


def _check_host(welcome: Welcome, token: bytes | None, transcript: bytes) -> None:
    """A newcomer needs a token; whoever returns goes on only with a host that proves that it knows the old one."""
    if token is None:
        if welcome.token is None:
            raise RemoteProtocolError("the host gives a newcomer no token")
        return
    expected = proof.host_proof(proof.token_key(token), transcript)
    if welcome.proof is None or not proof.matches(welcome.proof, expected):
        raise WrongHost


def _last_word(message: Message | None) -> Rejected | Bye | None:
    assert message is None or isinstance(message, Rejected | Bye), "the phases allow nothing else here"
    return message
