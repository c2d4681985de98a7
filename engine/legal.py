"""Which actions the rules allow, judged from the actor's own view alone (R13 to R20, R29 to R35, R80 to R82).

Server, screen, hints and bots share this one judgement, and none of them can depend on a hidden card.
The reasons are looked for in the order of R80: game over, turn, source, target, value, then the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

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
from engine.cards import HAND_SIZE, PILES, Card, in_order
from engine.errors import Refusal
from engine.ruleset import OutOfTurn, partners
from engine.view import BuildingPile, View


def legal_actions(view: View) -> tuple[Action, ...]:
    """Everything the observer may do now: plays, discards, then the rarer actions; equal cards count once.

    Empty for whoever is not to act, except where playing out of turn is allowed (R81). Drawing too many cards (R82)
    is an irregularity that the referee accepts, so only the draw that is due is listed.
    """
    return tuple(action for action in _candidates(view) if check(view, action) is None)


def check(view: View, action: Action) -> Refusal | None:
    """Why the observer may not do this now; None when they may. A view without an observer is the referee's."""
    return turn_refusal(view, action) or _refusal_in_turn(view, action)


def turn_refusal(view: View, action: Action) -> Refusal | None:
    """Whether it is too late, or not this observer's turn, for such an action."""
    if view.outcome is not None:
        return Refusal.GAME_OVER
    match action:
        case Penalise():
            timely = view.observer is None
        case Object():
            timely = view.observer is not None
        case Play(out_of_turn=True):
            timely = is_acting(view) or _may_intrude(view)
        case _:
            timely = is_acting(view)
    return None if timely else Refusal.NOT_YOUR_TURN


def source_refusal(view: View, source: Source) -> Refusal | None:
    """Why no card can be taken from there (R13, R14, R62)."""
    match source:
        case Hand(card):
            return None if card in view.hand else Refusal.NO_SUCH_CARD
        case Stock(owner):
            if not 0 <= owner < len(view.seats):
                return Refusal.BAD_SOURCE
            return _pile_refusal(view, owner, view.seats[owner].stock_count)
        case DiscardTop(owner, pile):
            if not (0 <= owner < len(view.seats) and 0 <= pile < PILES):
                return Refusal.BAD_SOURCE
            return _pile_refusal(view, owner, len(view.seats[owner].discards[pile]))
        case _:
            assert_never(source)


def card_of(view: View, source: Source) -> Card:
    """The card that lies at a source for which `source_refusal` finds no fault."""
    match source:
        case Hand(card):
            return card
        case Stock(owner):
            top = view.seats[owner].stock_top
            assert top is not None
            return top
        case DiscardTop(owner, pile):
            return view.seats[owner].discards[pile][-1]
        case _:
            assert_never(source)


def sources(view: View) -> tuple[Source, ...]:
    """Where the observer could take a card from: stock, hand, discard piles, then those of the partners (R14, R62)."""
    if view.observer is None:
        return ()
    found: list[Source] = [Stock(view.observer), *(Hand(card) for card in in_order(set(view.hand)))]
    found += [DiscardTop(view.observer, pile) for pile in range(PILES)]
    for partner in partners(view.sides, view.observer):
        found += [Stock(partner), *(DiscardTop(partner, pile) for pile in range(PILES))]
    return tuple(source for source in found if source_refusal(view, source) is None)


def can_play(view: View) -> bool:
    """Whether any card open to the observer fits anywhere, whoever's turn it is (R43)."""
    return any(
        _value_refusal(view, card_of(view, source), pile, None) is None
        for source in sources(view)
        for pile in view.building
    )


def is_acting(view: View) -> bool:
    """Whether the observer is on turn, or is playing out of turn at the moment."""
    return view.observer is not None and view.observer in (view.turn, view.intruder)


