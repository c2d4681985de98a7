"""No window, name or state breaks a drawing: every row is as wide as the window (T8, T9, T11, T12)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from prompt_toolkit.utils import get_cwidth

from engine.ruleset import Ruleset, Teams
from protocol.messages import Said
from skipbo_lan.client.log import Chat
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale.hosting import Address, Invitation
from skipbo_lan.tui.drawing.glyphs import ASCII, LINES, glyphs_for
from skipbo_lan.tui.line import LineKind, begin
from skipbo_lan.tui.model import Model, Overlay, Question, UiState
from tests.engine.build import seat
from tests.locale.sights import a_player
from tests.tui.scenes import canvas, drawn_table, in_room, lobby, model, press, seen, team_table
from tests.tui.test_bindings import STATES

UIS = (
    UiState(),
    *(UiState(overlay=overlay) for overlay in Overlay),
    UiState(question=Question("Leave the game? A bot will play your cards.", ())),
    UiState(line=begin(LineKind.TALK, "李小龙 says hello " * 8)),
    UiState(reply=("an answer " * 20, "another")),
    UiState(chosen="2"),
    UiState(lit=1),
    UiState(walk=3),
)


def check_shape(screen: Model) -> None:
    lines = canvas(screen).lines()
    assert len(lines) == screen.height
    assert [sum(map(get_cwidth, line)) for line in lines] == [screen.width] * screen.height


def test_two_hundred_random_sizes_never_break_a_drawing() -> None:
    chance = random.Random(8)
    for _ in range(200):
        client, ui = chance.choice(list(STATES.values())), chance.choice(UIS)
        width, height = chance.randint(1, 250), chance.randint(1, 80)
        invitation = (
            Invitation(16219, (Address("192.168.1.20", "wlan0"), Address("fe80::1c", "eth0")))
            if chance.random() < 0.5
            else None
        )
        screen = model(client, width, height, ui, glyphs=chance.choice((ASCII, LINES)), invitation=invitation)
        check_shape(screen)
        press(screen, chance.choice([*"s1b9?liqt/", "tab", "pageup", "enter"]))


@pytest.mark.parametrize("size", [(60, 20), (61, 21), (80, 24), (99, 30), (100, 30), (100, 29), (250, 80)])
@pytest.mark.parametrize("ui", UIS)
def test_each_layout_keeps_its_shape_in_every_mode(size: tuple[int, int], ui: UiState) -> None:
    for client in (seen(), seen(team_table(Teams.TRIOS)), lobby()):
        check_shape(model(client, *size, ui))


NAMES = ("李小龙", "Zoë", "👩\u200d👩\u200d👧", "e" + "\u0301" * 20, "MMMMMMMMMMMMMMMM", "ＷＷＷＷＷＷＷＷ")


def with_names() -> ClientState:
    others = [seat("1 1", "1 3", "11", stock="1 9")] * 5
    players = [a_player(index, name) for index, name in enumerate(("Anna", *NAMES[:5]))]
    return in_room(seen(drawn_table(*others)), players=players, table=NAMES[5])


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
def test_columns_stay_aligned_whatever_the_names_are(size: tuple[int, int]) -> None:
    screen = model(with_names(), *size)
    check_shape(screen)
    columns = set()
    for line in canvas(screen).lines():
        if "2 " in line and ("[ 9 ]" in line or " 9 (" in line) and "11" in line:
            before = line[: line.rindex("11")]
            columns.add(sum(map(get_cwidth, before)))
    assert len(columns) == 1


def test_ascii_mode_draws_nothing_else() -> None:
    for client in STATES.values():
        for size in ((60, 20), (80, 24), (120, 40), (30, 10)):
            for ui in (each for each in UIS if each.line is None):
                assert "".join(canvas(model(client, *size, ui)).lines()).isascii()


def test_line_mode_adds_only_line_drawing() -> None:
    for client in STATES.values():
        for size in ((60, 20), (80, 24), (120, 40)):
            drawn = set("".join(canvas(model(client, *size, glyphs=LINES)).lines()))
            assert {char for char in drawn if not char.isascii()} <= set("─━│┌┐└┘")


@pytest.mark.parametrize(
    ("encoding", "glyphs"), [("utf-8", LINES), ("UTF8", LINES), ("ascii", ASCII), ("latin-1", ASCII), (None, ASCII)]
)
def test_what_the_output_cannot_show_is_not_used(encoding: str | None, glyphs: object) -> None:
    """K10."""
    assert glyphs_for(encoding) is glyphs


HOSTILE = "\x1b[2J\x9b31m\x07\r\n\x00\u202e\u200bB"


def test_outside_text_reaches_the_sheet_as_visible_marks_only() -> None:
    """T50: names, table names and chat from a hostile host."""
    said = Said(seat=1, name=HOSTILE, text=HOSTILE, team=False, held=False)
    players = [a_player(0, "Anna"), a_player(1, HOSTILE)]
    for stage in ("lobby", "playing", "round_over", "match_over"):
        client = in_room(seen(log=(Chat(said),)), players=players, table=HOSTILE, stage=stage)
        client = replace(client, table=HOSTILE, ruleset=Ruleset(), refusal=HOSTILE)
        for ui in (UiState(), *(UiState(overlay=overlay) for overlay in Overlay)):
            for size in ((60, 20), (80, 24), (120, 40), (30, 10)):
                drawn = "".join(canvas(model(client, *size, ui)).lines())
                assert all(char.isprintable() for char in drawn)
