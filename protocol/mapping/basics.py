"""What the mappings share: cards, outcomes, and the refusal of what no game can have."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.outcome import Outcome, Termination
from protocol.errors import RemoteProtocolError
from protocol.values import WireOutcome


def require(possible: bool, reason: str) -> None:
    """Raise RemoteProtocolError with this reason unless the values are possible together."""
    if not possible:
        raise RemoteProtocolError(reason)


def cards_from_wire(codes: Iterable[int]) -> tuple[Card, ...]:
    """The cards of a list."""
    return tuple(Card(code) for code in codes)


def cards_to_wire(cards: Iterable[Card]) -> list[int]:
    """The list of some cards."""
    return [int(card) for card in cards]


def card_from_wire(code: int | None) -> Card | None:
    """A card, or none."""
    return None if code is None else Card(code)


def card_to_wire(card: Card | None) -> int | None:
    """The code of a card, or nil."""
    return None if card is None else int(card)


def outcome_from_wire(wire: WireOutcome) -> Outcome:
    """How a round ended. Raises RemoteProtocolError when it has a winner but no win, or points without a winner."""
    require((wire.winner is not None) == (wire.termination is Termination.WIN), "a win without a winner")
    require(wire.winner is not None or wire.points == 0, "points without a winner")
    return Outcome(wire.termination, wire.winner, wire.points)


def outcome_to_wire(outcome: Outcome) -> WireOutcome:
    """The outcome as it travels."""
    return WireOutcome(termination=outcome.termination, winner=outcome.winner, points=outcome.points)
