"""What a typed line can mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.actions import Action
from protocol.messages import Message, Say
from protocol.text import chat_line
from skipbo_lan.preferences import Theme


class About(StrEnum):
    """What a question is about; answered from the client's own state, without asking the host."""

    MOVES = "moves"
    HINT = "hint"
    LOOK = "look"
    TABLE = "table"
    TURN = "turn"
    HAND = "hand"
    STOCK = "stock"
    PILES = "piles"
    WHO = "who"
    LAST = "last"
    LOG = "log"
    SCORE = "score"
    RULES = "rules"
    OPTIONS = "option"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class DoAction:
    """A game action that the rules allow on the view it was read with."""

    action: Action
    ask: str | None = None
    """A yes-or-no question to be answered before it is done."""


@dataclass(frozen=True, slots=True)
class AskHost:
    """Any other request to the host."""

    message: Message
    ask: str | None = None
    """A yes-or-no question to be answered before it is sent."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A line of chat."""

    text: str
    team: bool = False

    @property
    def message(self) -> Say:
        """As it is sent: what was typed or pasted may hold marks without end, or half a character."""
        return Say(text=chat_line(self.text), team=self.team)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the table."""

    about: About
    number: int = 0
    """How many log entries are wanted; 0 when none was named."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The player wants the screen in other colours."""

    theme: Theme


@dataclass(frozen=True, slots=True)
class SaveLog:
    """Save the log of the match now."""


SaveTheLog: TypeAlias = Callable[[], str]
"""Saves the log of the match; what to say of it."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The player wants to go."""

    ask: str | None = None
    """A yes-or-no question to be answered before; None when nothing is lost by going."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """It cannot be done; the message says why, or what would have been understood."""

    message: str


Command: TypeAlias = DoAction | AskHost | Talk | Question | Colours | SaveLog | Leave | Unclear
