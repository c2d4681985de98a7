"""The six steps of the lesson: which one it is, what is right in it, and how far the player has come. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from engine.actions import Action, Discard, Hand, Play, Stock
from engine.cards import Card
from engine.legal import check
from skipbo_lan.client.state import ClientState
from skipbo_lan.lesson.cards import LEARNER


class Step(IntEnum):
    """What is learnt, in this order."""

    STOCK = 1
    """The stock is what must go."""
    HAND = 2
    """Where a card fits, and a pile that is completed."""
    WILD = 3
    DISCARD = 4
    """It ends the turn."""
    WATCH = 5
    """The bot plays."""
    HELP = 6
    """Hints and the list of keys."""


MOVES: Final[Mapping[Step, Action]] = MappingProxyType(
    {
        Step.STOCK: Play(Stock(LEARNER), 0),
        Step.HAND: Play(Hand(Card.TWELVE), 1),
        Step.WILD: Play(Hand(Card.WILD), 2),
        Step.DISCARD: Discard(Card.TEN, 1),
    }
)
"""The one right move of each step that has one."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What the table does not show of how far a player has come."""

    hinted: bool = False
    """A hint was asked for."""
    helped: bool = False
    """The help was opened."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to learn."""
        return self.hinted and self.helped


def step_of(client: ClientState) -> Step | None:
    """The step that a player is at, which the cards tell: the first whose move can still be made.

    None while the table is not seen yet, and when it is closed.
    """
    view = client.view
    if view is None or not client.playing:
        return None
    if view.turn != LEARNER:
        return Step.WATCH
    return next((step for step, move in MOVES.items() if check(view, move) is None), Step.HELP)


def is_part_of(step: Step, hand_card: Card) -> bool:
    """Whether the move of this step is made with this card of the hand."""
    match MOVES.get(step):
        case Play(Hand(card)) | Discard(card):
            return card is hand_card
        case _:
            return False
