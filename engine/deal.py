"""The beginning of a round: who deals, and the dealt table (R3 to R8)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import DECK, Card
from engine.events import DealerCard, Dealt, Event
from engine.rules import begin_turn
from engine.ruleset import FirstDealer, Ruleset, Seat, check, stock_size
from engine.shuffle import Label, chosen, shuffled
from engine.table import SeatCards, Table


def first_dealer(ruleset: Ruleset, seats: int, seed: bytes, wish: Seat = 0) -> tuple[Seat, tuple[Event, ...]]:
    """Who deals the first round of a match, whose seed this is, and the cards drawn for it (R3).

    `wish` is the seat that deals where the rules leave it to the host.
    """
    match ruleset.first_dealer:
        case FirstDealer.DRAW:
            return draw_dealer(seats, shuffled(DECK, Label.DEALER, 0, seed))
        case FirstDealer.RANDOM:
            return chosen(seats, Label.DEALER, seed), ()
        case FirstDealer.HOST_CHOICE:
            return wish, ()


def draw_dealer(seats: int, cards: Iterable[Card]) -> tuple[Seat, tuple[Event, ...]]:
    """Who deals the first round when these cards are drawn for it in this order (R3).

    Every seat draws one; whoever draws a wild draws again at once; those tied for the highest draw again.
    """
    supply = iter(cards)
    events: list[Event] = []
    tied = list(range(seats))
    while len(tied) > 1:
        drawn = {seat: _draw_number(seat, supply, events) for seat in tied}
        tied = [seat for seat in tied if drawn[seat] == max(drawn.values())]
    return tied[0], tuple(events)


def deal(ruleset: Ruleset, seats: int, dealer: Seat, seed: bytes) -> tuple[Table, tuple[Event, ...]]:
    """A dealt table on which the dealer's left neighbour has begun the first turn (R4 to R8, R11, R12).

    Raises IllegalAction(BAD_CONFIG).
    """
    check(ruleset, seats)
    size = stock_size(ruleset, seats)
    cards = shuffled(DECK, Label.DEAL, 0, seed)
    first = (dealer + 1) % seats
    dealt = size * seats
    stocks = {(first + place) % seats: cards[place:dealt:seats] for place in range(seats)}
    table, events = begin_turn(
        Table(
            ruleset=ruleset,
            dealer=dealer,
            seed=seed,
            seats=tuple(SeatCards(stock=stocks[seat]) for seat in range(seats)),
            turn=first,
            draw_pile=cards[dealt:],
        )
    )
    return table, (Dealt(dealer, size), *events)


def _draw_number(seat: Seat, supply: Iterable[Card], events: list[Event]) -> Card:
    for card in supply:
        events.append(DealerCard(seat, card))
        if card is not Card.WILD:
            return card
    raise AssertionError("the cards ran out while drawing for the deal")
