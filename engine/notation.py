"""One text form for cards, actions and views: for logs, tests, typed commands and bug reports.

Cards: `1` to `12`, `S` for the wild. Sources: `h:7` a hand card, `st` one's own stock, `d:0` the top of one's discard
pile 0, `st@2` and `d@2:0` those of seat 2. Piles count from 0. Actions:

    play SOURCE PILE [VALUE]    oot SOURCE PILE [VALUE]    discard CARD PILE [OWNER]
    pass    draw COUNT    object    penalise SEAT

The notation can also say what no action can: a card below the top (`d:0#1`), a card of a building pile (`b:0`),
another's hand (`h@2:7`), a discard from elsewhere. Such an attempt is refused with its own code (R80).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn, assert_never

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
from engine.cards import PILES, TOP_VALUE, Card
from engine.errors import IllegalAction, NotationError, Refusal
from engine.ruleset import Seat, partners
from engine.view import View

_SOURCE: Final = re.compile(
    r"(?P<kind>h|st|d|b)(?:@(?P<owner>\d{1,6}))?(?::(?P<place>S|\d{1,6}))?(?:#(?P<depth>\d{1,6}))?", re.ASCII
)
_NUMBER: Final = re.compile(r"-?\d{1,6}", re.ASCII)
_PILE_NUMBERS: Final = frozenset(str(pile) for pile in range(PILES))


def write_card(card: Card) -> str:
    """`1` to `12`, or `S`."""
    return "S" if card is Card.WILD else str(int(card))


def read_card(text: str) -> Card:
    """The card written so. Raises NotationError."""
    if text == "S":
        return Card.WILD
    number = _number(text)
    if not 1 <= number <= TOP_VALUE:
        raise NotationError(f"no such card: {text}")
    return Card(number)


def write_source(source: Source) -> str:
    """A source, with its owner's seat where it is a pile."""
    match source:
        case Hand(card):
            return f"h:{write_card(card)}"
        case Stock(owner):
            return f"st@{owner}"
        case DiscardTop(owner, pile):
            return f"d@{owner}:{pile}"
        case _:
            assert_never(source)


def write_action(action: Action) -> str:
    """An action as `parse` reads it."""
    match action:
        case Play(source, pile, value, out_of_turn):
            verb = "oot" if out_of_turn else "play"
            named = "" if value is None else f" {value}"
            return f"{verb} {write_source(source)} {pile}{named}"
        case Discard(card, pile):
            return f"discard {write_card(card)} {pile}"
        case Pass():
            return "pass"
        case Draw(count):
            return f"draw {count}"
        case Object():
            return "object"
        case Penalise(offender):
            return f"penalise {offender}"
        case _:
            assert_never(action)


def write_view(view: View) -> str:
    """A view in a few lines: what a bug report needs."""
    observer = "spectator" if view.observer is None else f"seat {view.observer}"
    lines = [f"{observer}: turn {view.turn}, dealer {view.dealer}, draw {view.draw_count}"]
    lines += [f"  hand {_cards(view.hand)}, set aside {_cards(view.set_aside)}"]
    lines += [
        f"  pile {number}: height {pile.height}, {_cards(pile.cards)}" for number, pile in enumerate(view.building)
    ]
    for seat, cards in enumerate(view.seats):
        top = "-" if cards.stock_top is None else write_card(cards.stock_top)
        discards = " | ".join(_cards(pile) for pile in cards.discards)
        lines.append(f"  seat {seat}: stock {top} of {cards.stock_count}, hand {cards.hand_count}, discards {discards}")
    return "\n".join(lines)


def parse(view: View, text: str) -> Action:
    """The action that the observer asks for.

    Raises NotationError for text that is not in the notation, IllegalAction for an attempt that no action can
    express; whether the rules allow the action itself is for `engine.legal.check`.
    """
    verb, *words = text.split() or [""]
    match verb, len(words):
        case (("play" | "oot"), (2 | 3)):
            return _read_play(view, words, out_of_turn=verb == "oot")
        case "discard", (2 | 3):
            return _read_discard(view, words)
        case "pass", 0:
            return Pass()
        case "draw", 1:
            return Draw(_number(words[0]))
        case "object", 0:
            return Object()
        case "penalise", 1:
            return Penalise(_number(words[0]))
        case _:
            raise NotationError(f"not an action: {text!a}")


def _read_play(view: View, words: Sequence[str], *, out_of_turn: bool) -> Play:
    pile = _number(words[1])
    value = _number(words[2]) if len(words) == 3 else None
    source = _source(view, words[0])
    if isinstance(source, Refusal):
        _refuse(view, Play(Hand(Card.WILD), pile, value, out_of_turn), source)
    return Play(source, pile, value, out_of_turn)


def _read_discard(view: View, words: Sequence[str]) -> Discard:
    """A discard of a hand card, written alone or as a source; one from elsewhere or on another's pile is refused."""
    pile = _number(words[1])
    text = words[0] if _SOURCE.fullmatch(words[0]) else f"h:{words[0]}"
    source = _source(view, text, discarding=True)
    if not isinstance(source, Hand):
        refusal = source if isinstance(source, Refusal) else Refusal.ONLY_HAND_DISCARDS
        _refuse(view, Discard(Card.WILD, pile), refusal)
    discard = Discard(source.card, pile)
    if len(words) == 3 and _number(words[2]) != view.observer:
        earlier = legal.check(view, discard)
        raise IllegalAction(Refusal.NOT_YOUR_PILE if earlier in (None, Refusal.WILD_DISCARD) else earlier)
    return discard


def _source(view: View, text: str, *, discarding: bool = False) -> Source | Refusal:
    """The source written so, or why no action can name it, the reasons in the order of R80."""
    match = _SOURCE.fullmatch(text)
    if match is None or view.observer is None:
        return Refusal.BAD_SOURCE
    owner = view.observer if match["owner"] is None else int(match["owner"])
    place = match["place"]
    source: Source
    match match["kind"], place:
        case "h", str():
            return _hand_card(view, view.observer, owner, place)
        case "b", str() if place in _PILE_NUMBERS:
            return Refusal.NO_TAKEBACK
        case "st", None:
            source = Stock(owner)
        case "d", str() if place in _PILE_NUMBERS:
            source = DiscardTop(owner, int(place))
        case _:
            return Refusal.BAD_SOURCE
    if match["depth"] in (None, "0") or discarding:
        return source
    return legal.source_refusal(view, source) or Refusal.NOT_TOP_CARD


def _hand_card(view: View, observer: Seat, owner: Seat, card: str) -> Source | Refusal:
    if not 0 <= owner < len(view.seats):
        return Refusal.BAD_SOURCE
    if owner != observer:
        return Refusal.PARTNER_HAND if owner in partners(view.sides, observer) else Refusal.NOT_YOUR_PILE
    try:
        return Hand(read_card(card))
    except NotationError:
        return Refusal.NO_SUCH_CARD


def _refuse(view: View, attempt: Action, refusal: Refusal) -> NoReturn:
    """Refuse what no action can express; that it is too late or not the observer's turn counts before it (R80)."""
    raise IllegalAction(legal.turn_refusal(view, attempt) or refusal)


def _number(text: str) -> int:
    """A small integer. One below 0 is left to the rules, like every other pile that does not exist."""
    if _NUMBER.fullmatch(text) is None:
        raise NotationError(f"not a number: {text!a}")
    return int(text)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(write_card(card) for card in cards) or "-"
