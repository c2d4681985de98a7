"""Every message that crosses the wire, as a tagged, bounded struct.

A message is a map whose key `op` names it. Its docstring stands in docs/PROTOCOL.md.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol import limits
from protocol.codes import ByeCode, RejectCode
from protocol.values import (
    U32,
    ActId,
    AnswerCode,
    AppText,
    ChatText,
    Counter,
    Level,
    Milliseconds,
    Name,
    Nonce,
    Proof,
    Score,
    SeatAction,
    SeatNumber,
    TableId,
    Token,
    Version,
    Wire,
    WireEvent,
    WireRuleset,
    WireView,
)


class WirePlayer(Wire, frozen=True):
    """Who sits on a seat."""

    seat: SeatNumber
    name: Name
    kind: Literal["human", "bot"]
    level: Level | None
    """Of a bot of the host's own."""
    presence: Literal["here", "away", "bot"]
    """away: lost, the seat waits; bot: a bot plays until the player returns."""
    grace_ms: Milliseconds | None
    """While away: how long the seat still waits."""
    ready: bool
    """Between rounds: has seen the result."""


class Accusation(Wire, frozen=True):
    """Somebody accuses a seat of having given advice; the owner confirms, or it lapses (R72)."""

    accuser: SeatNumber
    offender: SeatNumber
    left_ms: Milliseconds


class Message(Struct, frozen=True, tag_field="op"):
    """Anything that stands alone in a frame."""


class Hello(Message, frozen=True, tag="hello"):
    """Client, first: the versions it speaks, its program, and 32 fresh random bytes."""

    proto_min: Version
    proto_max: Version
    app: AppText
    nonce: Nonce


class Challenge(Message, frozen=True, tag="challenge"):
    """Host: the version chosen, which table this is, and 32 fresh random bytes of its own."""

    version: Version
    table_id: TableId
    epoch: U32
    nonce: Nonce


class Prove(Message, frozen=True, tag="prove"):
    """Client: who it is. A newcomer brings a name, a returning player the proof that he has a token."""

    kind: Literal["new", "return"]
    name: Name | None
    """Of a newcomer; None lets the host choose a bot's name."""
    bot: bool
    """A program plays, not a person."""
    proof: Proof | None


class Welcome(Message, frozen=True, tag="welcome"):
    """Host: the seat is yours. A newcomer gets a token, once; a returning player the host's proof."""

    seat: SeatNumber
    name: Name
    owner: bool
    """Whether this client may configure, start and close the table."""
    token: Token | None
    proof: Proof | None
    last_id: Counter
    """The id of this seat's last Act that was answered."""
    table: Name
    table_id: TableId
    """As in the Challenge, except when a new match begins at the same table."""


class Rejected(Message, frozen=True, tag="rejected"):
    """Host: no. With both its versions, so that the client can say who must update."""

    code: RejectCode
    app: AppText
    proto_min: Version
    proto_max: Version


class Room(Message, frozen=True, tag="room"):
    """Host: everything about the table that is not cards."""

    rev: Counter
    """Grows with each Room; an older one is to be ignored."""
    table: Name
    stage: Literal["lobby", "playing", "round_over", "match_over"]
    capacity: Annotated[int, Meta(ge=2, le=limits.MAX_SEATS)]
    you: SeatNumber
    """The seat of whoever receives this; seats change in the lobby and close up at the start."""
    owner: SeatNumber | None
    players: Annotated[list[WirePlayer], Meta(max_length=limits.MAX_SEATS)]
    """By seat; a seat without a player is free."""
    ruleset: WireRuleset
    scores: Annotated[list[Score], Meta(max_length=limits.MAX_SEATS)]
    """Of each side; empty in the lobby."""
    wins: Annotated[list[Score], Meta(max_length=limits.MAX_SEATS)]
    rounds_played: Counter
    winners: Annotated[list[SeatNumber], Meta(max_length=limits.MAX_SEATS)]
    """The seats that won the match; empty before its end."""
    pace_ms: Milliseconds
    """How long a bot waits before each action."""
    next_round_ms: Milliseconds | None
    """Between rounds: when the next begins even if not everybody is ready."""
    accusation: Accusation | None


class Sit(Message, frozen=True, tag="sit"):
    """Client, in the lobby: move me to this free seat."""

    seat: SeatNumber


class Swap(Message, frozen=True, tag="swap"):
    """Owner, in the lobby: these two seats change places."""

    a: SeatNumber
    b: SeatNumber


class AddBot(Message, frozen=True, tag="add_bot"):
    """Owner, in the lobby: a bot of the host takes the next free seat."""

    level: Level


class RemoveBot(Message, frozen=True, tag="remove_bot"):
    """Owner, in the lobby: this bot goes."""

    seat: SeatNumber


class Configure(Message, frozen=True, tag="configure"):
    """Owner, in the lobby: play by these rules."""

    ruleset: WireRuleset


class Start(Message, frozen=True, tag="start"):
    """Owner, in the lobby: begin. `dealer` counts with `first_dealer=host_choice` only."""

    dealer: SeatNumber | None


class Ready(Message, frozen=True, tag="ready"):
    """Client, between rounds: I have seen the result, deal."""


class Pace(Message, frozen=True, tag="pace"):
    """Owner: bots wait this long before each action."""

    ms: Annotated[int, Meta(ge=0, le=10_000)]


class Accuse(Message, frozen=True, tag="accuse"):
    """Client: this seat gave advice to the player on turn (R72)."""

    offender: SeatNumber


class Confirm(Message, frozen=True, tag="confirm"):
    """Owner: the accusation is right, or is not."""

    guilty: bool


class Again(Message, frozen=True, tag="again"):
    """Owner, after the match: another one with the same seats. The table goes back to its lobby."""


class CloseTable(Message, frozen=True, tag="close"):
    """Owner: end the table for everybody."""


class Update(Message, frozen=True, tag="update"):
    """Host: the whole view after a game action, and what led there."""

    epoch: U32
    seq: Counter
    """Counts the deals and accepted actions of the match."""
    ack: Counter
    """The id of this seat's last Act that was answered."""
    events: Annotated[list[WireEvent], Meta(max_length=limits.MAX_EVENTS)]
    view: WireView


class Act(Message, frozen=True, tag="act"):
    """Client: a game action, made on the view with this epoch and seq."""

    id: ActId
    """Grows with each Act of a seat."""
    epoch: U32
    seq: Counter
    action: SeatAction


class Refused(Message, frozen=True, tag="refused"):
    """Host: no, and nothing has changed."""

    id: ActId | None
    """Of the Act; None for any other request."""
    code: AnswerCode
    """A code of `engine.errors.Refusal` or of `DenyCode`."""


class Say(Message, frozen=True, tag="say"):
    """Client: a line of chat, to all or to the own team."""

    text: ChatText
    team: bool = False


class Said(Message, frozen=True, tag="said"):
    """Host: somebody's line of chat."""

    seat: SeatNumber
    name: Name
    text: ChatText
    team: bool
    held: bool
    """Said earlier and held back until the turn ended (R72)."""


class Ping(Message, frozen=True, tag="ping"):
    """Either end: are you there? Answered by a Pong with the same number."""

    n: U32


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a Ping."""

    n: U32


class Bye(Message, frozen=True, tag="bye"):
    """Either end, last: why the connection ends."""

    code: ByeCode
