"""The options at the table: a page over the game, what it changes at once, and the typed commands beside it."""

from __future__ import annotations

from dataclasses import replace

from protocol import messages as wire
from skipbo_lan.preferences import Preferences, Theme
from skipbo_lan.tui.intents import Prefer
from skipbo_lan.tui.model import Ask, Model, Overlay, UiState
from skipbo_lan.tui.options import AT_THE_TABLE, Setting, digit_of
from tests.tui.scenes import canvas, model, press, seen, text


def key_of(setting: Setting) -> str:
    return digit_of(AT_THE_TABLE.index(setting))


def with_preferences(preferences: Preferences, width: int = 80, height: int = 24) -> Model:
    return model(width=width, height=height, ui=UiState(preferences=preferences))


def test_o_opens_the_options_over_the_game_and_esc_closes_them() -> None:
    page, asked = press(model(), "o")
    assert "OPTIONS" in text(page)
    assert "YOUR TURN" in text(page)
    assert asked == []
    for key in ("escape", "backspace", "q", "o"):
        assert press(page, key)[0].ui.overlay is Overlay.NONE


def test_a_change_holds_at_once_and_is_handed_on_to_be_remembered() -> None:
    screen, asked = press(model(), "o", key_of(Setting.BELL), "space")
    assert asked == [Prefer(Preferences(bell=False))]
    assert screen.ui.preferences == Preferences(bell=False)
    _, asked = press(screen, "enter")
    assert asked == [Prefer(Preferences())]


def test_keys_on_the_page_never_reach_the_cards() -> None:
    page, _ = press(model(), "o")
    _, asked = press(page, "s", "4", "b", "tab", "6")
    assert asked == []


def test_every_row_is_seen_and_can_be_clicked_in_the_smallest_window() -> None:
    page, _ = press(model(width=60, height=20), "o")
    lines = canvas(page).lines()
    for label in ("Colours", "Plain ASCII", "Mouse", "Speed of bots", "Motion", "Hints", "Bar of keys", "Bell", "Turn"):
        y = next(row for row, line in enumerate(lines) if label in line)
        key = canvas(page).at(30, y)
        assert key is not None
        marked, _ = press(page, key)
        assert AT_THE_TABLE[marked.ui.option] is AT_THE_TABLE[y - 4]


def test_the_owners_bots_hear_of_their_speed_and_a_guest_changes_only_his_own_tables() -> None:
    keys = ("o", key_of(Setting.SPEED), "left")
    _, asked = press(model(replace(seen(), owner=True)), *keys)
    assert asked == [Prefer(Preferences(speed=0.4)), Ask(wire.Pace(ms=400))]
    _, asked = press(model(replace(seen(), owner=False)), *keys)
    assert asked == [Prefer(Preferences(speed=0.4))]


def test_the_mouse_key_is_remembered_like_the_option() -> None:
    assert press(model(), "m")[1] == [Prefer(Preferences(mouse=False))]


def test_a_theme_can_be_typed() -> None:
    screen, asked = press(model(), "/", *"theme", "space", *"Dark", "enter")
    assert asked == [Prefer(Preferences(theme=Theme.DARK))]
    assert screen.ui.preferences.theme is Theme.DARK
    screen, asked = press(model(), "/", *"theme", "space", *"drak", "enter")
    assert asked == []
    assert "theme auto or theme light or theme dark" in " ".join(screen.ui.reply)


def test_without_hints_a_card_shows_its_key_only_and_plays_all_the_same() -> None:
    for size in ((60, 20), (80, 24), (120, 40)):
        assert "s>A" in text(with_preferences(Preferences(), *size))
        assert ">A" not in text(with_preferences(Preferences(hints=False), *size))
    assert press(with_preferences(Preferences(hints=False)), "s")[1] != []


def test_the_bar_of_keys_can_be_hidden_and_an_open_line_still_tells_its_keys() -> None:
    """T25."""
    for size in ((60, 20), (80, 24), (120, 40)):
        hidden = with_preferences(Preferences(key_bar=False), *size)
        assert "q quit" in text(with_preferences(Preferences(), *size))
        assert "q quit" not in text(hidden)
        assert "Esc back" in text(press(hidden, "t")[0])
