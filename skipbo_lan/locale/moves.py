"""Words for moves one could make: the numbered list, the hint, the warning before a careless discard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

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
from engine.cards import Card
from engine.ruleset import Seat
from engine.view import View
from skipbo_lan.advice.choice import Reason, Why
from skipbo_lan.locale.cards import CardWriter, card, count_of, pile_letter
from skipbo_lan.locale.people import Names, name_at, whose


def move_words(view: View, action: Action, names: Names, write: CardWriter = card) -> str:
    """A legal action as a phrase: `stock 5 on A`, `hand card 12 on B`, `pile 4, a 12, on B`."""
    match action:
        case Play(source, pile):
            value = legal.card_of(view, source)
            stands_for = f" as {view.building[pile].need}" if value is Card.WILD else ""
            comma = "," if isinstance(source, DiscardTop) else ""
            return f"{_from(view, source, names)} {write(value)}{stands_for}{comma} on {pile_letter(pile)}"
        case Discard(value, pile):
            return f"discard {write(value)} on pile {pile + 1}"
        case Pass():
            return "end the turn without a discard"
        case Draw(count):
            return f"draw {count_of(count, 'card')}"
        case Object():
            return "object to the play out of turn"
        case Penalise(offender):
            return f"penalty for {name_at(names, offender)}"
        case _:
            assert_never(action)


def discards_line(numbers: Sequence[int]) -> str:
    """The discards in one line: `5 to 24: discards. ...`"""
    span = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    return f"{span}: discards, such as 3 7. Type do 1, or a move."


def hint_line(typed: str, move: str, because: str) -> str:
    """`Try s a: stock 5 on A. It plays your stock 5, and an empty stock wins.`"""
    return f"Try {typed}: {move}. {because}"


def no_hint() -> str:
    """There is nothing to do at the moment."""
    return "Nothing to do at the moment: it is not your turn."


def because(reason: Reason, names: Names, me: Seat | None, write: CardWriter = card) -> str:
    """Why a move is a good one."""
    match reason:
        case Reason(Why.STOCK, Card() as top, int(owner)):
            return f"It plays {whose(names, owner, me)} stock {write(top)}, and an empty stock wins."
        case Reason(Why.WAY_TO_STOCK, Card() as top, int(owner), steps):
            stock = f"{whose(names, owner, me)} stock {write(top)}"
            return f"It leads to {stock}: {count_of(steps, 'play')} more." if steps else f"Then {stock} fits."
        case _:
            return _REASONS[reason.why]


_REASONS: Final[Mapping[Why, str]] = {
    Why.OBJECTION: "Somebody plays out of turn.",
    Why.OUT_OF_TURN: "It is possible, though it is not your turn.",
    Why.DRAW: "Your hand is filled first.",
    Why.WINS: "It wins the round!",
    Why.REFILL: "Your hand is empty then, and you draw five new cards.",
    Why.SUPPLY: "It completes a pile, and the draw pile needs cards.",
    Why.FEWER_CARDS: "You draw one more card on your next turn.",
    Why.FREES_DISCARD: "It makes room on your discard pile.",
    Why.RUN: "That pile stays in order: you can play it from the top later.",
    Why.SAME: "The same card lies there already.",
    Why.EMPTY_PILE: "Nothing is covered there.",
    Why.LEAST_HARM: "It covers what you need last.",
    Why.NOTHING_ELSE: "There is no other choice.",
}


def ask_careless(top: Card, pile: int, write: CardWriter = card) -> str:
    """A discard would leave the stock card unplayed."""
    return f"Your stock {write(top)} still fits {pile_letter(pile)}. Discard anyway?"


def _from(view: View, source: Source, names: Names) -> str:
    match source:
        case Hand():
            return "hand card"
        case Stock(owner):
            return "stock" if owner == view.observer else f"{whose(names, owner, view.observer)} stock"
        case DiscardTop(owner, pile):
            place = f"pile {pile + 1}, a"
            return place if owner == view.observer else f"{whose(names, owner, view.observer)} {place}"
        case _:
            assert_never(source)
