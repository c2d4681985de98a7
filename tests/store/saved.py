"""Matches as they are stored: played by a simple rule, written, and let go of."""

from __future__ import annotations

import random
from pathlib import Path

from engine.deal import deal
from engine.observe import observe
from engine.rules import apply
from engine.ruleset import Ruleset, Seat
from skipbo_lan.store.changes import ActionTaken, Change, MatchBegun, RoundBegun, RoundEnded, SavedSeat, SavedTerms
from skipbo_lan.store.match_store import Archive, match_path
from tests.engine.play import sensibly

RULES = Ruleset(stock_size=5, target=10_000)
TERMS = SavedTerms(4, 30.0, "wait", 20.0, 600.0, False, b"p" * 32)
SEATS = (
    SavedSeat("Anna", bot=False, level=None, owner=True, key=b"a" * 32),
    SavedSeat("Bea", bot=False, level=None, owner=False, key=b"b" * 32),
    SavedSeat("Ada", bot=True, level="easy", owner=False, key=b"c" * 32),
)
BEGUN = MatchBegun(b"sixteen bytes id", "Anna's table", "Skip-Bo LAN 1", 1, RULES, SEATS, None, TERMS)


def a_round(number: int, dealer: Seat, actions: int = 10_000) -> list[Change]:
    """A round as it is stored, with so many actions at most."""
    seed = bytes([number]) * 32
    table, _ = deal(RULES, 3, dealer, seed)
    changes: list[Change] = [RoundBegun(number, dealer, seed)]
    luck = random.Random(number)
    for count in range(actions):
        seat = table.turn
        action = sensibly(observe(table, seat), luck)
        table, _ = apply(table, seat, action)
        changes.append(ActionTaken(number, count, seat, action, 100 * number + count + 1))
        if table.outcome is not None:
            return [*changes, RoundEnded(number, table.outcome)]
    return changes


def stored(folder: Path, *changes: Change, begun: MatchBegun = BEGUN, port: int | None = 4000) -> Path:
    """A match that was stored and let go of."""
    archive = Archive(folder, port)
    archive.commit((begun, *changes))
    archive.close()
    return match_path(folder, begun.table_id)
