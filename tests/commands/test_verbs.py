"""Verbs: talk, the lobby, the host's requests; and text that means nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from msgspec import structs

from engine.options import OPTIONS
from engine.ruleset import PRESETS, Coaching, FirstDealer, Ruleset, Teams
from protocol import messages as wire
from protocol.codec import encode
from protocol.mapping import ruleset_from_wire, ruleset_to_wire
from skipbo_lan.client.state import ClientState
from skipbo_lan.commands import About, AskHost, DoAction, Leave, Question, Talk, Unclear, moves, parse
from tests.engine.build import seat, table
from tests.locale.sights import a_player, a_room, a_state

LOBBY = a_state()
PLAYING = a_state(table(seat("1 2"), seat()))


def asked(text: str, state: ClientState = LOBBY) -> wire.Message:
    command = parse(text, state)
    assert isinstance(command, AskHost), command
    return command.message


def answered(text: str, state: ClientState = LOBBY) -> str:
    command = parse(text, state)
    assert isinstance(command, Unclear), command
    return command.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("start", wire.Start(dealer=None)),
        ("START", wire.Start(dealer=None)),
        ("start bea", wire.Start(dealer=1)),
        ("start 2", wire.Start(dealer=1)),
        ("bot add", wire.AddBot(level="easy")),
        ("bot add random", wire.AddBot(level="random")),
        ("bot remove 2", wire.RemoveBot(seat=1)),
        ("bot remove Bea", wire.RemoveBot(seat=1)),
        ("swap 1 3", wire.Swap(a=0, b=2)),
        ("sit 4", wire.Sit(seat=3)),
        ("ready", wire.Ready()),
        ("again", wire.Again()),
        ("close", wire.CloseTable()),
        ("speed 2", wire.Pace(ms=2000)),
        ("speed 0.5", wire.Pace(ms=500)),
        ("speed instant", wire.Pace(ms=0)),
        ("accuse Bea", wire.Accuse(offender=1)),
        ("confirm", wire.Confirm(guilty=True)),
        ("confirm no", wire.Confirm(guilty=False)),
    ],
)
def test_a_request_to_the_host(text: str, message: wire.Message) -> None:
    assert asked(text) == message


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("option target 200", Ruleset(target=200)),
        ("option coaching=off", Ruleset(coaching=Coaching.OFF)),
        ("option TEAMS pairs", Ruleset(teams=Teams.PAIRS)),
        ("option preset german", PRESETS["german"]),
        ("option short", Ruleset(stock_size=10)),
        ("option stock 10", Ruleset(stock_size=10)),
        ("option points-per-card 1", Ruleset(points_per_card=1)),
    ],
)
def test_changing_a_rule(text: str, ruleset: Ruleset) -> None:
    message = asked(text)
    assert isinstance(message, wire.Configure)
    assert ruleset_from_wire(message.ruleset) == ruleset


def test_a_rule_that_does_not_exist_is_answered_with_those_that_do() -> None:
    assert answered("option colour red").startswith("option colour: one of first_dealer, stock_size")
    assert answered("option target many") == f"option target: {OPTIONS['target'].allowed}"
    assert answered("option preset dutch") == "option preset: classic or german or french or modern"


def test_where_the_host_chooses_the_dealer_it_is_the_host_unless_somebody_is_named() -> None:
    rules = Ruleset(first_dealer=FirstDealer.HOST_CHOICE)
    state = replace(LOBBY, ruleset=rules, room=a_room("lobby", rules=rules))
    assert asked("start", state) == wire.Start(dealer=0)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("bot", "bot add [LEVEL]"),
        ("bot dance", "bot remove N"),
        ("swap 1", "swap N M"),
        ("swap 1 9", "swap N M"),
        ("sit", "sit N"),
        ("sit down", "sit N"),
        ("speed fast", "speed 0.5"),
        ("speed 99", "speed 0.5"),
        ("speed nan", "speed 0.5"),
        ("say", "say TEXT"),
        ("team", "team TEXT"),
        ("log many", "log 20"),
        ("do", "do 3"),
        (f"bot add {'x' * 40}", "bot add"),
        ("bot add \udcff", "bot add"),
    ],
)
def test_an_incomplete_verb_is_answered_with_its_form(text: str, form: str) -> None:
    assert form in answered(text)


def with_bea(stage: Literal["lobby", "playing"], **changes: object) -> ClientState:
    """The owner's state, with another state of the player on the second seat."""
    room = a_room(stage)
    bea = structs.replace(room.players[1], **changes)
    return a_state(table(seat("1 2"), seat()), structs.replace(room, players=[room.players[0], bea]))


def test_the_host_decides_about_a_player_who_is_away() -> None:
    away = with_bea("playing", presence="away", grace_ms=60_000)
    assert asked("bot now Bea", away) == wire.BotNow(seat=1)
    assert asked("wait bea", away) == wire.WaitLonger(seat=1)
    assert asked("give 2", away) == wire.Give(seat=1)


def test_without_a_name_it_is_about_the_one_who_is_waited_for() -> None:
    away = with_bea("playing", presence="away")
    assert asked("bot now", away) == wire.BotNow(seat=1)
    assert asked("wait", away) == wire.WaitLonger(seat=1)
    assert answered("wait", with_bea("playing")) == "Name a player, or the number of a seat."


