"""A hint: the line that the strongest bot would play, and its reasons as data; `locale` has the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

from engine import legal
from engine.actions import Action, Discard, DiscardTop, Hand, Object, Play, Stock
from engine.cards import HAND_SIZE, TOP_VALUE, Card
from engine.ruleset import Seat
from engine.view import View
from skipbo_lan.advice.duty import duty
from skipbo_lan.advice.features import NAMES, Kind, steps_to_fit
from skipbo_lan.advice.line import HARD, Line, best_line, flow_of
from skipbo_lan.advice.position import Position
from skipbo_lan.advice.situation import situation_of

_HARDER: Final = 0.1
"""From so much less of a chance for the next opponent on, it is worth a word."""


_STOCK_FIRST: Final = 0.8
"""A line that lays a stock card is named even if another is better by so much. That costs little, and why to leave
such a card alone would take more words than a hint has."""


class Why(Enum):
    """A reason for a line."""

    OBJECTION = "objection"
    """Somebody plays out of turn, and nobody else may have noticed."""
    DRAW = "draw"
    """The hand is to be filled first."""
    WINS = "wins"
    """It lays the last card of the last stock of the side."""
    STOCK = "stock"
    """It gets a stock card away; `percent` of the cards that may come next fit at once."""
    LAST_OF_STOCK = "last_of_stock"
    """It empties a stock, and the partner's is still to be emptied (R67)."""
    REFILL = "refill"
    """The hand is empty then, and five new cards are drawn."""
    READY = "ready"
    """The own stock card fits at the next turn, if the piles stay as they are."""
    NEAR = "near"
    """One card is missing for it."""
    HARDER = "harder"
    """The next opponent's stock card is harder to lay then."""
    FITS_NEXT = "fits_next"
    """The next opponent's stock card fits even so."""
    SUPPLY = "supply"
    """It completes a pile while there is hardly anything left to draw."""
    MORE_CARDS = "more_cards"
    """`count` cards are drawn at the next turn."""
    RUN = "run"
    """The discard pile stays in order: this card, then the one below."""
    SAME = "same"
    """The card below has the same value."""
    SPARE = "spare"
    """An equal card stays in the hand."""
    LATEST = "latest"
    """All cards that stay in the hand fit sooner."""
    EMPTY_PILE = "empty_pile"
    """Nothing is covered."""
    LEAST_HARM = "least_harm"
    """No open card of the own piles fits later than the one that it covers."""
    LEAST_COST = "least_cost"
    """Every other discard is worth less."""
    NOTHING_ELSE = "nothing_else"
    """There is no other choice."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a line is a good one."""

    why: Why
    card: Card | None = None
    """The stock card that it is about."""
    owner: Seat | None = None
    """Whose stock that is."""
    percent: int = 0
    count: int = 0


@dataclass(frozen=True, slots=True)
class Hint:
    """What is good to do."""

    line: tuple[Action, ...]
    """Actions up to the next unknown card, or to the end of the turn; at least one."""
    cards: tuple[Card | None, ...]
    """The card of each action that has one."""
    reasons: tuple[Reason, ...]
    """The one that counts most first; at least one."""


def hint(view: View) -> Hint | None:
    """What the strongest bot would do for the observer, and why; None when it is for others to act."""
    first = duty(view)
    if first is not None:
        return Hint((first,), (None,), (Reason(Why.OBJECTION if isinstance(first, Object) else Why.DRAW),))
    if view.outcome is not None or not legal.is_acting(view):
        return None
    line = best_line(view, HARD, Random(0), stock_bonus=_STOCK_FIRST)
    if line is None or legal.check(view, line.actions[0]) is not None:
        return None
    return Hint(
        line.actions, tuple(_cards(view, line.actions)), tuple(_reasons(view, line)) or (Reason(Why.NOTHING_ELSE),)
    )


def _cards(view: View, actions: tuple[Action, ...]) -> Iterator[Card | None]:
    """The cards that these actions move; a discard pile gives the one below when its top has been played."""
    taken: Counter[DiscardTop] = Counter()
    for action in actions:
        match action:
            case Discard(card) | Play(Hand(card)):
                yield card
            case Play(Stock() as stock):
                yield legal.card_of(view, stock)
            case Play(DiscardTop(owner, pile) as place):
                taken[place] += 1
                yield view.seats[owner].discards[pile][-taken[place]]
            case _:
                yield None


