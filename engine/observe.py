"""What leaves the referee: the view of one observer, built field by field, and events as that observer may know them.

Nothing else turns a table into something that is sent, shown or logged (R9).
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import in_order
from engine.events import Drew, Event
from engine.ruleset import Seat
from engine.table import SeatCards, Table
from engine.view import SeatView, View


def observe(table: Table, observer: Seat | None) -> View:
    """What a seat may know of the table; None for a spectator, who knows only what is open to all."""
    return View(
        observer=observer,
        hand=table.seats[observer].hand if observer is not None else (),
        seats=tuple(_open_part(cards) for cards in table.seats),
        building=table.building,
        draw_count=len(table.draw_pile),
        set_aside=in_order(table.set_aside),
        dealer=table.dealer,
        turn=table.turn,
        intruder=table.intruder,
        draw_due=table.draw_due,
        ruleset=table.ruleset,
        sides=table.sides,
        outcome=table.outcome,
    )


def redact(event: Event, observer: Seat | None) -> Event:
    """The event without what the observer may not know: the cards that others drew."""
    if isinstance(event, Drew) and event.seat != observer:
        return replace(event, cards=None)
    return event


def _open_part(cards: SeatCards) -> SeatView:
    return SeatView(
        stock_top=cards.stock[-1] if cards.stock else None,
        stock_count=len(cards.stock),
        hand_count=len(cards.hand),
        discards=cards.discards,
        no_draw=cards.no_draw,
    )
