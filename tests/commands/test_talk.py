"""Whoever talks to a partner on turn is told that it is heard later, where that is the rule (R72)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ruleset import Coaching, Ruleset, Teams
from skipbo_lan.client.state import Lost
from skipbo_lan.commands import kept_from
from tests.locale.sights import a_spectator, a_state
from tests.tui.scenes import drawn_table, team_table

LATER = "Cy is on turn, and hears it when the turn is over."


def test_a_partner_on_turn_hears_it_later() -> None:
    assert kept_from(a_state(replace(team_table(), turn=2))) == LATER


@pytest.mark.parametrize("turn", [0, 1, 3])
def test_on_anybody_elses_turn_it_is_heard_at_once(turn: int) -> None:
    assert kept_from(a_state(replace(team_table(), turn=turn))) is None


@pytest.mark.parametrize("coaching", [Coaching.OFF, Coaching.ACCUSE])
def test_where_nothing_is_held_back_nothing_is_said(coaching: Coaching) -> None:
    table = drawn_table(*team_table().seats[1:], rules=Ruleset(teams=Teams.PAIRS, coaching=coaching), turn=2)
    assert kept_from(a_state(table)) is None


def test_a_spectator_advises_nobody_either() -> None:
    assert kept_from(a_spectator(drawn_table(turn=1))) == "Bea is on turn, and hears it when the turn is over."


def test_nothing_is_said_of_talk_that_is_not_sent() -> None:
    away = replace(a_state(replace(team_table(), turn=2)), status=Lost(retry_at=1, give_up_at=2))
    assert kept_from(away) is None
