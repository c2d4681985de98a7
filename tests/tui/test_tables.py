"""The table as TERMINAL.md describes it: each region by its content, in each layout."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from msgspec import structs

from engine.actions import Stock
from engine.cards import Card
from engine.events import Dealt, Played, StockTurned, TurnBegan
from engine.ruleset import Ruleset, Teams
from protocol.messages import Said
from skipbo_lan.client.log import Chat, Happened
from skipbo_lan.client.state import ClientState
from skipbo_lan.preferences import Preferences
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Model, UiState
from tests.engine.build import pile, seat
from tests.engine.build import table as a_table
from tests.locale.sights import a_player
from tests.tui.scenes import MINE, canvas, drawn_table, in_room, model, press, seen, team_table, text

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x20": (60, 20), "80x23": (80, 23), "100x20": (100, 20)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())


def rows(screen: Model) -> list[str]:
    return canvas(screen).lines()


def the_row(screen: Model, part: str) -> str:
    found = [line for line in rows(screen) if part in line]
    assert found, f"{part!r} stands nowhere in\n{text(screen)}"
    return found[0]


def six() -> ClientState:
    other = seat("1 1 1 1 1", "1 3", "11", "7", "", stock="1 " * 10 + "9")
    last = seat("1 1", "1 8", "12", "", "5", stock="1 1 12")
    return seen(drawn_table(other, other, other, other, last))


# Everything that can be played has its key, with where it goes.


@every_size
def test_each_card_that_fits_says_where(size: tuple[int, int]) -> None:
    keys = the_row(model(seen(), *size), "s>A")
    assert keys.split()[:10] == ["s>A", "1", "2>any", "3", "4>B", "5", "6", "7", "8", "9>B"]


@every_size
def test_on_somebody_elses_turn_no_target_is_shown(size: tuple[int, int]) -> None:
    assert ">A" not in text(model(seen(drawn_table(turn=1)), *size))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_key_stands_above_its_card(size: tuple[int, int]) -> None:
    lines = rows(model(seen(), *size))
    y = next(index for index, line in enumerate(lines) if "s>A" in line)
    for key, face in (("s>A", "5"), ("4>B", "12"), ("9>B", "12")):
        column = lines[y].index(key)
        below = "".join(line[column - 1 : column + 5] for line in lines[y + 1 : y + 3])
        assert face in below


@every_size
def test_building_piles_say_what_they_need(size: tuple[int, int]) -> None:
    needed = the_row(model(seen(), *size), "needs 5")
    for words in ("needs 5", "needs 12", "needs 1", "needs 9"):
        assert words in needed


@every_size
def test_a_wild_on_a_pile_has_a_star(size: tuple[int, int]) -> None:
    assert "8*" in text(model(seen(), *size))


def test_the_star_is_explained() -> None:
    for size in ((80, 24), (120, 40)):
        assert "(8* is a wild played as 8)" in text(model(seen(), *size))


@every_size
def test_the_own_cards(size: tuple[int, int]) -> None:
    screen = text(model(seen(), *size))
    assert "18 left" in screen
    for under in ("11", "12"):
        assert under in screen


def test_a_fan_shows_the_top_first_and_counts_the_rest() -> None:
    lines = rows(model(seen()))
    column = next(line.index("9>B") for line in lines if "9>B" in line) - 1
    y = next(index for index, line in enumerate(lines) if "9>B" in line)
    assert [line[column : column + 5].strip() for line in lines[y + 1 : y + 5]] == ["[12 ]", "12", "3", "+5"]


def test_a_nearly_empty_stock_is_marked() -> None:
    assert "3!" in the_row(model(six()), "Finn")
    low = a_table(replace(MINE, stock=(Card.TWO,) * 5), seat())
    assert "5 left!" in text(model(seen(low)))


@every_size
def test_the_supply(size: tuple[int, int]) -> None:
    heading = the_row(model(seen(), *size), "BUILD")
    assert "74" in heading
    assert "24" in heading


def test_an_empty_draw_pile_is_said() -> None:
    dry = a_table(seat("2 3"), seat("4"), set_aside="1 2")
    assert "draw pile EMPTY" in text(model(seen(dry)))


# Opponents.


def test_the_only_opponent_at_80x24() -> None:
    lines = rows(model(seen()))
    assert lines[1].startswith("-- Bea ")
    assert lines[3].split()[:6] == ["[", "9", "]", "21", "left", "5"]
    assert "[ 3 ]    [11 ]    [ 7 ]    [   ]" in lines[3]


def test_the_only_opponent_at_120x40_has_cards_as_boxes() -> None:
    screen = text(model(seen(), 120, 40))
    assert "[//][//][//][//][//]" in screen
    assert "| 11 |" in screen
    assert "none" in screen


def test_a_bot_is_called_one() -> None:
    bot = in_room(seen(), players=[a_player(0, "Anna"), a_player(1, "Bea", bot=True)])
    assert rows(model(bot))[1].startswith("-- Bea (bot, easy) ")


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)], ids=["80x24", "60x20", "120x40"])
def test_six_players_in_turn_order(size: tuple[int, int]) -> None:
    lines = rows(model(six(), *size))
    named = [line for line in lines if any(line[2:].startswith(name) for name in ("Bea", "Cy", "Dan", "Eva", "Finn"))]
    assert [line[2:6].strip() for line in named[:5]] == ["Bea", "Cy", "Dan", "Eva", "Finn"]
    assert named[0].startswith("> Bea")
    assert "next" in named[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@every_size
def test_every_player_is_seen(players: int, size: tuple[int, int]) -> None:
    others = [seat("1 1", stock="1 9")] * (players - 1)
    screen = text(model(seen(drawn_table(*others)), *size))
    for name in ("Bea", "Cy", "Dan", "Eva", "Finn")[: players - 1]:
        assert name in screen


def test_top_and_number_of_cards_under_it() -> None:
    assert "[ 3 ]+1   [11 ]     [ 7 ]     [   ]" in the_row(model(six()), "Bea")


@pytest.mark.parametrize(("presence", "word"), [("away", "away"), ("bot", "bot"), ("here", "playing")])
def test_what_keeps_a_player_from_playing_is_said(presence: Literal["away", "bot", "here"], word: str) -> None:
    table = drawn_table(seat("1"), seat("1"), turn=2)
    players = [a_player(0, "Anna"), a_player(1, "Bea"), structs.replace(a_player(2, "Cy"), presence=presence)]
    row = the_row(model(in_room(seen(table), players=players)), "> Cy")
    assert word in row


# Teams.


@every_size
def test_a_partners_cards_have_keys(size: tuple[int, int]) -> None:
    screen = text(model(seen(team_table()), *size))
    for key in ("v>B", "w ", "x>B", "y ", "z "):
        assert key in screen
    assert "partner" in screen


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40), (100, 30)])
def test_two_partners_have_keys_of_their_own(size: tuple[int, int]) -> None:
    screen = text(model(seen(team_table(Teams.TRIOS)), *size))
    for key in ("v>B", "x>B", "V>B", "X>B"):
        assert key in screen
    assert "> Your turn" in screen or "LOG" in screen


def test_scores_are_those_of_the_sides() -> None:
    client = in_room(seen(team_table()), scores=[85, 140])
    assert "You+Cy 85   Bea+Dan 140" in rows(model(client))[0]


def test_the_title_tells_table_round_target_and_scores() -> None:
    client = in_room(seen(), scores=[85, 140], rounds_played=1)
    assert rows(model(client))[0].split() == [
        *("Kitchen", "round", "2,", "first", "to", "500", "You", "85", "Bea", "140", "?", "help")
    ]


def test_a_match_without_points_counts_rounds() -> None:
    rules = Ruleset(scoring=False, rounds=3)
    client = in_room(seen(drawn_table(rules=rules)), wins=[1, 0])
    assert "You 1   Bea 0" in rows(model(client))[0]


# What was chosen is marked, in text too.


def styles_of(screen: Model, part: str) -> set[Style]:
    sheet = canvas(screen)
    for y, line in enumerate(sheet.lines()):
        if part in line:
            x = line.index(part)
            return {sheet.style_at(column, y) for column in range(x, x + len(part))}
    raise AssertionError(f"{part!r} stands nowhere")


def test_a_chosen_card_and_its_targets_are_reversed() -> None:
    screen, _ = press(model(), "4")
    assert styles_of(screen, "[12 ]  [ 7 ]") == {Style.CHOSEN, Style.PLAIN, Style.MIDDLE_CARD}
    assert styles_of(screen, "[11 ]             [   ]") == {Style.CHOSEN, Style.PLAIN}


def test_candidates_for_a_lit_pile_are_reversed() -> None:
    screen, _ = press(model(), "b")
    assert Style.CHOSEN in styles_of(screen, "[12 ]  [ 7 ]")


def test_the_pile_that_was_played_on_last_is_marked() -> None:
    played = Happened(Played(1, Stock(1), Card.FOUR, 0, 4), 1)
    client = seen(log=(played, Happened(TurnBegan(0), 1)))
    assert "[ 4 ]<" in text(model(client))
    assert styles_of(model(client), "[ 4 ]<") == {Style.CHANGED, Style.KEY}


def test_a_new_round_marks_no_pile_of_the_last_one() -> None:
    log = (Happened(Played(1, Stock(1), Card.FOUR, 0, 4), 1), Happened(Dealt(0, 10), 2), Happened(TurnBegan(0), 2))
    assert "[ 4 ]<" not in text(model(seen(log=log)))


# The title.


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (Ruleset(), "round 2, first to 500   You 0   Bea 0 "),
        (Ruleset(rounds=3), "round 2 of 3, first to 500   You 0   Bea 0 "),
        (Ruleset(scoring=False, rounds=3), "round 2 of 3   You 0   Bea 0 "),
        (Ruleset(rounds=1), "  one round   You 0   Bea 0 "),
        (Ruleset(scoring=False), "  one round   You 0   Bea 0 "),
    ],
)
def test_the_title_says_how_far_the_match_is(rules: Ruleset, told: str) -> None:
    client = replace(in_room(seen(), rounds_played=1), ruleset=rules)
    assert told in rows(model(client))[0]


# The log.


def a_log() -> ClientState:
    chat = Said(seat=1, name="Bea", text="good luck!", team=False, held=False)
    entries = [Happened(StockTurned(1, Card.NINE, left), 1) for left in range(60, 20, -1)]
    return seen(log=(*entries, Chat(chat), Happened(TurnBegan(0), 1)))


@every_size
def test_the_newest_of_the_log_is_seen(size: tuple[int, int]) -> None:
    screen = text(model(a_log(), *size))
    assert "<Bea> good luck!" in screen
    assert "> Your turn." in screen


def test_a_larger_window_shows_more_of_the_log_beside_the_table() -> None:
    screen = text(model(a_log(), 120, 40))
    assert "LOG AND CHAT" in screen
    assert screen.count("new stock card") > 20


@every_size
def test_an_answer_takes_room_from_the_log(size: tuple[int, int]) -> None:
    screen = text(model(a_log(), *size, UiState(reply=("7 fits nowhere: the piles need 5, 12, 1, 9.",))))
    assert "7 fits nowhere" in screen


@every_size
def test_why_the_host_refused_is_said(size: tuple[int, int]) -> None:
    assert "The table had changed in the meantime" in text(model(seen(refusal="STALE"), *size))


def test_an_open_line_shows_what_is_typed_and_where() -> None:
    screen, _ = press(model(), "t", *"hello")
    assert " to all> hello" in text(screen)
    assert canvas(screen).cursor == (14, 22)
    assert canvas(model()).cursor is None


def test_a_long_line_shows_its_end() -> None:
    screen, _ = press(model(), "t", *("x" * 100), "y", "z")
    assert "xyz" in rows(screen)[-2]
    cursor = canvas(screen).cursor
    assert cursor is not None
    assert cursor[0] < 80


def test_piles_that_count_above_their_cards_are_drawn_by_their_height() -> None:
    tucked = a_table(seat("5"), seat("1"), piles=(pile("4", tucked=3),))
    assert "[ 4 ]" in text(model(seen(tucked)))


def test_only_who_may_leave_without_ending_the_table_is_told_to_restart() -> None:
    assert "skipbo-lan join --plain" in text(model(replace(seen(), owner=False), 48, 12))
    assert "--plain" not in text(model(replace(seen(), owner=True), 48, 12))


def test_a_large_window_hints_at_the_stock_card_and_at_what_completes_a_pile() -> None:
    screen = text(model(seen(), 120, 40))
    assert "HINT  s: your stock 5 goes on A.   4 b: 12 completes B." in screen
    assert "v: Bea's" not in screen
    pairs = text(model(seen(team_table()), 120, 40))
    assert "HINT  s: your stock 5 goes on A.   v: Cy's stock 12 completes B." in pairs


def test_no_hint_is_given_while_a_card_is_chosen_nor_to_who_wants_none_nor_while_others_play() -> None:
    chosen, _ = press(model(seen(), 120, 40), "4")
    wants_none = model(seen(), 120, 40, UiState(preferences=Preferences(hints=False)))
    for screen in (chosen, wants_none, model(seen(drawn_table(turn=1)), 120, 40)):
        assert "HINT" not in text(screen)


def test_a_large_window_tells_when_things_happened() -> None:
    """Ten past six in the morning; the day began at second 1000 of the client's clock."""
    log = (Happened(Played(1, Stock(1), Card.FOUR, 0, 4), 1, 1000 + 6 * 3600 + 10 * 60 + 59),)
    screen = replace(model(seen(log=log), 120, 40), midnight=1000.0)
    assert "06:10 Bea played 4" in text(screen)
    assert "06:10" not in text(replace(screen, width=80, height=24))
