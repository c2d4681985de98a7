"""Writing choices back: only they change, the file stays the player's, and a place that is closed is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipbo_lan.config import Fault, blank_file, keep, load
from skipbo_lan.preferences import USUAL, LogLevel, Preferences, Theme

CHOSEN = replace(USUAL, theme=Theme.DARK, speed=1.5, name="Zoë", bell=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "config.toml"


def test_the_first_choice_makes_the_commented_file_with_it(path: Path) -> None:
    assert keep(path, USUAL, CHOSEN) is None
    changed = {"name": 'name = "Zoë"', "theme": 'theme = "dark"', "speed": "speed = 1.5", "bell": "bell = false"}
    expected = [changed.get(line.partition(" = ")[0], line) for line in blank_file(path).splitlines()]
    assert path.read_text(encoding="utf-8").splitlines() == expected
    assert load(path).preferences == CHOSEN


def test_what_the_player_wrote_stays_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"# mine\r\n  bell=true # loud\r\nspede = 3\r\n\r\n[other]\r\nkey = 'x'\r\n")
    assert keep(path, USUAL, replace(USUAL, bell=False)) is None
    assert path.read_bytes() == b"# mine\r\n  bell=false # loud\r\nspede = 3\r\n\r\n[other]\r\nkey = 'x'\r\n"


def test_a_key_that_is_not_there_comes_before_the_first_table(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("bell = true\n[other]\nkey = 1\n")
    assert keep(path, USUAL, replace(USUAL, theme=Theme.MONO)) is None
    assert load(path).preferences.theme is Theme.MONO
    assert path.read_text().startswith("bell = true\n")


def test_going_back_to_the_usual_is_a_choice_too(path: Path) -> None:
    assert keep(path, USUAL, CHOSEN) is None
    assert keep(path, CHOSEN, USUAL) is None
    assert load(path).preferences == USUAL


def test_without_a_change_nothing_is_written(path: Path) -> None:
    assert keep(path, CHOSEN, CHOSEN) is None
    assert not path.exists()


def test_a_link_to_the_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    real = tmp_path / "real.toml"
    real.write_text("bell = true\n")
    path.symlink_to(real)
    assert keep(path, USUAL, replace(USUAL, bell=False)) is None
    assert path.is_symlink()
    assert real.read_text() == "bell = false\n"


def test_a_place_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    complaint = keep(tmp_path / "file" / "config.toml", USUAL, CHOSEN)
    assert complaint is not None
    assert complaint.fault is Fault.NOT_KEPT


@pytest.mark.parametrize("content", [b"no toml", b"[x]\nkey = 1\nkey = 2", b"name = '\xff'", b"x = " + b"[" * 20_000])
def test_a_file_that_is_not_understood_is_left_as_it_is(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    complaint = keep(path, USUAL, CHOSEN)
    assert complaint is not None
    assert complaint.fault is Fault.NOT_KEPT
    assert path.read_bytes() == content


_PREFERENCES = st.builds(
    Preferences,
    name=st.sampled_from((None, "Anna", "李小龙", "O'Brien-Z.")),
    theme=st.sampled_from(Theme),
    speed=st.none() | st.floats(0, 5),
    log_level=st.none() | st.sampled_from(LogLevel),
    **{name: st.booleans() for name in ("ascii", "plain", "mouse", "hints", "bell")},
)


@settings(max_examples=25)  # each writes a file for every choice
@given(st.lists(_PREFERENCES, min_size=1, max_size=4))
def test_whatever_is_kept_is_read_again(tmp_path_factory: pytest.TempPathFactory, choices: list[Preferences]) -> None:
    path = tmp_path_factory.getbasetemp() / "kept.toml"
    path.unlink(missing_ok=True)
    before = USUAL
    for after in choices:
        assert keep(path, before, after) is None
        before = after
    assert load(path).preferences == choices[-1]
