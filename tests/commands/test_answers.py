"""Answers to questions about the table: what a player needs who does not see it (T32)."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine import events as ev
from engine.cards import Card
from engine.ruleset import Ruleset, Teams
from skipbo_lan.client.log import Happened
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import About, Question, answer
from skipbo_lan.locale.cards import card
from tests.engine.build import pile, seat, table
from tests.locale.sights import NAMES, a_player, a_room, a_spectator, a_state, with_log

STATE = a_state(
    table(
        seat("2 S 7", "10", "", "1 2 3 4 5 6", stock="5 9"),
        seat("1 1 1 1 1", "3", stock="9 9 S"),
        piles=(pile("1 2 3 4"), pile("1 S")),
        draw="1 2 3",
        set_aside="1 2",
    )
)


def told(about: About, state: ClientState = STATE, number: int = 0) -> list[str]:
    return answer(Question(about, number), state)


def test_whose_turn_it_is_takes_one_line() -> None:
    assert told(About.TURN) == ["Your turn."]
    assert told(About.TURN, a_state(table(seat(), seat(), turn=1))) == ["Bea is playing."]


def test_the_hand_takes_one_line_and_numbers_its_cards() -> None:
    assert told(About.HAND) == ["Hand: 1 is 2, 2 is skip-bo, 3 is 7."]
    assert told(About.HAND, a_state(table(seat(""), seat()))) == ["Your hand is empty."]


def test_the_own_stock_and_piles_take_one_line() -> None:
    assert told(About.STOCK) == ["Stock 9 (only 2 left). Piles: 1 is 10, 3 is 6 (on 5, 4, 3 and 2 more)."]


def test_the_building_piles() -> None:
    assert told(About.PILES) == [
        "Building: A needs 5, B needs 3 (a skip-bo on top), C needs 1, D needs 1.",
        "Draw pile 3, set aside 2.",
    ]


def test_the_table_takes_one_line() -> None:
    assert told(About.TABLE) == ["A needs 5, B needs 3, C needs 1, D needs 1. Draw pile 3, 2 set aside."]


def test_who_is_here_takes_one_line() -> None:
    assert told(About.WHO) == ["Stock cards left: Bea only 3."]
    six = table(*(seat(stock="9 " * 20) for _ in range(6)), turn=1)
    players = [*(a_player(number, name) for number, name in enumerate(NAMES[:5])), a_player(5, "Finn", bot=True)]
    players[2] = structs.replace(players[2], presence="away")
    room = structs.replace(a_room(players=6), players=players)
    (line,) = told(About.WHO, a_state(six, room))
    assert line == "Stock cards left: Bea 20, Cy 20 (away), Dan 20, Eva 20, Finn 20."
    assert told(About.WHO, a_spectator(six, room))[0].startswith("Stock cards left: Anna 20, Bea 20, ")


def test_the_others_take_one_line_each_when_the_table_is_looked_at() -> None:
    assert told(About.LOOK)[0] == "Bea: stock skip-bo (only 3 left), 5 cards in hand. Piles: 1 is 3."


def test_partners_bots_and_the_absent_are_marked() -> None:
    four = table(*(seat() for _ in range(4)), ruleset=Ruleset(teams=Teams.PAIRS))
    players = [
        a_player(0, "Anna"),
        a_player(1, "Ada", bot=True),
        structs.replace(a_player(2, "Cy"), presence="away"),
        structs.replace(a_player(3, "Dan"), presence="bot"),
    ]
    room = structs.replace(a_room(players=4, rules=Ruleset(teams=Teams.PAIRS)), players=players)
    starts = [line.split(":")[0] for line in told(About.LOOK, a_state(four, room))[:3]]
    assert starts == ["Ada (bot, easy)", "Cy, your partner (away)", "Dan (a bot plays)"]


def test_looking_at_the_table_tells_all_of_it() -> None:
    whole = told(About.LOOK)
    for about in (About.PILES, About.STOCK, About.HAND, About.TURN):
        assert set(told(about)) <= set(whole)


def test_the_moves_are_numbered_and_the_discards_are_together() -> None:
    assert told(About.MOVES) == [
        "1. 2 a: your skip-bo as 5 on A",
        "2. 2 b: your skip-bo as 3 on B",
        "3. 2 c: your skip-bo as 1 on C",
        "4. 2 d: your skip-bo as 1 on D",
        "5 to 16: discards, such as 3 7. Type do 1, or a move.",
    ]
    waiting = a_state(table(seat("1"), seat(), turn=1))
    assert told(About.MOVES, waiting) == ["Bea is playing."]


def test_a_hint_names_a_legal_move_and_why() -> None:
    state = a_state(table(seat("2 7", stock="9 5"), seat(), piles=(pile("1 2 3 4"),)))
    (words,) = told(About.HINT, state)
    assert words.startswith("Try s a: stock 5 on A. It gets your stock 5 away; ")
    waiting = a_state(table(seat("1"), seat(), turn=1))
    assert told(About.HINT, waiting) == ["Nothing to do at the moment: it is not your turn."]


def test_what_happened_last() -> None:
    log = tuple(Happened(event, 1) for event in (ev.Drew(1, 2, None), ev.Discarded(1, Card.WILD, 0), ev.TurnBegan(1)))
    state = with_log(STATE, *log)
    assert told(About.LAST, state) == ["Bea discarded skip-bo on pile 1."]
    assert told(About.LOG, state, 5) == ["Bea drew 2 cards.", "Bea discarded skip-bo on pile 1."]
    assert told(About.LOG, STATE, 5) == ["Nothing has happened yet."]


def test_cards_are_written_as_the_caller_likes() -> None:
    assert answer(Question(About.HAND), STATE, card) == ["Hand: 1 is 2, 2 is SB, 3 is 7."]


def test_the_score() -> None:
    assert told(About.SCORE) == ["You 0, Bea 0. First to 500."]
    assert told(About.SCORE, a_state()) == ["No round has been played yet."]


def test_in_the_lobby_who_is_where() -> None:
    assert told(About.WHO, a_state())[:2] == ["Seat 1: Anna (you, host)", "Seat 2: Bea"]
    assert told(About.LOOK, a_state())[0] == "No cards are dealt yet."


@pytest.mark.parametrize("about", About)
@pytest.mark.parametrize("state", [STATE, a_state(), ClientState()])
def test_every_question_has_an_answer_at_any_time(about: About, state: ClientState) -> None:
    assert told(about, state, 3)


@pytest.mark.parametrize("about", About)
def test_nothing_of_what_a_host_sends_can_act_on_the_terminal(about: About) -> None:
    hostile = structs.replace(a_room(), players=[a_player(0, "Anna"), a_player(1, "\x1b[2J\r\n")])
    assert STATE.ruleset is not None
    for line in told(about, a_state(table(seat("1"), seat(), turn=1), hostile), 3):
        assert line.isprintable()


def test_help_names_what_can_be_typed_now() -> None:
    def forms(state: ClientState) -> set[str]:
        return {line[:24].strip() for line in told(About.HELP, state)}

    assert {"bot add [LEVEL]", "start", "swap N M"} <= forms(a_state())
    assert not {"bot add [LEVEL]", "start"} & forms(a_state(owner=False))
    assert {"s b", "3 7, d3 2", "pass"} <= forms(STATE)
    assert not {"bot add [LEVEL]", "play! s b", "draw N", "ps b", "ready"} & forms(STATE)
    assert {"ready"} <= forms(a_state(room=a_room("round_over")))
