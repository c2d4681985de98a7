"""One good action for whoever is to act, and why: the easy bot's choice and a player's hint. Pure, from a view alone.

In this order: the shortest way to a stock card; plays that bring more than they give the next opponents; a wild when
the hand holds nothing else; the tidiest discard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine import legal
from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Play, Stock
from engine.cards import TOP_VALUE, Card
from engine.ruleset import Seat, partners
from engine.view import View
from skipbo_lan.advice.judging import Outlook, outlook, worth
from skipbo_lan.advice.planning import Path, laid, position_of, way_to_stock
from skipbo_lan.advice.tidying import Spot, best_discard, spot_of, wanted_values

_FEWER_CARDS: Final = 0.25
"""Each card played from the hand is one more to draw at the next turn."""
_REFILL: Final = 1.2
"""Playing the last card of the hand brings five new ones at once."""
_NEARLY_REFILL: Final = 0.5
"""Playing a card of a hand that can be emptied altogether."""
_FREES: Final = 0.1
"""Playing from a discard pile makes room there."""
_UNCOVERS: Final = 0.4
"""The discard below is one that leads to the stock card."""
_PLAY_WHEN_SCARCE: Final = 0.6
_COMPLETE_WHEN_SCARCE: Final = 1.6
"""With nearly nothing left to draw, every play, and above all a completed pile, keeps the round going."""


class Why(Enum):
    """The reason for an action."""

    OBJECTION = "objection"
    """Somebody plays out of turn, and nobody else may have noticed."""
    OUT_OF_TURN = "out_of_turn"
    """Nothing speaks for it: it is somebody else's turn."""
    DRAW = "draw"
    """The hand is to be filled first."""
    WINS = "wins"
    """It is the last card of the last stock of the side."""
    STOCK = "stock"
    """It is the stock card."""
    WAY_TO_STOCK = "way_to_stock"
    """The stock card fits after `steps` more plays."""
    REFILL = "refill"
    """The hand is empty then, and five new cards are drawn."""
    SUPPLY = "supply"
    """It completes a pile while there is hardly anything left to draw."""
    FEWER_CARDS = "fewer_cards"
    """One more card is drawn at the next turn."""
    FREES_DISCARD = "frees_discard"
    """It makes room on a discard pile."""
    RUN = "run"
    """The discard pile stays in order: this card, then the one below."""
    SAME = "same"
    """The card below has the same value."""
    EMPTY_PILE = "empty_pile"
    """Nothing is covered."""
    LEAST_HARM = "least_harm"
    """It covers what is needed last."""
    NOTHING_ELSE = "nothing_else"
    """There is no other choice."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is a good one."""

    why: Why
    card: Card | None = None
    """The stock card that it is about."""
    owner: Seat | None = None
    """Whose stock that is."""
    steps: int = 0
    """Plays still needed after this one before that card fits."""


def advise(view: View) -> Action:
    """One good legal action. There has to be one: see `engine.legal.legal_actions`."""
    choices = legal.legal_actions(view)
    for action in choices:
        if isinstance(action, Draw | Object) and wants(view, action):
            return action
    plays = tuple(action for action in choices if isinstance(action, Play))
    if not legal.is_acting(view):
        return choices[0]
    play = _best_play(view, plays)
    if play is not None:
        return play
    discards = tuple(action for action in choices if isinstance(action, Discard))
    if discards:
        return best_discard(view, discards)
    return Pass() if Pass() in choices else choices[0]


def wants(view: View, action: Draw | Object) -> bool:
    """Whether such an action is to be done at once: a draw that is due, an objection to another side's play."""
    if isinstance(action, Draw):
        return True
    assert view.observer is not None
    return view.intruder not in (view.observer, *partners(view.sides, view.observer)) and not legal.is_acting(view)


def why(view: View, action: Action) -> Reason:
    """What speaks for a legal action."""
    match action:
        case Play(out_of_turn=True):
            return Reason(Why.OUT_OF_TURN)
        case Play(Stock(owner)):
            return _stock_reason(view, owner)
        case Play():
            return _play_reason(view, action)
        case Discard():
            return Reason(_DISCARD_REASONS[spot_of(view, action)])
        case Draw():
            return Reason(Why.DRAW)
        case Object():
            return Reason(Why.OBJECTION)
        case _:
            return Reason(Why.NOTHING_ELSE)


_DISCARD_REASONS: Final = {
    Spot.RUN: Why.RUN,
    Spot.SAME: Why.SAME,
    Spot.EMPTY: Why.EMPTY_PILE,
    Spot.HIGHER: Why.LEAST_HARM,
    Spot.BURIES: Why.LEAST_HARM,
}


