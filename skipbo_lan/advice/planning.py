"""The shortest way to a stock card: a bounded search over the plays of one turn. Pure, from a view alone.

Nothing in a turn is left to chance until a stock card is turned or the hand is refilled, so the search ends there.
It looks at the cheapest way first (A*): a play costs 1, a wild much more, and the values still missing below a
stock card are a lower bound of what remains.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from engine.actions import DiscardTop, Hand, Play, Source, Stock
from engine.cards import TOP_VALUE, Card
from engine.ruleset import Seat, partners
from engine.view import View

WILD_COST: Final = 4.0
"""A wild is kept rather than spared three plays."""
DISCARD_COST: Final = 1.1
"""A card from the hand first: whoever holds fewer draws more."""
LOOSE_WILD_COST: Final = 3.0
"""A wild on a discard pile is less use than one in the hand."""
PARTNER_COST: Final = 0.5
"""Between equal ways the player's own stock comes first."""
NODES: Final = 100
"""Positions looked at: ways are found within a few dozen, and the rest bounds the time to a few milliseconds."""


class Target(NamedTuple):
    """A stock card that the player may lay."""

    owner: Seat
    card: Card


class Piles(NamedTuple):
    """What the search does not change: the discard piles in reach, and what the rules say."""

    places: tuple[DiscardTop, ...]
    cards: tuple[tuple[Card, ...], ...]
    wild_on_wild: bool


class Position(NamedTuple):
    """A moment within the turn."""

    building: tuple[tuple[int, bool], ...]
    """The need of each building pile, and whether a wild lies on top of it."""
    hand: tuple[Card, ...]
    """Sorted."""
    depths: tuple[int, ...]
    """How many cards are left on each discard pile in reach."""


class Step(NamedTuple):
    """A play that the search considers."""

    play: Play
    cost: float
    after: Position


Path: TypeAlias = tuple[Play, ...]


def way_to_stock(view: View) -> Path:
    """The plays that lead to laying a stock card of the player's side, that card's included; () when none is found."""
    goals = targets(view)
    piles, start = reachable(view), position_of(view)
    if not goals or not _may_exist(start, piles, goals):
        return ()
    return _search(start, piles, goals)


def targets(view: View) -> tuple[Target, ...]:
    """The stock cards that the observer may lay: the observer's own first, then the partners' (R62)."""
    return tuple(_targets(view))


def reachable(view: View) -> Piles:
    """The discard piles that the observer may play from."""
    assert view.observer is not None
    places = [
        DiscardTop(owner, pile)
        for owner in (view.observer, *partners(view.sides, view.observer))
        for pile in range(len(view.seats[owner].discards))
    ]
    cards = tuple(view.seats[place.owner].discards[place.pile] for place in places)
    return Piles(tuple(places), cards, view.ruleset.wild_on_wild)


def position_of(view: View) -> Position:
    """The present moment."""
    return Position(
        building=tuple((pile.need, pile.wild_on_top) for pile in view.building),
        hand=tuple(sorted(view.hand)),
        depths=tuple(map(len, reachable(view).cards)),
    )


def steps(position: Position, piles: Piles) -> Iterator[Step]:
    """Every play from hand and discard piles, on one of several equal building piles only."""
    for pile, state in enumerate(position.building):
        if state not in position.building[:pile]:
            yield from _hand_steps(position, piles, pile)
            yield from _discard_steps(position, piles, pile)


def fits(card: Card, state: tuple[int, bool], wild_on_wild: bool) -> bool:
    """Whether a card may be laid on a building pile (R15, R17, R18)."""
    need, wild_on_top = state
    if card is Card.WILD:
        return wild_on_wild or not wild_on_top
    return card == need


def chain(need: int, card: Card) -> tuple[int, ...]:
    """The values to be laid on a pile before this card fits; a wild fits at once."""
    if card is Card.WILD:
        return ()
    return tuple((need + step - 1) % TOP_VALUE + 1 for step in range((card - need) % TOP_VALUE))


