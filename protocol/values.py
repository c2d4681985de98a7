"""The parts of messages: bounded numbers and texts, and the game's values in their form on the wire.

`mapping.py` turns the structs into the engine's values and back; nothing else should read them.
The first line of each docstring stands in docs/PROTOCOL.md.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from engine.cards import HAND_SIZE, PILES, TOP_VALUE
from engine.outcome import Termination
from engine.ruleset import MIN_SEATS, Coaching, DryRule, FirstDealer, OnBlock, OutOfTurn, Teams
from protocol import limits

CardCode: TypeAlias = Annotated[int, Meta(ge=0, le=TOP_VALUE)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=limits.MAX_SEATS)]
PileNumber: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_PILE_NUMBER)]
TablePile: TypeAlias = Annotated[int, Meta(ge=0, lt=PILES)]
CardCount: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_CARDS)]
CardValue: TypeAlias = Annotated[int, Meta(ge=1, le=TOP_VALUE)]
Cards: TypeAlias = Annotated[list[CardCode], Meta(max_length=limits.MAX_CARDS)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_SCORE)]
Counter: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_COUNTER)]
ActId: TypeAlias = Annotated[int, Meta(ge=1, le=limits.MAX_COUNTER)]
U32: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_U32)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_MILLISECONDS)]
PaceMilliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_PACE_MS)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MAX_VERSION)]
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=limits.NONCE_BYTES, max_length=limits.NONCE_BYTES)]
Token: TypeAlias = Annotated[bytes, Meta(min_length=limits.TOKEN_BYTES, max_length=limits.TOKEN_BYTES)]
TableId: TypeAlias = Annotated[bytes, Meta(min_length=limits.TABLE_ID_BYTES, max_length=limits.TABLE_ID_BYTES)]
Proof: TypeAlias = Annotated[bytes, Meta(min_length=limits.PROOF_BYTES, max_length=limits.PROOF_BYTES)]
Name: TypeAlias = Annotated[str, Meta(max_length=limits.MAX_NAME_CHARS)]
ChatText: TypeAlias = Annotated[str, Meta(max_length=limits.MAX_CHAT_CHARS)]
AppText: TypeAlias = Annotated[str, Meta(max_length=limits.MAX_APP_CHARS)]
AnswerCode: TypeAlias = Annotated[str, Meta(max_length=limits.MAX_CODE_CHARS)]
Level: TypeAlias = Annotated[str, Meta(max_length=limits.MAX_LEVEL_CHARS)]


class Wire(Struct, frozen=True):
    """A part of a message."""


class HandSource(Wire, frozen=True, tag="hand", tag_field="from"):
    """A card from the hand of whoever plays."""

    card: CardCode


class StockSource(Wire, frozen=True, tag="stock", tag_field="from"):
    """The top of a seat's stock: the player's own, or a partner's (R62)."""

    owner: SeatNumber


class DiscardSource(Wire, frozen=True, tag="discard", tag_field="from"):
    """The top of a discard pile: the player's own, or a partner's (R62)."""

    owner: SeatNumber
    pile: PileNumber


WireSource: TypeAlias = HandSource | StockSource | DiscardSource


class PlayAction(Wire, frozen=True, tag="play", tag_field="do"):
    """Lay a card on a building pile (R13 to R18)."""

    source: WireSource
    pile: PileNumber
    value: CardValue | None = None
    """The value that the card shall stand for, if the request names one (R68)."""
    out_of_turn: bool = False
    """Play although it is not this seat's turn (R81)."""


class DiscardAction(Wire, frozen=True, tag="discard", tag_field="do"):
    """End the turn: lay a hand card on one's own discard pile (R29)."""

    card: CardCode
    pile: PileNumber


class PassAction(Wire, frozen=True, tag="pass", tag_field="do"):
    """End the turn with an empty hand that cannot be refilled (R35)."""


