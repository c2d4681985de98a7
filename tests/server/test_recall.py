"""What a returning player is told of what went on without him (J13)."""

from __future__ import annotations

import random

from engine.observe import redact
from engine.ruleset import Ruleset
from protocol import mapping
from protocol import messages as m
from skipbo_lan.server.limits import MERGED_EVENTS
from tests.server.desk import Desk, Guest, choose, on_turn, started


def play_turns(desk: Desk, guests: list[Guest], turns: int) -> list[int]:
    """Let the seats on turn play so many turns; whose they were."""
    played: list[int] = []
    for _ in range(turns):
        seat = on_turn(desk.table)
        while on_turn(desk.table) == seat:
            desk.act(guests[seat], choose(desk.table, seat, random.Random(2)))
        played.append(seat)
    return played


def away_after_own_turn(grace: float = 120.0) -> tuple[Desk, list[Guest], int]:
    """Three players, of whom one was lost just after a turn of his own."""
    desk, guests = started("Bea", "Cy", grace=grace)
    (seat,) = play_turns(desk, guests, 1)
    desk.lose(guests[seat])
    return desk, guests, seat


def test_the_turns_that_others_ended_meanwhile_are_counted() -> None:
    desk, guests, seat = away_after_own_turn()
    play_turns(desk, guests, 2)
    welcome = desk.newest(desk.back(guests[seat]).peer, m.Welcome)
    assert (welcome.missed, welcome.played_for) == (2, 0)


def test_the_turns_that_a_bot_played_for_the_player_are_counted() -> None:
    desk, guests, seat = away_after_own_turn(grace=0.0)
    desk.wait(1.0)
    bot = desk.bot_comes()
    play_turns(desk, [bot if place == seat else guest for place, guest in enumerate(guests)], 6)
    welcome = desk.newest(desk.back(guests[seat]).peer, m.Welcome)
    assert (welcome.missed, welcome.played_for) == (6, 2)


def test_the_count_begins_anew_with_each_absence() -> None:
    desk, guests, seat = away_after_own_turn()
    play_turns(desk, guests, 1)
    guests[seat] = desk.back(guests[seat])
    desk.lose(guests[seat])
    assert desk.newest(desk.back(guests[seat]).peer, m.Welcome).missed == 0


def test_what_happened_since_the_newest_view_seen_comes_with_the_first_view_and_nothing_else() -> None:
    desk, guests, seat = away_after_own_turn()
    seen, other = desk.hall.seq, guests[(seat + 1) % 3]
    desk.forget()
    play_turns(desk, guests, 2)
    told = [event for update in desk.all(other.peer, m.Update) for event in update.events]
    missed = desk.newest(desk.prove(guests[seat].token, seen=seen), m.Update).events
    assert [type(event) for event in missed] == [type(event) for event in told]
    latest = desk.newest(desk.prove(guests[seat].token, seen=desk.hall.seq), m.Update)
    assert latest.events == []


def test_what_was_missed_is_told_as_this_seat_may_know_it() -> None:
    desk, guests, seat = away_after_own_turn()
    play_turns(desk, guests, 2)
    missed = desk.newest(desk.prove(guests[seat].token, seen=0), m.Update).events
    remembered = [event for _, events in desk.hall.recent for event in events]
    assert missed == [mapping.event_to_wire(redact(event, seat)) for event in remembered]
    assert any(event != redact(event, seat) for event in remembered), "nothing hidden has happened"


def test_only_so_much_is_remembered() -> None:
    desk, guests = started("Bea", "Cy", ruleset=Ruleset(stock_size=30))
    play_turns(desk, guests, 30)
    assert sum(len(events) for _, events in desk.hall.recent) <= MERGED_EVENTS


def test_whoever_comes_to_watch_is_told_nothing_of_what_was_before() -> None:
    desk, guests = started("Bea", "Cy")
    play_turns(desk, guests, 2)
    assert desk.newest(desk.watch("Zoe").peer, m.Update).events == []


def test_hidden_cards_of_the_memory_do_not_show_in_a_crash_report() -> None:
    desk, guests = started("Bea")
    play_turns(desk, guests, 2)
    assert desk.hall.recent
    assert "recent" not in repr(desk.hall)
