"""Everything that keys do besides moving cards: lobby, talk, commands, pages, leaving."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_struct

from engine.actions import Play, Stock
from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from protocol import messages as wire
from protocol.codec import encode
from protocol.mapping import ruleset_to_wire
from protocol.messages import Accusation
from skipbo_lan.client.state import ClientState, Lost
from skipbo_lan.locale.hosting import Invitation
from skipbo_lan.tui.intents import Terminal
from skipbo_lan.tui.model import Ask, Do, Intent, Leave, Model, Overlay
from skipbo_lan.tui.pressing import modes, typed_line
from tests.engine.build import seat
from tests.engine.build import table as a_table
from tests.locale.sights import a_player
from tests.tui.scenes import MINE, done, drawn_table, in_room, lobby, model, press, reply, seen, team_table


def asked(screen: Model, *names: str) -> list[wire.Message]:
    """The requests that these keys send."""
    return [intent.message for intent in press(screen, *names)[1] if isinstance(intent, Ask)]


def after(screen: Model, *names: str) -> list[Intent]:
    return press(screen, *names)[1]


def typed(text: str) -> list[str]:
    return ["space" if char == " " else char for char in text]


# The lobby.


def test_the_owner_starts_the_match() -> None:
    assert asked(model(lobby()), "s") == [wire.Start(dealer=None)]


def test_the_owner_adds_and_removes_bots() -> None:
    players = [a_player(0, "Anna"), a_player(1, "Bo", bot=True), a_player(2, "Cy", bot=True), a_player(3, "Dan")]
    assert asked(model(lobby()), "b") == [wire.AddBot(level="easy")]
    assert asked(model(in_room(lobby(), players=players)), "x") == [wire.RemoveBot(seat=2)]
    assert reply(model(lobby()), "x") == "There is no bot to remove."


@pytest.mark.parametrize(
    ("players", "before", "then"),
    [
        (4, Teams.NONE, Teams.PAIRS),
        (4, Teams.PAIRS, Teams.NONE),
        (6, Teams.PAIRS, Teams.TRIOS),
        (6, Teams.TRIOS, Teams.NONE),
    ],
)
def test_partners_go_round_what_the_players_allow(players: int, before: Teams, then: Teams) -> None:
    screen = model(replace(lobby(players), ruleset=Ruleset(teams=before)))
    assert asked(screen, "p") == [wire.Configure(ruleset=ruleset_to_wire(Ruleset(teams=then)))]


def test_three_players_are_told_that_teams_do_not_fit() -> None:
    assert reply(model(lobby(3)), "p") == "Teams need 4 or 6 players; there are 3."


@pytest.mark.parametrize("key", ["s", "b", "x", "p", "<", ">"])
def test_a_guest_has_none_of_the_owners_keys(key: str) -> None:
    assert after(model(replace(lobby(), owner=False)), key) == []


# After a round.


def test_r_says_that_the_result_was_seen() -> None:
    assert asked(model(in_room(seen(), stage="round_over")), "r") == [wire.Ready()]


def test_r_begins_another_match_for_the_owner_and_asks_for_one_from_others() -> None:
    over = in_room(seen(), stage="match_over", winners=[1])
    assert asked(model(over), "r") == [wire.Again()]
    assert asked(model(replace(over, owner=False)), "r") == [wire.Ready()]
    assert asked(model(replace(over, owner=False, watching=True)), "r") == []


def test_k_lets_a_bot_play_for_who_is_away_and_shift_k_waits_longer() -> None:
    room = seen().room
    assert room is not None
    away = in_room(seen(), players=[room.players[0], replace_struct(room.players[1], presence="away")])
    assert asked(model(away), "k") == [wire.BotNow(seat=1)]
    assert asked(model(away), "K") == [wire.WaitLonger(seat=1)]
    assert asked(model(replace(away, owner=False)), "k", "K") == []
    assert asked(model(seen()), "k", "K") == []


def test_card_keys_do_nothing_after_the_round() -> None:
    assert after(model(in_room(seen(), stage="round_over")), "s", "4", "4", "b", "tab", "space") == []


# Bots' speed.


@pytest.mark.parametrize(
    ("pace", "key", "then"),
    [(600, "<", 1000), (600, ">", 400), (0, ">", 0), (10_000, "<", 4000), (700, "<", 1000), (700, ">", 600)],
)
def test_bots_play_slower_and_faster(pace: int, key: str, then: int) -> None:
    screen = model(in_room(seen(), pace_ms=pace))
    assert asked(screen, key) == [wire.Pace(ms=then)]


def test_a_typed_speed_is_answered_like_a_key() -> None:
    screen, intents = press(model(), "/", *typed("speed 2"), "enter")
    assert intents == [Ask(wire.Pace(ms=2000))]
    assert screen.ui.reply == ("Bots now wait 2 s before each move.",)


# Talk.


@pytest.mark.parametrize("opener", ["t", "enter"])
def test_what_is_typed_in_the_talk_line_is_only_sent(opener: str) -> None:
    """T22: keys of the table mean nothing while a line is open."""
    said = after(model(), opener, *typed("quit 3 a 7"), "enter")
    assert said == [Ask(wire.Say(text="quit 3 a 7", team=False))]


def test_a_slash_at_the_beginning_of_a_talk_line_makes_it_a_command() -> None:
    """Where one talks after Enter, `/` means a command everywhere; nothing of it is to go out as talk."""
    assert after(model(), "enter", *typed("/s a"), "enter") == [Do(Play(Stock(0), 0))]
    assert after(model(), "t", *typed("and/or"), "enter") == [Ask(wire.Say(text="and/or", team=False))]


def test_talk_to_the_team() -> None:
    screen = model(seen(team_table()))
    assert asked(screen, "T", *typed("keep B"), "enter") == [wire.Say(text="keep B", team=True)]


@pytest.mark.parametrize("text", ["x" + "\u0301" * 1000, "half a character: \udcff"])
def test_talk_that_no_message_can_hold_is_sent_as_it_may_travel(text: str) -> None:
    screen, _ = press(model(), "t")
    pasted, _ = typed_line.pasted(screen.ui, text)
    (said,) = asked(replace(screen, ui=pasted), "enter")
    encode(said)


def test_without_a_team_a_capital_t_talks_to_all() -> None:
    assert asked(model(), "T", *typed("hi"), "enter") == [wire.Say(text="hi", team=False)]


@pytest.mark.parametrize("ending", [["escape"], ["backspace", "backspace", "backspace"], ["c-u", "enter"]])
def test_a_line_can_be_given_up(ending: list[str]) -> None:
    screen, intents = press(model(), "t", *typed("hi"), *ending)
    assert (screen.ui.line, intents) == (None, [])


def test_talk_while_offline_is_not_lost_without_a_word() -> None:
    assert reply(model(seen(status=Lost(1, 2))), "t", "x", "enter") == "Not connected: nothing was sent."


# Commands.


def test_a_typed_move_is_done() -> None:
    assert done(model(), "/", *typed("s a"), "enter") == [Play(Stock(0), 0)]


def test_an_unknown_command_is_answered() -> None:
    assert "frobnicate" in reply(model(), "/", *typed("frobnicate"), "enter")


def test_a_question_with_a_short_answer_is_answered_under_the_table() -> None:
    assert "18 left" in reply(model(), "/", *typed("stock"), "enter")


def test_a_long_answer_opens_a_page() -> None:
    screen, _ = press(model(), "/", *typed("look"), "enter")
    assert screen.ui.overlay is Overlay.ANSWER
    assert any("Building: A needs 5" in line for line in screen.ui.answer)


def test_tab_completes_a_command() -> None:
    screen, _ = press(model(), "/", *typed("sco"), "tab")
    assert screen.ui.line is not None
    assert screen.ui.line.text == "score "


def test_up_recalls_what_was_typed() -> None:
    screen, _ = press(model(), "/", *typed("who"), "enter", "escape", "/", *typed("hand"), "enter", "/", "up", "up")
    assert screen.ui.line is not None
    assert screen.ui.line.text == "who"
    screen, _ = press(screen, "down", "down")
    assert screen.ui.line is not None
    assert screen.ui.line.text == ""


def test_a_play_out_of_turn_is_typed_and_asked_back() -> None:
    theirs = model(seen(drawn_table(rules=Ruleset(out_of_turn=OutOfTurn.TABLE), turn=1)))
    screen, intents = press(theirs, "!", *typed("s a"), "enter")
    assert intents == []
    assert screen.ui.question is not None
    assert after(screen, "n") == []
    assert after(screen, "y") == [Do(Play(Stock(0), 0, out_of_turn=True))]


# Accusations.


def accusing(**changes: object) -> ClientState:
    rules = Ruleset(teams=Teams.PAIRS, coaching=Coaching.ACCUSE)
    return in_room(seen(drawn_table(MINE, MINE, MINE, rules=rules)), **changes)


def test_an_accusation_is_typed() -> None:
    assert asked(model(accusing()), "u", *typed("Bea"), "enter") == [wire.Accuse(offender=1)]


def test_an_accusation_names_the_only_player_it_can_mean() -> None:
    theirs = drawn_table(MINE, MINE, MINE, rules=Ruleset(teams=Teams.PAIRS, coaching=Coaching.ACCUSE), turn=1)
    screen = model(seen(theirs))
    assert asked(screen, "u", "enter") == [wire.Accuse(offender=3)]
    assert asked(screen, "u", *["backspace"] * 3, "D", "tab", "backspace", "enter") == [wire.Accuse(offender=3)]


def test_without_teams_anybody_may_be_accused_of_advice() -> None:
    theirs = drawn_table(MINE, MINE, rules=Ruleset(coaching=Coaching.ACCUSE))
    screen, _ = press(model(seen(theirs)), "u")
    assert screen.ui.line is not None
    assert screen.ui.line.text == "accuse "
    assert asked(screen, "B", "tab", "enter") == [wire.Accuse(offender=1)]


@pytest.mark.parametrize(("key", "guilty"), [("k", True), ("n", False)])
def test_the_owner_decides_an_accusation(key: str, guilty: bool) -> None:
    accused = accusing(accusation=Accusation(accuser=0, offender=1, left_ms=30_000))
    assert asked(model(accused), key) == [wire.Confirm(guilty=guilty)]
    assert asked(model(replace(accused, owner=False)), key) == []


# Pages.


@pytest.mark.parametrize(
    ("key", "overlay"),
    [
        ("?", Overlay.HELP),
        ("l", Overlay.LOG),
        ("i", Overlay.PILES),
        ("g", Overlay.RULES),
        ("pageup", Overlay.LOG),
        ("wheel-up", Overlay.LOG),
    ],
)
@pytest.mark.parametrize("closing", ["escape", "q", "backspace"])
def test_pages_open_and_close(key: str, overlay: Overlay, closing: str) -> None:
    screen, intents = press(model(), key)
    assert (screen.ui.overlay, intents) == (overlay, [])
    screen, intents = press(screen, closing)
    assert (screen.ui, intents) == (model().ui, [])


@pytest.mark.parametrize("key", [*"sab1234567890vr", "tab", "y"])
def test_card_keys_do_not_reach_the_cards_through_a_page(key: str) -> None:
    assert after(model(), "?", key, key) == []


def test_a_page_scrolls_no_further_than_it_has_lines() -> None:
    screen, _ = press(model(), "?", "up")
    assert screen.ui.scroll == 0
    bottom, _ = press(screen, *["pagedown"] * 20)
    assert press(bottom, "end")[0].ui == bottom.ui
    assert press(bottom, "home")[0].ui.scroll == 0
    assert 0 < bottom.ui.scroll < 60


def test_i_and_a_number_show_another_players_piles() -> None:
    assert press(model(seen(team_table())), "i", "2")[0].ui.inspected == 2
    assert press(model(), "i", "right", "right")[0].ui.inspected == 0
    assert press(model(), "i", "left")[0].ui.inspected == 1


def test_a_hint_names_a_good_move() -> None:
    assert reply(model(), "h").startswith("Try ")


def test_the_mouse_is_given_back_at_once() -> None:
    screen, _ = press(model(), "m")
    assert not screen.ui.preferences.mouse
    assert press(screen, "m")[0].ui.preferences.mouse


# Pasted text (rule 6, T22).


def test_pasted_text_is_dropped_at_the_table() -> None:
    ui, intents = modes.paste(model(), "resign\nsabcd")
    assert intents == ()
    assert ui.reply == ("That looked like pasted text: dropped. Open the talk line with t first.",)


def test_pasted_text_goes_into_an_open_line_without_being_sent() -> None:
    screen, _ = press(model(), "t")
    ui, intents = modes.paste(screen, "one\ntwo")
    assert intents == ()
    assert ui.line is not None
    assert ui.line.text == "one two"


def test_a_burst_of_keys_does_nothing_at_the_table() -> None:
    for key in ("s", "enter", "tab", "q"):
        assert modes.burst(model(), key, 5)[1] == ()


def test_enter_in_a_burst_sends_nothing_unless_it_is_the_last_key() -> None:
    screen, _ = press(model(), "t", "a")
    assert modes.burst(screen, "enter", 0)[1] == (Ask(wire.Say(text="a", team=False)),)
    ui, intents = modes.burst(screen, "enter", 1)
    assert intents == ()
    assert ui.line is not None
    assert ui.line.text == "a "


# Leaving.


def test_leaving_a_running_game_asks() -> None:
    screen, intents = press(model(), "q")
    assert intents == []
    assert screen.ui.question is not None
    assert after(screen, "y") == [Leave()]


@pytest.mark.parametrize("key", ["n", "enter", "escape", "q", "s", "space"])
def test_anything_but_yes_stays(key: str) -> None:
    screen, intents = press(model(), "q", key)
    assert (screen.ui, intents) == (model().ui, [])


def test_after_the_game_q_leaves_at_once() -> None:
    alone = in_room(seen(), stage="match_over", players=[a_player(0, "Anna"), a_player(1, "Bo", bot=True)])
    assert after(model(alone), "q") == [Leave()]


def test_the_first_ctrl_c_asks_and_the_second_in_time_leaves() -> None:
    screen, intents = press(model(now=10.0), "c-c")
    assert intents == []
    assert screen.ui.question is not None
    assert after(replace(screen, now=13.0), "c-c") == [Leave(interrupted=True)]


def test_the_host_is_told_that_ctrl_c_keeps_the_match_while_there_is_one() -> None:
    table = Invitation(16218)
    kept = "Ctrl-C again within three seconds leaves, and keeps the match for later."
    assert reply(model(invitation=table), "c-c") == kept
    assert reply(model(invitation=table), "?", "c-c") == kept
    for nothing_to_keep in (model(), model(lobby(), invitation=table), model(replace(seen(), owner=False))):
        assert reply(nothing_to_keep, "c-c") == "Ctrl-C again within three seconds leaves the table."


def test_a_late_second_ctrl_c_is_a_first_one() -> None:
    screen, _ = press(model(now=10.0), "c-c")
    screen, intents = press(replace(screen, now=13.1), "c-c")
    assert intents == []
    assert screen.ui.question is None


@pytest.mark.parametrize("begun", [["t", "x"], ["/"], ["4"], ["b"], ["tab"], ["?"], ["q"]])
def test_the_first_ctrl_c_cancels_what_was_begun(begun: list[str]) -> None:
    screen, intents = press(model(), *begun, "c-c")
    assert intents == []
    idle = replace(screen.ui, reply=(), interrupted_at=None)
    assert idle == model().ui


@pytest.mark.parametrize("before", [[], ["t"], ["?"], ["q"]])
def test_ctrl_l_redraws_and_ctrl_z_suspends_everywhere(before: list[str]) -> None:
    assert after(model(), *before, "c-l") == [Terminal.REDRAW]
    assert after(model(), *before, "c-z") == [Terminal.SUSPEND]


def test_keys_before_there_is_a_table_do_no_harm() -> None:
    for key in [*"sabxpr123456789vwxyzhligt?mq/<>!+", "tab", "space", "enter", "pageup", "c-c"]:
        press(model(ClientState()), key)


def test_an_empty_hand_does_no_harm() -> None:
    screen = model(seen(a_table(seat(""), seat(""))))
    for key in [*"s12345678abcd", "tab", "space"]:
        press(screen, key)
