"""One sentence for each thing that happens at the table."""

from __future__ import annotations

from typing import Final, assert_never

from engine import events as ev
from engine.actions import DiscardTop, Hand, Source, Stock
from engine.events import Event
from engine.outcome import Outcome, Termination
from engine.ruleset import Seat, Sides
from skipbo_lan.locale.cards import CardWriter, card, card_list, count_of, pile_letter
from skipbo_lan.locale.people import Names, members_of, name_at, who, whose, winners_phrase

LOW_STOCK: Final = 5
"""So many stock cards or fewer are worth a warning."""


def event_line(event: Event, names: Names, me: Seat | None, sides: Sides = (), write: CardWriter = card) -> str | None:
    """The sentence for an event as seat `me` (None: a spectator) reads it; None when it needs no word.

    `sides` is needed to name the winners of a team game only.
    """
    match event:
        case ev.DealerCard():
            return f"{who(names, event.seat, me)} drew {write(event.card)} to see who deals."
        case ev.Dealt():
            verb = "deal" if event.dealer == me else "deals"
            return f"{who(names, event.dealer, me)} {verb}: {count_of(event.stock_size, 'stock card')} each."
        case ev.TurnBegan():
            return "Your turn." if event.seat == me else None
        case ev.Drew():
            return _drew(event, names, me, write)
        case ev.DrewUnder():
            return f"{count_of(event.count, 'surplus card')} went under {whose(names, event.seat, me)} stock."
        case ev.Played():
            return _played(event, names, me, write)
        case ev.StockTurned():
            return _stock_turned(event, names, me, write)
        case ev.PileCompleted():
            return f"{pile_letter(event.pile)} is complete and set aside."
        case ev.Discarded():
            return f"{who(names, event.seat, me)} discarded {write(event.card)} on pile {event.pile + 1}."
        case ev.Passed():
            return f"{who(names, event.seat, me)} passed."
        case ev.Recycled():
            return f"{count_of(event.count, 'set-aside card')} became the new draw pile."
        case ev.Tucked():
            return f"{count_of(event.count, 'card')} from under the building piles became the draw pile."
        case ev.Rescued():
            return (
                f"Nobody can play: {count_of(event.count, 'card')} from under the building piles became the draw pile."
            )
        case ev.Intruded():
            return f"{who(names, event.seat, me)} {'play' if event.seat == me else 'plays'} out of turn!"
        case ev.Objected():
            return _objected(event, names, me)
        case ev.Penalised():
            owner = whose(names, event.offender, me)
            return f"{count_of(event.count, 'penalty card')} went under {owner} stock."
        case ev.RoundOver():
            return round_over_line(event.outcome, names, me, sides)
        case _:
            assert_never(event)


def round_over_line(outcome: Outcome, names: Names, me: Seat | None, sides: Sides) -> str:
    """How a round ended."""
    match outcome.termination:
        case Termination.WIN:
            winners = members_of(sides, outcome.winner) if outcome.winner is not None else ()
            won = f"{winners_phrase(names, winners, me)} the round"
            return f"{won}: {count_of(outcome.points, 'point')}." if outcome.points else f"{won}."
        case Termination.BLOCKED:
            return "The round is blocked: nobody can play, nobody wins."
        case Termination.ABANDONED:
            return "The round was broken off: nobody wins."
        case _:
            assert_never(outcome.termination)


def source_words(source: Source, seat: Seat, names: Names, me: Seat | None) -> str:
    """Where seat's card came from: `hand`, `stock`, `pile 2`, `Cy's stock`."""
    match source:
        case Hand():
            return "hand"
        case Stock(owner):
            return "stock" if owner == seat else f"{whose(names, owner, me)} stock"
        case DiscardTop(owner, pile):
            place = f"pile {pile + 1}"
            return place if owner == seat else f"{whose(names, owner, me)} {place}"
        case _:
            assert_never(source)


def _drew(event: ev.Drew, names: Names, me: Seat | None, write: CardWriter) -> str | None:
    if event.count == 0:
        return None
    what = card_list(event.cards, write) if event.cards else count_of(event.count, "card")
    return f"{who(names, event.seat, me)} drew {what}."


def _played(event: ev.Played, names: Names, me: Seat | None, write: CardWriter) -> str:
    stands_for = "" if event.card else f" as {event.value}"
    where = source_words(event.source, event.seat, names, me)
    return (
        f"{who(names, event.seat, me)} played {write(event.card)}{stands_for} on {pile_letter(event.pile)} ({where})."
    )


def _stock_turned(event: ev.StockTurned, names: Names, me: Seat | None, write: CardWriter) -> str:
    mine = event.owner == me
    owner = "Your" if mine else f"{name_at(names, event.owner)}'s"
    if event.card is None:
        return f"{owner} stock is empty."
    if event.left > LOW_STOCK:
        return f"{owner} new stock card: {write(event.card)}, {event.left} left."
    has = f"{who(names, event.owner, me)} {'have' if mine else 'has'}"
    return f"{owner} new stock card: {write(event.card)}. {has} {count_of(event.left, 'stock card')} left!"


def _objected(event: ev.Objected, names: Names, me: Seat | None) -> str:
    verb = "draw" if event.offender == me else "draws"
    offender = "you" if event.offender == me else name_at(names, event.offender)
    return f"{who(names, event.seat, me)} objected: {offender} {verb} nothing in the next turn."
