"""Match files: their form, their lock, and that what was read is what was written."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import Timeout

from engine.actions import Discard, DiscardTop, Draw, Hand, Object, Pass, Penalise, Play, Stock
from engine.cards import Card
from engine.deal import deal
from engine.legal import legal_actions
from engine.notation import parse, write_action
from engine.observe import observe
from engine.outcome import Outcome, Termination
from engine.rules import apply
from engine.ruleset import PRESETS, Coaching, OutOfTurn, Ruleset, Teams
from skipbo_lan.store.changes import (
    ActionTaken,
    ChatSaid,
    MatchBegun,
    MatchEnded,
    RoundBegun,
    RoundEnded,
    SavedSeat,
)
from skipbo_lan.store.match_reader import read_match
from skipbo_lan.store.match_store import Archive, lock_of, match_path
from skipbo_lan.store.saves import SaveError, SaveProblem

RULES = Ruleset(stock_size=3, teams=((0, 1), (2, 3)), coaching=Coaching.ACCUSE, out_of_turn=OutOfTurn.TABLE)
SEATS = (
    SavedSeat("Anna", bot=False, level=None, owner=True, key=bytes(range(32))),
    SavedSeat("Bea", bot=False, level=None, owner=False, key=bytes(32)),
    SavedSeat("Ada", bot=True, level="easy", owner=False, key=b"\xff" * 32),
    SavedSeat("Ärger", bot=True, level=None, owner=False, key=b"\x01" * 32),
)
BEGUN = MatchBegun(b"sixteen bytes id", "Anna's table", "Skip-Bo LAN 1", 1, RULES, SEATS, seed=None)
SEED = bytes(range(100, 132))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "matches"


@pytest.fixture
def archive(folder: Path) -> Iterator[Archive]:
    archive = Archive(folder)
    yield archive
    archive.close()


def first_actions(count: int) -> list[ActionTaken]:
    """Legal actions of the round that SEED deals."""
    table, _ = deal(RULES, 4, 0, SEED)
    taken = []
    for number in range(count):
        seat = table.turn
        action = next(a for a in legal_actions(observe(table, seat)) if isinstance(a, Discard))
        table, _ = apply(table, seat, action)
        taken.append(ActionTaken(0, number, seat, action, 10 + number))
    return taken


def test_what_was_stored_is_what_is_read(folder: Path, archive: Archive) -> None:
    actions = first_actions(6)
    archive.commit((BEGUN, RoundBegun(0, 0, SEED)))
    for taken in actions:
        archive.commit((taken,))
    archive.commit((ActionTaken(0, 6, None, Penalise(2), None),))
    archive.commit((ChatSaid(1, "gut gespielt ␛", True), ChatSaid(0, "danke", False)))
    saved = read_match(match_path(folder, BEGUN.table_id))
    assert saved.begun == BEGUN
    (round,) = saved.rounds
    assert (round.record.ruleset, round.record.seats, round.record.dealer, round.record.seed) == (RULES, 4, 0, SEED)
    assert round.record.actions == (*((taken.seat, taken.action) for taken in actions), (None, Penalise(2)))
    assert round.outcome is None
    assert saved.chat == (ChatSaid(1, "gut gespielt ␛", True), ChatSaid(0, "danke", False))
    assert saved.ended is None
    last = dict.fromkeys(range(4), 0) | {taken.seat: taken.act_id for taken in actions}
    assert saved.last_ids == tuple(last[seat] for seat in range(4))


@pytest.mark.parametrize("rules", [*PRESETS.values(), replace(RULES, rounds=7, stock_size=None, teams=Teams.TRIOS)])
def test_every_option_of_the_rules_is_kept(folder: Path, archive: Archive, rules: Ruleset) -> None:
    archive.commit((replace(BEGUN, ruleset=rules, seed=SEED),))
    begun = read_match(match_path(folder, BEGUN.table_id)).begun
    assert begun.ruleset == rules
    assert begun.seed == SEED


def test_the_end_of_a_match_is_kept(folder: Path, archive: Archive) -> None:
    archive.commit((BEGUN, MatchEnded((0, 1))))
    assert read_match(match_path(folder, BEGUN.table_id)).ended == MatchEnded((0, 1))


@pytest.mark.parametrize(
    "action",
    [
        Play(Hand(Card.WILD), 3, value=12),
        Play(Stock(2), 0, out_of_turn=True),
        Play(DiscardTop(1, 3), 2),
        Discard(Card.TWELVE, 1),
        Pass(),
        Draw(5),
        Object(),
        Penalise(3),
    ],
)
def test_every_kind_of_action_has_a_text_that_is_read_back(
    action: Play | Discard | Pass | Draw | Object | Penalise,
) -> None:
    """What the store relies on."""
    table, _ = deal(RULES, 4, 0, SEED)
    assert parse(observe(table, 1), write_action(action)) == action


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@pytest.mark.usefixtures("no_umask")
def test_nobody_else_can_read_a_match(folder: Path, archive: Archive) -> None:
    """The seeds of all rounds stand in it."""
    archive.commit((BEGUN, RoundBegun(0, 0, SEED)))
    files = list(folder.iterdir())
    assert {file.name.rsplit(".", 1)[1] for file in files} >= {"match", "lock"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_file_tells_its_format_and_waits_for_the_disk(folder: Path, archive: Archive) -> None:
    archive.commit((BEGUN,))
    connection = sqlite3.connect(match_path(folder, BEGUN.table_id))
    assert connection.execute("PRAGMA user_version").fetchone() == (3,)
    assert connection.execute("PRAGMA application_id").fetchone() == (0x534B4250,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    store = archive._store
    assert store is not None
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_changes_are_stored_together_or_not_at_all(folder: Path, archive: Archive) -> None:
    archive.commit((BEGUN, RoundBegun(0, 0, SEED)))
    (action,) = first_actions(1)
    with pytest.raises(sqlite3.IntegrityError):
        archive.commit((action, action))
    assert read_match(match_path(folder, BEGUN.table_id)).rounds[0].record.actions == ()
    archive.commit((action,))
    assert len(read_match(match_path(folder, BEGUN.table_id)).rounds[0].record.actions) == 1


def test_a_match_file_is_never_overwritten(folder: Path, archive: Archive) -> None:
    archive.commit((BEGUN,))
    archive.close()
    with pytest.raises(FileExistsError):
        Archive(folder).commit((BEGUN,))
    assert read_match(match_path(folder, BEGUN.table_id)).begun == BEGUN


def test_the_host_of_a_match_holds_its_lock_and_readers_need_none(folder: Path, archive: Archive) -> None:
    archive.commit((BEGUN,))
    path = match_path(folder, BEGUN.table_id)
    with pytest.raises(Timeout):
        lock_of(path).acquire()
    assert read_match(path).begun == BEGUN
    archive.close()
    with lock_of(path):
        assert read_match(path).begun == BEGUN


def test_a_new_match_goes_to_a_file_of_its_own(folder: Path, archive: Archive) -> None:
    archive.commit((BEGUN, RoundBegun(0, 0, SEED)))
    second = replace(BEGUN, table_id=b"another match id")
    archive.commit((second, RoundBegun(0, 1, SEED)))
    assert read_match(match_path(folder, second.table_id)).rounds[0].record.dealer == 1
    assert read_match(match_path(folder, BEGUN.table_id)).rounds[0].record.dealer == 0
    with lock_of(match_path(folder, BEGUN.table_id)):
        pass  # the first match is free


def test_what_was_committed_survives_a_killed_host(folder: Path) -> None:
    script = f"""
