"""Events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine import events as e
from engine.actions import DiscardTop, Hand, Source, Stock
from engine.cards import PILES, Card
from engine.view import View
from protocol import values as v
from protocol.mapping.actions import source_from_wire, source_to_wire
from protocol.mapping.basics import (
    card_from_wire,
    card_to_wire,
    cards_from_wire,
    cards_to_wire,
    outcome_from_wire,
    outcome_to_wire,
    require,
)


def event_to_wire(event: e.Event) -> v.WireEvent:
    """The event as it travels. It must have been redacted for whoever receives it (`engine.observe.redact`)."""
    match event:
        case e.DealerCard(seat, card):
            return v.DealerCardEvent(seat=seat, card=int(card))
        case e.Dealt(dealer, stock_size):
            return v.DealtEvent(dealer=dealer, stock_size=stock_size)
        case e.TurnBegan(seat):
            return v.TurnBeganEvent(seat=seat)
        case e.Drew(seat, count, cards):
            return v.DrewEvent(seat=seat, count=count, cards=None if cards is None else cards_to_wire(cards))
        case e.DrewUnder(seat, count):
            return v.DrewUnderEvent(seat=seat, count=count)
        case e.Played(seat, source, card, pile, value):
            return v.PlayedEvent(seat=seat, source=source_to_wire(source), card=int(card), pile=pile, value=value)
        case e.StockTurned(owner, turned, left):
            return v.StockTurnedEvent(owner=owner, card=card_to_wire(turned), left=left)
        case e.PileCompleted(pile):
            return v.PileCompletedEvent(pile=pile)
        case e.Discarded(seat, card, pile):
            return v.DiscardedEvent(seat=seat, card=int(card), pile=pile)
        case e.Passed(seat):
            return v.PassedEvent(seat=seat)
        case e.Recycled(count):
            return v.RecycledEvent(count=count)
        case e.Tucked(count):
            return v.TuckedEvent(count=count)
        case e.Rescued(count):
            return v.RescuedEvent(count=count)
        case e.Intruded(seat):
            return v.IntrudedEvent(seat=seat)
        case e.Objected(seat, offender):
            return v.ObjectedEvent(seat=seat, offender=offender)
        case e.Penalised(offender, count):
            return v.PenalisedEvent(offender=offender, count=count)
        case e.RoundOver(outcome):
            return v.RoundOverEvent(outcome=outcome_to_wire(outcome))
        case _:
            assert_never(event)


def event_from_wire(wire: v.WireEvent) -> e.Event:
    """The event of a message. Raises RemoteProtocolError when its values contradict each other."""
    match wire:
        case v.DealerCardEvent():
            return e.DealerCard(wire.seat, Card(wire.card))
        case v.DealtEvent():
            return e.Dealt(wire.dealer, wire.stock_size)
        case v.TurnBeganEvent():
            return e.TurnBegan(wire.seat)
        case v.DrewEvent():
            return _drew(wire)
        case v.DrewUnderEvent():
            return e.DrewUnder(wire.seat, wire.count)
        case v.PlayedEvent():
            return _played(wire)
        case v.StockTurnedEvent():
            require((wire.card is None) == (wire.left == 0), "a stock top contradicts the count")
            return e.StockTurned(wire.owner, card_from_wire(wire.card), wire.left)
        case v.PileCompletedEvent():
            return e.PileCompleted(wire.pile)
        case v.DiscardedEvent():
            return e.Discarded(wire.seat, Card(wire.card), wire.pile)
        case v.PassedEvent():
            return e.Passed(wire.seat)
        case v.RecycledEvent():
            return e.Recycled(wire.count)
        case v.TuckedEvent():
            return e.Tucked(wire.count)
        case v.RescuedEvent():
            return e.Rescued(wire.count)
        case v.IntrudedEvent():
            return e.Intruded(wire.seat)
        case v.ObjectedEvent():
            return e.Objected(wire.seat, wire.offender)
        case v.PenalisedEvent():
            return e.Penalised(wire.offender, wire.count)
        case v.RoundOverEvent():
            return e.RoundOver(outcome_from_wire(wire.outcome))
        case _:
            assert_never(wire)


def events_from_wire(wires: Iterable[v.WireEvent], view: View) -> tuple[e.Event, ...]:
    """The events that led to this view. Raises RemoteProtocolError, also for a seat or side that it does not have."""
    events = tuple(event_from_wire(wire) for wire in wires)
    for event in events:
        require(max(_seats_in(event), default=0) < len(view.seats), "an event of a seat that does not exist")
        if isinstance(event, e.RoundOver):
            winner = event.outcome.winner
            require(winner is None or winner < len(view.sides), "a winner that does not exist")
    return events


def _drew(wire: v.DrewEvent) -> e.Drew:
    require(wire.cards is None or len(wire.cards) == wire.count, "drawn cards contradict their count")
    return e.Drew(wire.seat, wire.count, None if wire.cards is None else cards_from_wire(wire.cards))


def _played(wire: v.PlayedEvent) -> e.Played:
    source = source_from_wire(wire.source)
    require(wire.card in (Card.WILD, wire.value), "a card stands for a value that it has not")
    if isinstance(source, Hand):
        require(source.card == wire.card, "a played card contradicts its source")
    if isinstance(source, DiscardTop):
        require(source.pile < PILES, "a pile that does not exist")
    return e.Played(wire.seat, source, Card(wire.card), wire.pile, wire.value)


def _seats_in(event: e.Event) -> tuple[int, ...]:
    match event:
        case e.Played(seat, source):
            return (seat, *_owner_of(source))
        case e.Objected(seat, offender):
            return (seat, offender)
        case e.Dealt(seat, _) | e.StockTurned(seat, _, _) | e.Penalised(seat, _):
            return (seat,)
        case (
            e.DealerCard(seat)
            | e.TurnBegan(seat)
            | e.Drew(seat)
            | e.DrewUnder(seat)
            | e.Discarded(seat)
            | e.Passed(seat)
            | e.Intruded(seat)
        ):
            return (seat,)
        case e.PileCompleted() | e.Recycled() | e.Tucked() | e.Rescued() | e.RoundOver():
            return ()
        case _:
            assert_never(event)


def _owner_of(source: Source) -> tuple[int, ...]:
    match source:
        case Hand():
            return ()
        case Stock(owner) | DiscardTop(owner, _):
            return (owner,)
        case _:
            assert_never(source)