def test_the_seat_of_a_bot_may_be_given_but_nobody_waits_for_a_bot() -> None:
    bot = with_bea("playing", kind="bot", level="easy")
    assert asked("give Bea", bot) == wire.Give(seat=1)
    assert asked("give Bea", with_bea("playing", presence="bot")) == wire.Give(seat=1)
    assert answered("wait Bea", bot) == "Bea is not away."


def test_who_is_here_is_neither_replaced_nor_given_away() -> None:
    here = with_bea("playing")
    assert [answered(f"{verb} Bea", here) for verb in ("bot now", "wait", "give")] == ["Bea is not away."] * 3


def test_removing_a_player_asks_once() -> None:
    command = parse("remove Bea", with_bea("playing"))
    assert command == AskHost(
        wire.RemovePlayer(seat=1), "Remove Bea for good? A bot plays on, and the next who joins gets the seat."
    )
    assert parse("remove Bea", with_bea("lobby")) == AskHost(wire.RemovePlayer(seat=1), "Remove Bea from the table?")
    assert answered("remove Zoe") == "Nobody here is called Zoe."


def test_removing_a_bot_from_the_lobby_asks_nothing() -> None:
    assert parse("remove Bea", with_bea("lobby", kind="bot", level="easy")) == AskHost(wire.RemoveBot(seat=1))


def test_nobody_of_that_name() -> None:
    assert answered("accuse Zoe") == "Nobody here is called Zoe."


def test_talk_keeps_its_text() -> None:
    assert parse("say quit 3 a 7", PLAYING) == Talk("quit 3 a 7")
    assert parse("team Keep B", PLAYING) == Talk("Keep B", team=True)


def test_talk_that_the_table_would_refuse_is_refused_here() -> None:
    assert answered("say " + "x" * 201) == "A line of talk has at most 200 characters."
    assert answered("say " + "李" * 101) == "A line of talk has at most 200 characters."


@pytest.mark.parametrize("text", ["x" + "\u0301" * 1000, "half a character: \udcff"])
def test_talk_that_no_message_can_hold_is_sent_as_it_may_travel(text: str) -> None:
    talk = parse(f"say {text}", PLAYING)
    assert isinstance(talk, Talk)
    encode(talk.message)


@pytest.mark.parametrize("about", [about for about in About if about not in (About.LOG, About.OPTIONS)])
def test_a_question(about: About) -> None:
    assert parse(about.value, PLAYING) == Question(about)


def test_the_log_has_a_length() -> None:
    assert parse("log 20", PLAYING) == Question(About.LOG, 20)
    assert parse("log", PLAYING) == Question(About.LOG, 10)


def test_a_numbered_move_is_the_one_listed() -> None:
    actions = moves(PLAYING)
    assert [parse(f"do {number}", PLAYING) for number in range(1, len(actions) + 1)] == [
        DoAction(action) for action in actions
    ]
    assert answered(f"do {len(actions) + 1}", PLAYING) == f"There are {len(actions)} moves: type moves to see them."
    assert answered("do 0", PLAYING) == f"There are {len(actions)} moves: type moves to see them."
    assert answered("do 1") == "There is no move to make now."


def test_unknown_text_gets_the_nearest_form() -> None:
    assert answered("mvoes", PLAYING) == "Not understood: mvoes. Did you mean: moves?"
    assert answered("xyzzy", PLAYING) == "Not understood: xyzzy. Type help for the commands."


def test_leaving_asks_when_it_costs_somebody_something() -> None:
    guest = a_state(table(seat("1"), seat()), owner=False)
    alone = a_state(
        table(seat("1"), seat()),
        a_room_with_a_bot(),
    )
    assert parse("leave", a_state(owner=False)) == Leave()
    assert parse("leave", guest) == Leave(
        "Leave the game? A bot will play your cards; you can come back until the match ends."
    )
    assert parse("leave", PLAYING) == Leave("You are the host: leaving ends the table for 1 other.")
    assert parse("leave", alone) == Leave("Leave the table? The game ends.")
    for leaving in ("quit", "exit", "q"):
        assert parse(leaving, a_state(owner=False)) == Leave()


def a_room_with_a_bot() -> wire.Room:
    return structs.replace(a_room(), players=[a_player(0, "Anna"), a_player(1, "Ada", bot=True)])


def test_closing_in_the_middle_of_a_round_asks() -> None:
    assert parse("close", PLAYING) == AskHost(wire.CloseTable(), ask="Close the table for everybody?")
    assert parse("close", LOBBY) == AskHost(wire.CloseTable())


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "9" * 5000, "play!", "h", "d", "option", "@", "ps@9 a", "1 as 99999999999"]
)
def test_whatever_is_typed_is_answered(text: str) -> None:
    parse(text, PLAYING)
    parse(text, LOBBY)
    parse(text, ClientState())


def test_the_rules_of_the_table_are_what_is_changed() -> None:
    rules = Ruleset(target=100)
    state = replace(LOBBY, ruleset=rules)
    assert asked("option short", state) == wire.Configure(ruleset=ruleset_to_wire(Ruleset(target=100, stock_size=10)))
