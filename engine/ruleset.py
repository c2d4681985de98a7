"""The options of a game, the named presets, and the sides that a choice of teams makes.

Rules R1, R3, R4, R6, R18, R25, R34, R44, R50 to R52, R60, R61, R72, R81 and R82 say what each option does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.cards import DECK, HAND_SIZE
from engine.errors import IllegalAction, Refusal

Seat: TypeAlias = int
"""A place at the table: 0 to n-1, clockwise; the left neighbour of seat s is s+1 modulo n."""

Side: TypeAlias = int
"""Who scores together: the index of a team, or the seat itself when nobody plays in teams."""

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats of each side; every seat stands in exactly one."""

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6
STOCK_OF_FEW: Final = 30
STOCK_OF_MANY: Final = 20
SHORT_STOCK: Final = 10


class FirstDealer(StrEnum):
    """How the first dealer of a match is found (R3)."""

    DRAW = "draw"
    RANDOM = "random"
    HOST_CHOICE = "host_choice"


class Teams(StrEnum):
    """The ways to play together that every preset offers (R60, R61)."""

    NONE = "none"
    PAIRS = "pairs"
    TRIOS = "trios"


class Coaching(StrEnum):
    """What happens to advice given to the player on turn (R72)."""

    MUTE = "mute"
    ACCUSE = "accuse"
    OFF = "off"


class OutOfTurn(StrEnum):
    """Whether a play out of turn is refused, or stands until somebody objects (R80, R81)."""

    REFUSE = "refuse"
    TABLE = "table"


class DryRule(StrEnum):
    """What happens when a card is needed and the supply is empty (R25)."""

    PLAY_ON = "play_on"
    TUCK = "tuck"


class OnBlock(StrEnum):
    """What a blocked round does (R44)."""

    RESCUE = "rescue"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules in force. Every option has the value of the `classic` preset by default."""

    first_dealer: FirstDealer = FirstDealer.DRAW
    stock_size: int | None = None
    """Cards in each stock; None for 30 each with two to four players, 20 with five or six (R4)."""
    scoring: bool = True
    points_per_card: int = 5
    target: int = 500
    rounds: int | None = None
    """After how many rounds a match ends at the latest; None: at the target, or after one without scoring (R52)."""
    teams: Teams | Sides = Teams.NONE
    coaching: Coaching = Coaching.MUTE
    coaching_cards: int = 2
    out_of_turn: OutOfTurn = OutOfTurn.REFUSE
    manual_draw: bool = False
    dry_rule: DryRule = DryRule.PLAY_ON
    on_block: OnBlock = OnBlock.RESCUE
    wild_on_wild: bool = True
    wild_discard: bool = True


_CLASSIC: Final = Ruleset()

PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {
        "classic": _CLASSIC,
        "german": replace(_CLASSIC, scoring=False),
        "french": replace(_CLASSIC, points_per_card=1, coaching_cards=0),
        "modern": replace(
            _CLASSIC,
            first_dealer=FirstDealer.HOST_CHOICE,
            scoring=False,
            dry_rule=DryRule.TUCK,
            on_block=OnBlock.VOID,
        ),
    }
)
"""The named presets: a preset is only a set of option values."""


def check(ruleset: Ruleset, seats: int) -> None:
    """Raise IllegalAction(BAD_CONFIG) unless these rules can be played by so many players."""
    if not fits(ruleset, seats):
        raise IllegalAction(Refusal.BAD_CONFIG)


def fits(ruleset: Ruleset, seats: int) -> bool:
    """Whether these rules can be played by so many players (R1, R6, R60)."""
    return (
        MIN_SEATS <= seats <= MAX_SEATS
        and 1 <= stock_size(ruleset, seats) <= largest_stock(seats)
        and ruleset.points_per_card >= 0
        and ruleset.target > 0
        and ruleset.coaching_cards >= 0
        and (ruleset.rounds is None or ruleset.rounds > 0)
        and (ruleset.teams is Teams.NONE or _are_teams(sides_of(ruleset, seats), seats))
    )


def stock_size(ruleset: Ruleset, seats: int) -> int:
    """How many cards each stock begins with (R4, R6)."""
    if ruleset.stock_size is not None:
        return ruleset.stock_size
    return STOCK_OF_FEW if seats <= 4 else STOCK_OF_MANY


def largest_stock(seats: int) -> int:
    """The largest stock that leaves everyone a first hand (R6)."""
    return len(DECK) // seats - HAND_SIZE


def sides_of(ruleset: Ruleset, seats: int) -> Sides:
    """The sides of a legal game: its teams, or every seat alone; partners sit as far apart as they can (R60)."""
    if not isinstance(ruleset.teams, Teams):
        return ruleset.teams
    size = {Teams.NONE: 1, Teams.PAIRS: 2, Teams.TRIOS: 3}[ruleset.teams]
    count = seats // size
    return tuple(tuple(range(first, seats, count)) for first in range(count))


def side_of(sides: Sides, seat: Seat) -> Side:
    """The side a seat plays for."""
    return next(side for side, members in enumerate(sides) if seat in members)


def partners(sides: Sides, seat: Seat) -> tuple[Seat, ...]:
    """The other seats of a seat's side."""
    return tuple(member for member in sides[side_of(sides, seat)] if member != seat)


def _are_teams(teams: Sides, seats: int) -> bool:
    sizes = {len(team) for team in teams}
    named = sorted(seat for team in teams for seat in team)
    return len(teams) >= 2 and len(sizes) == 1 and min(sizes) >= 2 and named == list(range(seats))
