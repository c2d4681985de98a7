"""Every message that crosses the wire, as a tagged, bounded struct; its docstring stands in docs/PROTOCOL.md."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.ruleset import MIN_SEATS
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
    PaceMilliseconds,
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
    """Of a bot of the host's own; nil for everybody else."""
    presence: Literal["here", "away", "bot"]
    """`away`: the connection is lost and the seat waits; `bot`: a bot plays until the player returns."""
    grace_ms: Milliseconds | None
    """While away: how long the seat still waits; nil: as long as it takes."""
    ready: bool
    """After a round: has seen the result; after the match: would play another."""
    offered: bool
    """The next newcomer gets this seat and its cards, unless its player is back first."""
    relieved: bool
    """The turn timer ran out: a bot plays the rest of this turn, and the player the next."""


class Accusation(Wire, frozen=True):
    """Somebody accuses a seat of having given advice; the owner decides, or it lapses (R72)."""

    accuser: SeatNumber
    offender: SeatNumber
    left_ms: Milliseconds


class Message(Struct, frozen=True, tag_field="op"):
    """Anything that stands alone in a frame: a map whose key `op` names it."""


class Hello(Message, frozen=True, tag="hello"):
    """The client's first word."""

    proto_min: Version
    """The lowest version it speaks."""
    proto_max: Version
    """The highest."""
    app: AppText
    """Its program and release, for people."""
    nonce: Nonce
    """Fresh random bytes for the proof."""


class Challenge(Message, frozen=True, tag="challenge"):
    """Which table this is, and what to prove a token or a password against."""

    version: Version
    """The version chosen: the highest that both speak."""
    table_id: TableId
    epoch: U32
    nonce: Nonce
    """Fresh random bytes for the proof."""
    locked: bool
    """Whoever is new, or watches, must prove the table's password."""


class Prove(Message, frozen=True, tag="prove"):
    """Who the client is: somebody new with a name, a spectator, or a player who returns with the proof of a token."""

    kind: Literal["new", "return", "watch"]
    name: Name | None
    """Of a newcomer or a spectator; nil: the host chooses one, for a bot that plays only."""
    bot: bool
    """A program plays, not a person."""
    proof: Proof | None
    """Of the token for a return; of the password at a locked table; else nil."""
    seen: Counter = 0
    """For a return: the newest seq that this client has seen of this match, so that it is told what it missed."""


class Welcome(Message, frozen=True, tag="welcome"):
    """You are at the table. A second one during a connection begins another match there."""

    seat: SeatNumber | None
    """nil: you watch."""
    name: Name
    owner: bool
    """Whether this client may configure, start and close the table."""
    token: Token | None
    """For a newcomer, and with each new match: to be kept, and never sent. nil for a return, and for spectators."""
    proof: Proof | None
    """The host's, for whoever proved a token or a password: to be checked before anything else is sent."""
    last_id: Counter
    """The id of this seat's last Act that was answered; the next must be higher. 0 for spectators."""
    table: Name
    """The table's name."""
    table_id: TableId
    """As in the Challenge; a new one with each new match."""
    missed: Counter = 0
    """For a return: the turns that ended while the player was away."""
    played_for: Counter = 0
    """For a return: how many of them were the player's own, played by a bot."""


class Rejected(Message, frozen=True, tag="rejected"):
    """No seat, and why. The connection ends."""

    code: RejectCode
    app: AppText
    """The host's program and release, for people."""
    proto_min: Version
    proto_max: Version


class Room(Message, frozen=True, tag="room"):
    """Everything about the table that is not cards. Sent whenever something in it has changed."""

    rev: Counter
    """Grows with each change; a lower one than before is to be ignored."""
    table: Name
    stage: Literal["lobby", "dealing", "playing", "round_over", "match_over"]
    capacity: Annotated[int, Meta(ge=MIN_SEATS, le=limits.MAX_SEATS)]
    """How many seats the table has in the lobby."""
    you: SeatNumber | None
    """The receiver's seat: it may change in the lobby, and seats close up at the start. nil: a spectator."""
    owner: SeatNumber | None
    players: Annotated[list[WirePlayer], Meta(max_length=limits.MAX_SEATS)]
    """In the order of their seats; in the lobby some seats may be free."""
    ruleset: WireRuleset
    scores: Annotated[list[Score], Meta(max_length=limits.MAX_SEATS)]
    """Points of each side; empty in the lobby."""
    wins: Annotated[list[Score], Meta(max_length=limits.MAX_SEATS)]
    """Rounds won by each side; empty in the lobby."""
    rounds_played: Counter
    winners: Annotated[list[SeatNumber], Meta(max_length=limits.MAX_SEATS)]
    """The seats that won the match; empty before its end."""
    pace_ms: PaceMilliseconds
    """How long a bot waits before each action, so that people can follow."""
    next_round_ms: Milliseconds | None
    """Between rounds: when the next begins even if somebody is not ready."""
    turn_ms: Milliseconds | None
    """With a turn timer: what is left of the present turn before a bot plays its rest; nil: as long as it takes."""
    accusation: Accusation | None
    absent: Literal["bot", "wait"]
    """Who plays for an absent player: a bot after the grace, or nobody, and the table waits."""
    watching: Annotated[int, Meta(ge=0, le=limits.MAX_SPECTATORS)]
    """How many spectators there are."""
    spectators: bool
    """Whether anybody may watch."""
    locked: bool
    """Whether newcomers need a password."""
    saved: bool
    """False: the host cannot save the match at present; it goes on, but a crash would lose what is not saved."""
    seeded: bool
    """The cards follow from a seed that the host was given: there is no deal exchange, and nothing to check."""


