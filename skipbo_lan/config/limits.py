"""Every number that bounds the config file, with the reason why it is that number."""

from __future__ import annotations

from typing import Final

FILE_BYTES: Final = 64 * 1024
"""Twenty times the commented default file: what is longer is no config."""
MOST_SYNTAX_FAULTS: Final = 10
"""Lines that are no TOML, after which the file is taken for something else: each costs another reading of it."""
MOST_UNKNOWN: Final = 10
"""Unknown keys that are named: whoever has more has another program's file there."""
OTHERS_WRITE: Final = 1.0
"""Seconds that a choice waits for other programs of this player that write one too: each needs a few milliseconds."""
