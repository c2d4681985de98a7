"""The messages of the deal exchange and of its proof (P46); their docstrings stand in docs/PROTOCOL.md.

The host announces an attempt (Deal), clients commit (Commit), the host publishes what it has (Commitments), clients
show their numbers (Reveal). After the round the host shows everything (DealProof, DealActions).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from protocol import limits
from protocol.messages import Message
from protocol.values import (
    U32,
    Counter,
    Nonce,
    PenaliseAction,
    SeatAction,
    SeatNumber,
    Wire,
    WireRuleset,
)

Hash: TypeAlias = Annotated[bytes, Meta(min_length=limits.HASH_BYTES, max_length=limits.HASH_BYTES)]
AttemptNumber: TypeAlias = Annotated[int, Meta(ge=1, le=limits.MAX_ATTEMPTS)]
Seats: TypeAlias = Annotated[list[SeatNumber], Meta(max_length=limits.MAX_SEATS)]
WhyAgain: TypeAlias = Literal["missed", "restarted"]


class SeatCommitment(Wire, frozen=True):
    """What a seat's client has committed to."""

    seat: SeatNumber
    commitment: Hash


class SeatNonce(Wire, frozen=True):
    """What a seat's client has revealed."""

    seat: SeatNumber
    nonce: Nonce


Listed: TypeAlias = Annotated[list[SeatCommitment], Meta(max_length=limits.MAX_SEATS)]
Nonces: TypeAlias = Annotated[list[SeatNonce], Meta(max_length=limits.MAX_SEATS)]


class WireAttempt(Wire, frozen=True):
    """An attempt to deal, as it was announced and as it went."""

    number: AttemptNumber
    asked: Seats
    away: Seats
    left_out: Seats
    dealer: SeatNumber | None
    why: WhyAgain | None
    host: Hash
    """The host's commitment."""
    commitments: Listed
    nonces: Nonces
    """Those that were revealed in time: all, in the last attempt."""


class Taken(Wire, frozen=True):
    """An accepted action."""

    seat: SeatNumber | None
    """nil: the referee's, a penalty (R70)."""
    action: SeatAction | PenaliseAction


class Deal(Message, frozen=True, tag="deal"):
    """An attempt to deal a round together begins: the seats asked are to commit to a fresh number."""

    round: U32
    """Counts from 0."""
    attempt: AttemptNumber
    """Counts from 1 in each round."""
    asked: Seats
    """Whose clients give a number: all who are connected over the network, but for the owner's."""
    away: Seats
    """Whose clients are away, and give none; they play all the same."""
    left_out: Seats
    """Who did not answer in an earlier attempt of this round."""
    dealer: SeatNumber | None
    """Who deals; nil: that follows from the numbers, as in a first round whose dealer is drawn (R3)."""
    why: WhyAgain | None
    """Why the attempt before is void: a number was not shown in time, during which the host may have started again."""


class Commit(Message, frozen=True, tag="commit"):
    """What the client of an asked seat commits to. The first counts."""

    round: U32
    attempt: AttemptNumber
    commitment: Hash


class Commitments(Message, frozen=True, tag="commitments"):
    """Everything that was committed to in time. A client that finds its own in it reveals its number."""

    round: U32
    attempt: AttemptNumber
    host: Hash
    """The host's own."""
    seats: Listed
    """In the order of the seats."""


class Reveal(Message, frozen=True, tag="reveal"):
    """The number that was committed to."""

    round: U32
    attempt: AttemptNumber
    nonce: Nonce


class DealProof(Message, frozen=True, tag="deal_proof"):
    """After a round: everything that shows how it was dealt. Its actions follow in pages."""

    round: U32
    seq: Counter
    """Of the deal: each action adds one."""
    players: Annotated[int, Meta(ge=2, le=limits.MAX_SEATS)]
    dealer: SeatNumber
    ruleset: WireRuleset
    secret: Nonce
    """The host's."""
    attempts: Annotated[list[WireAttempt], Meta(min_length=1, max_length=limits.MAX_ATTEMPTS)]
    """All of this round; the last is the one that was dealt."""
    actions: Annotated[int, Meta(ge=0, le=limits.MAX_ROUND_ACTIONS)]
    """How many follow."""


class DealActions(Message, frozen=True, tag="deal_actions"):
    """The next accepted actions of the round that is being shown."""

    round: U32
    actions: Annotated[list[Taken], Meta(min_length=1, max_length=limits.ACTIONS_PER_PAGE)]
