"""Moves as they are typed: every form of the table of typed commands, and what is never guessed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Action, Discard, DiscardTop, Draw, Hand, Object, Pass, Play, Stock
from engine.cards import Card
from engine.legal import legal_actions
from engine.ruleset import OutOfTurn, Ruleset, Teams
from engine.table import Table
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import DoAction, Unclear, complete, parse, typed_form
from tests.engine.build import pile, seat, table
from tests.locale.sights import a_room, a_state
from tests.tui.scenes import drawn_table, team_table

TWO_PLAYERS = a_state(
    table(
        seat("2 S 7 12 7", "10", "4", "", "12", stock="9 5"),
        seat(stock="8 9"),
        piles=(pile("1 2 3 4"), pile("1 2 3 4 5 6 7 8 9 10 11"), pile(""), pile("1 2 3 4 5 6")),
    )
)
"""Anna's turn: A needs 5, B needs 12, C needs 1, D needs 7."""

PARTNERS = Ruleset(teams=Teams.PAIRS)


def done(text: str, state: ClientState = TWO_PLAYERS) -> Action:
    command = parse(text, state)
    assert isinstance(command, DoAction), command
    return command.action


def answered(text: str, state: ClientState = TWO_PLAYERS) -> str:
    command = parse(text, state)
    assert isinstance(command, Unclear), command
    return command.message


@pytest.mark.parametrize("text", ["s a", "s 1", "s b1", "S>A", "sa", "0 a", "play s a", "  s   a  "])
def test_the_stock_card(text: str) -> None:
    assert done(text) == Play(Stock(0), 0)


@pytest.mark.parametrize("text", ["h4 b2", "4 b", "4b", "H4>B2", "h4b", "4 on b", "4 to b"])
def test_a_hand_card(text: str) -> None:
    assert done(text) == Play(Hand(Card.TWELVE), 1)


@pytest.mark.parametrize("text", ["p4 b2", "9 b", "p4b", "9 2", "P4>B2"])
def test_the_top_of_an_own_discard_pile(text: str) -> None:
    assert done(text) == Play(DiscardTop(0, 3), 1)


@pytest.mark.parametrize("text", ["d5 3", "5 8", "58", "d53", "5 p3", "discard 5 3", "d5 8"])
def test_a_discard(text: str) -> None:
    assert done(text) == Discard(Card.SEVEN, 2)


def test_full_width_digits_are_digits() -> None:
    assert done("５ ８") == Discard(Card.SEVEN, 2)


@pytest.mark.parametrize("text", ["ps b2", "ps b", "v b"])
def test_the_partners_stock(text: str) -> None:
    state = a_state(partners_table())
    assert done(text, state) == Play(Stock(2), 1)


@pytest.mark.parametrize("text", ["pp1 a", "pp1 b1", "w a"])
def test_the_partners_discard_pile(text: str) -> None:
    state = a_state(partners_table())
    assert done(text, state) == Play(DiscardTop(2, 0), 0)


def partners_table() -> Table:
    mate = seat("1", "5", stock="9 12")
    return table(
        seat("2"), seat(), mate, seat(), ruleset=PARTNERS, piles=(pile("1 2 3 4"), pile("1 2 3 4 5 6 7 8 9 10 11"))
    )


@pytest.mark.parametrize("text", ["ps 2 as 2", "ps as 2", "ps b as 2"])
def test_a_partners_wild_with_its_value_named(text: str) -> None:
    wild = table(seat("2"), seat(), seat(stock="9 S"), seat(), ruleset=PARTNERS, piles=(pile("1 2 3"), pile("1")))
    assert done(text, a_state(wild)) == Play(Stock(2), 1, value=2)


def test_a_named_value_that_no_pile_needs_is_refused_with_what_they_need() -> None:
    wild = table(seat("S"), seat(), piles=(pile("1 2 3"), pile("1")))
    assert answered("1 as 9", a_state(wild)) == "No pile needs 9: A needs 4, B needs 2, C needs 1, D needs 1."


def test_of_several_partners_one_has_to_be_named() -> None:
    trio = table(*(seat("1") for _ in range(6)), ruleset=Ruleset(teams=Teams.TRIOS), piles=(pile("1 2 3 4 5 6 7 8"),))
    assert answered("ps a", a_state(trio)) == "Which partner? Type ps@3 or ps@5, then the pile."
    assert done("ps@5 a", a_state(trio)) == Play(Stock(4), 0)


def test_an_explicit_target_is_never_changed_for_one_that_fits() -> None:
    assert answered("s b") == "Not possible: B needs 12, your stock is 5."
    assert answered("4 a") == "Not possible: A needs 5, not 12."


