"""What a typed line does in plain mode: questions back, answers, and what the session is asked to do."""

from __future__ import annotations

from engine.actions import Discard, Hand, Play
from engine.cards import Card
from protocol import messages as wire
from skipbo_lan.commands import AskHost, DoAction, Leave, SaveLog, Talk
from skipbo_lan.plain.dialogue import Dialogue, Reply, typed
from tests.engine.build import pile, seat, table
from tests.locale.sights import a_state

STATE = a_state(table(seat("5 2", stock="9 5"), seat(), piles=(pile("1 2 3 4"),)))
"""Anna's stock card 5 fits A, and so does the hand card 5."""
START = Dialogue()
CARELESS = "Your stock 5 still fits A. Discard anyway? Type y or n."


def test_a_move_is_done() -> None:
    play = DoAction(Play(Hand(Card.FIVE), 0))
    assert typed(START, "1 a", STATE, asks=True) == Reply(START, request=play)


def test_a_question_is_answered_and_asks_the_session_nothing() -> None:
    reply = typed(START, "turn", STATE, asks=True)
    assert (reply.lines, reply.request) == (("Your turn.",), None)


def test_talk_goes_to_the_host() -> None:
    assert typed(START, "say hello", STATE, asks=True).request == Talk("hello")
    assert typed(START, "save", STATE, asks=True).request == SaveLog()


def test_what_cannot_be_done_is_told() -> None:
    reply = typed(START, "2 a", STATE, asks=True)
    assert (reply.lines, reply.request) == (("Not possible: A needs 5, not 2.",), None)


def test_a_careless_discard_is_asked_back_once_in_a_session() -> None:
    asked = typed(START, "2 6", STATE, asks=True)
    assert (asked.lines, asked.request) == ((CARELESS,), None)
    done = typed(asked.dialogue, "y", STATE, asks=True)
    assert done.request == DoAction(Discard(Card.TWO, 0))
    again = typed(done.dialogue, "2 6", STATE, asks=True)
    assert again.request == DoAction(Discard(Card.TWO, 0))


def test_anything_but_yes_is_no() -> None:
    asked = typed(START, "2 6", STATE, asks=True)
    refused = typed(asked.dialogue, "1 a", STATE, asks=True)
    assert (refused.lines, refused.request) == (("Not done.",), None)
    assert typed(refused.dialogue, "1 a", STATE, asks=True).request == DoAction(Play(Hand(Card.FIVE), 0))


def test_a_pipe_is_not_asked_whether_it_means_it() -> None:
    assert typed(START, "2 6", STATE, asks=False).request == DoAction(Discard(Card.TWO, 0))
    assert typed(START, "close", STATE, asks=False).request == AskHost(
        wire.CloseTable(), ask="Close the table for everybody?"
    )
    assert isinstance(typed(START, "leave", STATE, asks=False).request, Leave)


def test_a_person_is_asked_before_leaving_a_game() -> None:
    reply = typed(START, "leave", STATE, asks=True)
    assert reply.request is None
    assert reply.lines == ("You are the host: leaving ends the table for 1 other. Type y or n.",)
    assert isinstance(typed(reply.dialogue, "yes", STATE, asks=True).request, Leave)


def test_an_empty_line_is_nothing() -> None:
    assert typed(START, "  ", STATE, asks=True) == Reply(START)
