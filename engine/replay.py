"""Play a record again, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import deal
from engine.record import Record
from engine.rules import Step, apply


def replay(record: Record) -> Iterator[Step]:
    """The table and events of the deal, then of every action. Raises IllegalAction at one that the rules refuse."""
    table, events = deal(record.ruleset, record.seats, record.dealer, record.seed)
    yield table, events
    for seat, action in record.actions:
        table, events = apply(table, seat, action)
        yield table, events
