"""Views. The sides are not sent: they follow from the ruleset and the number of seats."""

from __future__ import annotations

from engine.cards import Card
from engine.ruleset import sides_of
from engine.view import BuildingPile, SeatView, View
from protocol.mapping.basics import (
    card_from_wire,
    card_to_wire,
    cards_from_wire,
    cards_to_wire,
    outcome_from_wire,
    outcome_to_wire,
    require,
)
from protocol.mapping.rulesets import playable_from_wire, ruleset_to_wire
from protocol.values import WirePile, WireSeat, WireView


def view_to_wire(view: View) -> WireView:
    """The view as it travels."""
    return WireView(
        observer=view.observer,
        hand=cards_to_wire(view.hand),
        seats=[_seat_to_wire(seat) for seat in view.seats],
        building=[WirePile(cards=cards_to_wire(pile.cards), height=pile.height) for pile in view.building],
        draw_count=view.draw_count,
        set_aside=cards_to_wire(view.set_aside),
        dealer=view.dealer,
        turn=view.turn,
        intruder=view.intruder,
        draw_due=view.draw_due,
        ruleset=ruleset_to_wire(view.ruleset),
        outcome=None if view.outcome is None else outcome_to_wire(view.outcome),
    )


def view_from_wire(wire: WireView) -> View:
    """The view of a message. Raises RemoteProtocolError when no round can look like that."""
    ruleset = playable_from_wire(wire.ruleset, len(wire.seats))
    _check_seats(wire)
    view = View(
        observer=wire.observer,
        hand=cards_from_wire(wire.hand),
        seats=tuple(_seat_from_wire(seat) for seat in wire.seats),
        building=tuple(_pile_from_wire(pile) for pile in wire.building),
        draw_count=wire.draw_count,
        set_aside=cards_from_wire(wire.set_aside),
        dealer=wire.dealer,
        turn=wire.turn,
        intruder=wire.intruder,
        draw_due=wire.draw_due,
        ruleset=ruleset,
        sides=sides_of(ruleset, len(wire.seats)),
        outcome=None if wire.outcome is None else outcome_from_wire(wire.outcome),
    )
    winner = view.outcome.winner if view.outcome is not None else None
    require(winner is None or winner < len(view.sides), "a winner that does not exist")
    return view


def _check_seats(wire: WireView) -> None:
    named = (wire.observer, wire.dealer, wire.turn, wire.intruder)
    require(all(seat is None or seat < len(wire.seats) for seat in named), "a seat that does not exist")
    held = 0 if wire.observer is None else wire.seats[wire.observer].hand_count
    require(len(wire.hand) == held, "a hand contradicts its count")


def _seat_to_wire(seat: SeatView) -> WireSeat:
    return WireSeat(
        stock_top=card_to_wire(seat.stock_top),
        stock_count=seat.stock_count,
        hand_count=seat.hand_count,
        discards=[cards_to_wire(pile) for pile in seat.discards],
        no_draw=seat.no_draw,
    )


def _seat_from_wire(wire: WireSeat) -> SeatView:
    require((wire.stock_top is None) == (wire.stock_count == 0), "a stock top contradicts the count")
    return SeatView(
        stock_top=card_from_wire(wire.stock_top),
        stock_count=wire.stock_count,
        hand_count=wire.hand_count,
        discards=tuple(cards_from_wire(pile) for pile in wire.discards),
        no_draw=wire.no_draw,
    )


def _pile_from_wire(wire: WirePile) -> BuildingPile:
    """Some of a pile's lower cards may be gone (R25, R44); those that lie there end at its height."""
    require(min(1, wire.height) <= len(wire.cards) <= wire.height, "a building pile contradicts its height")
    cards = cards_from_wire(wire.cards)
    lowest = wire.height - len(cards) + 1
    require(
        all(card in (Card.WILD, value) for value, card in enumerate(cards, lowest)),
        "a building pile out of sequence",
    )
    return BuildingPile(cards, wire.height)
