"""Where this program keeps its files, and how it calls itself."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

import platformdirs

from skipbo_lan import __version__

APP: Final = f"Skip-Bo LAN {__version__}"
"""What both ends tell each other about their program."""

STATE_VARIABLE: Final = "SKIPBO_STATE_DIR"
"""Names another state folder: for tests, and for several people on one account."""

CONFIG_VARIABLE: Final = "SKIPBO_CONFIG"
"""Names another config file, for the same reasons."""

_NAME: Final = "skipbo-lan"


def state_folder() -> Path:
    """The user's folder for matches, tokens and logs. It need not exist yet."""
    chosen = os.environ.get(STATE_VARIABLE)
    if chosen:
        return Path(chosen)
    try:
        return platformdirs.user_state_path(_NAME, appauthor=False)
    except RuntimeError:  # an account without a home
        return _passing_folder()


def config_path() -> Path:
    """The user's config file. It need not exist."""
    chosen = os.environ.get(CONFIG_VARIABLE)
    if chosen:
        return Path(chosen)
    try:
        return platformdirs.user_config_path(_NAME, appauthor=False) / "config.toml"
    except RuntimeError:
        return state_folder() / "config.toml"


def _passing_folder() -> Path:
    """A private folder for this run, and for the programs that it starts."""
    folder = tempfile.mkdtemp(prefix=f"{_NAME}-")
    os.environ[STATE_VARIABLE] = folder
    return Path(folder)


def matches_folder(state: Path) -> Path:
    """Where the matches of this state folder are kept."""
    return state / "matches"


def logs_folder(state: Path) -> Path:
    """Where the logs of matches are kept that this user's players have seen."""
    return state / "logs"
