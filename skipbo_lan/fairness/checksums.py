"""Short checksums that tell where an exported round was changed; docs/PROTOCOL.md has them byte by byte.

They find accidents and careless changes. Whoever computes them anew is caught by the commitments, or not at all.
"""

from __future__ import annotations

import hashlib
import json

from engine.cards import in_order
from engine.outcome import Outcome
from engine.ruleset import Seat
from engine.table import SeatCards, Table
from skipbo_lan.fairness.limits import CHECKSUM_BYTES


def checksum(value: object) -> str:
    """The beginning of the SHA-256 of a value as JSON without spaces, its keys sorted, in ASCII."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()[:CHECKSUM_BYTES].hex()


def dealt_checksum(table: Table) -> str:
    """What stands in the file for the table after the deal."""
    return checksum(_table_form(table))


def action_checksum(seat: Seat | None, text: str, table: Table) -> str:
    """What stands in the file for an action, and the table after it."""
    return checksum([seat, text, _table_form(table)])


def _table_form(table: Table) -> dict[str, object]:
    """The whole table in plain values; cards are numbers, and a wild is 0."""
    return {
        "turn": table.turn,
        "intruder": table.intruder,
        "draw_due": table.draw_due,
        "seats": [_seat_form(cards) for cards in table.seats],
        "building": [{"height": pile.height, "cards": pile.cards} for pile in table.building],
        "draw_pile": table.draw_pile,
        "set_aside": in_order(table.set_aside),
        "outcome": None if table.outcome is None else _outcome_form(table.outcome),
    }


def _seat_form(cards: SeatCards) -> dict[str, object]:
    return {"stock": cards.stock, "hand": cards.hand, "discards": cards.discards, "no_draw": cards.no_draw}


def _outcome_form(outcome: Outcome) -> dict[str, object]:
    return {"termination": outcome.termination, "winner": outcome.winner, "points": outcome.points}
