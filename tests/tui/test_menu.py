"""The menu as a value: the first start, what each key chooses, the page of options, and its drawing in every window."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from prompt_toolkit.utils import get_cwidth

from skipbo_lan.preferences import USUAL, Preferences, Theme
from skipbo_lan.server.limits import PACE_MS
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.drawing.glyphs import ASCII, LINES
from skipbo_lan.tui.full_screen import KEY_NAMES
from skipbo_lan.tui.intents import Prefer, Terminal
from skipbo_lan.tui.menu.drawing import MenuModel, draw
from skipbo_lan.tui.menu.keys import Choice, Intent, Menu, Page, Quit, burst, first_start, paste
from skipbo_lan.tui.menu.keys import press as press_once
from skipbo_lan.tui.options import AT_THE_TABLE, EVERYTHING, USUAL_SPEED, Options, Setting, click_of
from skipbo_lan.tui.options import press as press_option

ANNA = Menu(USUAL, "Anna")


def press(menu: Menu, *keys: str, now: float = 0.0) -> tuple[Menu, list[Intent]]:
    """The menu after these keys, and all they asked for."""
    asked: list[Intent] = []
    for key in keys:
        menu, intents = press_once(menu, key, now)
        asked += intents
    return menu, asked


def canvas(menu: Menu, width: int = 80, height: int = 24) -> Canvas:
    return draw(MenuModel(menu, width, height, ASCII))


def text(menu: Menu, width: int = 80, height: int = 24) -> str:
    return "\n".join(canvas(menu, width, height).lines())


# The first start.


def test_enter_takes_the_login_name_which_is_remembered_and_the_lesson_is_offered() -> None:
    menu, asked = press(first_start(USUAL, "Anna"), "enter")
    assert asked == [Prefer(Preferences(name="Anna"))]
    assert menu.page is Page.LESSON
    assert press(menu, "y")[1] == [Choice.LEARN]
    after, nothing = press(menu, "n")
    assert (after.page, nothing) == (Page.MENU, [])


def test_a_name_that_is_not_allowed_is_told_and_asked_for_again() -> None:
    menu, asked = press(first_start(USUAL, "anna"), *"host", "enter")
    assert asked == []
    assert menu.page is Page.NAME
    assert "host, server and you are not names" in text(menu)
    menu, asked = press(menu, "c-u", *"Ben", "enter")
    assert asked == [Prefer(Preferences(name="Ben"))]


def test_a_key_that_answers_nothing_does_not_skip_the_lesson() -> None:
    menu, asked = press(first_start(USUAL, "Anna"), "enter", "enter", "x")
    assert (menu.page, asked[1:]) == (Page.LESSON, [])
    assert "Press y or n." in text(menu)


def test_the_questions_of_the_first_start_are_answered_by_the_mouse_too() -> None:
    menu, _ = press(first_start(USUAL, "Anna"), "enter")
    drawn = canvas(menu)
    y = next(row for row, line in enumerate(drawn.lines()) if "straight to the menu" in line)
    assert drawn.at(drawn.lines()[y].index("straight"), y) == "n"


def test_a_pasted_name_is_taken_where_a_name_is_asked_for_and_nowhere_else() -> None:
    assert press(paste(first_start(USUAL, "Anna"), "Ben\n"), "enter")[1] == [Prefer(Preferences(name="Ben"))]
    menu = first_start(USUAL, "Anna")
    for waiting, key in reversed(list(enumerate(["enter", *"vanDerBerg"[::-1]]))):
        menu, asked = burst(menu, key, waiting, 0.0)
    assert asked == (Prefer(Preferences(name="vanDerBerg")),)
    assert burst(ANNA, "1", 3, 0.0) == (ANNA, ())


# The menu.


@pytest.mark.parametrize(
    ("keys", "choice"),
    [
        (["1"], Choice.PRACTICE),
        (["2"], Choice.JOIN),
        (["3"], Choice.HOST),
        (["4"], Choice.LEARN),
        (["enter"], Choice.PRACTICE),
        (["down", "space"], Choice.JOIN),
        (["up", "up", "enter"], Choice.LEARN),
        (["&"], Choice.PRACTICE),
        (["\uff12"], Choice.JOIN),
    ],
)
def test_numbers_and_arrows_choose(keys: list[str], choice: Choice) -> None:
    assert press(ANNA, *keys)[1] == [choice]


def test_every_choice_can_be_clicked() -> None:
    drawn = canvas(ANNA)
    for number, label in enumerate(("Practise", "Join", "Host", "Learn", "Options"), start=1):
        y = next(row for row, line in enumerate(drawn.lines()) if label in line)
        assert drawn.at(10, y) == str(number)


def test_q_quits_and_a_stray_ctrl_c_does_not() -> None:
    assert press(ANNA, "q")[1] == [Quit()]
    menu, asked = press(ANNA, "c-c", now=10.0)
    assert asked == []
    assert "Ctrl-C again within three seconds" in text(menu)
    assert press(menu, "c-c", now=12.9)[1] == [Quit(interrupted=True)]
    assert press(menu, "c-c", now=13.1)[1] == []


def test_ctrl_c_closes_what_is_open_first() -> None:
    menu, _ = press(ANNA, "5", "enter", "c-c")
    assert (menu.page, menu.line) == (Page.MENU, None)


def test_the_menu_says_who_plays_how_the_last_visit_ended_and_how_to_skip_it() -> None:
    shown = text(replace(ANNA, reply="No table found on this network."))
    assert "playing as Anna" in shown
    assert "No table found on this network." in shown
    assert "Next time you can skip this menu: skipbo-lan practice | join | host" in shown


def test_help_lists_the_keys_and_any_key_leads_back() -> None:
    menu, _ = press(ANNA, "?")
    assert "quit" in text(menu)
    assert press(menu, "escape")[0].page is Page.MENU


def test_the_terminals_own_keys_work_on_every_page() -> None:
    for page in Page:
        assert press(replace(ANNA, page=page), "c-l", "c-z")[1] == [Terminal.REDRAW, Terminal.SUSPEND]


# Options.


def test_a_change_holds_at_once_and_is_remembered() -> None:
    menu, asked = press(ANNA, "5", "2", "space")
    assert asked == [Prefer(Preferences(theme=Theme.LIGHT))]
    assert menu.preferences.theme is Theme.LIGHT
    assert "light" in text(menu)


def test_every_setting_can_be_reached_changed_and_changed_back() -> None:
    for row, setting in enumerate(EVERYTHING):
        if setting is Setting.NAME:
            continue
        page = Options(USUAL, EVERYTHING)
        for _ in range(row):
            page = press_option(page, "down")
        there = press_option(page, "right").preferences
        assert getattr(there, setting.value) != getattr(USUAL, setting.value)
        back = press_option(replace(page, preferences=there), "left").preferences
        assert back == (replace(USUAL, speed=USUAL_SPEED) if setting is Setting.SPEED else USUAL)


def test_bots_can_be_told_to_play_at_once_and_the_usual_wait_is_that_of_the_server() -> None:
    assert PACE_MS == USUAL_SPEED * 1000
    page = Options(Preferences(speed=0.3), (Setting.SPEED,))
    speeds = {page.preferences.speed}
    for _ in range(8):
        page = press_option(page, "left")
        speeds.add(page.preferences.speed)
    assert 0.0 in speeds


def test_the_name_is_typed_and_checked() -> None:
    menu, asked = press(ANNA, "5", "enter", "c-u", *"Zo", "\u00eb", "enter")
    assert asked == [Prefer(Preferences(name="Zo\u00eb"))]
    assert "playing as Zo\u00eb" in text(menu)
    menu, asked = press(ANNA, "5", "enter", "c-u", *"a  b", "enter")
    assert asked == []
    assert menu.line is not None
    assert press(menu, "escape")[0].line is None


def test_a_click_marks_a_row_and_a_second_one_changes_it() -> None:
    page = press_option(Options(USUAL, AT_THE_TABLE), click_of(2))
    assert (page.setting, page.preferences) == (Setting.MOUSE, USUAL)
    assert press_option(page, click_of(2)).preferences == Preferences(mouse=False)
    drawn = canvas(replace(ANNA, page=Page.OPTIONS))
    y = next(row for row, line in enumerate(drawn.lines()) if "Mouse" in line)
    assert drawn.at(40, y) == click_of(EVERYTHING.index(Setting.MOUSE))


# Drawing.


def test_in_a_small_window_a_sentence_says_what_is_needed_and_the_keys_work() -> None:
    assert "Too small for the menu: 59 x 20, needs 60 x 20." in text(ANNA, 59, 20)
    assert "Too small" not in text(ANNA, 60, 20)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_no_word_is_cut_in_a_window_that_is_large_enough(size: tuple[int, int]) -> None:
    for page in Page:
        for row in range(len(EVERYTHING)):
            for line in canvas(replace(ANNA, page=page, option=row), *size).lines():
                assert line.endswith((" ", *"-="))


def test_no_window_and_no_key_breaks_the_menu() -> None:
    chance = random.Random(5)
    keys = [*set(KEY_NAMES.values()) - {"c-c"}, *"0123456789aynq?\u00e9\u674e ", "space", "wheel-down", click_of(3)]
    menu = first_start(USUAL, "\u674e\u5c0f\u9f99")
    for _ in range(600):
        menu, _ = press(menu, chance.choice(keys))
        width, height = chance.randint(1, 250), chance.randint(1, 80)
        drawn = draw(MenuModel(menu, width, height, chance.choice((ASCII, LINES))))
        assert [sum(map(get_cwidth, line)) for line in drawn.lines()] == [width] * height


def test_the_menu_is_plain_ascii_where_it_has_to_be() -> None:
    for page in Page:
        for size in ((30, 10), (60, 20), (120, 40)):
            assert text(replace(ANNA, page=page), *size).isascii()
