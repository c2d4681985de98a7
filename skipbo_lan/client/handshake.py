"""The first words with a host: versions, who is who, and both proofs before anything else is said (P20, P22)."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import trio

from protocol import limits, proof
from protocol.errors import RemoteProtocolError
from protocol.messages import Bye, Challenge, Hello, Message, Prove, Rejected, Welcome
from skipbo_lan.client.credentials import Credentials
from skipbo_lan.client.state import LocalEnd
from skipbo_lan.link import Link
from skipbo_lan.settings import APP

KeyMaker: TypeAlias = Callable[[str, bytes], Awaitable[bytes]]
"""Makes the key of a password for the table with this id; in simulations at once."""


class WrongHost(Exception):
    """A table answered, but another than the one looked for, or one that does not know this player's secret."""


class Declined(Exception):
    """This client goes no further, and another attempt with the same credentials would not either."""

    def __init__(self, why: LocalEnd) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Reception:
    """How a host answered."""

    message: Welcome | Rejected | Bye | None
    """None when it hung up without a word."""
    table_id: bytes | None = None
    """Which table it is, when it came to say so."""
    returning: bool = False
    """Whether a token was proved to it."""


async def key_in_a_thread(password: str, table_id: bytes) -> bytes:
    """The key of a password, made beside the event loop: it takes long on purpose."""
    return await trio.to_thread.run_sync(proof.password_key, password, table_id)


async def introduce(
    link: Link, credentials: Credentials, wanted: bytes | None, *, seen: int = 0, make_key: KeyMaker = key_in_a_thread
) -> Reception:
    """Ask a host for a seat, for the own seat back, or to watch; only the proofs are sent before it has answered.

    `wanted` is the table looked for; None takes whichever answers. `seen`: the newest seq known of its match. Raises
    WrongHost, Declined, RemoteProtocolError and what the link raises.
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
    token = None if credentials.watching else credentials.token(challenge.table_id)
    key = proof.token_key(token) if token is not None else await _password_key(credentials, challenge, make_key)
    return await _prove(link, credentials, challenge, nonce, key, seen if token is not None else None)


async def _prove(
    link: Link, credentials: Credentials, challenge: Challenge, nonce: bytes, key: bytes | None, seen: int | None
) -> Reception:
    """Prove this secret, and check the host's proof. `seen` is None for whoever does not return."""
    returning = seen is not None
    transcript = proof.transcript(challenge.version, challenge.table_id, challenge.epoch, nonce, challenge.nonce)
    proved = proof.client_proof(key, transcript) if key is not None else None
    await link.send(_claim(credentials, proved, seen))
    answer = await link.receive()
    if not isinstance(answer, Welcome):
        return Reception(_last_word(answer), challenge.table_id, returning=returning)
    if answer.table_id != challenge.table_id:
        raise RemoteProtocolError("the host welcomes to another table than it named")
    _check_host(answer, key, transcript)
    _check_welcome(answer, credentials, returning=returning)
    return Reception(answer, challenge.table_id, returning=returning)


async def _password_key(credentials: Credentials, challenge: Challenge, make_key: KeyMaker) -> bytes | None:
    """The key of the password; None at an open table.

    A person is never asked here, while the host waits. Who brings a password wants a host that proves it (P22).
    """
    password = credentials.password
    if not challenge.locked:
        if password is not None:
            raise Declined(LocalEnd.NOT_LOCKED)
        return None
    if password is None:
        raise Declined(LocalEnd.LOCKED)
    return await make_key(password, challenge.table_id)


def _claim(credentials: Credentials, proved: bytes | None, seen: int | None) -> Prove:
    if seen is not None:
        return Prove(kind="return", name=None, bot=credentials.bot, proof=proved, seen=seen)
    kind: Literal["watch", "new"] = "watch" if credentials.watching else "new"
    return Prove(kind=kind, name=credentials.name, bot=credentials.bot, proof=proved)


def _check_host(welcome: Welcome, key: bytes | None, transcript: bytes) -> None:
    """Whoever has proved a secret goes on only with a host that proves that it knows the same one."""
    if key is None:
        return
    expected = proof.host_proof(key, transcript)
    if welcome.proof is None or not proof.matches(welcome.proof, expected):
        raise WrongHost


def _check_welcome(welcome: Welcome, credentials: Credentials, *, returning: bool) -> None:
    """A player gets a seat and, if new, a token; a spectator neither."""
    if (welcome.seat is None) != credentials.watching:
        raise RemoteProtocolError("the host gives a seat to a spectator, or none to a player")
    if not (returning or credentials.watching) and welcome.token is None:
        raise RemoteProtocolError("the host gives a newcomer no token")


def _last_word(message: Message | None) -> Rejected | Bye | None:
    assert message is None or isinstance(message, Rejected | Bye), "the phases allow nothing else here"
    return message
