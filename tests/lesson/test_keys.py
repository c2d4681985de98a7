"""Keys in the lesson: the right ones in every form, why each other is wrong, and that nobody gets stuck."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from protocol.messages import Pace
from skipbo_lan.lesson.course import MOVES, Progress, Step, step_of
from skipbo_lan.tui.model import Ask, Do, Leave, Model, Overlay
from tests.lesson.lessons import RIGHT_KEYS, after, screen_at, table_at
from tests.tui.scenes import canvas, done, press, reply, seen, text

TAUGHT = tuple(RIGHT_KEYS)
CARD_KEYS = tuple("s0123456789abcd")
ALL_KEYS = (
    *CARD_KEYS,
    *"hH?lLiIgqQtT/:+p!uknrKmyYn<>& xz",
    *("enter", "tab", "s-tab", "space", "escape", "backspace", "delete", "left", "right", "up", "down", "home", "end"),
    *("pageup", "pagedown", "wheel-up", "wheel-down", "c-a", "c-e", "c-u", "c-k", "c-w", "c-l", "c-z"),
)


def typed(line: str) -> tuple[str, ...]:
    """The keys that type a command."""
    return ("/", *("space" if char == " " else char for char in line), "enter")


@pytest.mark.parametrize(
    ("step", "keys"),
    [
        *RIGHT_KEYS.items(),
        (Step.STOCK, ("0",)),
        (Step.STOCK, ("a",)),
        (Step.STOCK, ("S",)),
        (Step.STOCK, typed("s a")),
        (Step.STOCK, typed("S>A")),
        (Step.HAND, ("4", "b")),
        (Step.HAND, ("4", "4")),
        (Step.HAND, ("4", "space")),
        (Step.HAND, typed("h4 b2")),
        (Step.WILD, ("2", "2", "c")),
        (Step.WILD, typed("2 c")),
        (Step.DISCARD, typed("3 7")),
        (Step.DISCARD, typed("d3 2")),
    ],
)
def test_every_form_of_the_right_move_counts(step: Step, keys: tuple[str, ...]) -> None:
    assert done(screen_at(step), *keys) == [MOVES[step]]


@pytest.mark.parametrize("step", TAUGHT)
def test_tab_walks_to_the_right_move_and_space_does_it(step: Step) -> None:
    screen, found = screen_at(step), False
    for _ in range(40):
        screen, _ = press(screen, "tab")
        found = found or done(screen, "space") == [MOVES[step]]
    assert found


@pytest.mark.parametrize(
    ("step", "card", "key"), [(Step.STOCK, "[ 5 ]", "s"), (Step.HAND, "[12 ]", "4"), (Step.WILD, "[SB ]", "2")]
)
def test_a_click_on_the_card_counts_as_its_key(step: Step, card: str, key: str) -> None:
    drawn = canvas(screen_at(step))
    row, line = next((y, line) for y, line in enumerate(drawn.lines()) if "[SB ]" in line)
    assert drawn.at(line.index(card) + 2, row) == key


@pytest.mark.parametrize(
    ("step", "keys", "answer"),
    [
        (Step.STOCK, ("3",), "4 fits nowhere: the piles need 5, 12, 2, 8. Press s."),
        (Step.STOCK, ("b",), "That fits too, but your stock comes first. Press s."),
        (Step.STOCK, ("2",), "Keep the wild card: you can go on without it. Press s."),
        (Step.STOCK, ("6",), "9 fits nowhere: the piles need 5, 12, 2, 8."),
        (Step.STOCK, typed("3 7"), "A discard ends your turn, and your stock still fits A. Press s."),
        (Step.HAND, ("s",), "4 fits nowhere: the piles need 6, 12, 2, 8."),
        (Step.HAND, ("a",), "A needs 6: you have no 6 to play. For a wild, press its key first."),
        (Step.HAND, ("4", "9"), "A discard ends your turn, and your 12 still fits B. Press b."),
        (Step.HAND, ("4", "a"), "A needs 6, hand card 4 is a 12."),
        (Step.WILD, ("2", "d"), "On D it would be an 8, and then Bea's 9 fits. Press 2, then c."),
        (Step.WILD, ("2", "a"), "On A it would be a 6; C needs its 2 more. Press 2, then c."),
        (Step.WILD, ("2", "6"), "A wild card is worth more on a building pile. Press 2, then c."),
        (Step.WILD, typed("1 6"), "A discard ends your turn, and your wild card still fits C. Press 2, then c."),
        (Step.DISCARD, ("1",), "That would end your turn too, but the 10 goes well on the 11. Press 3, then 7."),
        (Step.DISCARD, ("3", "6"), "It is better kept in order: the 10 on the 11. Press 3, then 7."),
        (Step.WATCH, ("space",), "It is not your turn: Bea is playing."),
        (Step.HELP, ("3",), "You can play on at a real table. Press h for a hint, ? for help."),
        (Step.STOCK, ("h",), "Hints come at the end of the lesson. Press s."),
        (Step.STOCK, typed("hint"), "Hints come at the end of the lesson. Press s."),
        (Step.STOCK, ("enter",), "Talk is for tables with people. Press s."),
        (Step.STOCK, ("t",), "Talk is for tables with people. Press s."),
        (Step.STOCK, typed("say hello"), "Talk is for tables with people. Press s."),
        (Step.STOCK, typed("save"), "Nothing of the lesson is kept. Press s."),
        (Step.STOCK, typed("close"), "In the lesson the table stays as it is. Press s."),
        (Step.STOCK, typed("remove Bea"), "In the lesson the table stays as it is. Press s."),
        (Step.STOCK, ("backspace",), "Press s."),
        (Step.STOCK, ("up",), "Press s."),
        (Step.STOCK, ("z",), "That key does nothing here; ? shows the keys."),
    ],
)
def test_a_wrong_key_is_told_why(step: Step, keys: tuple[str, ...], answer: str) -> None:
    assert reply(screen_at(step), *keys) == answer


@pytest.mark.parametrize("step", TAUGHT)
def test_every_two_wrong_keys_are_answered_in_a_line_and_leave_the_right_ones_right(step: Step) -> None:
    for keys in product(CARD_KEYS, repeat=2):
        screen, intents = press(screen_at(step), *keys)
        if intents:
            assert set(intents) == {Do(MOVES[step])}
            continue
        assert len(screen.ui.reply) <= 1
        assert len(" ".join(screen.ui.reply)) <= 78, "the row under the lesson holds no more"
        chosen_rightly = screen.ui.chosen is not None and screen.ui.chosen in RIGHT_KEYS[step] + ("4",) * (step == 2)
        assert screen.ui.reply or chosen_rightly
        assert MOVES[step] in done(screen, *RIGHT_KEYS[step])


def test_a_page_opens_and_closes_during_the_lesson() -> None:
    for key, page in {"?": Overlay.HELP, "l": Overlay.LOG, "i": Overlay.PILES, "g": Overlay.RULES}.items():
        screen, _ = press(screen_at(Step.HAND), key)
        assert screen.ui.overlay is page
        screen, _ = press(screen, "escape")
        assert done(screen, "b") == [MOVES[Step.HAND]]


def test_the_bot_can_be_made_slower_and_faster() -> None:
    _, intents = press(screen_at(Step.WATCH), ">")
    assert isinstance(intents[0], Ask)
    assert isinstance(intents[0].message, Pace)


@pytest.mark.parametrize("keys", [("q",), ("escape",), ("c-c",), typed("leave")])
@pytest.mark.parametrize("step", Step)
def test_the_lesson_can_be_left_after_a_question(step: Step, keys: tuple[str, ...]) -> None:
    asked, intents = press(screen_at(step), *keys)
    assert intents == []
    assert asked.ui.question is not None
    assert asked.ui.question.text == "Leave the lesson?"
    assert press(asked, "y")[1] == [Leave()]
    stays, intents = press(asked, "n")
    assert (intents, stays.ui.question) == ([], None)


def test_ctrl_c_twice_leaves_as_interrupted() -> None:
    _, intents = press(screen_at(Step.HAND), "c-c", "c-c")
    assert intents == [Leave(interrupted=True)]


def test_esc_lets_a_chosen_card_go_before_it_asks() -> None:
    screen, _ = press(screen_at(Step.WILD), "2", "escape")
    assert (screen.ui.chosen, screen.ui.question) == (None, None)


@pytest.mark.parametrize("keys", [("h", "?", "escape"), ("?", "escape", "h"), (*typed("hint"), *typed("help"), "q")])
def test_hint_and_help_in_any_order_end_the_lesson(keys: tuple[str, ...]) -> None:
    screen, intents = press(screen_at(Step.HELP), *keys)
    assert intents == []
    assert "Done." in text(screen)
    for key in ("enter", "s", "space", "q", "escape"):
        assert press(screen, key)[1] == [Leave()]


def test_the_lesson_does_not_end_while_the_help_is_read() -> None:
    screen, intents = press(screen_at(Step.HELP), "h", "?", "pagedown")
    assert intents == []
    assert "Done." not in text(screen)


def test_help_that_was_read_before_counts() -> None:
    screen, _ = press(screen_at(Step.HELP, Progress(helped=True)), "h")
    assert "Done." in text(screen)


@pytest.mark.parametrize("step", Step)
def test_random_keys_never_break_the_lesson_and_nobody_gets_stuck(step: Step) -> None:
    chance = Random(step)
    for _ in range(12):
        table, screen = table_at(step), screen_at(step)
        for _ in range(50):
            right = RIGHT_KEYS.get(_step(screen), ("h",))
            keys = right if chance.random() < 0.05 else (chance.choice(ALL_KEYS),)
            screen, asked = press(screen, *keys)
            for intent in asked:
                if isinstance(intent, Do):
                    assert intent.action == MOVES[_step(screen)]
                    table = after(table, intent.action)
                    screen = replace(screen, client=replace(seen(table), seq=screen.client.seq + 1))
        _finish(screen)


def _step(screen: Model) -> Step:
    step = step_of(screen.client)
    assert step is not None
    return step


def _finish(screen: Model) -> None:
    """Close whatever is open, and go on by the keys that the lesson names: to the next step, or to the end."""
    while screen.ui.question or screen.ui.line or screen.ui.overlay is not Overlay.NONE:
        screen, _ = press(screen, "escape")
    step = _step(screen)
    if step in RIGHT_KEYS:
        assert done(screen, *RIGHT_KEYS[step]) == [MOVES[step]]
    elif step is Step.HELP:
        _, intents = press(screen, "h", "?", "escape", "enter")
        assert Leave() in intents
