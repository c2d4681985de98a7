"""The referee: what an accepted action does to the table (R11 to R45, R60 to R71, R81, R82).

A turn: the hand is filled to five; cards are laid on building piles, each play in the order of R27: the card
lands, a full pile is set aside, the win is checked, an empty hand is refilled; a discard, or a pass with an empty
hand, ends the turn. Everything here takes a table and returns a new one with the events that led there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, assert_never

from engine import legal
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
from engine.cards import TOP_VALUE, Card
from engine.errors import IllegalAction
from engine.events import (
    Discarded,
    DrewUnder,
    Event,
    Intruded,
    Objected,
    Passed,
    Penalised,
    PileCompleted,
    Played,
    Rescued,
    RoundOver,
    StockTurned,
    TurnBegan,
)
from engine.observe import observe
from engine.outcome import Outcome, Termination
from engine.ruleset import OnBlock, Seat, Side, side_of
from engine.shuffle import Label
from engine.supply import draw, fill_hand, is_dry, put_under, tuck
from engine.table import SeatCards, Table, with_pile, with_seat
from engine.view import BuildingPile

Step: TypeAlias = tuple[Table, tuple[Event, ...]]

WIN_POINTS = 25
"""What a win is worth before the cards in the opponents' stocks are counted (R50)."""


def apply(table: Table, seat: Seat | None, action: Action) -> Step:
    """The table after a seat's action, or the referee's (seat None), and what happened.

    Raises IllegalAction when the rules do not allow it; the table is a value and stays as it was.
    """
    refusal = legal.check(observe(table, seat), action)
    if refusal is not None:
        raise IllegalAction(refusal)
    if isinstance(action, Penalise):
        return _penalise(table, action.offender)
    assert seat is not None
    table, before = _prepare(table, seat, action)
    table, events = _perform(table, seat, action)
    return table, before + events


def begin_turn(table: Table) -> Step:
    """Begin the turn of the seat to act: its hand is filled to five, unless players draw by hand (R12, R82)."""
    seat = table.turn
    table = replace(table, played=False, intruder=None)
    began = TurnBegan(seat)
    if table.ruleset.manual_draw:
        cards = table.seats[seat]
        return replace(table, draw_due=cards.missing > 0 and not cards.no_draw), (began,)
    table, events = fill_hand(table, seat)
    return table, (began, *events)


def _prepare(table: Table, seat: Seat, action: Action) -> Step:
    """What comes before the action itself: an objection, an intrusion, or a draw that was forgotten."""
    if table.intruder not in (None, seat):  # the rightful player acts, or anybody objects
        table, events = _object(table, seat)
    elif seat not in (table.turn, table.intruder):
        table, events = _intrude(table, seat)
    else:
        events = ()
    if table.draw_due and seat == table.turn and not isinstance(action, Draw | Object):
        table, drawn = fill_hand(replace(table, draw_due=False), seat)
        events += drawn
    return table, events


def _perform(table: Table, seat: Seat, action: Play | Discard | Pass | Draw | Object) -> Step:
    match action:
        case Play():
            return _play(table, seat, action)
        case Discard():
            return _discard(table, seat, action)
        case Pass():
            table, events = _end_turn(table, seat, passed=True)
            return table, (Passed(seat), *events)
        case Draw():
            return _draw_by_hand(table, seat, action.count)
        case Object():
            return table, ()
        case _:
            assert_never(action)


def _play(table: Table, seat: Seat, play: Play) -> Step:
    card = legal.card_of(observe(table, seat), play.source)
    pile = table.building[play.pile]
    events: tuple[Event, ...] = (Played(seat, play.source, card, play.pile, pile.need),)
    table = replace(_without(table, seat, play.source), played=True)
    table, completed = _lay(table, play.pile, BuildingPile((*pile.cards, card), pile.need))
    events += completed
    if isinstance(play.source, Stock):
        stock = table.seats[play.source.owner].stock
        events += (StockTurned(play.source.owner, stock[-1] if stock else None, len(stock)),)
        winner = _winner(table, play.source.owner)
        if winner is not None:
            return _finish(table, events, Outcome(Termination.WIN, winner, _points(table, winner)))
    table, drawn = _refill(table, seat)
    return table, events + drawn


def _refill(table: Table, seat: Seat) -> Step:
    """Fill the hand of whoever played, if it is empty (R26), also after a play from elsewhere (R27).

    So too the hand of the seat on turn that could not be filled before somebody played out of turn.
    """
    events: tuple[Event, ...] = ()
    for player in dict.fromkeys((seat, table.turn)):
        draws_by_hand = table.draw_due and player == table.turn
        if not table.seats[player].hand and not draws_by_hand:
            table, drawn = fill_hand(table, player)
            events += drawn
    return table, events


def _without(table: Table, seat: Seat, source: Source) -> Table:
    """The table after the card at the source has been taken away."""
    match source:
        case Hand(card):
            return _without_hand_card(table, seat, card)
        case Stock(owner):
            cards = table.seats[owner]
            return with_seat(table, owner, replace(cards, stock=cards.stock[:-1]))
        case DiscardTop(owner, pile):
            cards = table.seats[owner]
            return with_seat(table, owner, _with_discards(cards, pile, cards.discards[pile][:-1]))
        case _:
            assert_never(source)


