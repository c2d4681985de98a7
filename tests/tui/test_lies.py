"""Whatever a host sends that could be a table, screen and plain mode show it; the rest is refused (F83).

Messages of real tables are changed in a few places each. What the client believes of them must be drawn on every
page, read out, and answered at every key, without a fault.
"""

from __future__ import annotations

import copy
import random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from engine.deal import deal
from engine.observe import observe
from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams, sides_of
from protocol import codec, mapping
from protocol.errors import RemoteProtocolError
from protocol.framing import pack_frame
from protocol.messages import Message
from protocol.phases import Role
from skipbo_lan import commands
from skipbo_lan.client.state import ClientState, update
from skipbo_lan.plain.narrate import news
from skipbo_lan.tui.drawing import draw
from skipbo_lan.tui.drawing.glyphs import ASCII
from skipbo_lan.tui.model import Model, Overlay, UiState
from skipbo_lan.tui.pressing import modes
from tests.client.scripted_host import TOKEN, a_player, a_room, a_welcome, an_update
from tests.client.test_hostile_host import content

SEEDS: Final = 40
LIES: Final = 6
"""Changed messages for each table."""
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, 2, 5, 6, 12, 13, 162, -1, 10**6, 10**16, 1.5, "", "x", "\x1b[2J", [], [0], {}),
    *("here", "away", "bot", "win", "blocked", "lobby", "playing", "round_over", "match_over", "pairs", "table"),
)
SIZES: Final = ((80, 24), (120, 40), (60, 20), (30, 8))
TYPED: Final = ("look", "who", "hint", "moves", "do 1", "s a", "give 2", "remove 2", "wait", "score", "rules", "log 5")


def a_table(luck: random.Random) -> list[Message]:
    """Welcome, Room and Update of some table."""
    seats = luck.choice((2, 3, 4, 6))
    teams = {4: Teams.PAIRS, 6: Teams.TRIOS}.get(seats, Teams.NONE)
    rules = Ruleset(
        stock_size=10,
        teams=luck.choice((Teams.NONE, teams)),
        coaching=luck.choice((Coaching.MUTE, Coaching.ACCUSE)),
        out_of_turn=luck.choice((OutOfTurn.REFUSE, OutOfTurn.TABLE)),
        manual_draw=luck.random() < 0.3,
        scoring=luck.random() < 0.7,
    )
    table, _ = deal(rules, seats, 0, bytes([luck.randrange(256)] * 32))
    you = luck.choice((None, *range(seats)))
    stage = luck.choice(("lobby", "playing", "playing", "round_over", "match_over"))
    points = [] if stage == "lobby" else [0] * len(sides_of(rules, seats))
    room = replace(
        a_room(),
        capacity=seats,
        you=you,
        stage=stage,
        owner=luck.choice((None, 0)),
        players=[a_player(seat, f"P{seat}", bot=luck.random() < 0.3) for seat in range(seats)],
        ruleset=mapping.ruleset_to_wire(rules),
        scores=points,
        wins=points,
        winners=[0] if stage == "match_over" else [],
    )
    welcome = replace(a_welcome(), seat=you, token=None if you is None else TOKEN)
    return [welcome, room, an_update(view=observe(table, you))]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a map or list, at every depth, where something could stand instead."""
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = [(key, inner) for key, inner in value.items() if key != "op"]
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [place for key, inner in items for place in [(value, key), *places(inner)]]


def changed(message: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """The message with other values in a few places, or with parts of lists doubled."""
    message = copy.deepcopy(message)
    for _ in range(luck.choice((1, 1, 2, 3))):
        container, key = luck.choice(places(message))
        if isinstance(container, list) and luck.random() < 0.3:
            container.append(copy.deepcopy(luck.choice(container)))
        else:
            container[key] = copy.deepcopy(luck.choice(VALUES))
    return message


def believed(state: ClientState, message: dict[str, Any], now: float) -> ClientState:
    """The state after a message; the same one when it was refused."""
    try:
        heard = codec.decode(pack_frame(message)[4:], Role.HOST)
        return state if heard is None else update(state, heard, now)
    except RemoteProtocolError:
        return state


def show(before: ClientState, state: ClientState) -> None:
    """Draw it, read it out, and press and type everything."""
    ui = UiState(basis=(state.epoch, state.seq))
    for width, height in SIZES:
        draw.draw(Model(state, ui, 5.0, width, height, ASCII))
    screen = Model(state, ui, 5.0, 80, 24, ASCII)
    for overlay in Overlay:
        draw.draw(Model(state, UiState(basis=ui.basis, overlay=overlay), 5.0, 80, 24, ASCII))
    for key in (*"1s6av hikKrqxpu!+<?", "tab", "space", "escape"):
        modes.press(screen, key)
    for line in TYPED:
        command = commands.parse(line, state)
        if isinstance(command, commands.Question):
            assert commands.answer(command, state)
    news(before, state)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_believed_can_be_shown(seed: int) -> None:
    luck = random.Random(seed)
    _, room, view = honest = [content(message) for message in a_table(luck)]
    lies = [changed(luck.choice((room, view)), luck) for _ in range(LIES)]
    state = ClientState()
    for number, message in enumerate([*honest, *lies]):
        counted = {key: number + 1 for key in ("rev", "seq") if key in message}
        before, state = state, believed(state, message | counted, float(number))
        if state is not before:
            show(before, state)
    assert state.room is not None
