"""Screens for tests: the tables of TERMINAL.md, and a player who presses keys at them."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from engine.actions import Action
from engine.legal import legal_actions
from engine.ruleset import Ruleset, Teams
from engine.table import SeatCards, Table
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale.hosting import Invitation
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.draw import draw
from skipbo_lan.tui.drawing.glyphs import ASCII, Glyphs
from skipbo_lan.tui.model import Do, Intent, Model, UiState
from skipbo_lan.tui.pressing import modes
from tests.engine.build import pile, seat
from tests.engine.build import table as a_table
from tests.locale.sights import a_room, a_state

MINE = seat("2 S 7 12 7", "12 11 10", "4 4", "", "5 5 5 5 5 3 12 12", stock="9 " * 17 + "5")
BEA = seat("1 1 1 1 1", "9 8 10 7 3", "12 11", "7", "", stock="1 " * 20 + "9")
BUILDING = (pile("1 2 3 4"), pile("1 2 3 4 5 6 7 8 9 10 11"), pile(""), pile("1 2 3 4 5 6 7 S"))
"""Needing 5, 12, 1 and 9."""


def drawn_table(*others: SeatCards, rules: Ruleset | None = None, turn: int = 0) -> Table:
    """The player's cards of the drawings, with these opponents (Bea alone when none is named)."""
    return a_table(
        MINE, *(others or (BEA,)), ruleset=rules, turn=turn, piles=BUILDING, draw="1 " * 74, set_aside="1 " * 24
    )


def team_table(teams: Teams = Teams.PAIRS) -> Table:
    """Four players in pairs, or six in trios; the partners' stock shows 12."""
    mate = seat("1 1 1 1 1", "1 1 8", "12", "1 1 1 2", "", stock="1 " * 18 + "12")
    foe = seat("1 1 1 1 1", "1 3", "11", "7", "", stock="1 " * 10 + "9")
    others = {Teams.PAIRS: (foe, mate, foe), Teams.TRIOS: (foe, mate, foe, mate, foe)}[teams]
    return drawn_table(*others, rules=Ruleset(teams=teams))


def seen(table: Table | None = None, **changes: object) -> ClientState:
    """What the player's client knows; fields of the state may be replaced."""
    state = replace(a_state(table if table is not None else drawn_table()), epoch=1, seq=7)
    return replace(state, **changes)  # type: ignore[arg-type]


def in_room(client: ClientState, **changes: object) -> ClientState:
    """The client with another room."""
    assert client.room is not None
    return replace(client, room=structs.replace(client.room, **changes))


def lobby(players: int = 2) -> ClientState:
    """The lobby of a table of six."""
    return a_state(None, a_room("lobby", players=players))


def model(
    client: ClientState | None = None,
    width: int = 80,
    height: int = 24,
    ui: UiState | None = None,
    *,
    now: float = 0.0,
    glyphs: Glyphs = ASCII,
    invitation: Invitation | None = None,
) -> Model:
    """A screen."""
    client = client if client is not None else seen()
    begun = replace(ui or UiState(), basis=(client.epoch, client.seq))
    return Model(client, begun, now, width, height, glyphs, invitation)


def press(screen: Model, *names: str) -> tuple[Model, list[Intent]]:
    """The screen after these keys, and all they asked for."""
    intents: list[Intent] = []
    for name in names:
        ui, asked = modes.press(screen, name)
        screen = replace(screen, ui=ui)
        intents += asked
    return screen, intents


def done(screen: Model, *names: str) -> list[object]:
    """The game actions that these keys ask for."""
    _, intents = press(screen, *names)
    return [intent.action for intent in intents if isinstance(intent, Do)]


def legal(screen: Model) -> tuple[Action, ...]:
    """Everything that the rules allow."""
    assert screen.client.view is not None
    return legal_actions(screen.client.view)


def reply(screen: Model, *names: str) -> str:
    """What the player is told after these keys, none of which asks for anything."""
    after, intents = press(screen, *names)
    assert intents == []
    return " ".join(after.ui.reply)


def text(screen: Model) -> str:
    """The screen as text."""
    return "\n".join(canvas(screen).lines())


def canvas(screen: Model) -> Canvas:
    """The screen."""
    return draw(screen)