def laid(building: tuple[tuple[int, bool], ...], pile: int, card: Card) -> tuple[tuple[int, bool], ...]:
    """The building piles after a card was laid; a full pile is empty again (R21)."""
    need = building[pile][0]
    new = (1, False) if need == TOP_VALUE else (need + 1, card is Card.WILD)
    return (*building[:pile], new, *building[pile + 1 :])


def _targets(view: View) -> Iterator[Target]:
    assert view.observer is not None
    for owner in (view.observer, *partners(view.sides, view.observer)):
        seat = view.seats[owner]
        # The last card of a stock cannot be played out of turn (R81).
        if seat.stock_top is not None and (view.observer == view.turn or seat.stock_count > 1):
            yield Target(owner, seat.stock_top)


def _may_exist(start: Position, piles: Piles, goals: tuple[Target, ...]) -> bool:
    """Whether the cards in reach, buried ones included, could fill the gap to some stock card."""
    held = [*start.hand, *(card for pile in piles.cards for card in pile)]
    wilds = held.count(Card.WILD)
    values = set(held)
    return any(
        sum(1 for value in chain(need, goal.card) if value not in values) <= wilds
        for need, _ in start.building
        for goal in goals
    )


def _search(start: Position, piles: Piles, goals: tuple[Target, ...]) -> Path:
    order = count()
    queue: list[tuple[float, int, float, Position | None, Path]] = []

    def put(cost: float, position: Position, path: Path) -> None:
        for goal_cost, play in _endings(position, goals, piles.wild_on_wild):
            heapq.heappush(queue, (cost + goal_cost, next(order), cost, None, (*path, play)))
        heapq.heappush(queue, (cost + _distance(position, goals), next(order), cost, position, path))

    put(0.0, start, ())
    seen: set[Position] = set()
    while queue and len(seen) < NODES:
        _, _, cost, position, path = heapq.heappop(queue)
        if position is None:
            return path
        if position in seen:
            continue
        seen.add(position)
        for step in steps(position, piles):
            if step.after not in seen:
                put(cost + step.cost, step.after, (*path, step.play))
    return ()


def _endings(position: Position, goals: tuple[Target, ...], wild_on_wild: bool) -> Iterator[tuple[float, Play]]:
    for place, goal in enumerate(goals):
        for pile, state in enumerate(position.building):
            if fits(goal.card, state, wild_on_wild):
                yield PARTNER_COST * min(place, 1), Play(Stock(goal.owner), pile)
                break


def _distance(position: Position, goals: tuple[Target, ...]) -> float:
    """At least so many plays are still needed, after which the stock card is laid at no cost."""
    return float(
        min((goal.card - need) % TOP_VALUE if goal.card else 0 for need, _ in position.building for goal in goals)
    )


def _hand_steps(position: Position, piles: Piles, pile: int) -> Iterator[Step]:
    for place, card in enumerate(position.hand):
        if card not in position.hand[:place] and fits(card, position.building[pile], piles.wild_on_wild):
            after = Position(
                laid(position.building, pile, card),
                position.hand[:place] + position.hand[place + 1 :],
                position.depths,
            )
            yield Step(Play(Hand(card), pile), WILD_COST if card is Card.WILD else 1.0, after)


def _discard_steps(position: Position, piles: Piles, pile: int) -> Iterator[Step]:
    for place, depth in enumerate(position.depths):
        if depth and fits(card := piles.cards[place][depth - 1], position.building[pile], piles.wild_on_wild):
            depths = (*position.depths[:place], depth - 1, *position.depths[place + 1 :])
            after = Position(laid(position.building, pile, card), position.hand, depths)
            source: Source = piles.places[place]
            yield Step(Play(source, pile), LOOSE_WILD_COST if card is Card.WILD else DISCARD_COST, after)
