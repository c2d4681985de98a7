"""Ways to play a round in tests; each sees a view only and picks one of the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from engine.actions import Action, Discard, Draw, Pass, Play, Stock
from engine.cards import Card
from engine.legal import card_of, legal_actions
from engine.observe import observe
from engine.rules import apply
from engine.table import Table
from engine.view import View

Style: TypeAlias = Callable[[View, Random], Action]
_Kind = TypeVar("_Kind")


def randomly(view: View, random: Random) -> Action:
    """Any legal play while there is one, then any discard."""
    actions = legal_actions(view)
    return random.choice(_of(actions, Play) or _endings(actions))


def sensibly(view: View, random: Random) -> Action:
    """The stock first; numbers from the hand when they fit; a wild for nothing but the stock; a pile per number."""
    actions = legal_actions(view)
    plays = _of(actions, Play)
    stock_plays = [play for play in plays if isinstance(play.source, Stock)]
    without_wilds = [play for play in plays if card_of(view, play.source) is not Card.WILD]
    return random.choice(stock_plays or without_wilds or _tidy_discards(view, actions) or plays or _endings(actions))


def hoarding(view: View, random: Random) -> Action:
    """Nothing but stock cards is ever played."""
    actions = legal_actions(view)
    stock_plays = [play for play in _of(actions, Play) if isinstance(play.source, Stock)]
    return random.choice(stock_plays or _endings(actions))


def idly(view: View, random: Random) -> Action:
    """Nothing is ever played."""
    return random.choice(_endings(legal_actions(view)))


def aimlessly(view: View, random: Random) -> Action:
    """Any legal action: discards that end the turn early, objections and draws among them."""
    return random.choice(legal_actions(view))


def play_out(table: Table, style: Style, random: Random, limit: int) -> tuple[Table, int]:
    """Play until the round is over or so many actions were taken; the table and the number of turns that ended."""
    turns = 0
    for _ in range(limit):
        if table.outcome is not None:
            break
        action = style(observe(table, table.turn), random)
        table, _ = apply(table, table.turn, action)
        turns += isinstance(action, Discard | Pass)
    return table, turns


def _endings(actions: Sequence[Action]) -> list[Action]:
    """What ends the turn, or the draw that has to come before it."""
    return [action for action in actions if isinstance(action, Discard | Pass | Draw)]


def _tidy_discards(view: View, actions: Sequence[Action]) -> list[Discard]:
    """Discards of a number on an empty pile or on its like."""
    assert view.observer is not None
    piles = view.seats[view.observer].discards
    numbers = [discard for discard in _of(actions, Discard) if discard.card is not Card.WILD]
    return [discard for discard in numbers if piles[discard.pile][-1:] in ((), (discard.card,))] or numbers


def _of(actions: Sequence[Action], kind: type[_Kind]) -> list[_Kind]:
    return [action for action in actions if isinstance(action, kind)]
