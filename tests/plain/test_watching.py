"""A spectator in plain mode: the same lines, without anything of one's own."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from skipbo_lan.client.state import ClientState
from skipbo_lan.plain.dialogue import Dialogue, typed
from skipbo_lan.plain.narrate import news
from tests.engine.build import seat, table
from tests.locale.sights import a_room, a_spectator

GAME = table(seat("1 2", stock="3 4"), seat("5", stock="6"))


def test_whoever_begins_to_watch_is_told_the_whole_table() -> None:
    told = news(ClientState(), a_spectator(GAME))
    assert told[0] == "Kitchen: you watch as Zoe."
    assert "Anna: stock 4 (only 2 left), 2 cards in hand. Piles: empty." in told
    assert told[-1] == "Anna is playing."
    assert not any("Hand:" in line or "your" in line.lower() for line in told[1:])


def test_it_is_never_a_spectators_turn() -> None:
    assert not a_spectator(GAME).my_turn


def test_what_is_typed_about_cards_is_answered_and_talk_is_sent() -> None:
    watching = a_spectator(GAME)
    for line in ("s b", "1 6", "ready", "start", "play! s b", "remove Anna"):
        reply = typed(Dialogue(), line, watching, asks=False)
        assert (reply.lines, reply.request) == (("You are only watching.",), None), line
    assert typed(Dialogue(), "say hello", watching, asks=False).request is not None
    assert typed(Dialogue(), "hand", watching, asks=False).lines == ("You are only watching.",)


def test_after_a_round_nothing_is_asked_of_a_spectator() -> None:
    before = a_spectator(GAME)
    room = structs.replace(a_room("round_over"), you=None, next_round_ms=60_000, rev=2)
    told = news(before, replace(before, room=room))
    assert "The next round begins in 60 seconds at the latest." in told
    over = structs.replace(room, stage="match_over", winners=[1])
    assert "The host may start another match." in news(before, replace(before, room=over))
