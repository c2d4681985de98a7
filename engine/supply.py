"""Where drawn cards come from: the draw pile, recycled piles, and cards tucked from below the tops (R24, R25, R44)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.cards import Card
from engine.events import Drew, Event, Recycled, StockTurned, Tucked
from engine.ruleset import DryRule, Seat
from engine.shuffle import Label, shuffled
from engine.table import Table, with_seat
from engine.view import BuildingPile


def is_dry(table: Table) -> bool:
    """Whether not a single card can be drawn (R43)."""
    return not (table.draw_pile or table.set_aside or _may_tuck(table))


def fill_hand(table: Table, seat: Seat) -> tuple[Table, tuple[Event, ...]]:
    """Draw to five, or what there is; nothing with a full hand or under a drawing ban (R12, R25, R26, R81)."""
    if table.seats[seat].no_draw:
        return table, ()
    return draw(table, seat, table.seats[seat].missing)


def draw(table: Table, seat: Seat, count: int) -> tuple[Table, tuple[Event, ...]]:
    """Draw so many cards into a hand, or what there is."""
    table, cards, events = _take(table, count)
    if not cards:
        return table, events
    own = table.seats[seat]
    table = with_seat(table, seat, replace(own, hand=own.hand + cards))
    return table, (*events, Drew(seat, len(cards), cards))


def put_under(
    table: Table, seat: Seat, count: int, report: Callable[[Seat, int], Event]
) -> tuple[Table, tuple[Event, ...]]:
    """Draw so many cards, or what there is, one by one unseen under a stock (R70, R71, R82).

    Under an empty stock they form a stock again, whose top card is turned up. `report` makes the event that tells
    how many there were.
    """
    table, cards, renewals = _take(table, count)
    own = table.seats[seat]
    stock = cards[::-1] + own.stock
    table = with_seat(table, seat, replace(own, stock=stock))
    turned = (StockTurned(seat, stock[-1], len(stock)),) if cards and not own.stock else ()
    return table, (*renewals, report(seat, len(cards)), *turned)


def tuck(table: Table, label: Label) -> tuple[Table, int]:
    """Shuffle all cards below the tops of the building piles into a new draw pile; returns how many (R25, R44)."""
    under = tuple(card for pile in table.building for card in pile.under)
    building = tuple(BuildingPile(pile.cards[-1:], pile.height) for pile in table.building)
    return replace(_shuffle_in(table, label, under), building=building), len(under)


def _take(table: Table, count: int) -> tuple[Table, tuple[Card, ...], tuple[Event, ...]]:
    taken: tuple[Card, ...] = ()
    events: tuple[Event, ...] = ()
    while len(taken) < count and not is_dry(table):
        if not table.draw_pile:
            table, event = _renew(table)
            events = (*events, event)
        part = table.draw_pile[: count - len(taken)]
        taken += part
        table = replace(table, draw_pile=table.draw_pile[len(part) :])
    return table, taken, events


def _renew(table: Table) -> tuple[Table, Event]:
    """A new draw pile from the completed piles, or by tucking where the rules say so."""
    if table.set_aside:
        recycled = _shuffle_in(table, Label.RECYCLE, table.set_aside)
        return replace(recycled, set_aside=()), Recycled(len(table.set_aside))
    table, count = tuck(table, Label.TUCK)
    return table, Tucked(count)


def _shuffle_in(table: Table, label: Label, cards: tuple[Card, ...]) -> Table:
    order = shuffled(cards, label, table.shuffles.count(label), table.seed)
    return replace(table, draw_pile=order, shuffles=(*table.shuffles, label))


def _may_tuck(table: Table) -> bool:
    return table.ruleset.dry_rule is DryRule.TUCK and any(pile.under for pile in table.building)
