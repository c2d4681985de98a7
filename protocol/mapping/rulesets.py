"""Rulesets. In the lobby one need not fit the seats, yet; in a game it has to."""

from __future__ import annotations

from engine.ruleset import Ruleset, Sides, Teams, fits
from protocol.mapping.basics import require
from protocol.values import WireRuleset


def ruleset_to_wire(ruleset: Ruleset) -> WireRuleset:
    """The rules as they travel."""
    return WireRuleset(
        first_dealer=ruleset.first_dealer,
        stock_size=ruleset.stock_size,
        scoring=ruleset.scoring,
        points_per_card=ruleset.points_per_card,
        target=ruleset.target,
        rounds=ruleset.rounds,
        teams=_teams_to_wire(ruleset.teams),
        coaching=ruleset.coaching,
        coaching_cards=ruleset.coaching_cards,
        out_of_turn=ruleset.out_of_turn,
        manual_draw=ruleset.manual_draw,
        dry_rule=ruleset.dry_rule,
        on_block=ruleset.on_block,
        wild_on_wild=ruleset.wild_on_wild,
        wild_discard=ruleset.wild_discard,
    )


def ruleset_from_wire(wire: WireRuleset) -> Ruleset:
    """The rules of a message. Any values within their bounds make a ruleset; `engine.ruleset.fits` judges it."""
    return Ruleset(
        first_dealer=wire.first_dealer,
        stock_size=wire.stock_size,
        scoring=wire.scoring,
        points_per_card=wire.points_per_card,
        target=wire.target,
        rounds=wire.rounds,
        teams=_teams_from_wire(wire.teams),
        coaching=wire.coaching,
        coaching_cards=wire.coaching_cards,
        out_of_turn=wire.out_of_turn,
        manual_draw=wire.manual_draw,
        dry_rule=wire.dry_rule,
        on_block=wire.on_block,
        wild_on_wild=wire.wild_on_wild,
        wild_discard=wire.wild_discard,
    )


def playable_from_wire(wire: WireRuleset, seats: int) -> Ruleset:
    """The rules of a game of so many seats. Raises RemoteProtocolError unless they can be played so."""
    ruleset = ruleset_from_wire(wire)
    require(fits(ruleset, seats), "a ruleset that the seats do not allow")
    return ruleset


def _teams_to_wire(teams: Teams | Sides) -> Teams | list[list[int]]:
    return teams if isinstance(teams, Teams) else [list(team) for team in teams]


def _teams_from_wire(teams: Teams | list[list[int]]) -> Teams | Sides:
    return teams if isinstance(teams, Teams) else tuple(tuple(team) for team in teams)
