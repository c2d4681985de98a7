"""Words for cards and piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from engine.cards import Card

CardWriter: TypeAlias = Callable[[Card], str]
"""How a card is written: `card` where room is short, `card_word` where it is read aloud."""

_LETTERS = "ABCD"


def card(value: Card) -> str:
    """A card as on the table: its number, or SB."""
    return "SB" if value is Card.WILD else str(int(value))


def card_word(value: Card) -> str:
    """A card as a word: its number, or skip-bo."""
    return "skip-bo" if value is Card.WILD else str(int(value))


def card_list(cards: Iterable[Card], write: CardWriter = card) -> str:
    """Several cards: `2, SB, 7`."""
    return ", ".join(write(value) for value in cards)


def pile_letter(pile: int) -> str:
    """The name of a building pile: A to D; a number when there is no such pile."""
    return _LETTERS[pile] if 0 <= pile < len(_LETTERS) else str(pile + 1)


def count_of(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
