"""A hall driven by hand: every input is a call, every effect is kept, and after each step the rules of the hall are
checked."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final, TypeVar

from msgspec.structs import replace as replace_struct

from engine.actions import Action, Play, Stock
from engine.legal import legal_actions
from engine.observe import observe
from engine.ruleset import Ruleset, Seat
from engine.table import Table
from engine.view import View
from protocol import dealing as d
from protocol import mapping, proof
from protocol import messages as m
from protocol.names import name_key
from skipbo_lan.client.deals import Deals, Here, Part, hear_call, hear_list
from skipbo_lan.server.hall import core
from skipbo_lan.server.hall.effects import Close, Commit, Effect, End, Report, Send, StartBot
from skipbo_lan.server.hall.inputs import (
    Acted,
    Asked,
    BotEnded,
    Configured,
    Input,
    Left,
    Lost,
    Moment,
    PeerId,
    Proved,
    Request,
    TimePassed,
)
from skipbo_lan.server.hall.opening import HostConfig, OwnerSeat, open_hall
from skipbo_lan.server.hall.seats import at_table, attached, client_of, names, seated
from skipbo_lan.server.hall.state import Closed, Game, Hall, Lobby, Playing, Stage, Step
from skipbo_lan.server.hall.telling import room
from skipbo_lan.store.changes import Change

OWNER_TOKEN: Final = b"the owner's own."
LEVELS: Final = frozenset({"random", "easy"})
SHORT: Final = Ruleset(stock_size=3)

Kind = TypeVar("Kind", bound=m.Message)


@dataclass(frozen=True)
class Guest:
    """A connection that has been welcomed."""

    peer: PeerId
    token: bytes
    name: str


def chance(seed: str) -> Iterator[bytes]:
    """Bytes that look random and are the same in every run."""
    for number in count():
        yield hashlib.sha256(f"{seed}/{number}".encode()).digest()


class Desk:
    """One hall, its time, and everything that it did."""

    def __init__(
        self, *, owner: bool = True, seed: str = "desk", match_seed: bytes | None = None, **chosen: Any
    ) -> None:
        config = replace(HostConfig(table="Anna's table", ruleset=SHORT, seed=match_seed), **chosen)
        if owner:
            config = replace(config, owner=OwnerSeat("Anna", OWNER_TOKEN))
        self.now = 1000.0
        self._bytes = chance(seed)
        self._peers = count(1)
        self.sent: dict[PeerId, list[m.Message]] = defaultdict(list)
        self.last: dict[PeerId, m.Bye | m.Rejected] = {}
        self.changes: list[Change] = []
        self.told: list[dict[str, object]] = []
        self.starts: list[StartBot] = []
        self._ended = False
        self.answers = True
        """Whether clients give their numbers for a deal."""
        self._deals: dict[tuple[bytes, Seat], Deals] = defaultdict(Deals)
        self.open(open_hall(config, LEVELS, self.moment))

    def open(self, opened: Step) -> None:
        """Begin with this hall."""
        self.hall, opening = opened
        self._keep(opening)
        self.hear(TimePassed())

    @property
    def moment(self) -> Moment:
        """Now, with bytes that nobody can foresee but the test."""
        return Moment(self.now, self._fresh)

    def at(self, stage: type[Stage]) -> bool:
        """Whether the table is in this stage."""
        return isinstance(self.hall.stage, stage)

    def has_ended(self) -> bool:
        """Whether the table has ended."""
        return self._ended

    @property
    def game(self) -> Game:
        """The match that has begun."""
        assert self.hall.game is not None
        return self.hall.game

    @property
    def table(self) -> Table:
        """The cards of the present round."""
        return self.game.table

    def hear(self, heard: Input) -> tuple[Effect, ...]:
        """One step, and what came of it."""
        before = self.hall
        self.hall, effects = core.step(before, heard, self.moment)
        self._keep(effects)
        check_hall(before, self.hall, self.now)
        return effects + tuple(more for effect in effects for more in self._give_number(effect))

    def _give_number(self, effect: Effect) -> tuple[Effect, ...]:
        """What follows when an honest client answers what it is told of a deal."""
        if not (self.answers and isinstance(effect, Send) and isinstance(effect.message, d.Deal | d.Commitments)):
            return ()
        peer, said, table_id = effect.peer, effect.message, self.hall.table_id
        seat = attached(self.hall).get(peer)
        if seat is None:
            return ()
        room, key = self.newest(peer, m.Room), (table_id, seat)
        here = Here(table_id, room, mapping.ruleset_from_wire(room.ruleset), seat, Part.GUEST, self.now)
        if isinstance(said, d.Deal):
            self._deals[key], answer = hear_call(self._deals[key], said, here, self._fresh)
        else:
            self._deals[key], answer = hear_list(self._deals[key], said, here)
        return self.hear(Asked(peer, answer)) if isinstance(answer, d.Commit | d.Reveal) else ()

    def _fresh(self, size: int) -> bytes:
        return next(self._bytes)[:size]

    def wait(self, seconds: float) -> None:
        """Let time pass, with every deadline on the way."""
        until = self.now + seconds
        while (due := core.next_deadline(self.hall)) <= until:
            self.now = due
            self.hear(TimePassed())
            assert core.next_deadline(self.hall) > self.now, "a deadline that has passed is still waited for"
        self.now = until

    def ask_to_watch(self, name: str | None, *, password: bytes | None = None, address: str = "here") -> PeerId:
        """Come to watch."""
        return self._come(m.Prove(kind="watch", name=name, bot=False, proof=None), password, address)

    def watch(self, name: str) -> Guest:
        """Come to watch and be welcome."""
        peer = self.ask_to_watch(name)
        assert self.newest(peer, m.Welcome).seat is None
        return Guest(peer, b"", name)

    def _come(self, prove: m.Prove, key: bytes | None, address: str) -> PeerId:
        """Come with a proof of this key, if any."""
        peer = next(self._peers)
        transcript = f"handshake {peer}".encode()
        if key is not None:
            prove = replace_struct(prove, proof=proof.client_proof(key, transcript))
        self.hear(Proved(peer, prove, transcript, address))
        return peer

    def prove(self, token: bytes, *, seen: int | None = None) -> PeerId:
        """Come with a token; whether it is welcome is for the test to look at. Everything was seen, if not told."""
        key, newest = proof.token_key(token), self.hall.seq if seen is None else seen
        return self._come(m.Prove(kind="return", name=None, bot=False, proof=None, seen=newest), key, "here")

    def ask_in(
        self, name: str | None, *, bot: bool = False, password: bytes | None = None, address: str = "here"
    ) -> PeerId:
        """Come as somebody new; `password` is the key that the password stands for."""
        return self._come(m.Prove(kind="new", name=name, bot=bot, proof=None), password, address)

    def join(self, name: str | None, *, bot: bool = False) -> Guest:
        """Come as somebody new and be welcome."""
        peer = self.ask_in(name, bot=bot)
        welcome = self.newest(peer, m.Welcome)
        assert welcome.token is not None
        return Guest(peer, welcome.token, welcome.name)

    def owner(self) -> Guest:
        """The owner comes to the table."""
        return Guest(self.prove(OWNER_TOKEN), OWNER_TOKEN, "Anna")

    def back(self, guest: Guest) -> Guest:
        """A player comes back."""
        peer = self.prove(guest.token)
        assert self.newest(peer, m.Welcome).name == guest.name
        return replace(guest, peer=peer)

    def bot_comes(self, start: StartBot | None = None) -> Guest:
        """A bot of the host's own comes, the one started last by default."""
        start = start if start is not None else self.starts[-1]
        peer = self.prove(start.token)
        return Guest(peer, start.token, self.newest(peer, m.Welcome).name)

    def ask(self, guest: Guest, request: Request) -> str | None:
        """Ask for something; the code of its refusal."""
        effects = self.hear(Asked(guest.peer, request))
        return _refusal_for(guest.peer, effects)

    def configure(self, guest: Guest, ruleset: Ruleset) -> str | None:
        """Ask for other rules; the code of the refusal."""
        return _refusal_for(guest.peer, self.hear(Configured(guest.peer, ruleset)))

    def leave(self, guest: Guest) -> None:
        """Say goodbye."""
        self.hear(Left(guest.peer))
        self.hear(Lost(guest.peer))

    def lose(self, guest: Guest) -> None:
        """Lose the connection."""
        self.hear(Lost(guest.peer))

    def end_bot(self, start: StartBot) -> None:
        """A bot of the host's own ends."""
        self.hear(BotEnded(start.bot))

    def seat_of(self, guest: Guest) -> Seat:
        """Where a connected player sits."""
        return attached(self.hall)[guest.peer]

    def act(self, guest: Guest, action: Action, *, id: int | None = None, seq: int | None = None) -> tuple[Effect, ...]:
        """Ask for an action on the newest view, with the next id, unless told otherwise."""
        found = at_table(self.hall, guest.peer)
        assert found is not None
        number = client_of(found[1], guest.peer).answer.id + 1 if id is None else id
        return self.hear(Acted(guest.peer, number, self.hall.epoch, self.hall.seq if seq is None else seq, action))

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """What a seat may do."""
        return legal_actions(observe(self.table, seat))

    def newest(self, peer: PeerId, kind: type[Kind]) -> Kind:
        """The last message of this kind that a connection was sent."""
        return next(message for message in reversed(self.sent[peer]) if isinstance(message, kind))

    def all(self, peer: PeerId, kind: type[Kind]) -> list[Kind]:
        """Every message of this kind that a connection was sent."""
        return [message for message in self.sent[peer] if isinstance(message, kind)]

    def forget(self) -> None:
        """Look only at what comes from now on."""
        self.sent.clear()
        self.changes.clear()
        self.told.clear()

    def _keep(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Commit(change):
                    self.changes.append(change)
                case Send(peer, message):
                    self.sent[peer].append(message)
                case Close(peer, last):
                    self.last[peer] = last
                case StartBot():
                    self.starts.append(effect)
                case Report(line):
                    self.told.append(dict(line))
                case End():
                    self._ended = True


def choose(table: Table, seat: Seat, luck: random.Random) -> Action:
    """What a seat does by its view."""
    return choose_from(observe(table, seat), luck)


def choose_from(view: View, luck: random.Random) -> Action:
    """A player who brings a round to its end: the stock first, then anything."""
    actions = legal_actions(view)
    from_stock = [action for action in actions if isinstance(action, Play) and isinstance(action.source, Stock)]
    return luck.choice(from_stock or list(actions))


def started(*names: str, owner: bool = True, **chosen: Any) -> tuple[Desk, list[Guest]]:
    """A match that has begun, with its players by seat."""
    desk = Desk(owner=owner, capacity=len(names) + owner, start_when_full=not owner, **chosen)
    guests = [desk.owner()] if owner else []
    guests += [desk.join(name) for name in names]
    if owner:
        assert desk.ask(guests[0], m.Start(dealer=None)) is None
    return desk, guests


def play_round(desk: Desk, guests: list[Guest], luck: random.Random) -> None:
    """Play until the round is over; whoever is on turn acts over the own connection."""
    number = desk.game.match.rounds_played
    for _ in range(5000):
        if desk.hall.game is None or desk.game.match.rounds_played != number or desk.table.outcome is not None:
            return
        seat = on_turn(desk.table)
        desk.act(guests[seat], choose(desk.table, seat, luck))
    raise AssertionError("the round does not end")


def on_turn(table: Table) -> Seat:
    """Who is to act: whoever plays out of turn comes first, or the round would not go on."""
    return table.turn if table.intruder is None else table.intruder


def check_hall(before: Hall, after: Hall, now: float) -> None:
    """What is true of every hall after every step."""
    peers = [peer for _, player in seated(after) for peer in player.peers] + [one.peer for one in after.watchers]
    assert len(peers) == len(set(peers)), "a connection is two people"
    keys = [client.key for _, p in seated(after) for client in (p.client, p.stand_in) if client is not None]
    assert len(keys) == len(set(keys)), "two players with one token"
    called = [name_key(name) for name in names(after)]
    assert len(called) == len(set(called)), "two people with one name"
    assert sum(player.owner for _, player in seated(after)) <= 1
    for _, player in seated(after):
        assert player.stand_in is None or player.client.peer is None or player.relieved, "a player and the stand-in"
        assert player.stand_in is not None or not player.relieved, "nobody plays the rest of the turn"
        assert player.presence == "away" or player.away_until is None, "a countdown for somebody who is here"
    assert after.rev >= before.rev
    if not isinstance(after.stage, Lobby | Closed):
        assert None not in after.players, "an empty seat in a match"
    check_turn(after)
    if after.table_id == before.table_id:
        assert after.seq >= before.seq
    if not isinstance(after.stage, Closed):
        for seat in {None, *attached(after).values()}:
            mapping.check_room(room(after, seat, now))


def check_turn(hall: Hall) -> None:
    """J17: exactly one seat is to act, and one client of it may, or will when it has come; else the table waits."""
    if not isinstance(hall.stage, Playing):
        assert hall.timed is None, "nobody is to act"
        return
    seat = hall.stage.game.to_act
    assert seat is not None, "nobody is to act"
    player = hall.players[seat]
    assert player is not None
    actor = player.acting
    waited_for = player.presence == "away" and (player.away_until is not None or hall.terms.absent == "wait")
    assert actor.peer is not None or actor.bot is not None or waited_for, "nobody can act, and nobody is waited for"
    assert all(not other.relieved for place, other in seated(hall) if place != seat), "a bot plays an old turn"


def _refusal_for(peer: PeerId, effects: tuple[Effect, ...]) -> str | None:
    for effect in effects:
        if isinstance(effect, Send) and effect.peer == peer and isinstance(effect.message, m.Refused):
            assert effect.message.id is None
            return effect.message.code
    return None