class DrawAction(Wire, frozen=True, tag="draw", tag_field="do"):
    """Draw by hand (R82)."""

    count: Annotated[int, Meta(ge=1, le=limits.MAX_CARDS)]


class ObjectAction(Wire, frozen=True, tag="object", tag_field="do"):
    """Object to an out-of-turn play that is going on (R81)."""


class PenaliseAction(Wire, frozen=True, tag="penalise", tag_field="do"):
    """The referee's: this seat gave advice (R70). Nobody can ask for it."""

    offender: SeatNumber


SeatAction: TypeAlias = PlayAction | DiscardAction | PassAction | DrawAction | ObjectAction


class DealerCardEvent(Wire, frozen=True, tag="dealer_card", tag_field="what"):
    """A seat drew this card for the first deal (R3)."""

    seat: SeatNumber
    card: CardCode


class DealtEvent(Wire, frozen=True, tag="dealt", tag_field="what"):
    """The stocks have been dealt (R5)."""

    dealer: SeatNumber
    stock_size: CardCount


class TurnBeganEvent(Wire, frozen=True, tag="turn_began", tag_field="what"):
    """It is this seat's turn (R11)."""

    seat: SeatNumber


class DrewEvent(Wire, frozen=True, tag="drew", tag_field="what"):
    """A seat drew into its hand (R12, R26)."""

    seat: SeatNumber
    count: CardCount
    cards: Cards | None
    """The cards in drawing order for the seat itself; nil for everybody else."""


class DrewUnderEvent(Wire, frozen=True, tag="drew_under", tag_field="what"):
    """A seat drew too many; these went unseen under its stock (R82)."""

    seat: SeatNumber
    count: CardCount


class PlayedEvent(Wire, frozen=True, tag="played", tag_field="what"):
    """A card was laid on a building pile (R13 to R18)."""

    seat: SeatNumber
    source: WireSource
    card: CardCode
    pile: TablePile
    value: CardValue
    """What the card stands for there."""


class StockTurnedEvent(Wire, frozen=True, tag="stock_turned", tag_field="what"):
    """The next card of a stock was turned up (R13), or the stock is empty."""

    owner: SeatNumber
    card: CardCode | None
    """nil: the stock is empty."""
    left: CardCount


class PileCompletedEvent(Wire, frozen=True, tag="pile_completed", tag_field="what"):
    """A building pile reached twelve and was set aside (R21)."""

    pile: TablePile


class DiscardedEvent(Wire, frozen=True, tag="discarded", tag_field="what"):
    """A seat discarded and ended its turn (R29)."""

    seat: SeatNumber
    card: CardCode
    pile: TablePile


class PassedEvent(Wire, frozen=True, tag="passed", tag_field="what"):
    """A seat ended its turn without a discard (R35)."""

    seat: SeatNumber


class RecycledEvent(Wire, frozen=True, tag="recycled", tag_field="what"):
    """The cards set aside became the new draw pile (R24)."""

    count: CardCount


class TuckedEvent(Wire, frozen=True, tag="tucked", tag_field="what"):
    """The cards below the tops of the building piles became the draw pile (R25)."""

    count: CardCount


class RescuedEvent(Wire, frozen=True, tag="rescued", tag_field="what"):
    """The round was blocked; the cards below the tops became the draw pile (R44)."""

    count: CardCount


class IntrudedEvent(Wire, frozen=True, tag="intruded", tag_field="what"):
    """A seat began to play out of turn (R81)."""

    seat: SeatNumber


class ObjectedEvent(Wire, frozen=True, tag="objected", tag_field="what"):
    """A seat objected; the out-of-turn play ended (R81)."""

    seat: SeatNumber
    offender: SeatNumber


class PenalisedEvent(Wire, frozen=True, tag="penalised", tag_field="what"):
    """Penalty cards went unseen under a stock (R70)."""

    offender: SeatNumber
    count: CardCount


