"""Where the last card went: marked in text until the next action, and set off for less than half a second."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Stock
from engine.cards import Card
from engine.events import Discarded, Event, Objected, Passed, PileCompleted, Played, TurnBegan
from protocol.messages import Said
from skipbo_lan.client.log import Chat, Happened, LogEntry
from skipbo_lan.client.state import ClientState
from skipbo_lan.preferences import Preferences, Theme
from skipbo_lan.tui.drawing.landed import MOMENT, moment_left
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model, UiState
from tests.tui.rendering import Shown
from tests.tui.scenes import canvas, in_room, model, seen, team_table, text

PLAYED = Played(1, Stock(1), Card.FOUR, 0, 4)
COMPLETED = (Played(1, Stock(1), Card.TWELVE, 2, 12), PileCompleted(2))
SIZES = ((60, 20), (80, 24), (120, 40))


def after(*events: Event, at: float = 100.0) -> ClientState:
    """A table where this happened last."""
    return seen(log=tuple(Happened(event, 1, at) for event in events))


def styles(screen: Model) -> set[Style]:
    """All looks on the screen."""
    sheet = canvas(screen)
    return {sheet.style_at(x, y) for y in range(sheet.height) for x in range(sheet.width)}


@pytest.mark.parametrize("size", SIZES)
def test_the_mark_stays_until_the_next_action_whatever_is_said(size: tuple[int, int]) -> None:
    said = Chat(Said(seat=1, name="Bea", text="mine", team=False, held=False))
    talk: tuple[LogEntry, ...] = (said,) * 50
    played = after(PLAYED)
    client = replace(played, log=(*played.log, *talk))
    assert text(model(client, *size, now=200)).count("<") >= text(model(seen(log=talk), *size)).count("<") + 1
    assert Style.CHANGED in styles(model(client, *size, now=200))
    for next_one in (Passed(1), Objected(0, 1)):
        assert Style.CHANGED not in styles(model(after(PLAYED, next_one), *size, now=200))


@pytest.mark.parametrize("size", SIZES)
def test_a_discard_takes_the_mark_to_its_pile(size: tuple[int, int]) -> None:
    client = after(PLAYED, Discarded(1, Card.THREE, 0), TurnBegan(0))
    screen = text(model(client, *size, now=200))
    assert screen.count("<") == 1 or size == (120, 40)  # where "< slower" stands in the bar
    assert "[ 4 ]<" not in screen
    assert ("3<" if size == (60, 20) else "[ 3 ]<" if size == (80, 24) else "│<│" if "│" in screen else "|<|") in screen


def test_the_own_discard_and_the_partners_are_marked() -> None:
    assert "[10 ]<" in text(model(after(Discarded(0, Card.TEN, 0)), now=200))
    pairs = replace(seen(team_table()), log=after(Discarded(2, Card.EIGHT, 0)).log)
    assert "[ 8 ]<+2" in text(model(pairs, now=200))


def test_for_a_moment_the_pile_is_set_off() -> None:
    """Not before it happened, not after, and never longer than 0.4 seconds."""
    client = after(PLAYED)
    assert MOMENT <= 0.4
    assert Style.MOVING in styles(model(client, now=100.1))
    assert moment_left(model(client, now=100.1)) == pytest.approx(MOMENT - 0.1)
    assert Style.MOVING not in styles(model(client, now=100 + MOMENT))
    assert moment_left(model(client, now=100 + MOMENT)) == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_completed_pile_is_seen_full_before_it_is_cleared(size: tuple[int, int]) -> None:
    client = after(*COMPLETED)
    assert "complete" in text(model(client, *size, now=100.1))
    assert "needs 1 " not in text(model(client, *size, now=100.1))
    assert "needs 1 " in text(model(client, *size, now=100.5))


@pytest.mark.parametrize(
    "ui", [UiState(pressed_at=100.05), UiState(preferences=Preferences(motion=False))], ids=["key", "no motion"]
)
def test_a_key_ends_the_moment_and_without_motion_there_is_none(ui: UiState) -> None:
    screen = model(after(*COMPLETED), ui=ui, now=100.1)
    assert Style.MOVING not in styles(screen)
    assert "needs 1 " in text(screen)
    assert moment_left(screen) == 0


def test_where_bots_play_at_once_there_is_no_moment() -> None:
    assert moment_left(model(in_room(after(PLAYED), pace_ms=0), now=100.1)) == 0


def test_the_key_that_plays_a_card_does_not_end_its_moment() -> None:
    assert moment_left(model(after(PLAYED), ui=UiState(pressed_at=99.9), now=100.1)) > 0


@pytest.mark.parametrize("theme", Theme)
def test_a_played_card_with_its_moment_writes_little_in_every_theme(theme: Theme) -> None:
    """T29: the play and the end of its moment together, in bytes."""
    client = seen()
    assert client.view is not None
    pile = client.view.building[0]
    view = replace(
        client.view,
        building=(replace(pile, cards=(*pile.cards, Card.FIVE), height=5), *client.view.building[1:]),
        hand=client.view.hand[1:],
    )
    log = (Happened(Played(0, Stock(0), Card.FIVE, 0, 5), 1, 100.0),)
    played = replace(client, view=view, seq=8, log=log)
    shown = Shown(canvas(model(client, now=99)), theme)
    first = shown.change(canvas(model(played, now=100)))
    second = shown.change(canvas(model(played, now=101)))
    assert second
    assert len(first.encode()) + len(second.encode()) < 1024
