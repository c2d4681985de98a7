"""Where files are kept, also for an account that has no home."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NoReturn

import pytest

from skipbo_lan.settings import CONFIG_VARIABLE, STATE_VARIABLE, config_path, state_folder


def no_home(name: str, *, appauthor: bool) -> NoReturn:
    """As platformdirs does where no home is known."""
    raise RuntimeError("could not determine the home directory")


def test_without_a_home_one_private_folder_serves_this_run_and_whatever_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in (STATE_VARIABLE, CONFIG_VARIABLE):
        monkeypatch.setenv(variable, "")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("platformdirs.user_state_path", no_home)
    monkeypatch.setattr("platformdirs.user_config_path", no_home)
    folder = state_folder()
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o077 == 0
    assert state_folder() == folder
    assert config_path() == folder / "config.toml"