class WireOutcome(Wire, frozen=True):
    """How a round ended (R40, R44, R50)."""

    termination: Termination
    winner: SeatNumber | None
    """The winning side: a team's index in team play, otherwise a seat; nil when nobody won."""
    points: Score
    """What the winning side scores."""


class RoundOverEvent(Wire, frozen=True, tag="round_over", tag_field="what"):
    """The round has ended."""

    outcome: WireOutcome


WireEvent: TypeAlias = (
    DealerCardEvent
    | DealtEvent
    | TurnBeganEvent
    | DrewEvent
    | DrewUnderEvent
    | PlayedEvent
    | StockTurnedEvent
    | PileCompletedEvent
    | DiscardedEvent
    | PassedEvent
    | RecycledEvent
    | TuckedEvent
    | RescuedEvent
    | IntrudedEvent
    | ObjectedEvent
    | PenalisedEvent
    | RoundOverEvent
)

Team: TypeAlias = Annotated[list[SeatNumber], Meta(max_length=limits.MAX_SEATS)]


class WireRuleset(Wire, frozen=True):
    """The rules in force."""

    first_dealer: FirstDealer
    """R3."""
    stock_size: CardCount | None
    """R4, R6; nil: 30 for up to four seats, 20 for five or six."""
    scoring: bool
    """R50."""
    points_per_card: Score
    """R50."""
    target: Score
    """R52."""
    rounds: Score | None
    """R52: after how many rounds a match ends at the latest; nil: at the target, or after one round without scoring."""
    teams: Teams | Annotated[list[Team], Meta(max_length=limits.MAX_SEATS)]
    """R60, R61: by name, or the seats of each team."""
    coaching: Coaching
    """R72."""
    coaching_cards: CardCount
    """R70."""
    out_of_turn: OutOfTurn
    """R81."""
    manual_draw: bool
    """R82."""
    dry_rule: DryRule
    """R25."""
    on_block: OnBlock
    """R44."""
    wild_on_wild: bool
    """R18."""
    wild_discard: bool
    """R34."""


class WirePile(Wire, frozen=True):
    """A building pile."""

    cards: Annotated[list[CardCode], Meta(max_length=TOP_VALUE - 1)]
    """What really lies there, bottom to top."""
    height: Annotated[int, Meta(ge=0, lt=TOP_VALUE)]
    """The value that the top card stands for; the pile takes this plus one."""


class WireSeat(Wire, frozen=True):
    """The open part of a seat's cards."""

    stock_top: CardCode | None
    """nil: the stock is empty."""
    stock_count: CardCount
    hand_count: Annotated[int, Meta(ge=0, le=HAND_SIZE)]
    discards: Annotated[list[Cards], Meta(min_length=PILES, max_length=PILES)]
    """Each bottom to top."""
    no_draw: bool
    """The seat draws nothing in its next or present turn (R81)."""


class WireView(Wire, frozen=True):
    """Everything that the receiver may know of the round (R9, R10)."""

    observer: SeatNumber | None
    """Whose view this is; nil: a spectator's."""
    hand: Annotated[list[CardCode], Meta(max_length=HAND_SIZE)]
    """The observer's own, in the order drawn."""
    seats: Annotated[list[WireSeat], Meta(min_length=MIN_SEATS, max_length=limits.MAX_SEATS)]
    building: Annotated[list[WirePile], Meta(min_length=PILES, max_length=PILES)]
    draw_count: CardCount
    set_aside: Cards
    """The cards of completed piles, sorted from 1 to 12, wilds last."""
    dealer: SeatNumber
    turn: SeatNumber
    intruder: SeatNumber | None
    """Who is playing out of turn at the moment (R81)."""
    draw_due: bool
    """The seat to act has not made its start-of-turn draw yet (R82)."""
    ruleset: WireRuleset
    outcome: WireOutcome | None
    """nil while the round goes on."""
