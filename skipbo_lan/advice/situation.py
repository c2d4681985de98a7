"""What the search reads of a view: plain numbers, since the search looks at thousands of positions.

A card is 0 (wild) to 12. A pile is its need; where a wild may not lie on a wild, 16 is added for a wild on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.actions import Action, Discard, DiscardTop, Hand, Pass, Play, Stock
from engine.cards import COPIES, HAND_SIZE, PILES, TOP_VALUE, WILDS, Card
from engine.ruleset import DryRule, Seat, partners, side_of
from engine.view import View
from skipbo_lan.advice.tables import BIT, mask_of

WILD_ON_TOP: Final = 16
NEED: Final = 15
"""The bits of a pile that hold its need."""

Cards: TypeAlias = tuple[int, ...]

FROM_HAND: Final = 0
FROM_STOCK: Final = 1
FROM_DISCARDS: Final = 2
TO_DISCARDS: Final = 3
PASS: Final = 4

Move: TypeAlias = tuple[int, int, int]
"""What is done: one of the five above; the hand card, or which stock or discard pile in reach; the pile it goes on."""


@dataclass(frozen=True, slots=True)
class StockTop:
    """A stock card that may be played."""

    owner: Seat
    card: int
    count: int


@dataclass(frozen=True, slots=True)
class Other:
    """Another seat as far as it matters: what its side waits for, and what its discard piles hold for it."""

    seat: Seat
    stocks: Cards
    """The stock cards that it may play."""
    cover: int
    wilds: int


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment in a turn, seen by the seat to act."""

    me: Seat
    seats: int
    piles: Cards
    hand: Cards
    """Sorted, wilds first."""
    discards: tuple[Cards, ...]
    """The piles in reach, bottom to top: the seat's own four, then those of its partners (R14, R62)."""
    places: tuple[DiscardTop, ...]
    """Where those piles are."""
    stocks: tuple[StockTop, ...]
    """The stock cards in reach, the seat's own first; not one that may not be laid (R81)."""
    own_stock: int
    """The seat's own stock card, or -1."""
    side_stock: int
    """The cards left in all stocks of the seat's side: the last one wins (R67)."""
    unseen: Cards
    """How many of each card are hidden from this seat, by card."""
    supply: int
    """The cards that can be drawn."""
    open_cards: int
    """The values on top of all stocks and discard piles."""
    refills: bool
    """Whether an emptied hand is filled again."""
    may_draw: bool
    """Whether it would be if there were cards (R81)."""
    wild_on_wild: bool
    refills_from: int
    """A card laid on a pile with this need, or a higher one, makes cards that can be drawn (R24, R25)."""
    rivals: tuple[Other, ...]
    """The opponents in the order of their turns."""
    mates: tuple[Other, ...]
    """The partners, likewise."""

    def action(self, move: Move) -> Action:
        """The move as an action of the game."""
        kind, what, pile = move
        if kind == FROM_HAND:
            return Play(Hand(Card(what)), pile)
        if kind == FROM_STOCK:
            return Play(Stock(self.stocks[what].owner), pile)
        if kind == FROM_DISCARDS:
            return Play(self.places[what], pile)
        return Discard(Card(what), pile) if kind == TO_DISCARDS else Pass()


def situation_of(view: View) -> Situation:
    """Read a view of a seat."""
    me = view.observer
    assert me is not None
    rules, allies = view.ruleset, partners(view.sides, me)
    places = tuple(DiscardTop(owner, pile) for owner in (me, *allies) for pile in range(PILES))
    strict = not rules.wild_on_wild
    may_draw = not view.seats[me].no_draw
    top = view.seats[me].stock_top
    return Situation(
        me=me,
        seats=len(view.seats),
        piles=tuple(pile.need + WILD_ON_TOP * (strict and pile.wild_on_top) for pile in view.building),
        hand=tuple(sorted(map(int, view.hand))),
        discards=tuple(tuple(map(int, view.seats[place.owner].discards[place.pile])) for place in places),
        places=places,
        stocks=tuple(_stocks(view, (me, *allies))),
        own_stock=-1 if top is None else int(top),
        side_stock=sum(view.seats[seat].stock_count for seat in (me, *allies)),
        unseen=_unseen(view),
        supply=_supply(view),
        open_cards=mask_of(_tops(view)),
        refills=may_draw and view.can_draw,
        may_draw=may_draw,
        wild_on_wild=rules.wild_on_wild,
        refills_from=2 if rules.dry_rule is DryRule.TUCK else TOP_VALUE,
        rivals=tuple(_others(view, me, allied=False)),
        mates=tuple(_others(view, me, allied=True)) if allies else (),
    )


def accessible(pile: Cards) -> int:
    """The values that can be laid from a discard pile one after the other: its top, and what follows in order below."""
    mask = above = 0
    for card in reversed(pile):
        if card == 0 or (above and card not in (above, above + 1)):
            break
        mask |= BIT[card]
        above = card
    return mask


def _stocks(view: View, owners: tuple[Seat, ...]) -> Iterator[StockTop]:
    on_turn = view.observer == view.turn
    for owner in owners:
        seat = view.seats[owner]
        if seat.stock_top is not None and (on_turn or seat.stock_count > 1):
            yield StockTop(owner, int(seat.stock_top), seat.stock_count)


def _unseen(view: View) -> Cards:
    unseen = [WILDS, *[COPIES] * TOP_VALUE]
    for card in (*view.hand, *view.set_aside):
        unseen[card] -= 1
    for pile in view.building:
        for card in pile.cards:
            unseen[card] -= 1
    for seat in view.seats:
        if seat.stock_top is not None:
            unseen[seat.stock_top] -= 1
        for discards in seat.discards:
            for card in discards:
                unseen[card] -= 1
    return tuple(max(0, count) for count in unseen)  # a view that lies about the deck stops nobody


def _tops(view: View) -> Iterator[int]:
    for seat in view.seats:
        if seat.stock_top is not None:
            yield int(seat.stock_top)
        yield from (int(pile[-1]) for pile in seat.discards if pile)


def _supply(view: View) -> int:
    tucked = sum(len(pile.under) for pile in view.building) if view.ruleset.dry_rule is DryRule.TUCK else 0
    return view.draw_count + len(view.set_aside) + tucked


def _others(view: View, me: Seat, *, allied: bool) -> Iterator[Other]:
    own = side_of(view.sides, me)
    for step in range(1, len(view.seats)):
        seat = (me + step) % len(view.seats)
        side = side_of(view.sides, seat)
        if (side == own) is allied:
            yield _other(view, seat, (seat,) if allied else view.sides[side])


def _other(view: View, seat: Seat, side: tuple[Seat, ...]) -> Other:
    cards = [view.seats[member] for member in side]
    piles = [tuple(map(int, pile)) for member in cards for pile in member.discards if pile]
    cover = 0
    for pile in piles:
        cover |= accessible(pile)
    return Other(
        seat=seat,
        stocks=tuple(int(member.stock_top) for member in cards if member.stock_top is not None),
        cover=cover,
        wilds=sum(pile[-1] == 0 for pile in piles),
    )


assert HAND_SIZE == 5, "weights are fitted for hands of five"
