"""What a position of the building piles is worth: how near the player's stock cards are, and those of the opponents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.cards import Card
from engine.ruleset import Seat, side_of
from engine.view import View
from skipbo_lan.advice.planning import chain, reachable, targets

Needs: TypeAlias = tuple[int, ...]

_NEARNESS: Final = (1.0, 0.45, 0.2, 0.08)
"""By how many cards are missing for the stock card: about the chance that a fresh hand of five brings them."""
_LATER_OPPONENT: Final = 0.5
"""An opponent further round the table finds the piles changed."""
_NEARLY_OUT: Final = 3
"""An opponent with so few stock cards counts half as much again."""
_SCARCE_FROM: Final = 3
"""With fewer cards left to draw than so many for each seat, hands begin to dry up."""


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent's stock card, and the values that the discard piles hold for it."""

    card: Card
    cover: frozenset[int]
    weight: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the judgements need of a view."""

    own: tuple[tuple[Card, frozenset[int]], ...]
    """The stock cards of the player's side, with the values within reach for them."""
    rivals: tuple[Rival, ...]
    scarcity: float
    """0 with plenty of cards to draw, 1 with none."""
    can_refill: bool
    """Whether an emptied hand is filled again."""


def outlook(view: View) -> Outlook:
    """Read a view once, to judge many positions."""
    assert view.observer is not None
    reach = frozenset(view.hand) | _cover(reachable(view).cards)
    return Outlook(
        own=tuple((target.card, reach) for target in targets(view)),
        rivals=tuple(_rivals(view, view.observer)),
        scarcity=_scarcity(view),
        can_refill=view.can_draw and not view.seats[view.observer].no_draw,
    )


def worth(needs: Needs, look: Outlook) -> float:
    """How good these needs are for the player's side: nearness of its stock cards, less that of the opponents'."""
    own = max((_nearness(needs, card, cover) for card, cover in look.own), default=0.0)
    return own - sum(rival.weight * _nearness(needs, rival.card, rival.cover) for rival in look.rivals)


def missing(need: int, card: Card, cover: frozenset[int]) -> int:
    """How many values are missing below a card on this pile."""
    return sum(1 for value in chain(need, card) if value not in cover)


def _nearness(needs: Needs, card: Card, cover: frozenset[int]) -> float:
    lacking = min(missing(need, card, cover) for need in needs)
    return _NEARNESS[lacking] if lacking < len(_NEARNESS) else 0.0


def _rivals(view: View, me: Seat) -> Iterable[Rival]:
    own_side = side_of(view.sides, me)
    first = True
    for step in range(1, len(view.seats)):
        seat = (me + step) % len(view.seats)
        if side_of(view.sides, seat) == own_side:
            continue
        cards = view.seats[seat]
        weight = 1.0 if first else _LATER_OPPONENT
        first = False
        if cards.stock_top is not None and cards.stock_top is not Card.WILD:
            urgency = 1.5 if cards.stock_count <= _NEARLY_OUT else 1.0
            yield Rival(cards.stock_top, _cover(cards.discards), weight * urgency)


def _cover(discards: Iterable[tuple[Card, ...]]) -> frozenset[int]:
    """The values that can be laid from discard piles: each top, and what follows it in order below."""
    values: set[int] = set()
    for pile in discards:
        for place in range(len(pile) - 1, -1, -1):
            if place < len(pile) - 1 and pile[place] not in (pile[place + 1], pile[place + 1] + 1):
                break
            values.add(pile[place])
    return frozenset(values - {Card.WILD})


def _scarcity(view: View) -> float:
    supply = view.draw_count + len(view.set_aside)
    return max(0.0, 1 - supply / (_SCARCE_FROM * len(view.seats)))
