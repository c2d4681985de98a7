"""A table as it is opened: what the host chose, and the hall that follows from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import cycle, islice

from engine.ruleset import MAX_SEATS, PRESETS, Ruleset
from protocol.limits import TABLE_ID_BYTES
from protocol.proof import password_key, token_key
from skipbo_lan.limits import PACE_MS
from skipbo_lan.server.hall.effects import Effect
from skipbo_lan.server.hall.inputs import Moment
from skipbo_lan.server.hall.lobby import add_bot, playable_by_some
from skipbo_lan.server.hall.seats import put
from skipbo_lan.server.hall.state import Client, Hall, Player, Step
from skipbo_lan.server.hall.terms import Absent, Terms
from skipbo_lan.server.limits import GRACE, IDLE
from skipbo_lan.settings import APP


@dataclass(frozen=True, slots=True)
class OwnerSeat:
    """The player who opened the table, and who comes with this token."""

    name: str
    token: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class HostConfig:
    """What the host chose. The values are checked before: names, levels, and rules that some number can play."""

    table: str
    port: int | None = None
    """None: 16218 or one of the next that is free; 0: any."""
    capacity: int = MAX_SEATS
    ruleset: Ruleset = PRESETS["classic"]
    seed: bytes | None = field(default=None, repr=False)
    """32 bytes from which every round of the first match follows."""
    grace: float = GRACE
    """Seconds for which the seat of a lost player waits."""
    start_when_full: bool = False
    bots: int = 0
    bot_levels: tuple[str, ...] = ("easy",)
    """The level of each bot; they begin again where there are more bots."""
    owner: OwnerSeat | None = None
    private: bool = False
    """Reachable from this machine only, and announced to nobody."""
    absent: Absent = "bot"
    turn_timer: float | None = None
    """Seconds for a turn before a bot plays its rest; None: as long as it takes."""
    idle_limit: float = IDLE
    """Seconds without any client over the network after which the table ends."""
    pace_ms: int | None = None
    """Milliseconds that bots wait before each action; None: as people like it, and not at all without an owner."""
    spectators: bool = True
    """Whether anybody may watch."""
    password: str | None = field(default=None, repr=False)
    """What newcomers and spectators must know; it is neither stored nor logged."""


def first_pace(chosen: int | None, *, owned: bool) -> int:
    """How long bots wait before anybody has asked for another pace."""
    if chosen is not None:
        return chosen
    return PACE_MS if owned else 0


def open_hall(config: HostConfig, levels: Collection[str], moment: Moment) -> Step:
    """The lobby of a new table, with the owner's seat and the bots that were asked for."""
    assert playable_by_some(config.ruleset, config.capacity), "rules that nobody could play by"
    table_id = moment.random_bytes(TABLE_ID_BYTES)
    hall = Hall(
        terms=Terms(
            table=config.table,
            app=APP,
            capacity=config.capacity,
            grace=config.grace,
            start_when_full=config.start_when_full,
            levels=frozenset(levels),
            absent=config.absent,
            turn_timer=config.turn_timer,
            idle_limit=config.idle_limit,
            spectators=config.spectators,
            password=config.password,
        ),
        table_id=table_id,
        epoch=1,
        ruleset=config.ruleset,
        players=(None,) * config.capacity,
        pace_ms=first_pace(config.pace_ms, owned=config.owner is not None),
        quiet_since=moment.now,
        match_seed=config.seed,
        password_key=password_key(config.password, table_id) if config.password is not None else None,
    )
    if config.owner is not None:
        owner = Player(config.owner.name, bot=False, client=Client(token_key(config.owner.token)), owner=True)
        hall = put(hall, 0, owner)
    effects: tuple[Effect, ...] = ()
    for level in islice(cycle(config.bot_levels), config.bots):
        added = add_bot(hall, level, moment)
        assert isinstance(added, tuple), f"a bot that does not fit: {added}"
        hall, more = added
        effects += more
    return hall, effects
