"""Why something was not done: every code has words, and the words name the cards."""

from __future__ import annotations

import pytest

from engine.actions import Discard, DiscardTop, Hand, Play, Stock
from engine.cards import Card
from engine.errors import Refusal
from engine.observe import observe
from protocol.codes import DenyCode, RejectCode
from skipbo_lan.locale.refusals import bad_name_line, name_reason, needs_line, refusal_line
from tests.engine.build import pile, seat, table

VIEW = observe(table(seat("7 2 S", "9", stock="5 5"), seat(), piles=(pile("1 2 3 4 5"), pile("1"))), 0)


@pytest.mark.parametrize("code", [*Refusal, *DenyCode])
def test_every_refusal_has_a_sentence_of_its_own(code: str) -> None:
    assert refusal_line(code) != refusal_line("A_CODE_OF_THE_FUTURE")


def test_an_unknown_code_of_a_newer_host_is_survived() -> None:
    assert refusal_line("A_CODE_OF_THE_FUTURE") == "The table did not accept that."


def test_a_card_that_does_not_fit_is_named_with_what_is_needed() -> None:
    assert refusal_line(Refusal.WRONG_VALUE, VIEW, Play(Hand(Card.SEVEN), 0)) == "A needs 6, not 7."
    assert refusal_line(Refusal.WRONG_VALUE, VIEW, Play(Stock(0), 1)) == "B needs 2, your stock is 5."
    assert refusal_line(Refusal.WRONG_VALUE, VIEW, Play(DiscardTop(0, 0), 3)) == "D needs 1, your pile 1 is 9."


def test_a_value_named_for_a_wild_that_the_pile_does_not_need() -> None:
    assert refusal_line(Refusal.WRONG_VALUE, VIEW, Play(Hand(Card.WILD), 0, value=4)) == "A needs 6, not 4."


def test_a_card_that_is_not_in_the_hand() -> None:
    line = "There is no 9 in your hand: you hold 7, 2, SB."
    assert refusal_line(Refusal.NO_SUCH_CARD, VIEW, Discard(Card.NINE, 0)) == line


def test_an_empty_pile() -> None:
    assert refusal_line(Refusal.SOURCE_EMPTY, VIEW, Play(DiscardTop(0, 1), 0)) == "Your pile 2 is empty."


def test_what_all_piles_need() -> None:
    assert needs_line(VIEW) == "A needs 6, B needs 2, C needs 1, D needs 1."


def test_every_reason_against_a_name_is_worded() -> None:
    about_names = {code for code in RejectCode if code.startswith("NAME_")}
    assert {code for code in RejectCode if name_reason(code) is not None} == about_names


def test_a_refused_name_is_told_with_its_reason() -> None:
    line = 'The name "host" cannot be used: host, server and you are not names.'
    assert bad_name_line("host", RejectCode.NAME_RESERVED) == line