def _reasons(view: View, line: Line) -> Iterator[Reason]:
    counted = dict(zip(NAMES, line.search.features(line.leaf), strict=True))
    if line.leaf.kind in (Kind.STOCK, Kind.PARTNER):
        yield _stock_reason(view, line, counted["next_fits"])
        if line.wins:
            return
    elif line.leaf.kind is Kind.REFILL:
        yield Reason(Why.REFILL)
    elif isinstance(line.actions[-1], Discard):
        yield from _turn_reasons(view, line, counted)
    yield from _about_rival(view, line, counted)


def _stock_reason(view: View, line: Line, share: float) -> Reason:
    play = line.actions[-1]
    assert isinstance(play, Play)
    assert isinstance(play.source, Stock)
    owner = play.source.owner
    why = Why.WINS if line.wins else Why.LAST_OF_STOCK if line.leaf.finished else Why.STOCK
    return Reason(why, view.seats[owner].stock_top, owner, percent=round(100 * share))


def _turn_reasons(view: View, line: Line, counted: dict[str, float]) -> Iterator[Reason]:
    """What speaks for a line that ends with a discard."""
    assert view.observer is not None
    plays, discard = line.actions[:-1], line.actions[-1]
    assert isinstance(discard, Discard)
    top = view.seats[view.observer].stock_top
    if top is not None and counted["own_ready"]:
        yield Reason(Why.READY, top, view.observer)
    elif top is not None and counted["own_near"]:
        yield Reason(Why.NEAR, top, view.observer)
    if flow_of(situation_of(view)).completion and _completes(view, plays):
        yield Reason(Why.SUPPLY)
    from_hand = sum(isinstance(play, Play) and isinstance(play.source, Hand) for play in plays)
    if from_hand:
        yield Reason(Why.MORE_CARDS, count=HAND_SIZE + 1 + from_hand - len(view.hand))
    yield from map(Reason, _discard_whys(line.search.position(line.leaf), discard) or [Why.LEAST_COST])


def _completes(view: View, plays: tuple[Action, ...]) -> bool:
    heights = [pile.height for pile in view.building]
    for play in plays:
        if isinstance(play, Play):
            heights[play.pile] += 1
    return max(heights) >= TOP_VALUE


def _discard_whys(after: Position, discard: Discard) -> list[Why]:
    """What speaks for this card, and what for its pile, the stronger reason first."""
    whys = [why for why in (_spot(after, discard), _spare(after, discard)) if why is not None]
    return sorted(whys, key=lambda why: why in (Why.EMPTY_PILE, Why.LEAST_HARM))


def _spare(after: Position, discard: Discard) -> Why | None:
    if discard.card in after.hand:
        return Why.SPARE
    steps = steps_to_fit(after.needs)
    is_last = after.hand and all(steps[card] < steps[discard.card] for card in after.hand)
    return Why.LATEST if is_last else None


def _spot(after: Position, discard: Discard) -> Why | None:
    """What the discard does to its pile."""
    below = after.piles[discard.pile][:-1]
    if not below:
        return Why.EMPTY_PILE
    gap = below[-1] - discard.card
    if 0 not in (below[-1], discard.card) and gap in (0, 1):
        return Why.RUN if gap else Why.SAME
    steps = steps_to_fit(after.needs)
    others = [pile for place, pile in enumerate(after.piles) if place != discard.pile]
    is_last = all(pile and steps[pile[-1]] <= steps[below[-1]] for pile in others)
    return Why.LEAST_HARM if is_last else None


def _about_rival(view: View, line: Line, counted: dict[str, float]) -> Iterator[Reason]:
    """What the line does to the next opponent's stock card."""
    rival = next(iter(situation_of(view).rivals), None)
    if rival is None or view.seats[rival.seat].stock_top is None:
        return
    before = dict(zip(NAMES, line.search.features_before(), strict=True))
    if before["rival_chance"] - counted["rival_chance"] > _HARDER:
        yield Reason(Why.HARDER, view.seats[rival.seat].stock_top, rival.seat)
    elif line.leaf.kind is Kind.DISCARD and counted["rival_ready"]:
        yield Reason(Why.FITS_NEXT, view.seats[rival.seat].stock_top, rival.seat)
