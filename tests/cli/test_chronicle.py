"""The log that a player keeps of a match: everything he saw, nothing that he could not, and never in the way (T5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import Dealt, Discarded, Drew, Event, TurnBegan
from protocol.messages import Said
from skipbo_lan.cli import seat
from skipbo_lan.cli.chronicle import Chronicle
from skipbo_lan.client.limits import LOG_ENTRIES
from skipbo_lan.client.log import Chat, Happened
from skipbo_lan.client.state import ClientState, Ended, LocalEnd, logged
from skipbo_lan.locale.chronicle import after_leaving, played, saved
from skipbo_lan.locale.endings import Whereabouts
from tests.tui.scenes import in_room, lobby, seen

BEGAN = datetime(2026, 11, 29, 12, 1, 7, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SKIPBO_STATE_DIR", str(tmp_path / "state"))


def a_chronicle() -> Chronicle:
    """Its clock goes on by a minute at each look."""
    minutes = iter(range(10_000))
    return Chronicle(lambda: BEGAN + timedelta(minutes=next(minutes)))


def after(state: ClientState, *events: Event) -> ClientState:
    return logged(state, *(Happened(event, 1) for event in events))


def the_log(tmp_path: Path) -> list[str]:
    (path,) = (tmp_path / "state" / "logs").iterdir()
    return path.read_text("utf-8").splitlines()


def test_what_a_player_saw_stands_in_it_with_the_time(tmp_path: Path) -> None:
    chronicle, state = a_chronicle(), seen()
    chronicle.note(state := after(state, Dealt(0, 30), TurnBegan(0), Drew(0, 1, (Card.TWO,))))
    said = Said(seat=1, name="Bea", text="nice \x1b[2J run", team=False, held=False)
    chronicle.note(state := logged(state, Chat(said)))
    chronicle.note(after(state, Discarded(0, Card.TWO, 0), TurnBegan(1), Drew(1, 5, ())))
    assert chronicle.save() == "Log: ~/state/logs/2026-11-29-anna-bea.log"
    assert the_log(tmp_path)[1:] == [
        "Kitchen, 2026-11-29 12:01: Anna, Bea",
        "",
        "12:01:07 You deal: 30 stock cards each.",
        "12:01:07 Your turn.",
        "12:01:07 You drew 2.",
        "12:02:07 <Bea> nice \u241b[2J run",
        "12:03:07 You discarded 2 on pile 1.",
        "12:03:07 Bea drew 5 cards.",
    ]


def test_it_remembers_more_than_the_client(tmp_path: Path) -> None:
    chronicle, state = a_chronicle(), seen()
    for _ in range(3):
        for _ in range(LOG_ENTRIES // 2):
            state = after(state, TurnBegan(0))
        chronicle.note(state)
    chronicle.save()
    assert len(the_log(tmp_path)) == 3 + 3 * (LOG_ENTRIES // 2)


def test_it_is_saved_again_to_the_same_file(tmp_path: Path) -> None:
    chronicle, state = a_chronicle(), seen()
    chronicle.note(state := after(state, TurnBegan(0)))
    first = chronicle.save()
    chronicle.note(after(state, TurnBegan(1), TurnBegan(0)))
    assert chronicle.save() == first
    assert len(the_log(tmp_path)) == 5


def test_as_long_as_nothing_has_happened_nothing_is_saved(tmp_path: Path) -> None:
    chronicle = a_chronicle()
    chronicle.note(seen())
    assert chronicle.is_empty
    assert chronicle.save() == "Nothing has happened yet that could be saved."
    assert not (tmp_path / "state").exists()


def test_where_nothing_can_be_written_one_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"a file where the folder should be")
    chronicle = a_chronicle()
    chronicle.note(after(seen(), TurnBegan(0)))
    assert chronicle.saved_or_not() == "The log could not be saved: Not a directory."


@pytest.mark.parametrize(
    ("turns", "minutes", "words"),
    [
        (61, 24, "You played 61 turns in 24 minutes."),
        (1, 0.2, "You played 1 turn in less than a minute."),
        (90, 121, "You played 90 turns in 2 hours and 1 minute."),
        (90, 60, "You played 90 turns in 1 hour."),
    ],
)
def test_how_much_was_played(turns: int, minutes: float, words: str) -> None:
    assert played(turns, minutes * 60) == words


def test_the_result_is_told_although_another_match_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    chronicle = a_chronicle()
    chronicle.note(after(in_room(seen(), stage="match_over", scores=[85, 155], rounds_played=2), TurnBegan(0)))
    chronicle.note(again := replace(lobby(), log=after(seen(), TurnBegan(0)).log))
    seat.conclude(seat.Departure(replace(again, status=Ended(LocalEnd.QUIT)), chronicle=chronicle), Whereabouts())
    assert "Skip-Bo LAN: Bea 155, Anna 85 after 2 rounds (first to 500)." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("owner", "stage", "told"), [(False, "playing", True), (False, "match_over", False), (True, "playing", False)]
)
def test_who_leaves_a_match_that_goes_on_is_told_how_to_come_back(
    capsys: pytest.CaptureFixture[str], owner: bool, stage: str, told: bool
) -> None:
    state = replace(in_room(seen(), stage=stage), owner=owner, status=Ended(LocalEnd.QUIT))
    seat.conclude(seat.Departure(state), Whereabouts())
    assert ("To come back, run the same command again." in capsys.readouterr().out) == told


def test_a_long_path_stands_in_one_piece_on_a_line_of_its_own() -> None:
    path = "/home/Zoe and Anna/" + "x" * 50 + ".log"
    assert after_leaving("You played 61 turns in 24 minutes.", saved(path)).splitlines() == [
        "You played 61 turns in 24 minutes. Log:",
        path,
    ]


def test_after_leaving_stand_scores_turns_and_where_the_log_lies(capsys: pytest.CaptureFixture[str]) -> None:
    chronicle = a_chronicle()
    state = in_room(seen(), stage="match_over", scores=[85, 155], rounds_played=2)
    chronicle.note(state := after(state, TurnBegan(0)))
    chronicle.note(state := after(state, TurnBegan(1), TurnBegan(0)))
    left = seat.Departure(replace(state, status=Ended(LocalEnd.QUIT)), chronicle=chronicle)
    assert seat.conclude(left, Whereabouts()) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Skip-Bo LAN: Bea 155, Anna 85 after 2 rounds (first to 500).",
        "You played 2 turns in 1 minute. Log: ~/state/logs/2026-11-29-anna-bea.log",
    ]
