"""The hall: everything the host knows of its one table, as a value, with the questions that are asked of it.

Rule 1: a seat has one client that acts for it: its player, or a stand-in; the player whose turn a stand-in plays to
its end is told everything all the same.
Rule 2: what can be told from something else is not kept: presence follows from who is connected.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.actions import Action
from engine.events import Event
from engine.match import Match
from engine.ruleset import Ruleset, Seat
from engine.table import Table
from protocol.messages import Message, Said
from skipbo_lan.fairness.attempts import Mix
from skipbo_lan.server.hall.effects import Effect
from skipbo_lan.server.hall.guessing import Tries
from skipbo_lan.server.hall.inputs import Acted, BotId, PeerId
from skipbo_lan.server.hall.rates import UNTOUCHED, Allowance
from skipbo_lan.server.hall.terms import Terms


@dataclass(frozen=True, slots=True)
class Answer:
    """The last answer to an Act."""

    id: int = 0
    code: str | None = None
    """Why it was refused; None: it was accepted."""


@dataclass(frozen=True, slots=True)
class Client:
    """Somebody who can act for a seat: its player, or a stand-in."""

    key: bytes = field(repr=False)
    """SHA-256 of the token that this client proves."""
    peer: PeerId | None = None
    bot: BotId | None = None
    """Which of the host's own bots this is."""
    answer: Answer = Answer()
    waiting: Acted | None = None
    """An Act that came while the table pauses; it is answered afterwards."""
    allowance: Allowance = UNTOUCHED
    seen: int | None = None
    """The seq that this client had seen when it came back; None: it is new."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat."""

    name: str
    bot: bool
    client: Client
    level: str | None = None
    """Of a bot of the host's own: it is as good as here while it starts."""
    owner: bool = False
    stand_in: Client | None = None
    """A bot that plays until the player returns, or to the end of this turn."""
    relieved: bool = False
    """The turn took too long: the stand-in plays its rest, wherever the player is."""
    offered: bool = False
    """The next newcomer gets this seat, unless the player returns first."""
    away_until: float | None = None
    """While lost: when the seat stops waiting for the player; None: it does not count."""
    ready: bool = False
    missed: int = 0
    """Turns that ended while the player was away, since he was here last."""
    played_for: int = 0
    """How many of them were his own."""

    @property
    def acting(self) -> Client:
        """Who acts for the seat at present."""
        return self.stand_in if self.stand_in is not None else self.client

    @property
    def clients(self) -> tuple[Client, ...]:
        """Everybody with a token for the seat."""
        return (self.client,) if self.stand_in is None else (self.client, self.stand_in)

    @property
    def peers(self) -> tuple[PeerId, ...]:
        """Every connection that belongs to the seat."""
        return tuple(client.peer for client in self.clients if client.peer is not None)

    @property
    def presence(self) -> Literal["here", "away", "bot"]:
        """As in Room."""
        if self.client.peer is not None or self.level is not None:
            return "here"
        return "bot" if self.stand_in is not None and not self.relieved else "away"

    @property
    def visits(self) -> bool:
        """Whether the player is connected over the network."""
        return self.client.peer is not None and self.level is None


@dataclass(frozen=True, slots=True)
class Watcher:
    """A spectator."""

    peer: PeerId
    name: str
    allowance: Allowance = UNTOUCHED


@dataclass(frozen=True, slots=True)
class Game:
    """A match with the round that goes on, or was the last."""

    match: Match
    table: Table = field(repr=False)
    mix: Mix | None = field(default=None, repr=False)
    """How the round was dealt; None: from a given seed."""
    actions: tuple[tuple[Seat | None, Action], ...] = ()
    """Of this round, with the seat that acted, or None for the referee."""
    ended_turn: Seat | None = None
    """Whose turn the last action ended, if it ended one."""

    @property
    def to_act(self) -> Seat | None:
        """The one seat that is to act; None when the round is over."""
        if self.table.outcome is not None:
            return None
        return self.table.turn if self.table.intruder is None else self.table.intruder


@dataclass(frozen=True, slots=True)
class Lobby:
    """Before the match."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The next round is being dealt together: numbers are exchanged (P46)."""

    game: Game | None
    """With the round before; None before the first."""
    number: int
    """Of the round, from 0."""
    mix: Mix
    wish: Seat = 0
    """Who deals the first round where the rules leave it to the host."""
    restarted: bool = False
    """Whether the host has started again during this attempt."""
    until: float | None = None
    """How long is waited for the numbers that are missing; None while the table pauses."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A round goes on."""

    game: Game


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Between two rounds: the result is counted."""

    game: Game
    deal_at: float
    """When the next round begins even if not everybody is ready."""


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match has been decided."""

    game: Game
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """The table has ended."""


Stage: TypeAlias = Lobby | Dealing | Playing | RoundOver | MatchOver | Closed


@dataclass(frozen=True, slots=True)
class Held:
    """A line of chat that waits for the end of a turn (R72)."""

    listener: Seat
    """Who must not see it before."""
    said: Said = field(repr=False)


@dataclass(frozen=True, slots=True)
class Accused:
    """An accusation that the owner has not decided yet (R72)."""

    accuser: Seat
    offender: Seat
    until: float


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A turn that may not take for ever."""

    seat: Seat
    round_number: int
    until: float


@dataclass(frozen=True, slots=True)
class Hall:
    """One table and everybody at it."""

    terms: Terms
    table_id: bytes
    epoch: int
    ruleset: Ruleset
    players: tuple[Player | None, ...]
    """By seat: as many as the table has in the lobby, none empty once the match has begun."""
    pace_ms: int
    quiet_since: float | None
    """Since when no client is connected over the network; None while one is."""
    match_seed: bytes | None = field(default=None, repr=False)
    """When given, the seeds of all rounds follow from it."""
    stage: Stage = Lobby()
    seq: int = 0
    """Deals and accepted actions of the match so far."""
    rev: int = 0
    """Of the last Room."""
    bots: int = 0
    """How many bots of the host's own have been started."""
    visited: bool = False
    """Whether there has ever been a client over the network."""
    held: tuple[Held, ...] = ()
    accused: Accused | None = None
    watchers: tuple[Watcher, ...] = ()
    timed: TimedTurn | None = None
    password_key: bytes | None = field(default=None, repr=False)
    """What the table's password stands for; None: the table is open."""
    tries: Tries = field(default_factory=dict)
    saved: bool = True
    """Whether the disk takes what is to be stored."""
    recent: tuple[tuple[int, tuple[Event, ...]], ...] = field(default=(), repr=False)
    """What happened last, by the seq that it led to; with hidden cards."""
    shown: tuple[Message, ...] = field(default=(), repr=False)
    """The proof of the last round that is over, for whoever comes back late."""

    @property
    def game(self) -> Game | None:
        """The match, once it has begun."""
        match self.stage:
            case Dealing(game) | Playing(game) | RoundOver(game) | MatchOver(game):
                return game
            case _:
                return None

    @property
    def in_match(self) -> bool:
        """Whether a match has begun and is not decided yet."""
        return isinstance(self.stage, Dealing | Playing | RoundOver)

    @property
    def locked(self) -> bool:
        """Whether newcomers need a password."""
        return self.password_key is not None

    @property
    def paused(self) -> bool:
        """Whether the game waits because nobody over the network is left to see it (P37)."""
        return self.visited and self.quiet_since is not None


Step: TypeAlias = tuple[Hall, tuple[Effect, ...]]
"""A new hall, and what is to be done."""