class Sit(Message, frozen=True, tag="sit"):
    """In the lobby: move me to this free seat."""

    seat: SeatNumber


class Swap(Message, frozen=True, tag="swap"):
    """Owner, in the lobby: these two seats change places; either may be empty."""

    a: SeatNumber
    b: SeatNumber


class AddBot(Message, frozen=True, tag="add_bot"):
    """Owner, in the lobby: a bot of the host's own takes the next free seat."""

    level: Level
    """How well it plays, by name."""


class RemoveBot(Message, frozen=True, tag="remove_bot"):
    """Owner, in the lobby: this bot goes."""

    seat: SeatNumber


class RemovePlayer(Message, frozen=True, tag="remove_player"):
    """Owner: this player goes. In the lobby the seat is free; in a match a bot plays on, and the seat is offered."""

    seat: SeatNumber


class BotNow(Message, frozen=True, tag="bot_now"):
    """Owner, in a match: stop waiting for the absent player of this seat, a bot plays at once."""

    seat: SeatNumber


class WaitLonger(Message, frozen=True, tag="wait_longer"):
    """Owner: the grace of the absent player of this seat begins anew."""

    seat: SeatNumber


class Give(Message, frozen=True, tag="give"):
    """Owner, in a match: the next newcomer gets the seat of this absent player, unless the player is back first."""

    seat: SeatNumber


class Configure(Message, frozen=True, tag="configure"):
    """Owner, in the lobby: play by these rules."""

    ruleset: WireRuleset


class Start(Message, frozen=True, tag="start"):
    """Owner, in the lobby: begin the match with those who are seated."""

    dealer: SeatNumber | None
    """Who deals first, with `first_dealer` = `host_choice`; nil: the owner, or else the first seat."""


class Ready(Message, frozen=True, tag="ready"):
    """After a round: I have seen the result, deal. After the match: I would play another."""


class Pace(Message, frozen=True, tag="pace"):
    """Owner: bots wait this long before each action."""

    ms: PaceMilliseconds


class Accuse(Message, frozen=True, tag="accuse"):
    """With `coaching` = `accuse`: this seat gave advice to the player on turn (R72)."""

    offender: SeatNumber


class Confirm(Message, frozen=True, tag="confirm"):
    """Owner: the accusation is right (the penalty follows, R70), or is not."""

    guilty: bool


class Again(Message, frozen=True, tag="again"):
    """Owner, after the match: another one. The table goes back to its lobby."""


class CloseTable(Message, frozen=True, tag="close"):
    """Owner: end the table for everybody."""


class Update(Message, frozen=True, tag="update"):
    """The whole view after a deal or a game action, and what led there."""

    epoch: U32
    seq: Counter
    """Counts the deals and accepted actions of the match, from 1."""
    ack: Counter
    """The id of this seat's last Act that was answered."""
    events: Annotated[list[WireEvent], Meta(max_length=limits.MAX_EVENTS)]
    """Since the Update before, in order; empty when the view is sent once more. After a return: what was missed, as
    far as the host remembers it."""
    view: WireView


class Act(Message, frozen=True, tag="act"):
    """A game action, made on the view with this epoch and seq."""

    id: ActId
    """Higher than that of the seat's Act before."""
    epoch: U32
    seq: Counter
    action: SeatAction


class Refused(Message, frozen=True, tag="refused"):
    """No, and nothing has changed."""

    id: ActId | None
    """Of the Act; nil for any other request."""
    code: AnswerCode
    """One of [these](#refused)."""


class Say(Message, frozen=True, tag="say"):
    """A line of chat."""

    text: ChatText
    team: bool = False
    """To the speaker's team only."""


class Said(Message, frozen=True, tag="said"):
    """Somebody's line of chat."""

    seat: SeatNumber | None
    """nil: a spectator's."""
    name: Name
    text: ChatText
    team: bool
    """To the speaker's team only."""
    held: bool
    """Said earlier, and held back until the turn ended (R72)."""


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""

    n: U32


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: U32
    """As in the ping."""


class Bye(Message, frozen=True, tag="bye"):
    """Why the connection ends. The last message of whoever sends it; it needs no answer."""

    code: ByeCode
