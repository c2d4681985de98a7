"""What one client heard of deals while they were made, and saw of the rounds, until they have been shown and judged."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.ruleset import Seat
from skipbo_lan.fairness.attempts import Call, Numbers


class Objection(StrEnum):
    """What a client did not go along with."""

    SECOND_LIST = "second_list"
    """Another list for the same attempt, or one for no attempt."""
    OTHER_CALL = "other_call"
    """Another announcement of the same attempt."""
    NOT_NEXT = "not_next"
    """A round or attempt that does not follow the one before."""
    OLD_VIEW = "old_view"
    """Other cards of a round that had been shown and judged."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An attempt as this client heard of it."""

    call: Call
    nonce: bytes | None = field(default=None, repr=False)
    """The number that this client gives."""
    host: bytes | None = None
    """The host's commitment; None: the list has not come."""
    commitments: Numbers = ()
    revealed: bool = False
    """Whether this client has shown its number on this connection."""
    late: bool = False
    """Whether the host went on sooner after this client's answer than it waits for one: the answer came too late."""
    visit: int = 0
    """During which visit at the table it was announced."""


@dataclass(frozen=True, slots=True)
class RoundHeard:
    """The deal of a round as this client heard of it."""

    number: int
    """Counts from 0."""
    attempts: tuple[Heard, ...] = ()
    objection: Objection | None = None
    terms: bytes = b""
    """A digest of the rules and the number of players at the first announcement."""
    after: int = 0
    """The seq of the newest view at the first announcement."""
    there: bool = False
    """Whether this client was at the table from before the deal until the cards were dealt."""
    later: bool = False
    """Whether this client came to its seat after the deal had begun."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that has not been judged yet, and how far the judgement has come."""

    rounds: tuple[RoundHeard, ...] = ()
    """The newest comes last."""
    views: tuple[tuple[int, bytes], ...] = ()
    """The digest of each view that was received, by its seq."""
    judged_round: int = -1
    """The last round that was judged, from 0."""
    judged_to: int = 0
    """The seq of the last view that was judged."""
    dealer: Seat | None = None
    """Who dealt the round that was judged last, if it was shown as a whole."""
    last: tuple[int, bytes] | None = None
    """The newest view that was judged."""

    def round(self, number: int) -> RoundHeard | None:
        """What was heard of the round with this number."""
        return next((one for one in self.rounds if one.number == number), None)

    def with_round(self, heard: RoundHeard) -> Memory:
        """The same with another state of this round."""
        others = (one for one in self.rounds if one.number != heard.number)
        return replace(self, rounds=tuple(sorted((*others, heard), key=lambda one: one.number)))

    def without_views(self) -> Memory:
        """The same but for the views, which are kept apart."""
        return replace(self, views=())

    def judged(self, number: int, seq: int, dealer: Seat | None) -> Memory:
        """What is left when everything up to this round and seq has been judged."""
        return Memory(
            rounds=tuple(one for one in self.rounds if one.number > number),
            views=tuple(view for view in self.views if view[0] > seq),
            judged_round=number,
            judged_to=max(seq, self.judged_to),
            dealer=dealer,
            last=next((view for view in reversed(self.views) if view[0] <= seq), self.last),
        )
