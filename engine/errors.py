"""Why an action is not taken: the refusal codes of R80, and the exception that carries one."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """A stable code for each reason, in the order in which the reasons are looked for.

    The codes travel on the wire; the words for them belong to whoever talks to a person.
    """

    GAME_OVER = "GAME_OVER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    BAD_SOURCE = "BAD_SOURCE"
    NO_TAKEBACK = "NO_TAKEBACK"
    ONLY_HAND_DISCARDS = "ONLY_HAND_DISCARDS"
    NOT_YOUR_PILE = "NOT_YOUR_PILE"
    PARTNER_HAND = "PARTNER_HAND"
    SOURCE_EMPTY = "SOURCE_EMPTY"
    NOT_TOP_CARD = "NOT_TOP_CARD"
    NO_SUCH_CARD = "NO_SUCH_CARD"
    BAD_TARGET = "BAD_TARGET"
    WRONG_VALUE = "WRONG_VALUE"
    WILD_ON_WILD = "WILD_ON_WILD"
    WILD_DISCARD = "WILD_DISCARD"
    MUST_DISCARD = "MUST_DISCARD"
    NO_MANUAL_DRAW = "NO_MANUAL_DRAW"
    NO_WIN_OUT_OF_TURN = "NO_WIN_OUT_OF_TURN"
    NOTHING_TO_CHALLENGE = "NOTHING_TO_CHALLENGE"
    BAD_CONFIG = "BAD_CONFIG"


class IllegalAction(Exception):
    """The rules do not allow this; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class NotationError(ValueError):
    """This text is not an action in the notation; the message says what was expected."""
