"""What plain mode says of each change: everything once, in order, and nothing that is not news."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from engine import events as ev
from engine.actions import Hand, Stock
from engine.cards import Card
from engine.events import Event
from engine.outcome import Outcome, Termination
from engine.ruleset import Ruleset, Teams
from protocol.messages import Said
from skipbo_lan.client.limits import LOG_ENTRIES
from skipbo_lan.client.log import Chat, Happened, Note, NoteKind
from skipbo_lan.client.state import ClientState, Lost, Online, new_entries
from skipbo_lan.plain.narrate import invites, news
from tests.engine.build import pile, seat, table
from tests.locale.sights import a_player, a_room, a_state, with_log

BEAS_TURN = a_state(table(seat("", stock="5 9"), seat("3"), turn=1, draw="1 2 3 4"))
MY_TURN = a_state(
    table(seat("2 S 7", "10", stock="5 9"), seat("1"), piles=(pile("1 2 3 4"),)),
)


def happened(state: ClientState, *events: Event) -> ClientState:
    return with_log(state, *(Happened(event, 1) for event in events))


def test_the_own_turn_tells_what_was_drawn_and_all_that_can_be_played() -> None:
    after = happened(MY_TURN, ev.Discarded(1, Card.THREE, 0), ev.TurnBegan(0), ev.Drew(0, 2, (Card.WILD, Card.SEVEN)))
    assert news(BEAS_TURN, after) == [
        "Bea discarded 3 on pile 1. Your turn. You drew skip-bo, 7.",
        "Stock 9 (only 2 left). Piles: 1 is 10.",
        "Hand: 1 is 2, 2 is skip-bo, 3 is 7.",
        "Building: A needs 5, B needs 1, C needs 1, D needs 1.",
    ]


def test_the_own_discard_tells_who_plays_next() -> None:
    after = happened(BEAS_TURN, ev.Discarded(0, Card.SEVEN, 1), ev.TurnBegan(1), ev.Drew(1, 4, None))
    assert news(MY_TURN, after) == ["You discarded 7 on pile 2. Bea plays. Bea drew 4 cards."]


def test_a_play_of_the_own_stock_tells_the_new_card_and_the_new_need() -> None:
    after = happened(MY_TURN, ev.Played(0, Stock(0), Card.FIVE, 0, 5), ev.StockTurned(0, Card.ELEVEN, 17))
    assert news(MY_TURN, after) == [
        "You played 5 on A (stock). A needs 6. Your new stock card: 11, 17 left.",
    ]


def test_after_a_play_from_the_hand_its_new_numbers_are_told() -> None:
    after = happened(MY_TURN, ev.Played(0, Hand(Card.FIVE), Card.FIVE, 0, 5))
    assert news(MY_TURN, after) == [
        "You played 5 on A (hand). A needs 6. Hand: 1 is 2, 2 is skip-bo, 3 is 7.",
    ]


def test_a_completed_pile_needs_nothing() -> None:
    after = happened(MY_TURN, ev.Played(0, Stock(0), Card.TWELVE, 0, 12), ev.PileCompleted(0))
    assert news(MY_TURN, after) == ["You played 12 on A (stock). A is complete and set aside."]


def test_nothing_is_told_twice_even_when_the_log_has_forgotten_its_beginning() -> None:
    old = tuple(Happened(ev.Passed(number % 2), 1) for number in range(LOG_ENTRIES))
    before = replace(BEAS_TURN, log=old)
    new = Happened(ev.Recycled(12), 1)
    after = replace(before, log=(*old[1:], new))
    assert new_entries(before, after) == (new,)
    assert news(before, after) == ["12 set-aside cards became the new draw pile."]
    assert news(after, after) == []


def test_the_lobby_is_told_on_arrival_with_what_can_be_typed() -> None:
    lobby = a_state()
    assert news(ClientState(), lobby) == [
        "Kitchen: you are Anna, seat 1 of 2.",
        "Seat 1: Anna (you, host)",
        "Seat 2: Bea",
        "Rules: 30 stock cards each (20 with five or six players), first to 500.",
        "Waiting for players. Type bot add for a bot, start to begin, help for more.",
    ]
    assert news(ClientState(), replace(lobby, owner=False))[-1] == "Waiting for the host to start."


def test_who_comes_back_in_mid_round_hears_where_it_stands() -> None:
    room = structs.replace(a_room(), scores=[85, 140], rounds_played=1)
    assert news(ClientState(), replace(BEAS_TURN, room=room)) == [
        "Kitchen: you are Anna, seat 1 of 2.",
        "Round 2. You 85, Bea 140. First to 500.",
        "Bea is playing.",
    ]
    assert news(ClientState(), MY_TURN)[2:4] == ["Your turn.", "Stock 9 (only 2 left). Piles: 1 is 10."]


def test_who_comes_back_hears_of_a_turn_that_came_meanwhile() -> None:
    without_room = replace(BEAS_TURN, room=None)
    assert news(without_room, BEAS_TURN)[-1] == "Bea is playing."
    assert news(BEAS_TURN, MY_TURN)[0] == "Your turn."


def test_who_comes_back_after_a_round_hears_how_it_goes_on() -> None:
    room = structs.replace(a_room("round_over"), scores=[0, 70], rounds_played=1, next_round_ms=9_000)
    assert news(ClientState(), replace(BEAS_TURN, room=room)) == [
        "Kitchen: you are Anna, seat 1 of 2.",
        "You 0, Bea 70. First to 500.",
        "Type ready for the next round, or wait 9 seconds.",
    ]


def test_a_lost_and_a_regained_connection() -> None:
    lost = replace(BEAS_TURN, status=Lost(retry_at=101, give_up_at=150, since=100))
    assert news(BEAS_TURN, lost) == ["Connection lost. Trying again, 0:50 left (leave: stop)."]
    back = with_log(replace(BEAS_TURN, status=Online()), Note(NoteKind.BACK_AGAIN, "Anna", 2, mine=True))
    assert news(lost, back) == ["Back again. You missed 2 turns; l shows them."]


def test_a_host_that_closes_its_table_for_now_is_told_once() -> None:
    bea = structs.replace(a_room(), owner=1)
    closing = replace(BEAS_TURN, room=bea, status=Lost(retry_at=101, give_up_at=220, closing=True, since=100))
    sentence = "Bea's computer is closing the table; it can go on later. Waiting for it, 2:00 left (leave: stop)."
    assert news(BEAS_TURN, closing) == [sentence]
    later = replace(closing, status=Lost(retry_at=103, give_up_at=220, closing=True, since=102))
    assert news(closing, later) == []


def test_the_end_of_a_round_tells_the_score_and_what_comes_next() -> None:
    won = happened(BEAS_TURN, ev.RoundOver(Outcome(Termination.WIN, 1, 70)))
    assert news(BEAS_TURN, won) == ["Bea wins the round: 70 points."]
    room = structs.replace(a_room("round_over"), scores=[0, 70], rounds_played=1, next_round_ms=60_000)
    assert news(won, replace(won, room=room)) == [
        "You 0, Bea 70. First to 500.",
        "Type ready for the next round, or wait 60 seconds.",
    ]


def test_the_end_of_the_match_names_the_winners() -> None:
    room = structs.replace(a_room("match_over"), scores=[505, 70], rounds_played=4, winners=[0])
    assert news(BEAS_TURN, replace(BEAS_TURN, room=room)) == [
        "You win the match.",
        "You 505, Bea 70. First to 500.",
        "Type again for another match, or leave.",
    ]


def test_chat_and_comings_and_goings() -> None:
    said = Said(seat=1, name="Bea", text="good\x1bluck", team=False, held=False)
    after = with_log(BEAS_TURN, Chat(said), Note(NoteKind.AWAY, "Bea"))
    assert news(BEAS_TURN, after) == ["<Bea> good\u241bluck", "Bea is away; the seat waits."]


def test_a_refusal_is_told_once() -> None:
    refused = replace(MY_TURN, refusal="STALE")
    assert news(MY_TURN, refused) == ["The table had changed in the meantime: look again."]
    assert news(refused, replace(refused, name="Anna")) == []


def test_a_prompt_for_a_move_waits_on_the_own_turn_only() -> None:
    assert MY_TURN.my_turn
    assert not BEAS_TURN.my_turn
    assert MY_TURN.view is not None
    won = Outcome(Termination.WIN, 0, 70)
    assert not replace(MY_TURN, view=replace(MY_TURN.view, outcome=won)).my_turn
    assert invites(a_state())
    assert not invites(BEAS_TURN)


def test_team_scores_name_both() -> None:
    rules = Ruleset(teams=Teams.PAIRS)
    four = a_state(table(*(seat() for _ in range(4)), ruleset=rules, turn=1))
    assert four.room is not None
    room = structs.replace(four.room, scores=[25, 0], rounds_played=1, stage="round_over")
    assert news(four, replace(four, room=room))[0] == "You+Cy 25, Bea+Dan 0. First to 500."


def test_players_are_named_safely_on_arrival() -> None:
    room = structs.replace(a_room("lobby"), players=[a_player(0, "Anna"), a_player(1, "\x1b[2J")])
    for line in news(ClientState(), a_state(room=room)):
        assert line.isprintable()
