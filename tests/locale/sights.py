"""What a client sees, made from small tables: only what a test is about has to be said."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from msgspec import structs

from engine.observe import observe
from engine.ruleset import Ruleset
from engine.table import Table
from protocol.mapping import ruleset_to_wire
from protocol.messages import Room, WirePlayer
from skipbo_lan.client.log import LogEntry
from skipbo_lan.client.state import ClientState, Online

Stage = Literal["lobby", "playing", "round_over", "match_over"]

NAMES = ("Anna", "Bea", "Cy", "Dan", "Eva", "Finn")


def a_player(seat: int, name: str, *, bot: bool = False) -> WirePlayer:
    """Somebody who is here."""
    return WirePlayer(
        seat=seat,
        name=name,
        kind="bot" if bot else "human",
        level="easy" if bot else None,
        presence="here",
        grace_ms=None,
        ready=False,
        offered=False,
        relieved=False,
    )


def a_room(stage: Stage = "playing", *, players: int = 2, rules: Ruleset | None = None) -> Room:
    """A table called Kitchen, seen by Anna on seat 0, who is its host; `structs.replace` changes it."""
    scores = [] if stage == "lobby" else [0] * players
    return Room(
        rev=1,
        table="Kitchen",
        stage=stage,
        capacity=players,
        you=0,
        owner=0,
        players=[a_player(seat, NAMES[seat]) for seat in range(players)],
        ruleset=ruleset_to_wire(rules or Ruleset()),
        scores=scores,
        wins=scores,
        rounds_played=0,
        winners=[],
        pace_ms=600,
        next_round_ms=None,
        turn_ms=None,
        accusation=None,
        absent="bot",
        watching=0,
        spectators=True,
        locked=False,
        saved=True,
        seeded=False,
    )


def a_state(
    table: Table | None = None,
    room: Room | None = None,
    *,
    observer: int = 0,
    owner: bool = True,
    log: tuple[LogEntry, ...] = (),
) -> ClientState:
    """What the observer's client knows of a table; without one, of a lobby."""
    rules = table.ruleset if table is not None else Ruleset()
    players = len(table.seats) if table is not None else 2
    seen = room or a_room("playing" if table is not None else "lobby", players=players, rules=rules)
    return ClientState(
        status=Online(),
        name=NAMES[observer],
        table="Kitchen",
        table_id=bytes(16),
        owner=owner,
        room=structs.replace(seen, you=observer),
        ruleset=rules,
        view=observe(table, observer) if table is not None else None,
        log=log,
    )


def a_spectator(table: Table | None = None, room: Room | None = None) -> ClientState:
    """What somebody who watches knows of the same table."""
    player = a_state(table, room, owner=False)
    assert player.room is not None
    return replace(
        player,
        name="Zoe",
        watching=True,
        room=structs.replace(player.room, you=None, watching=1),
        view=observe(table, None) if table is not None else None,
    )


def with_log(state: ClientState, *entries: LogEntry) -> ClientState:
    """The state after more has happened."""
    return replace(state, log=state.log + entries)
