"""What one player's program says of a deal, after the proof or without one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.ruleset import Seat
from skipbo_lan.fairness.proof import Flaw


class Judgement(StrEnum):
    """In one word."""

    VERIFIED = "verified"
    """Nobody can have stacked these cards: this client's own number is in them, and everything else is right."""
    DEALT_HERE = "dealt_here"
    """This machine dealt; the rest is right."""
    NOTHING = "nothing"
    """No number but the host's is in it; the rest is right."""
    NOT_CHECKED = "not_checked"
    """This client's number is not in it, for a reason of its own; the rest is right."""
    NOT_VERIFIED = "not_verified"
    """Something is not as it should be."""


class Gap(StrEnum):
    """Why a deal was not checked."""

    WATCHING = "watching"
    AWAY = "away"
    """The client was away at the deal."""
    LATER = "later"
    """The client came to its seat after the deal."""
    UNANSWERED = "unanswered"
    """The connection was lost during the deal, before the number was shown."""
    TOO_LONG = "too_long"
    """The round had more actions than are shown."""
    AWAY_AT_END = "away_at_end"
    """The client was away when the round was shown."""


class Breach(StrEnum):
    """What the host did that it must not, as far as this client can tell."""

    LEFT_OUT = "left_out"
    """It left out this client's number."""
    DENIED = "denied"
    """It says that this client did not answer, and it did."""
    SECOND_LIST = "second_list"
    """It sent another list for the same attempt."""
    OTHER_CALL = "other_call"
    """It announced the same attempt in another way."""
    NOT_NEXT = "not_next"
    """It skipped or repeated a round or attempt."""
    OLD_VIEW = "old_view"
    """It sent other cards of a round that had been shown and judged."""
    NO_PROOF = "no_proof"
    """It has not shown how the round was dealt."""


Reason: TypeAlias = Gap | Breach | Flaw


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be told of the deal of a round."""

    round_number: int
    """Counts from 0."""
    judgement: Judgement
    reason: Reason | None = None
    """Of a deal that was not checked, or not verified."""
    attempt: int = 0
    """Which attempt that is about, from 1; 0: none."""
    seat: Seat | None = None
    step: int = 0
    """Which action that is about, from 1; 0: the deal."""