def _best_play(view: View, plays: tuple[Play, ...]) -> Play | None:
    """The next play towards a stock card, or another that brings something; None to discard or pass."""
    look = outlook(view)
    path = way_to_stock(view)
    if path:
        return _best_place(view, path, plays, look)
    natural = [play for play in plays if _card(view, play) is not Card.WILD]
    if not natural and set(view.hand) == {Card.WILD}:
        return max(plays, key=lambda play: worth(_needs_after(view, play), look), default=None)
    rated = [(_rating(view, play, look), play) for play in natural]
    rating, play = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return play if rating > 0 else None


def _best_place(view: View, path: Path, plays: tuple[Play, ...], look: Outlook) -> Play:
    """The first play of a way; a wild stock card fits anywhere, so it goes where it helps the opponents least."""
    first = path[0]
    if _card(view, first) is not Card.WILD or not isinstance(first.source, Stock):
        return first
    same = [play for play in plays if play.source == first.source]
    return max(same, key=lambda play: worth(_needs_after(view, play), look))


def _rating(view: View, play: Play, look: Outlook) -> float:
    """What a play of a number brings; above 0 it is worth making."""
    needs = tuple(pile.need for pile in view.building)
    rating = worth(_needs_after(view, play), look) - worth(needs, look)
    if isinstance(play.source, Hand):
        rating += _hand_rating(view, play, look)
    elif isinstance(play.source, DiscardTop):
        rating += _discard_rating(view, play.source)
    completes = view.building[play.pile].need == TOP_VALUE
    return rating + look.scarcity * (_PLAY_WHEN_SCARCE + _COMPLETE_WHEN_SCARCE * completes)


def _hand_rating(view: View, play: Play, look: Outlook) -> float:
    if not look.can_refill:
        return 0.0
    if len(view.hand) == 1:
        return _REFILL
    empties = _can_empty(_needs_after(view, play), _less(view.hand, _card(view, play)))
    return _FEWER_CARDS + _NEARLY_REFILL * empties


def _discard_rating(view: View, source: DiscardTop) -> float:
    below = view.seats[source.owner].discards[source.pile][-2:-1]
    return _FREES + _UNCOVERS * (bool(below) and below[0] in wanted_values(view))


def _can_empty(needs: tuple[int, ...], hand: tuple[Card, ...]) -> bool:
    """Whether all numbers of a hand can be played; wilds that are left then can, too."""
    numbers = [card for card in hand if card is not Card.WILD]
    if not numbers:
        return True
    return any(
        _can_empty(_raised(needs, pile), _less(numbers, card))
        for pile, need in enumerate(needs)
        for card in set(numbers)
        if card == need
    )


def _less(cards: Sequence[Card], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def _raised(needs: tuple[int, ...], pile: int) -> tuple[int, ...]:
    return (*needs[:pile], needs[pile] % TOP_VALUE + 1, *needs[pile + 1 :])


def _needs_after(view: View, play: Play) -> tuple[int, ...]:
    building = position_of(view).building
    return tuple(need for need, _ in laid(building, play.pile, _card(view, play)))


def _card(view: View, play: Play) -> Card:
    return legal.card_of(view, play.source)


def _stock_reason(view: View, owner: Seat) -> Reason:
    left = sum(view.seats[seat].stock_count for side in view.sides if owner in side for seat in side)
    return Reason(Why.WINS if left == 1 else Why.STOCK, view.seats[owner].stock_top, owner)


def _play_reason(view: View, play: Play) -> Reason:
    towards = _towards_stock(view, play)
    if towards is not None:
        return towards
    look = outlook(view)
    if isinstance(play.source, Hand) and len(view.hand) == 1 and look.can_refill:
        return Reason(Why.REFILL)
    if look.scarcity > 0 and view.building[play.pile].need == TOP_VALUE:
        return Reason(Why.SUPPLY)
    return Reason(Why.FEWER_CARDS if isinstance(play.source, Hand) else Why.FREES_DISCARD)


def _towards_stock(view: View, play: Play) -> Reason | None:
    """The reason when a shortest way to a stock card begins with this play."""
    path = way_to_stock(view)
    if not path or path[0] != play or not isinstance(path[-1].source, Stock):
        return None
    owner = path[-1].source.owner
    return Reason(Why.WAY_TO_STOCK, view.seats[owner].stock_top, owner, len(path) - 2)
