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
from skipbo_lan.advice.hint import Hint, Reason, Why
from skipbo_lan.locale.cards import CardWriter, card, count_of, pile_letter
from skipbo_lan.locale.people import Names, name_at, whose


def move_words(view: View, action: Action, names: Names, write: CardWriter = card) -> str:
    """A legal action as a phrase: `stock 5 on A`, `your 12 on B`, `pile 4, a 12, on B`."""
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


def hint_line(typed: str, moves: str, because: str) -> str:
    """`Try 4 c: your 4 on C, then 1 on D. It empties your hand, so you draw five new cards now.`"""
    return f"Try {typed}: {moves}. {because}"


def no_hint() -> str:
    """There is nothing to do at the moment."""
    return "Nothing to do at the moment: it is not your turn."


def line_words(view: View, hint: Hint, names: Names, write: CardWriter = card) -> str:
    """The moves of a hint: the first in full, then what follows it."""
    following = zip(hint.line[1 : _FOLLOWING + 1], hint.cards[1:], strict=False)
    then = [_short(view, action, value, names, write) for action, value in following]
    more = ["so on"] if len(hint.line) > _FOLLOWING + 1 else []
    return ", then ".join([move_words(view, hint.line[0], names, write), *then, *more])


_FOLLOWING: Final = 4
"""So many moves after the first are named: more than that nobody keeps in mind."""


def because(reasons: Sequence[Reason], names: Names, me: Seat | None, write: CardWriter = card) -> str:
    """Why a line is a good one: the first two reasons, each a sentence."""
    return " ".join(_because(reason, names, me, write) for reason in reasons[:2])


def _because(reason: Reason, names: Names, me: Seat | None, write: CardWriter) -> str:
    if reason.card is None or reason.owner is None:
        return _REASONS[reason.why].format(count=count_of(reason.count, "new card"))
    stock = f"{whose(names, reason.owner, me)} stock {write(reason.card)}"
    return _STOCK_REASONS[reason.why].format(stock=stock, percent=reason.percent)


_STOCK_REASONS: Final[Mapping[Why, str]] = {
    Why.WINS: "With that the round is yours!",
    Why.STOCK: "It gets {stock} away; {percent} % of the cards that may come next fit at once.",
    Why.LAST_OF_STOCK: "It empties that stock with {stock}; your team wins when all its stocks are empty.",
    Why.READY: "Then {stock} is ready for your next turn.",
    Why.NEAR: "Then one card is missing for {stock}.",
    Why.HARDER: "It makes {stock} harder to play.",
    Why.FITS_NEXT: "Careful: {stock} fits now.",
}
_REASONS: Final[Mapping[Why, str]] = {
    Why.OBJECTION: "Somebody plays out of turn.",
    Why.DRAW: "Your hand is filled first.",
    Why.REFILL: "It empties your hand, so you draw five new cards now.",
    Why.SUPPLY: "It completes a pile, and the draw pile needs cards.",
    Why.MORE_CARDS: "You draw {count} at your next turn.",
    Why.RUN: "That pile stays in order: you can play it from the top later.",
    Why.SAME: "The same card lies there already.",
    Why.SPARE: "You hold another one.",
    Why.LATEST: "Your other cards fit sooner.",
    Why.EMPTY_PILE: "Nothing is covered there.",
    Why.LEAST_HARM: "None of your open cards fits later than the one it covers.",
    Why.LEAST_COST: "Any other discard costs you more.",
    Why.NOTHING_ELSE: "There is no other choice.",
}


def ask_careless(top: Card, pile: int, write: CardWriter = card) -> str:
    """A discard would leave the stock card unplayed."""
    return f"Your stock {write(top)} still fits {pile_letter(pile)}. Discard anyway?"


def _from(view: View, source: Source, names: Names) -> str:
    match source:
        case Hand():
            return "your"
        case Stock(owner):
            return "stock" if owner == view.observer else f"{whose(names, owner, view.observer)} stock"
        case DiscardTop(owner, pile):
            place = f"pile {pile + 1}, a"
            return place if owner == view.observer else f"{whose(names, owner, view.observer)} {place}"
        case _:
            assert_never(source)


def _short(view: View, action: Action, value: Card | None, names: Names, write: CardWriter) -> str:
    """A later move of a line, in few words."""
    if value is None or not isinstance(action, Play):
        return move_words(view, action, names, write)
    match action.source:
        case Hand():
            place = ""
        case Stock(owner):
            place = "stock " if owner == view.observer else f"{whose(names, owner, view.observer)} stock "
        case DiscardTop(owner, pile):
            own = "" if owner == view.observer else f"{whose(names, owner, view.observer)} "
            place = f"{own}pile {pile + 1}'s "
    return f"{place}{write(value)} on {pile_letter(action.pile)}"
