"""How a visit ended, in the one line that the menu has for it."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from protocol.codes import ByeCode
from skipbo_lan.cli.seat import Departure, in_a_line
from skipbo_lan.client.state import ClientState, Ended, LocalEnd
from skipbo_lan.locale.endings import Whereabouts
from tests.engine.build import seat, table
from tests.locale.sights import a_room, a_state

KITCHEN = Whereabouts(table="Kitchen")


def left(why: ByeCode | LocalEnd, *, rounds: int, owner: bool = False) -> Departure:
    room = structs.replace(a_room("playing"), rounds_played=rounds, scores=[85, 155])
    state: ClientState = a_state(table(seat("1"), seat("2")), room, owner=owner)
    return Departure(replace(state, status=Ended(why)))


def test_the_menu_tells_the_score_of_what_was_played() -> None:
    for why in (LocalEnd.QUIT, ByeCode.CLOSED):
        told = in_a_line(left(why, rounds=2), KITCHEN)
        assert "85" in told
        assert "155" in told


def test_the_menu_tells_what_went_wrong_rather_than_the_score() -> None:
    assert in_a_line(left(ByeCode.REMOVED, rounds=2), KITCHEN) == "Anna removed you from the table."


def test_of_a_table_that_was_only_looked_at_there_is_nothing_to_tell() -> None:
    assert in_a_line(left(LocalEnd.QUIT, rounds=0), KITCHEN) == ""
    assert in_a_line(left(ByeCode.CLOSED, rounds=0, owner=True), KITCHEN) == ""
