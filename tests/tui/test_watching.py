"""A spectator's screen: everybody's open cards, no hand, no key that would do anything with a card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ruleset import OutOfTurn, Ruleset
from engine.table import Table
from skipbo_lan.client.state import ClientState
from skipbo_lan.locale.screen import HAND_COMES, YOUR_HAND, YOUR_STOCK
from skipbo_lan.tui.model import Ask, Do, Leave
from skipbo_lan.tui.pressing import modes
from skipbo_lan.tui.pressing.bindings import Deed, in_force
from tests.engine.build import seat
from tests.locale.sights import NAMES, a_room, a_spectator
from tests.tui.scenes import drawn_table, in_room, model, press, reply, text

SIZES = [(80, 24), (120, 40), (60, 20), (80, 23), (100, 30)]
every_size = pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])


def watched(table: Table | None = None) -> ClientState:
    return replace(a_spectator(table if table is not None else drawn_table(turn=1)), epoch=1, seq=7)


def many(players: int) -> ClientState:
    other = seat("1 1 1 1 1", "1 3", "11", "7", "", stock="1 " * 10 + "9")
    return watched(drawn_table(*(other,) * (players - 1)))


@every_size
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_has_a_row_and_nobody_a_hand(size: tuple[int, int], players: int) -> None:
    shown = text(model(many(players), *size))
    assert [name for name in NAMES[:players] if name not in shown] == []
    assert [words for words in (YOUR_STOCK, YOUR_HAND, HAND_COMES) if words in shown] == []


@every_size
def test_the_banner_says_who_plays_and_that_one_watches(size: tuple[int, int]) -> None:
    assert "BEA IS PLAYING" in text(model(watched(), *size))
    assert "you are watching" in text(model(watched(), *size))


def test_the_title_counts_the_spectators() -> None:
    assert "2 watching" in text(model(in_room(watched(), watching=2)))
    assert "watching" not in text(model(in_room(watched(), watching=0))).splitlines()[0]


@pytest.mark.parametrize(
    "key", ["1", "s", "6", "a", "space", "tab", "s-tab", "v", "h", "k", "r", "p", "+", "!", "u", "<"]
)
def test_no_key_asks_the_host_for_anything(key: str) -> None:
    for client in (watched(), in_room(watched(), stage="round_over"), in_room(watched(), stage="match_over")):
        _, intents = press(model(client), key)
        assert not [intent for intent in intents if isinstance(intent, Do | Ask)]


def test_playing_out_of_turn_is_not_for_spectators() -> None:
    loose = watched(drawn_table(rules=Ruleset(out_of_turn=OutOfTurn.TABLE), turn=1))
    assert Deed.INTRUDE not in {binding.deed for binding in in_force(loose)}
    assert text(model(loose))


def test_a_typed_move_is_answered() -> None:
    after, _ = press(model(watched()), "/", "s", "space", "b", "enter")
    assert after.ui.reply == ("You are only watching.",)


def test_a_spectator_may_talk_and_look_at_piles() -> None:
    assert {Deed.TALK, Deed.PILES, Deed.LOG, Deed.RULES} <= {binding.deed for binding in in_force(watched())}
    opened, _ = press(model(watched()), "i", "2")
    assert "PILES OF" in text(opened)


def test_leaving_asks_nothing_for_nobody_has_to_play_on() -> None:
    _, intents = press(model(watched()), "q")
    assert intents == [Leave()]


def test_the_lobby_can_be_watched_too() -> None:
    lobby = a_spectator(None, a_room("lobby"))
    assert "you are watching; the host starts the match" in text(model(lobby))
    assert reply(model(lobby), "s") == "That key does nothing here; ? shows the keys."


def test_a_pasted_burst_does_nothing() -> None:
    ui, intents = modes.burst(model(watched()), "s", 3)
    assert (ui.chosen, intents) == (None, ())
