"""The banner tells the state and the keys that answer it, on every screen (T35)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_struct

from engine.outcome import Outcome, Termination
from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from protocol.codes import ByeCode
from protocol.messages import Accusation
from skipbo_lan.client.state import ClientState, Connecting, Ended, Lost
from skipbo_lan.tui.drawing.banner import banner
from skipbo_lan.tui.drawing.frame import reply_rows
from skipbo_lan.tui.drawing.style import Style
from skipbo_lan.tui.model import Leave, Model, Overlay, UiState
from tests.engine.build import seat
from tests.engine.build import table as a_table
from tests.tui.scenes import MINE, drawn_table, in_room, lobby, model, press, seen, team_table, text


def said(screen: Model, *keys: str) -> str:
    return banner(press(screen, *keys)[0])[0]


def test_the_own_turn() -> None:
    assert banner(model()) == ("YOUR TURN  play cards, then discard one to end it", Style.TURN)


def test_the_own_turn_in_a_team() -> None:
    assert said(model(seen(team_table()))) == "YOUR TURN  you may also play Cy's stock (v) and piles (w x y z)"
    assert said(model(seen(team_table(Teams.TRIOS)))) == "YOUR TURN  also Cy: v, w-z   Eva: V, W-Z"


def test_a_chosen_hand_card() -> None:
    assert said(model(), "4") == "HAND 4 (a 12) CHOSEN  4 or b: play   6-9: discard, ends turn   Esc"
    assert said(model(), "3") == "HAND 3 (a 7) CHOSEN  fits nowhere   6-9: discard, ends turn   Esc"


def test_a_chosen_card_that_fits_everywhere_leaves_room_for_what_else_can_be_pressed() -> None:
    one = model(seen(a_table(seat("1"), seat())))
    assert said(one, "1") == "HAND 1 (a 1) CHOSEN  1 or a-d: play   6-9: discard, ends turn   Esc"


def test_a_chosen_wild() -> None:
    assert said(model(), "2") == "WILD CHOSEN  a: as 5   b: as 12   c: as 1   d: as 9   6-9: discard   Esc"


def test_a_wild_that_may_not_be_discarded() -> None:
    screen = model(seen(drawn_table(rules=Ruleset(wild_discard=False))))
    assert "discard" not in said(screen, "2")


def test_a_lit_pile() -> None:
    assert said(model(), "b") == "PILE B NEEDS 12  4: the 12   9: the 12   Esc"


def test_the_move_that_tab_shows() -> None:
    assert said(model(), "tab").startswith("MOVE 1 OF ")
    assert "5 on A" in said(model(), "tab")


def test_somebody_elses_turn() -> None:
    words, style = banner(model(seen(drawn_table(turn=1))))
    assert words == "BEA IS PLAYING  you are next   (press 1-5 to look ahead, t to talk)"
    assert style is not Style.TURN
    three = drawn_table(seat("1"), seat("1"), turn=1)
    assert said(model(seen(three))) == "BEA IS PLAYING  (press 1-5 to look ahead, t to talk)"


def test_a_player_who_is_away() -> None:
    client = seen(drawn_table(turn=1), room_at=100.0)
    assert client.room is not None
    bea = replace_struct(client.room.players[1], presence="away", grace_ms=60_000)
    away = in_room(client, players=[client.room.players[0], bea])
    asked = "BEA IS AWAY  a bot plays in 0:40   (k: let a bot play now)"
    assert said(model(away, now=120.0)) == asked
    assert said(model(replace(away, owner=False), now=120.0)) == "BEA IS AWAY  a bot plays in 0:40"
    waits = in_room(away, absent="wait")
    assert said(model(waits, now=120.0)) == "BEA IS AWAY  the table waits   (k: let a bot play now)"


def test_a_lost_connection_counts_down() -> None:
    lost = seen(status=Lost(retry_at=101, give_up_at=150))
    assert banner(model(lost, now=100.0)) == ("CONNECTION LOST  trying again, 0:50 left (q: stop)", Style.TURN)
    closing = seen(status=Lost(retry_at=101, give_up_at=220, closing=True))
    assert "2:00 left (q: stop)" in said(model(closing, now=100.0))


def test_before_the_table_is_known() -> None:
    assert said(model(ClientState(status=Connecting()))) == "JOINING"


def test_when_it_is_over() -> None:
    assert said(model(seen(status=Ended(ByeCode.CLOSED)))) == "THE TABLE HAS ENDED"


def test_the_lobby() -> None:
    assert said(model(lobby())) == "THE LOBBY  s: start the match"
    assert said(model(lobby(1))) == "THE LOBBY  wait for a player, or b: add a bot"
    assert said(model(replace(lobby(), owner=False))) == "THE LOBBY  the host starts the match"


@pytest.mark.parametrize(("players", "teams"), [(3, Teams.PAIRS), (4, Teams.TRIOS), (5, Teams.PAIRS)])
def test_the_host_is_not_told_to_start_with_a_number_of_players_that_makes_no_teams(players: int, teams: Teams) -> None:
    odd = replace(lobby(players), ruleset=Ruleset(teams=teams))
    told = f"THE LOBBY  these rules are not for {players} players   b: add a bot   p: other partners"
    assert said(model(odd)) == told
    assert said(model(replace(odd, owner=False))) == "THE LOBBY  the host starts the match"
    assert said(model(replace(lobby(4), ruleset=Ruleset(teams=Teams.PAIRS)))) == "THE LOBBY  s: start the match"


def test_after_a_round_and_after_the_match() -> None:
    won = replace(drawn_table(), outcome=Outcome(Termination.WIN, 1, 70))
    assert said(model(in_room(seen(won), stage="round_over"))) == "ROUND OVER  Bea wins the round: 70 points."
    assert said(model(in_room(seen(won), stage="match_over", winners=[0]))) == "YOU WIN THE MATCH"


def test_an_empty_hand_that_cannot_be_filled() -> None:
    assert said(model(seen(a_table(seat(""), seat())))).endswith("p: pass")


def test_cards_to_be_drawn_by_hand() -> None:
    manual = replace(a_table(seat("7"), seat(), draw="1 2 3 4 5", ruleset=Ruleset(manual_draw=True)), draw_due=True)
    assert said(model(seen(manual))) == "YOUR TURN  +: draw your cards"


def test_a_dry_supply() -> None:
    assert "the draw pile is empty" in said(model(seen(a_table(seat("7"), seat()))))


def test_a_play_out_of_turn() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    intruded = replace(drawn_table(MINE, MINE, rules=rules, turn=2), intruder=1)
    assert said(model(seen(intruded))) == "BEA PLAYS OUT OF TURN  !: object"


def test_a_play_in_the_own_turn_says_whose_turn_it_is_and_a_choice_is_still_shown() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    intruded = model(seen(replace(drawn_table(MINE, MINE, rules=rules), intruder=1)))
    assert said(intruded) == "BEA PLAYS IN YOUR TURN  !: object, or play on"
    assert said(intruded, "4").startswith("HAND 4 (a 12) CHOSEN")


def test_an_own_play_out_of_turn_is_called_so() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    own = model(seen(replace(drawn_table(MINE, MINE, rules=rules, turn=2), intruder=0)))
    assert said(own) == "YOU PLAY OUT OF TURN  until you discard, or somebody objects"
    assert said(own, "4").startswith("HAND 4 (a 12) CHOSEN")


def test_an_accusation() -> None:
    rules = Ruleset(teams=Teams.PAIRS, coaching=Coaching.ACCUSE)
    client = in_room(
        seen(drawn_table(MINE, MINE, MINE, rules=rules), room_at=10.0),
        accusation=Accusation(accuser=0, offender=1, left_ms=30_000),
    )
    told = said(model(client, now=20.0))
    assert told == "BEA IS ACCUSED OF ADVICE  k: yes, it was advice   n: no   0:20 left"
    assert "the host decides" in said(model(replace(client, owner=False), now=20.0))


@pytest.mark.parametrize("overlay", [each for each in Overlay if each is not Overlay.NONE])
@pytest.mark.parametrize(("turn", "words"), [(0, "YOUR TURN"), (1, "BEA IS PLAYING")])
def test_whose_turn_it_is_is_told_on_every_page(overlay: Overlay, turn: int, words: str) -> None:
    assert words in text(model(seen(drawn_table(turn=turn)), ui=UiState(overlay=overlay)))


@pytest.mark.parametrize(("turn", "words"), [(0, "It is your turn."), (1, "Bea is playing.")])
def test_whose_turn_it_is_is_told_where_no_table_fits(turn: int, words: str) -> None:
    assert words in text(model(seen(drawn_table(turn=turn)), 48, 12))


def test_a_banner_too_long_for_the_window_loses_its_end_not_its_beginning() -> None:
    screen, _ = press(model(seen(), 60, 20), "2")
    assert "WILD CHOSEN a: as 5 b: as 12 c: as 1 d: as 9 6-9: discard\n" in text(screen)


def test_a_banner_loses_whole_parts_and_never_half_a_word() -> None:
    assert "BEA IS PLAYING  you are next ===" in text(model(seen(drawn_table(turn=1)), 60, 20))


# What a turn may take.


def timed(turn: int, **changes: object) -> ClientState:
    """A table with a turn timer, whose turn has twenty-five seconds left at moment 105."""
    client = in_room(seen(drawn_table(turn=turn), room_at=100.0), turn_ms=30_000)
    assert client.room is not None
    players = list(client.room.players)
    players[turn] = replace_struct(players[turn], **changes)
    return in_room(client, players=players)


def test_a_turn_timer_counts_down_on_every_turn() -> None:
    assert said(model(timed(0), now=105.0)) == "YOUR TURN, 0:25 LEFT  play cards, then discard one to end it"
    assert said(model(timed(1), now=105.0)).startswith("BEA IS PLAYING, 0:25 LEFT  you are next")


def test_a_turn_that_a_bot_plays_to_its_end_says_so() -> None:
    late = in_room(timed(1, relieved=True), turn_ms=None)
    assert said(model(late)) == "BEA TOOK TOO LONG  a bot plays the rest of this turn"
    assert said(model(timed(0, relieved=True), now=105.0)) == "YOUR TIME IS UP  a bot plays the rest of this turn"


def test_no_card_can_be_played_in_a_turn_that_a_bot_plays_to_its_end() -> None:
    after, intents = press(model(timed(0, relieved=True)), "s")
    assert intents == []
    assert after.ui.reply == ("Your time is up: a bot plays the rest of this turn.",)


# The host's computer.


def test_a_host_that_closes_its_table_for_now_is_waited_for_in_a_whole_sentence() -> None:
    closing = in_room(seen(status=Lost(retry_at=101, give_up_at=220, closing=True)), owner=1)
    screen = model(closing, now=100.0)
    ((sentence, _),) = reply_rows(screen, 200)
    assert sentence == ("Bea's computer is closing the table; it can go on later. Waiting for it, 2:00 left (q: stop).")
    assert "Waiting for it, 2:00" in text(screen)
    assert "THE TABLE IS CLOSED FOR NOW  waiting for it, 2:00 left (q: stop)" in text(screen)


def test_q_stops_waiting_for_a_lost_host_without_a_question() -> None:
    lost = seen(status=Lost(retry_at=101, give_up_at=220), owner=False)
    assert press(model(lost), "q")[1] == [Leave()]


def test_a_match_that_cannot_be_saved_is_told_in_the_title() -> None:
    assert "NOT SAVED" in text(model(in_room(seen(), saved=False))).splitlines()[0]
    assert "NOT SAVED" not in text(model())
