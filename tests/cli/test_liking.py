"""What the player changes while the program runs: written down, and nothing else with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from skipbo_lan.cli.preferences import Liking
from skipbo_lan.config import load
from skipbo_lan.preferences import USUAL, Preferences, Theme


def test_what_holds_for_this_start_only_is_not_written_with_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "config.toml"
    monkeypatch.setenv("SKIPBO_CONFIG", str(file))
    liking = Liking(Preferences(theme=Theme.DARK))
    shown = replace(liking.display.preferences, hints=False)
    assert liking.display.keep(shown, replace(shown, bell=False)) is None
    assert load(file).preferences == replace(USUAL, bell=False)
    assert liking.preferences == Preferences(theme=Theme.DARK, bell=False)


def test_a_choice_that_cannot_be_written_holds_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SKIPBO_CONFIG", str(tmp_path / "file" / "config.toml"))
    liking = Liking(USUAL)
    why_not = liking.keep(USUAL, replace(USUAL, name="Anna"))
    assert why_not is not None
    assert "could not be written" in why_not
    assert liking.display.preferences.name == "Anna"