def test_a_bare_number_behind_a_hand_card_is_asked_back() -> None:
    assert answered("3 2") == "Type 3 b to play it on B, or 3 7 to discard it."


def test_only_hand_cards_are_discarded() -> None:
    assert answered("s 7") == "Not possible: Only a card from your hand can be discarded."
    assert answered("p1 p2") == "Not possible: Only a card from your hand can be discarded."


def test_a_hand_card_that_is_not_there() -> None:
    two_cards = a_state(table(seat("1 2"), seat()))
    assert answered("3 a", two_cards) == "There is no hand card 3: you hold 2 cards."


def test_out_of_turn_nothing_is_done_and_whose_turn_it_is_is_said() -> None:
    others = a_state(table(seat("1"), seat("1"), turn=1))
    assert answered("1 a", others) == "It is not your turn: Bea is playing."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("3", "Hand 3, a 7, fits nowhere."),
        ("h2", "Hand 2, a skip-bo, fits A, B, C, D."),
        ("s", "Your stock, a 5, fits A."),
        ("9", "Your pile 4, a 12, fits B."),
        ("p2", "Your pile 2, a 4, fits nowhere."),
        ("8", "Your pile 3 is empty."),
    ],
)
@pytest.mark.parametrize("turn", [0, 1])
def test_a_place_typed_alone_says_what_lies_there_and_where_it_fits(typed: str, told: str, turn: int) -> None:
    """T33."""
    assert parse(typed, a_state(drawn_table(turn=turn))) == Unclear(told)


def test_a_partners_place_typed_alone_names_the_partner() -> None:
    assert parse("ps", a_state(team_table())) == Unclear("Cy's stock, a 12, fits B.")
    assert parse("v", a_state(drawn_table())) == Unclear("You have no partner at this table.")


def test_a_partners_pile_where_everyone_plays_alone() -> None:
    assert answered("ps a") == "You have no partner at this table."


def test_a_move_between_rounds() -> None:
    assert answered("s a", a_state(room=a_room("lobby"))) == "No round is being played at the moment."


def test_passing() -> None:
    assert done("pass", a_state(table(seat(""), seat("1")))) == Pass()
    assert answered("pass") == "Not possible: Your turn ends by discarding a card from your hand."


def test_drawing_by_hand_where_the_rules_say_so() -> None:
    by_hand = table(seat("1"), seat(), ruleset=Ruleset(manual_draw=True), draw="1 2 3 4 5")
    assert done("draw 4", a_state(by_hand)) == Draw(4)
    assert answered("draw 1") == "Not possible: Cards are drawn by themselves at this table."


def test_more_cards_than_the_protocol_carries_are_never_asked_for() -> None:
    by_hand = table(seat("1"), seat(), ruleset=Ruleset(manual_draw=True), draw="1 2 3 4 5")
    assert answered("draw 163", a_state(by_hand)) == "Draw 1 to 162 cards."


def test_a_play_out_of_turn_asks_first() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    others = a_state(table(seat("1"), seat("2"), ruleset=rules, turn=1))
    command = parse("play! 1 a", others)
    assert command == DoAction(
        Play(Hand(Card.ONE), 0, out_of_turn=True),
        ask="It is not your turn. If somebody objects, you draw nothing in your next turn. Play anyway?",
    )
    assert answered("1 a", others) == "It is not your turn: Bea is playing."


def test_an_objection() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    intruded = table(seat("1"), seat("2"), seat("3"), ruleset=rules, turn=1)
    assert done("object", a_state(replace(intruded, intruder=2))) == Object()
    assert answered("object") == "Not possible: Nobody is playing out of turn."


@pytest.mark.parametrize(
    "state",
    [
        TWO_PLAYERS,
        a_state(partners_table()),
        a_state(table(seat(""), seat("1"))),
        a_state(table(seat("1"), seat("2"), ruleset=Ruleset(out_of_turn=OutOfTurn.TABLE), turn=1)),
        a_state(table(*(seat("1 S", "1") for _ in range(6)), ruleset=Ruleset(teams=Teams.TRIOS))),
    ],
)
def test_what_is_offered_can_be_typed_and_means_that_move(state: ClientState) -> None:
    assert state.view is not None
    actions = legal_actions(state.view)
    assert actions
    for action in actions:
        assert done(typed_form(state.view, action), state) == action


def test_completion_offers_legal_moves_only() -> None:
    assert complete("s", TWO_PLAYERS)[0] == "s a"
    assert "s b" not in complete("s", TWO_PLAYERS)
    assert "start" in complete("s", TWO_PLAYERS)
