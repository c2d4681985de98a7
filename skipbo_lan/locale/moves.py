"""Words for moves one could make: the numbered list, the hint, the warning before a careless discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

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
from engine.view import View
from skipbo_lan.locale.cards import CardWriter, card, count_of, pile_letter
from skipbo_lan.locale.people import Names, name_at, whose


def move_words(view: View, action: Action, names: Names, write: CardWriter = card) -> str:
    """A legal action as a phrase: `stock 5 on A`, `hand card 12 on B`, `pile 4, a 12, on B`."""
    match action:
        case Play(source, pile):
            value = legal.card_of(view, source)
            stands_for = f" as {view.building[pile].need}" if value is Card.WILD else ""
            return f"{_from(view, source, names)} {write(value)}{stands_for} on {pile_letter(pile)}"
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
    """`Try s a: stock 5 on A, because ...`"""
    return f"Try {typed}: {move}. {because}"


def no_hint() -> str:
    """There is nothing to do at the moment."""
    return "Nothing to do at the moment: it is not your turn."


def because_stock() -> str:
    """A stock card is played."""
    return "It brings your stock down, and that is what wins."


def because_completes(value: Card) -> str:
    """A pile is completed."""
    wild = "Even a skip-bo is well spent: it" if value is Card.WILD else "It"
    return f"{wild} completes the pile and makes room for a new one."


def because_nearer(wild: bool) -> str:
    """A card is played that is no stock card."""
    return "It opens the way to your stock card." if wild else "It leads towards your stock card, or empties your hand."


def because_nothing_better() -> str:
    """A discard is the best move."""
    return "No play helps your stock now; this discard keeps your piles tidy."


def because_only() -> str:
    """The rarer moves."""
    return "It is the move to make now."


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
