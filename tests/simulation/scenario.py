"""What one seed stands for: who plays by which rules, in what weather, and what befalls them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from skipbo_lan.server.hall.terms import Absent


class Blow(Enum):
    """Something that happens to somebody."""

    CUT = "the connection is reset"
    SILENCE = "the cable is pulled"
    KILL = "the program is killed, and started again by the same command"
    TWICE = "the program is started a second time with the same token"
    LEAVE = "the player leaves and does not come back"
    RETURN = "the player leaves, and thinks better of it"
    KILL_HOST = "the host's process is killed, and the match resumed"
    BOT_NOW = "the owner lets a bot play for whoever is away"
    WAIT_LONGER = "the owner waits longer for whoever is away"
    GIVE = "the owner offers the seat of whoever is away, and somebody comes"
    REMOVE = "the owner removes a player, and somebody comes"
    WATCH = "somebody comes to watch"


POWERS = (Blow.BOT_NOW, Blow.WAIT_LONGER, Blow.GIVE, Blow.REMOVE)


@dataclass(frozen=True, slots=True)
class Event:
    """A blow, once the match has come so far."""

    seq: int
    blow: Blow
    who: int
    """A person, by number."""
    seconds: float
    """How long it lasts, if it does."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One simulation."""

    seed: int
    people: int
    """Who come over the network."""
    bots: int
    """Of the host's own."""
    owner: bool
    """Whether the first of them has opened the table."""
    ruleset: Ruleset
    absent: Absent
    grace: float
    turn_timer: float | None
    pace_ms: int
    events: tuple[Event, ...]


def scenario_of(seed: int) -> Scenario:
    """The scenario of a seed."""
    luck = Random(f"scenario {seed}")
    people = luck.choice([1, 2, 2, 2, 3, 4])
    bots = luck.choice([0, 0, 1]) if people > 1 else luck.choice([1, 2])
    owner = luck.random() < 0.7
    events = [_event(luck, people, owner) for _ in range(luck.choice([0, 1, 2, 4, 6]))]
    return Scenario(
        seed=seed,
        people=people,
        bots=bots,
        owner=owner,
        ruleset=_rules(luck, people + bots),
        absent=luck.choice(["bot", "bot", "wait"]),
        grace=luck.choice([3.0, 20.0, 60.0]),
        turn_timer=luck.choice([None, None, 2.0, 30.0]),
        pace_ms=luck.choice([0, 50, 600]),
        events=tuple(sorted(events, key=lambda event: event.seq)),
    )


def _event(luck: Random, people: int, owner: bool) -> Event:
    common = [Blow.CUT, Blow.SILENCE, Blow.KILL, Blow.TWICE, Blow.KILL_HOST, Blow.WATCH, Blow.RETURN]
    rare = [Blow.LEAVE, *(POWERS if owner else ())]
    blow = luck.choice(common if luck.random() < 0.7 else rare)
    return Event(luck.randrange(1, 40), blow, luck.randrange(people), luck.choice([0.0, 0.5, 5.0, 25.0]))


def _rules(luck: Random, seats: int) -> Ruleset:
    """Short rounds by all sorts of rules."""
    kind = luck.randrange(6)
    if kind == 0 and seats == 4:
        return Ruleset(stock_size=1, rounds=1, teams=Teams.PAIRS, coaching=Coaching.ACCUSE)
    if kind == 1:
        return Ruleset(stock_size=2, rounds=1, out_of_turn=OutOfTurn.TABLE)
    if kind == 2:
        return Ruleset(stock_size=1, rounds=1, manual_draw=True)
    if kind == 3:
        return Ruleset(stock_size=1, rounds=2, scoring=False)
    return Ruleset(stock_size=luck.choice([1, 2]), rounds=1)