def _without_hand_card(table: Table, seat: Seat, card: Card) -> Table:
    own = table.seats[seat]
    place = own.hand.index(card)
    return with_seat(table, seat, replace(own, hand=own.hand[:place] + own.hand[place + 1 :]))


def _with_discards(cards: SeatCards, pile: int, content: tuple[Card, ...]) -> SeatCards:
    return replace(cards, discards=(*cards.discards[:pile], content, *cards.discards[pile + 1 :]))


def _lay(table: Table, number: int, pile: BuildingPile) -> Step:
    """Put down a grown building pile; a full one is set aside at once (R21)."""
    if pile.height < TOP_VALUE:
        return with_pile(table, number, pile), ()
    table = replace(table, set_aside=table.set_aside + pile.cards)
    return with_pile(table, number, BuildingPile()), (PileCompleted(number),)


def _discard(table: Table, seat: Seat, discard: Discard) -> Step:
    table = _without_hand_card(table, seat, discard.card)
    own = table.seats[seat]
    grown = (*own.discards[discard.pile], discard.card)
    table = with_seat(table, seat, _with_discards(own, discard.pile, grown))
    table, events = _end_turn(table, seat, passed=False)
    return table, (Discarded(seat, discard.card, discard.pile), *events)


def _draw_by_hand(table: Table, seat: Seat, count: int) -> Step:
    """Fill the hand as far as a draw is due; what is drawn above that goes under the player's stock (R82)."""
    due = table.seats[seat].missing if table.draw_due and seat == table.turn else 0
    table, events = draw(table, seat, min(count, due))
    if due:
        table = replace(table, draw_due=table.seats[seat].missing > 0 and not is_dry(table))
    if count <= due or is_dry(table):
        return table, events
    table, surplus = put_under(table, seat, count - due, DrewUnder)
    return table, events + surplus


def _object(table: Table, seat: Seat) -> Step:
    """An out-of-turn play was noticed: it ends, its cards stay, and the offender's next turn brings no cards (R81)."""
    offender = table.intruder
    assert offender is not None
    table = with_seat(table, offender, replace(table.seats[offender], no_draw=True))
    return replace(table, intruder=None), (Objected(seat, offender),)


def _intrude(table: Table, seat: Seat) -> Step:
    """Begin to play out of turn: the hand is filled as for a turn (R81)."""
    table, events = fill_hand(replace(table, intruder=seat), seat)
    return table, (Intruded(seat), *events)


def _penalise(table: Table, offender: Seat) -> Step:
    return put_under(table, offender, table.ruleset.coaching_cards, Penalised)


def _end_turn(table: Table, seat: Seat, *, passed: bool) -> Step:
    """End a turn, the regular or an unnoticed irregular one, and begin the left neighbour's or rescue the round."""
    table = _without_bans(table, {seat, table.turn})
    table = replace(
        table,
        turn=seat,
        idle_turns=0 if table.played else table.idle_turns + 1,
        passes=table.passes + 1 if passed and not table.played else 0,
    )
    if not _is_blocked(table):
        return _begin_next(table)
    if table.ruleset.on_block is OnBlock.RESCUE and any(pile.under for pile in table.building):
        return _rescue(table)
    return _finish(table, (), Outcome(Termination.BLOCKED, None, 0))


def _without_bans(table: Table, seats: set[Seat]) -> Table:
    """A drawing ban ends with the turn it was for (R81); a turn lost to an unnoticed intruder has ended too."""
    for seat in seats:
        table = with_seat(table, seat, replace(table.seats[seat], no_draw=False))
    return table


def _begin_next(table: Table) -> Step:
    return begin_turn(replace(table, turn=(table.turn + 1) % len(table.seats)))


def _is_blocked(table: Table) -> bool:
    """Whether the round can go no further (R43)."""
    seats = len(table.seats)
    if not is_dry(table) or table.idle_turns < seats:
        return False
    everyone_passed = table.passes >= seats
    return everyone_passed or not any(legal.can_play(observe(table, seat)) for seat in range(seats))


def _rescue(table: Table) -> Step:
    table, count = tuck(replace(table, idle_turns=0, passes=0), Label.RESCUE)
    table, events = _begin_next(table)
    return table, (Rescued(count), *events)


def _winner(table: Table, owner: Seat) -> Side | None:
    """The owner's side, when none of its stocks has a card left (R40, R67)."""
    side = side_of(table.sides, owner)
    return None if any(table.seats[seat].stock for seat in table.sides[side]) else side


def _points(table: Table, winner: Side) -> int:
    """25, and so much for each card in the stocks of all other sides (R50, R51)."""
    if not table.ruleset.scoring:
        return 0
    others = (cards for seat, cards in enumerate(table.seats) if seat not in table.sides[winner])
    return WIN_POINTS + table.ruleset.points_per_card * sum(len(cards.stock) for cards in others)


def _finish(table: Table, events: tuple[Event, ...], outcome: Outcome) -> Step:
    return replace(table, outcome=outcome), (*events, RoundOver(outcome))
