"""Plain mode tells every event of the engine and every change of a Room once, in lines of at most 79 columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, get_args

import pytest
from msgspec import structs

from engine import events as ev
from engine.actions import DiscardTop, Hand, Stock
from engine.cards import Card
from engine.events import Event
from engine.outcome import Outcome, Termination
from engine.ruleset import Coaching, OutOfTurn, Ruleset, Teams
from protocol.mapping import ruleset_to_wire
from protocol.messages import Accusation, Room, WirePlayer
from skipbo_lan.client.log import Happened
from skipbo_lan.client.state import update
from skipbo_lan.locale.plain import WIDTH, wrapped
from skipbo_lan.plain.narrate import news
from tests.engine.build import pile, seat, table
from tests.locale.sights import a_player, a_room, a_spectator, a_state, with_log

BEAS_TURN: Final = a_state(table(seat("", stock="5 9"), seat("3"), turn=1, draw="1 2 3 4"))

EVENTS: Final[tuple[tuple[Event, str | None], ...]] = (
    (ev.DealerCard(1, Card.NINE), "Bea drew 9 to see who deals."),
    (ev.Dealt(1, 30), "Round 1. You 0, Bea 0. First to 500. Bea deals: 30 stock cards each."),
    (ev.TurnBegan(1), "Bea plays."),
    (ev.Drew(1, 3, None), "Bea drew 3 cards."),
    (ev.Drew(1, 0, None), None),
    (ev.DrewUnder(1, 2), "2 surplus cards went under Bea's stock."),
    (ev.Played(1, Hand(Card.THREE), Card.THREE, 0, 3), "Bea played 3 on A (hand)."),
    (ev.Played(1, DiscardTop(1, 1), Card.WILD, 2, 7), "Bea played skip-bo as 7 on C (pile 2)."),
    (ev.StockTurned(1, Card.NINE, 21), "Bea's new stock card: 9, 21 left."),
    (ev.StockTurned(1, None, 0), "Bea's stock is empty."),
    (ev.PileCompleted(3), "D is complete and set aside."),
    (ev.Discarded(1, Card.WILD, 0), "Bea discarded skip-bo on pile 1."),
    (ev.Passed(1), "Bea passed."),
    (ev.Recycled(24), "24 set-aside cards became the new draw pile."),
    (ev.Tucked(7), "7 cards from under the building piles became the draw pile."),
    (ev.Rescued(7), "Nobody can play: 7 cards from under the building piles became the draw pile."),
    (ev.Intruded(1), "Bea plays out of turn!"),
    (ev.Objected(0, 1), "You objected: Bea draws nothing in the next turn."),
    (ev.Penalised(1, 2), "2 penalty cards went under Bea's stock."),
    (ev.RoundOver(Outcome(Termination.WIN, 1, 70)), "Bea wins the round: 70 points."),
    (ev.RoundOver(Outcome(Termination.BLOCKED, None, 0)), "The round is blocked: nobody can play, nobody wins."),
)


def test_no_kind_of_event_is_missing_here() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize(("event", "told"), EVENTS)
def test_an_event_is_told_once(event: Event, told: str | None) -> None:
    after = with_log(BEAS_TURN, Happened(event, 1))
    assert news(BEAS_TURN, after) == ([told] if told is not None else [])
    assert news(after, after) == []


def bea(**changes: object) -> list[WirePlayer]:
    """Anna and Bea, with something else about Bea."""
    return [a_player(0, "Anna"), structs.replace(a_player(1, "Bea"), **changes)]


ACCUSED: Final = Accusation(accuser=0, offender=1, left_ms=30_000)

CHANGES: Final[dict[str, list[tuple[dict[str, Any], dict[str, Any], list[str]]]]] = {
    "players": [
        ({"stage": "lobby", "players": bea()[:1]}, {"stage": "lobby", "players": bea()}, ["Bea joined."]),
        ({"stage": "lobby", "players": bea()}, {"stage": "lobby", "players": bea()[:1]}, ["Bea left."]),
        ({"players": bea()}, {"players": bea(presence="away")}, ["Bea is away; the seat waits."]),
        (
            {"players": bea()},
            {"players": bea(presence="away", grace_ms=120_000)},
            ["Bea is away; a bot plays in 2:00."],
        ),
        (
            {"players": bea(presence="away", grace_ms=20_000)},
            {"players": bea(presence="away", grace_ms=120_000)},
            ["The seat of Bea waits longer: 2:00."],
        ),
        (
            {"players": bea(presence="away", grace_ms=120_000)},
            {"players": bea(presence="away", grace_ms=110_000)},
            [],
        ),
        ({"players": bea(presence="away")}, {"players": bea(presence="bot")}, ["A bot plays for Bea."]),
        ({"players": bea(presence="bot")}, {"players": bea()}, ["Bea is back."]),
        (
            {"players": bea(presence="bot")},
            {"players": bea(presence="bot", offered=True)},
            ["The seat of Bea is there for the next who joins."],
        ),
        (
            {"players": bea()},
            {"players": bea(relieved=True)},
            ["Bea took too long: a bot plays the rest of this turn."],
        ),
        (
            {"players": bea(), "stage": "round_over"},
            {"players": bea(ready=True), "stage": "round_over"},
            ["1 of 2 ready."],
        ),
        (
            {"stage": "lobby"},
            {"stage": "lobby", "players": [a_player(0, "Bea"), a_player(1, "Anna")], "you": 1},
            ["Seats: 1 Bea, 2 Anna."],
        ),
    ],
    "you": [],  # a seat of one's own changes in the lobby only, with those of the players
    "stage": [
        (
            {"stage": "playing"},
            {"stage": "round_over", "next_round_ms": 60_000, "scores": [0, 70]},
            ["You 0, Bea 70. First to 500.", "Type ready for the next round, or wait 60 seconds."],
        ),
        (
            {"stage": "round_over"},
            {"stage": "match_over", "winners": [1], "scores": [0, 500]},
            ["Bea wins the match.", "You 0, Bea 500. First to 500.", "Type again for another match, or leave."],
        ),
        (
            {"stage": "match_over"},
            {"stage": "lobby"},
            [
                "Seat 1: Anna (you, host)",
                "Seat 2: Bea",
                "Rules: 30 stock cards each (20 with five or six players), first to 500.",
                "Waiting for players. Type bot add for a bot, start to begin, help for more.",
            ],
        ),
    ],
    "ruleset": [
        (
            {"stage": "lobby"},
            {"stage": "lobby", "ruleset": ruleset_to_wire(Ruleset(stock_size=10))},
            ["The rules have changed: stock_size 10."],
        )
    ],
    "pace_ms": [
        ({}, {"pace_ms": 1500}, ["Bots now wait 1.5 s before each move."]),
        ({}, {"pace_ms": 0}, ["Bots now play at once."]),
    ],
    "accusation": [
        ({}, {"accusation": ACCUSED}, ["Bea is accused of giving advice. Type confirm, or confirm no."]),
        ({"accusation": ACCUSED}, {}, ["The accusation of Bea is settled."]),
    ],
    "watching": [({}, {"watching": 2}, ["2 watching."]), ({"watching": 1}, {}, ["Nobody watches any more."])],
    "saved": [
        (
            {},
            {"saved": False},
            [
                "The match cannot be saved at present (is the host's disk full?). The game goes on, and saving is tried"
                " again."
            ],
        ),
        ({"saved": False}, {}, ["The match is saved again."]),
    ],
    "seeded": [
        (
            {},
            {"seeded": True},
            ["The cards of this table follow from a seed that the host was given: no deal is checked."],
        )
    ],
    "scores": [],  # told with the end of the round, as are
    "wins": [],
    "rounds_played": [],
    "winners": [],
    "next_round_ms": [],
    "turn_ms": [],  # told when the player's turn begins
    "rev": [],  # a number of the protocol
    "table": [],  # these stay as long as the table is open
    "capacity": [],
    "owner": [],
    "absent": [],
    "spectators": [],
    "locked": [],
}


def test_no_part_of_a_room_is_missing_here() -> None:
    assert set(CHANGES) == set(Room.__struct_fields__)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [pytest.param(*case, id=f"{name}-{index}") for name, cases in CHANGES.items() for index, case in enumerate(cases)],
)
def test_a_change_of_the_room_is_told_once(before: dict[str, Any], after: dict[str, Any], told: list[str]) -> None:
    def room(rev: int, changes: dict[str, Any]) -> Room:
        return structs.replace(a_room(), **{"rev": rev, **changes})

    was = room(1, before)
    state = replace(BEAS_TURN, room=was, view=None if was.stage == "lobby" else BEAS_TURN.view)
    now = room(2, after)
    if now.you != was.you:
        state = replace(state, given=now.you)
    changed = update(state, now, 0.0)
    assert news(state, changed) == told
    again = update(changed, structs.replace(now, rev=3), 1.0)
    assert news(changed, again) == []


@pytest.mark.parametrize("told", [told for _, told in EVENTS if told is not None])
def test_no_line_is_wider_than_79_columns(told: str) -> None:
    assert all(len(line) <= WIDTH for line in wrapped(told))


# What the rules that few tables use ask of a player.


def test_cards_to_be_drawn_by_hand_are_named_with_what_to_type() -> None:
    rules = Ruleset(manual_draw=True)
    mine = replace(a_state(table(seat("7", stock="5 9"), seat("3"), draw="1 2 3 4 5", ruleset=rules)), log=())
    assert mine.view is not None
    due = replace(mine, view=replace(mine.view, draw_due=True))
    assert news(BEAS_TURN, due)[-1] == "Type draw 4 to draw your cards."
    assert not any("draw" in line for line in news(due, replace(mine, seq=9)))


def test_a_hand_that_cannot_be_filled_is_named_with_what_to_type() -> None:
    mine = a_state(table(seat("", stock="5 9"), seat("3")))
    assert news(BEAS_TURN, mine)[-1] == "Your hand is empty and cannot be filled: type pass."


def test_a_play_out_of_turn_is_named_with_what_to_type() -> None:
    rules = Ruleset(out_of_turn=OutOfTurn.TABLE)
    three = table(seat("1"), seat("2"), seat("3"), turn=2, draw="1 2 3", ruleset=rules)
    before, after = a_state(three), a_state(replace(three, intruder=1))
    intruded = with_log(after, Happened(ev.Intruded(1), 1))
    assert news(before, intruded) == ["Bea plays out of turn! Type object to object."]
    watching = with_log(a_spectator(replace(three, intruder=1)), Happened(ev.Intruded(1), 1))
    assert news(a_spectator(three), watching) == ["Bea plays out of turn!"]


def test_an_accusation_tells_only_the_host_what_to_type() -> None:
    rules = Ruleset(teams=Teams.PAIRS, coaching=Coaching.ACCUSE)
    four = table(*(seat("1") for _ in range(4)), turn=1, ruleset=rules)
    guest = a_state(four, owner=False)
    assert guest.room is not None
    mine = structs.replace(ACCUSED, accuser=3, offender=0)
    accused = update(guest, structs.replace(guest.room, rev=2, accusation=mine, scores=[0, 0], wins=[0, 0]), 0.0)
    assert news(guest, accused) == ["You are accused of giving advice."]


def test_a_turn_that_begins_without_a_draw_is_told_all_the_same() -> None:
    three = table(seat("1"), seat("2"), seat("3"), turn=2, draw="1 2 3")
    began = with_log(a_state(three), Happened(ev.Discarded(1, Card.SEVEN, 0), 1), Happened(ev.TurnBegan(2), 1))
    assert news(a_state(three), began) == ["Bea discarded 7 on pile 1. Cy plays."]
    drew = with_log(began, Happened(ev.Drew(2, 1, None), 1))
    assert news(a_state(three), drew) == ["Bea discarded 7 on pile 1. Cy drew 1 card."]


def test_at_the_own_turn_the_partners_cards_are_told_too() -> None:
    four = table(*(seat("1", "2", stock="9 7") for _ in range(4)), ruleset=Ruleset(teams=Teams.PAIRS))
    theirs = a_state(replace(four, turn=3))
    told = "Cy, your partner: stock 7 (only 2 left), 1 card in hand. Piles: 1 is 2."
    assert news(theirs, a_state(four))[-1] == told


def test_a_wild_of_the_partner_is_told_with_its_value() -> None:
    rules = Ruleset(teams=Teams.PAIRS)
    four = table(*(seat("1") for _ in range(4)), piles=(pile("1 2 3"),), ruleset=rules)
    played = with_log(a_state(four), Happened(ev.Played(0, Stock(2), Card.WILD, 0, 4), 1))
    assert news(a_state(four), played) == ["You played skip-bo as 4 on A (Cy's stock). A needs 5."]
