"""The lesson in plain mode: what each step tells, the right line, and why another one is not it."""

from __future__ import annotations

import pytest

from engine.legal import legal_actions
from protocol.messages import Pace
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import AskHost, DoAction, Leave, typed_form
from skipbo_lan.lesson.course import MOVES, Progress, Step
from skipbo_lan.locale.plain import wrapped
from skipbo_lan.plain.dialogue import Dialogue, Reply, typed
from skipbo_lan.plain.lesson import lesson_news, taught
from tests.lesson.lessons import client_at

START = Dialogue(lesson=Progress())
RIGHT_LINES = {Step.STOCK: "s a", Step.HAND: "4 b", Step.WILD: "2 c", Step.DISCARD: "3 7"}


def say(dialogue: Dialogue, line: str, state: ClientState, *, asks: bool = True) -> Reply:
    """What a line does in the lesson."""
    assert dialogue.lesson is not None
    return taught(dialogue, dialogue.lesson, line, state, typed(dialogue, line, state, asks=asks))


@pytest.mark.parametrize("step", Step)
def test_each_step_is_told_once_it_is_reached(step: Step) -> None:
    before = client_at(Step(step - 1)) if step > 1 else ClientState()
    (told,) = lesson_news(before, client_at(step))
    assert told.startswith(f"Lesson {step} of 6. ")
    assert step not in RIGHT_LINES or told.endswith(f"Type {RIGHT_LINES[step]}.")
    assert len(wrapped(told)) <= 2
    assert lesson_news(client_at(step), client_at(step)) == []


@pytest.mark.parametrize("step", RIGHT_LINES)
@pytest.mark.parametrize("asks", [True, False])
def test_the_right_line_is_done(step: Step, asks: bool) -> None:
    assert say(START, RIGHT_LINES[step], client_at(step), asks=asks).request == DoAction(MOVES[step])


@pytest.mark.parametrize(
    ("step", "line", "answer"),
    [
        (Step.STOCK, "3 7", "A discard ends your turn, and your stock still fits A. Type s a."),
        (Step.STOCK, "hint", "Hints come at the end of the lesson. Type s a."),
        (Step.STOCK, "say hello", "Talk is for tables with people. Type s a."),
        (Step.STOCK, "save", "Nothing of the lesson is kept. Type s a."),
        (Step.STOCK, "close", "In the lesson the table stays as it is. Type s a."),
        (Step.HAND, "2 a", "Keep the wild card: you can go on without it. Type 4 b."),
        (Step.WILD, "2 d", "On D it would be an 8, and then Bea's 9 fits. Type 2 c."),
        (Step.DISCARD, "3 6", "It is better kept in order: the 10 on the 11. Type 3 7."),
        (Step.WATCH, "hint", "Hints come at the end of the lesson. Wait for your turn."),
        (Step.HELP, "3 c", "You can play on at a real table. Type hint for a hint, help for help."),
    ],
)
@pytest.mark.parametrize("asks", [True, False])
def test_a_wrong_line_is_told_why_and_nothing_is_asked_back(step: Step, line: str, answer: str, asks: bool) -> None:
    reply = say(START, line, client_at(step), asks=asks)
    assert (reply.lines, reply.request, reply.dialogue.asked) == ((answer,), None, None)


@pytest.mark.parametrize("step", RIGHT_LINES)
def test_of_all_legal_lines_only_the_right_one_is_done(step: Step) -> None:
    state = client_at(step)
    assert state.view is not None
    for action in legal_actions(state.view):
        reply = say(START, typed_form(state.view, action), state)
        assert reply.request == (DoAction(action) if action == MOVES[step] else None)
        assert reply.request or reply.lines[0].endswith(f"Type {RIGHT_LINES[step]}.")


def test_after_a_line_that_means_nothing_the_right_one_is_named() -> None:
    reply = say(START, "s", client_at(Step.STOCK))
    assert reply.lines[-1] == "Type s a."
    assert reply.request is None


def test_questions_and_the_speed_work_as_at_any_table() -> None:
    assert say(START, "turn", client_at(Step.STOCK)).lines == ("Your turn.",)
    assert say(START, "help", client_at(Step.STOCK)).lines
    assert say(START, "speed 0", client_at(Step.WATCH)).request == AskHost(Pace(ms=0))
    assert say(START, "", client_at(Step.STOCK)) == Reply(START)


def test_hint_and_help_end_the_lesson_and_any_line_leaves_it() -> None:
    state = client_at(Step.HELP)
    hinted = say(START, "hint", state)
    assert hinted.lines[0].startswith("Try ")
    assert hinted.lines[-1] == "Now type help for help."
    done = say(hinted.dialogue, "help", state)
    assert any(line.startswith("Done.") for line in done.lines)
    assert any("skipbo-lan practice" in line for line in done.lines)
    assert isinstance(say(done.dialogue, "", state).request, Leave)


def test_a_person_is_asked_before_leaving_and_a_pipe_is_not() -> None:
    state = client_at(Step.WILD)
    asked = say(START, "leave", state)
    assert asked.lines == ("Leave the lesson? Type y or n.",)
    assert isinstance(say(asked.dialogue, "y", state).request, Leave)
    assert say(asked.dialogue, "n", state).request is None
    assert isinstance(say(START, "leave", state, asks=False).request, Leave)
