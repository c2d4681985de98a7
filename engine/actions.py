"""What a seat may ask for, and where a played card comes from.

An action names the card and the pile, never a position in the hand: equal cards are equal (design rule),
and a request that does not fit what lies there is refused by the rules, not by these types.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.ruleset import Seat


@dataclass(frozen=True, slots=True)
class Hand:
    """A card from the hand of whoever plays."""

    card: Card


@dataclass(frozen=True, slots=True)
class Stock:
    """The top card of a seat's stock: the player's own, or a partner's (R62)."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class DiscardTop:
    """The top card of one of a seat's discard piles (0 to 3): the player's own, or a partner's (R62)."""

    owner: Seat
    pile: int


Source: TypeAlias = Hand | Stock | DiscardTop


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card on a building pile (R13 to R18)."""

    source: Source
    pile: int
    """The building pile, 0 to 3."""
    value: int | None = None
    """The value the card shall stand for, when the request names one (R68)."""
    out_of_turn: bool = False
    """Play although it is not this seat's turn (R81)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn by laying a hand card on one's own discard pile (R29)."""

    card: Card
    pile: int


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without a discard, with an empty hand that cannot be refilled (R35)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards by hand (R82): what is above five goes under one's own stock."""

    count: int


@dataclass(frozen=True, slots=True)
class Object:
    """Object to an out-of-turn play that is going on (R81)."""


@dataclass(frozen=True, slots=True)
class Penalise:
    """The referee's action, no seat's: penalty cards for a seat that gave advice (R70)."""

    offender: Seat


Action: TypeAlias = Play | Discard | Pass | Draw | Object | Penalise
