"""Actions and the sources of played cards."""

from __future__ import annotations

from typing import assert_never

from engine.actions import (
    Action,
    Discard,
    DiscardTop,
    Draw,
    Hand,
    Object,
    Pass,
    Penalise,
    Play,
    Source,
    Stock,
)
from engine.cards import Card
from engine.ruleset import Seat
from protocol.dealing import Taken
from protocol.errors import LocalProtocolError
from protocol.mapping.basics import require
from protocol.values import (
    DiscardAction,
    DiscardSource,
    DrawAction,
    HandSource,
    ObjectAction,
    PassAction,
    PenaliseAction,
    PlayAction,
    SeatAction,
    StockSource,
    WireSource,
)


def action_to_wire(action: Action) -> SeatAction:
    """The action as a client asks for it. Raises LocalProtocolError for the referee's, which nobody may ask for."""
    match action:
        case Play(source, pile, value, out_of_turn):
            return PlayAction(source=source_to_wire(source), pile=pile, value=value, out_of_turn=out_of_turn)
        case Discard(card, pile):
            return DiscardAction(card=int(card), pile=pile)
        case Pass():
            return PassAction()
        case Draw(count):
            return DrawAction(count=count)
        case Object():
            return ObjectAction()
        case Penalise():
            raise LocalProtocolError("a penalty cannot be asked for")
        case _:
            assert_never(action)


def action_from_wire(wire: SeatAction) -> Action:
    """The action of a request; the rules decide whether it is possible."""
    match wire:
        case PlayAction():
            return Play(source_from_wire(wire.source), wire.pile, wire.value, wire.out_of_turn)
        case DiscardAction():
            return Discard(Card(wire.card), wire.pile)
        case PassAction():
            return Pass()
        case DrawAction():
            return Draw(wire.count)
        case ObjectAction():
            return Object()
        case _:
            assert_never(wire)


def taken_to_wire(seat: Seat | None, action: Action) -> Taken:
    """An accepted action, of a seat or of the referee."""
    if isinstance(action, Penalise):
        return Taken(seat=seat, action=PenaliseAction(offender=action.offender))
    return Taken(seat=seat, action=action_to_wire(action))


def taken_from_wire(wire: Taken) -> tuple[Seat | None, Action]:
    """An accepted action. Raises RemoteProtocolError when it cannot be this seat's."""
    penalty = isinstance(wire.action, PenaliseAction)
    require(penalty == (wire.seat is None), "a penalty of a seat's, or another action of the referee's")
    if isinstance(wire.action, PenaliseAction):
        return None, Penalise(wire.action.offender)
    return wire.seat, action_from_wire(wire.action)


def source_to_wire(source: Source) -> WireSource:
    """Where a card comes from, as it travels."""
    match source:
        case Hand(card):
            return HandSource(card=int(card))
        case Stock(owner):
            return StockSource(owner=owner)
        case DiscardTop(owner, pile):
            return DiscardSource(owner=owner, pile=pile)
        case _:
            assert_never(source)


def source_from_wire(wire: WireSource) -> Source:
    """Where a card comes from."""
    match wire:
        case HandSource():
            return Hand(Card(wire.card))
        case StockSource():
            return Stock(wire.owner)
        case DiscardSource():
            return DiscardTop(wire.owner, wire.pile)
        case _:
            assert_never(wire)
