"""How much a terminal gets for one action (T29): whole rounds, drawn by prompt-toolkit as on a real terminal."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Final

import pytest
from prompt_toolkit.application import Application, create_app_session, set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from engine.actions import Action, Discard, Play
from engine.deal import deal
from engine.events import Event, PileCompleted
from engine.observe import observe, redact
from engine.rules import apply
from engine.ruleset import Ruleset, Teams
from engine.table import Table
from protocol import mapping
from protocol.messages import Update
from skipbo_lan.bots.levels import line
from skipbo_lan.client.state import ClientState, update
from skipbo_lan.preferences import Theme
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.draw import draw
from skipbo_lan.tui.drawing.glyphs import LINES
from skipbo_lan.tui.dress import dress
from skipbo_lan.tui.full_screen import sheet_window
from tests.locale.sights import a_state
from tests.tui.scenes import model

MOST_BYTES: Final = 1024
MOST_BYTES_OF_A_TURN: Final = 1536
SIZE: Final = Size(rows=24, columns=80)


class Shown:
    """What the sheet shows: the table as the client knows it."""

    def __init__(self, client: ClientState) -> None:
        self.client = client
        self.canvas = Canvas(0, 0)

    def draw(self, width: int, height: int) -> Canvas:
        self.canvas = draw(model(self.client, width, height, glyphs=LINES))
        return self.canvas

    def key(self, name: str) -> None:
        raise AssertionError("nothing is clicked here")


@dataclass(frozen=True)
class Sent:
    """What the terminal got for one action."""

    action: Action
    mine: bool
    completed: bool
    """Whether it completed a building pile."""
    size: int


def watched_round(players: int, rules: Ruleset, theme: Theme, seed: int) -> list[Sent]:
    """A round of bots as the terminal of seat 0 gets it, one update for each action."""
    chance = Random(seed)
    table, _ = deal(rules, players, seed % players, chance.randbytes(32))
    shown, stream, sent = Shown(replace(a_state(table), epoch=1, seq=0)), io.StringIO(), list[Sent]()
    output = Vt100_Output(stream, lambda: SIZE, term="xterm-256color", default_color_depth=ColorDepth.DEPTH_8_BIT)
    with create_app_session(input=DummyInput(), output=output):
        app: Application[None] = Application(
            layout=Layout(sheet_window(shown)), style=dress(lambda: theme), full_screen=True
        )
        with set_app(app):
            app.renderer.render(app, app.layout)
            while table.outcome is None:
                for action in line(observe(table, table.turn), "medium", chance):
                    seat = table.turn
                    table, events = apply(table, seat, action)
                    shown.client = update(shown.client, _update(table, shown.client.seq + 1, events), 0.0)
                    before = stream.tell()
                    app.renderer.render(app, app.layout)
                    completed = any(isinstance(event, PileCompleted) for event in events)
                    sent.append(Sent(action, seat == 0, completed, len(stream.getvalue()[before:].encode())))
    return sent


def _update(table: Table, seq: int, events: tuple[Event, ...]) -> Update:
    told = [mapping.event_to_wire(redact(event, 0)) for event in events]
    return Update(epoch=1, seq=seq, ack=0, events=told, view=mapping.view_to_wire(observe(table, 0)))


def sizes(sent: list[Sent]) -> dict[str, list[int]]:
    """The bytes of each kind of action; a turn changes with a discard."""
    return {
        "own plays": [each.size for each in sent if isinstance(each.action, Play) and each.mine],
        "others' plays": [each.size for each in sent if isinstance(each.action, Play) and not each.mine],
        "completed piles": [each.size for each in sent if each.completed],
        "discards": [each.size for each in sent if isinstance(each.action, Discard)],
    }


@pytest.mark.parametrize("theme", [Theme.AUTO, Theme.DARK])
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        pytest.param(4, Ruleset(teams=Teams.PAIRS, stock_size=8), id="short-pairs"),
        pytest.param(2, Ruleset(), id="two", marks=pytest.mark.long),
        pytest.param(4, Ruleset(teams=Teams.PAIRS), id="pairs", marks=pytest.mark.long),
        pytest.param(6, Ruleset(), id="six", marks=pytest.mark.long),
    ],
)
def test_no_card_of_a_whole_round_costs_a_kilobyte(players: int, rules: Ruleset, theme: Theme) -> None:
    """With colours of its own a theme names two of them for every change of style; then a turn may cost more."""
    kinds = sizes(watched_round(players, rules, theme, seed=7))
    report = ", ".join(f"{kind}: median {median(each):.0f}, worst {max(each)}" for kind, each in kinds.items())
    of_turns = kinds.pop("discards")
    assert max(size for each in kinds.values() for size in each) < MOST_BYTES, report
    assert max(of_turns) < (MOST_BYTES if theme is Theme.AUTO else MOST_BYTES_OF_A_TURN), report