import os
from tests.store.test_match_store import *
archive = Archive(Path({str(folder)!r}))
archive.commit((BEGUN, RoundBegun(0, 0, SEED)))
for action in first_actions(5):
    archive.commit((action,))
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", script], check=False, cwd=Path(__file__).parents[2])
    path = match_path(folder, BEGUN.table_id)
    assert len(read_match(path).rounds[0].record.actions) == 5
    with lock_of(path):
        pass  # a lock ends with its process


def test_a_file_that_is_no_match_is_told_from_a_newer_and_a_damaged_one(folder: Path, archive: Archive) -> None:
    path = match_path(folder, BEGUN.table_id)
    with pytest.raises(FileNotFoundError):
        read_match(path)
    archive.commit((BEGUN, RoundBegun(0, 0, SEED)))
    archive.close()
    whole = path.read_bytes()
    for content, problem in (
        (b"", SaveProblem.EMPTY),
        (b"hello" * 1000, SaveProblem.NOT_A_MATCH),
        (whole[:5000], SaveProblem.DAMAGED),
        (whole.replace(b'"teams"', b'"beams"'), SaveProblem.DAMAGED),
    ):
        path.write_bytes(content)
        with pytest.raises(SaveError) as caught:
            read_match(path)
        assert caught.value.problem is problem
    for version, problem in ((4, SaveProblem.NEWER), (2, SaveProblem.OLDER)):
        path.write_bytes(whole)
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.close()
        with pytest.raises(SaveError) as caught:
            read_match(path)
        assert caught.value.problem is problem


def test_actions_that_the_rules_refuse_and_results_that_do_not_follow_are_found_out(
    folder: Path, archive: Archive
) -> None:
    path = match_path(folder, BEGUN.table_id)
    archive.commit((BEGUN, RoundBegun(0, 0, SEED), ActionTaken(0, 0, 0, Pass(), 1)))
    with pytest.raises(SaveError):
        read_match(path)
    other = replace(BEGUN, table_id=b"a won match's id")
    archive.commit((other, RoundBegun(0, 0, SEED), RoundEnded(0, Outcome(Termination.WIN, 0, 40))))
    with pytest.raises(SaveError):
        read_match(match_path(folder, other.table_id))


def test_the_error_of_a_damaged_file_does_not_quote_it(folder: Path, archive: Archive) -> None:
    archive.commit((BEGUN, RoundBegun(0, 0, SEED), ActionTaken(0, 0, 0, Pass(), 1)))
    with pytest.raises(SaveError) as caught:
        read_match(match_path(folder, BEGUN.table_id))
    assert str(caught.value) == "DAMAGED"
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
