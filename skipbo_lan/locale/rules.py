"""The rules in force, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.options import OPTIONS, option_text
from engine.ruleset import (
    MIN_SEATS,
    PRESETS,
    STOCK_OF_FEW,
    STOCK_OF_MANY,
    Coaching,
    DryRule,
    FirstDealer,
    OnBlock,
    OutOfTurn,
    Ruleset,
    Teams,
    stock_size,
)
from skipbo_lan.locale.cards import count_of
from skipbo_lan.locale.endings import goal_line

THE_GAME: Final = (
    "Everyone has a stock pile; whoever plays its last card wins the round.",
    "At the start of your turn your hand is filled to five cards.",
    "Then play on the four building piles, which count from 1 to 12:",
    "from your hand, the top of your stock, the tops of your four discard piles.",
    "A Skip-Bo card (SB) stands for any number.",
    "A pile that reaches 12 is set aside; an empty hand is filled again at once.",
    "Your turn ends when you lay one hand card on one of your discard piles.",
)
"""The game in a few lines, for who has never played."""

_FIRST_DEALER: Final[Mapping[FirstDealer, str]] = {
    FirstDealer.DRAW: "First dealer: everyone draws a card, the highest deals.",
    FirstDealer.RANDOM: "First dealer: chance decides.",
    FirstDealer.HOST_CHOICE: "First dealer: the host chooses.",
}
_COACHING: Final[Mapping[Coaching, str]] = {
    Coaching.MUTE: "Advice: what partners write is held back until the turn is over.",
    Coaching.ACCUSE: "Advice: forbidden; an opponent may accuse, the host confirms",
    Coaching.OFF: "Advice: partners may talk freely.",
}
_DRY: Final[Mapping[DryRule, str]] = {
    DryRule.PLAY_ON: "No cards left to draw: play goes on with the cards in hand.",
    DryRule.TUCK: "No cards left to draw: the cards under the tops of the building piles are drawn.",
}
_BLOCK: Final[Mapping[OnBlock, str]] = {
    OnBlock.RESCUE: "Nobody can play any more: the cards under the building piles' tops are drawn.",
    OnBlock.VOID: "Nobody can play any more: the round ends without a winner.",
}


def rules_in_words(ruleset: Ruleset, seats: int | None = None) -> list[str]:
    """What is agreed at this table, one line each. With the number of players, also what follows from it."""
    return [
        _stock(ruleset, seats),
        _points(ruleset),
        f"Match: {goal_line(ruleset)}",
        _teams(ruleset),
        _FIRST_DEALER[ruleset.first_dealer],
        *_advice(ruleset),
        *_penalties(ruleset),
        _DRY[ruleset.dry_rule],
        _BLOCK[ruleset.on_block],
        _wilds(ruleset),
    ]


def short_rules(ruleset: Ruleset, seats: int | None = None) -> str:
    """The rules in one line, for the lobby: `30 stock cards each, first to 500, pairs`."""
    size = _stock_words(ruleset, seats)
    goal = goal_line(ruleset).rstrip(".")
    teams = {Teams.NONE: "", Teams.PAIRS: ", pairs", Teams.TRIOS: ", trios"}
    kind = ruleset.teams
    return f"{size}, {goal[0].lower()}{goal[1:]}{teams[kind] if isinstance(kind, Teams) else ', teams'}"


def _stock_words(ruleset: Ruleset, seats: int | None) -> str:
    if ruleset.stock_size is not None or seats is not None:
        return f"{count_of(stock_size(ruleset, seats or MIN_SEATS), 'stock card')} each"
    return f"{STOCK_OF_FEW} stock cards each ({STOCK_OF_MANY} with five or six players)"


def _stock(ruleset: Ruleset, seats: int | None) -> str:
    return f"Stock: {_stock_words(ruleset, seats)}."


def _points(ruleset: Ruleset) -> str:
    if not ruleset.scoring:
        return "Points: none; whoever empties the stock wins."
    each = count_of(ruleset.points_per_card, "point")
    return f"Points: the winner of a round gets 25, and {each} for each card left in the opponents' stocks."


def _teams(ruleset: Ruleset) -> str:
    match ruleset.teams:
        case Teams.NONE:
            return "Teams: none, everyone plays alone."
        case Teams.PAIRS:
            return "Teams: pairs; partners sit opposite and may play each other's stock and discard piles."
        case Teams.TRIOS:
            return "Teams: two teams of three; partners may play each other's stock and discard piles."
        case sides:
            listed = " against ".join("+".join(str(seat + 1) for seat in side) for side in sides)
            return f"Teams: seats {listed}; partners may play each other's stock and discard piles."


def _advice(ruleset: Ruleset) -> list[str]:
    if ruleset.teams is Teams.NONE:
        return []
    line = _COACHING[ruleset.coaching]
    if ruleset.coaching is not Coaching.ACCUSE:
        return [line]
    cost = count_of(ruleset.coaching_cards, "card") if ruleset.coaching_cards else "nothing"
    return [f"{line} ({cost} under the stock)."]


def _penalties(ruleset: Ruleset) -> list[str]:
    lines = []
    if ruleset.out_of_turn is OutOfTurn.TABLE:
        lines.append("Out of turn: possible (play! ...); if somebody objects, the offender draws nothing next turn.")
    if ruleset.manual_draw:
        lines.append("Drawing: by hand (draw N); cards above five go under your own stock.")
    return lines


def _wilds(ruleset: Ruleset) -> str:
    on_wild = "may" if ruleset.wild_on_wild else "may not"
    discard = "may be discarded" if ruleset.wild_discard else "may be discarded only when nothing else is in hand"
    return f"Skip-Bo cards: one {on_wild} lie on another; they {discard}."


def options_lines(ruleset: Ruleset) -> list[str]:
    """Every option with its value here and the values it takes."""
    return [f"{key} = {option_text(ruleset, key)}  ({option.allowed})" for key, option in OPTIONS.items()]


def whole_sets() -> list[str]:
    """What is typed in the lobby like an option, and stands for several."""
    return ["preset = " + " or ".join(PRESETS), "short = stock of 10"]
