"""Which card each key stands for, and where that card may go: legality comes from the engine alone.

While it is not the player's turn the same question is answered as if it were, so that keys can look ahead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.actions import Action, Discard, DiscardTop, Hand, Play, Source, Stock
from engine.cards import PILES, Card
from engine.legal import is_acting, legal_actions
from engine.ruleset import Seat, partners
from engine.view import SeatView, View
from skipbo_lan.client.state import ClientState, Online

HAND_KEYS: Final = ("1", "2", "3", "4", "5")
STOCK_KEY: Final = "s"
PILE_KEYS: Final = ("6", "7", "8", "9")
BUILDING_KEYS: Final = ("a", "b", "c", "d")
PARTNER_KEYS: Final = (("v", "w", "x", "y", "z"), ("V", "W", "X", "Y", "Z"))
"""Of each partner: the stock, then the four discard piles."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card can be taken from by a key."""

    key: str
    source: Source
    card: Card
    targets: tuple[int, ...]
    """The building piles where it may go."""

    @property
    def is_hand(self) -> bool:
        """Whether the card is in the hand, from where it can be discarded too."""
        return isinstance(self.source, Hand)

    @property
    def is_wild(self) -> bool:
        """Whether it is a Skip-Bo card."""
        return self.card is Card.WILD


@dataclass(frozen=True, slots=True)
class Choices:
    """What the player can do."""

    view: View
    """The view as it would be on the player's turn."""
    acting: bool
    """Whether it is the player's turn."""
    places: dict[str, Place]
    """By key; an empty place has no entry."""
    actions: tuple[Action, ...]
    """Everything legal, in the order in which moves are numbered."""

    def can_discard(self, card: Card) -> bool:
        """Whether this card may be discarded."""
        return Discard(card, 0) in self.actions

    def fitting(self, pile: int) -> tuple[Place, ...]:
        """The number cards that go on a building pile; equal hand cards count once, wilds are never among them."""
        found = {place.source: place for place in reversed(self.places.values()) if pile in place.targets}
        return tuple(place for place in reversed(found.values()) if not place.is_wild)


def may_act(client: ClientState) -> bool:
    """Whether the host waits for this player's next action and can be reached."""
    return client.my_turn and client.pending is None and isinstance(client.status, Online)


@lru_cache(maxsize=4)
def actions(view: View) -> tuple[Action, ...]:
    """The legal actions, remembered for the newest views: a single drawing asks for them a dozen times."""
    return legal_actions(view) if view.observer is not None else ()


def choices(view: View) -> Choices:
    """What the observer of this view can do, now or on the next turn."""
    acting = is_acting(view)
    own = view if acting or view.observer is None else _as_on_turn(view, view.observer)
    legal = actions(own)
    places = {key: place for key, source in _sources(own) if (place := _place(own, key, source, legal))}
    return Choices(own, acting, places, legal)


def only_target(view: View, place: Place) -> int | None:
    """The pile for a card whose target need not be asked: all that it fits need the same number."""
    needs = {view.building[pile].need for pile in place.targets}
    return place.targets[0] if len(needs) == 1 else None


def partner_keys(view: View) -> dict[Seat, tuple[str, ...]]:
    """The keys of each partner's stock and discard piles."""
    if view.observer is None:
        return {}
    return dict(zip(partners(view.sides, view.observer), PARTNER_KEYS, strict=False))


def key_of(view: View, source: Source) -> str | None:
    """The key that stands for a source; of equal hand cards the first."""
    return next((key for key, each in _sources(view) if each == source), None)


def _as_on_turn(view: View, seat: Seat) -> View:
    return replace(view, turn=seat, intruder=None, draw_due=False)


def _sources(view: View) -> list[tuple[str, Source]]:
    if view.observer is None:
        return []
    found: list[tuple[str, Source]] = [(STOCK_KEY, Stock(view.observer))]
    found += [(key, Hand(card)) for key, card in zip(HAND_KEYS, view.hand, strict=False)]
    found += [(PILE_KEYS[pile], DiscardTop(view.observer, pile)) for pile in range(PILES)]
    for partner, keys in partner_keys(view).items():
        found.append((keys[0], Stock(partner)))
        found += [(keys[pile + 1], DiscardTop(partner, pile)) for pile in range(PILES)]
    return found


def _place(view: View, key: str, source: Source, legal: tuple[Action, ...]) -> Place | None:
    card = _card(view.seats, source)
    if card is None:
        return None
    targets = tuple(each.pile for each in legal if isinstance(each, Play) and each.source == source)
    return Place(key, source, card, targets)


def _card(seats: tuple[SeatView, ...], source: Source) -> Card | None:
    match source:
        case Hand(card):
            return card
        case Stock(owner):
            return seats[owner].stock_top
        case DiscardTop(owner, pile):
            return next(reversed(seats[owner].discards[pile]), None)