def _candidates(view: View) -> Iterator[Action]:
    out_of_turn = not is_acting(view)
    for source in sources(view):
        yield from (Play(source, pile, out_of_turn=out_of_turn) for pile in range(PILES))
    yield from (Discard(card, pile) for card in in_order(set(view.hand)) for pile in range(PILES))
    yield Pass()
    yield Object()
    if _draws_first(view):
        yield Draw(HAND_SIZE - len(view.hand))


def _refusal_in_turn(view: View, action: Action) -> Refusal | None:
    match action:
        case Play():
            return _play_refusal(view, action)
        case Discard():
            return _discard_refusal(view, action)
        case Pass():
            return _pass_refusal(view)
        case Draw():
            return _draw_refusal(view, action)
        case Object():
            return _nothing_to_challenge(view)
        case Penalise():
            return None if 0 <= action.offender < len(view.seats) else Refusal.BAD_TARGET
        case _:
            assert_never(action)


def _draws_first(view: View) -> bool:
    """Whether the observer has a draw to make by hand, which the referee makes if it is forgotten (R82)."""
    return view.draw_due and view.observer == view.turn


def _may_intrude(view: View) -> bool:
    return view.observer is not None and view.ruleset.out_of_turn is OutOfTurn.TABLE and view.intruder is None


def _nothing_to_challenge(view: View) -> Refusal | None:
    return Refusal.NOTHING_TO_CHALLENGE if view.intruder in (None, view.observer) else None


def _pile_refusal(view: View, owner: int, count: int) -> Refusal | None:
    assert view.observer is not None
    if owner != view.observer and owner not in partners(view.sides, view.observer):
        return Refusal.NOT_YOUR_PILE
    return None if count else Refusal.SOURCE_EMPTY


def _play_refusal(view: View, play: Play) -> Refusal | None:
    refusal = source_refusal(view, play.source)
    if refusal is not None:
        return refusal
    if not 0 <= play.pile < PILES:
        return Refusal.BAD_TARGET
    card = card_of(view, play.source)
    return _value_refusal(view, card, view.building[play.pile], play.value) or _win_refusal(view, play)


def _value_refusal(view: View, card: Card, pile: BuildingPile, named: int | None) -> Refusal | None:
    if card not in (Card.WILD, pile.need) or named not in (None, pile.need):
        return Refusal.WRONG_VALUE
    wild_on_wild = card is Card.WILD and pile.wild_on_top
    return Refusal.WILD_ON_WILD if wild_on_wild and not view.ruleset.wild_on_wild else None


def _win_refusal(view: View, play: Play) -> Refusal | None:
    """The last card of a stock cannot be played out of turn (R81)."""
    if view.observer == view.turn or not isinstance(play.source, Stock):
        return None
    return Refusal.NO_WIN_OUT_OF_TURN if view.seats[play.source.owner].stock_count == 1 else None


def _discard_refusal(view: View, discard: Discard) -> Refusal | None:
    if discard.card not in view.hand:
        return Refusal.NO_SUCH_CARD
    if not 0 <= discard.pile < PILES:
        return Refusal.BAD_TARGET
    kept_back = discard.card is Card.WILD and not view.ruleset.wild_discard
    others = set(view.hand) != {Card.WILD} or (_draws_first(view) and view.can_draw)
    return Refusal.WILD_DISCARD if kept_back and others else None


def _pass_refusal(view: View) -> Refusal | None:
    """Passing needs an empty hand that cannot be filled: the supply is dry, or the seat may not draw (R35)."""
    assert view.observer is not None
    may_draw = view.can_draw and not view.seats[view.observer].no_draw
    return Refusal.MUST_DISCARD if view.hand or may_draw else None


def _draw_refusal(view: View, draw: Draw) -> Refusal | None:
    assert view.observer is not None
    if not view.ruleset.manual_draw or view.seats[view.observer].no_draw:
        return Refusal.NO_MANUAL_DRAW
    if not view.can_draw:
        return Refusal.SOURCE_EMPTY
    return None if draw.count > 0 else Refusal.BAD_TARGET
