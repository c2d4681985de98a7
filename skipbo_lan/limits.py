"""The numbers that more than one room keeps to, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

PING_AFTER: Final = 3.0
"""Own silence before a ping: three may be late before the peer gives this end up."""
SILENT_AFTER: Final = 10.0
"""The peer's silence after which it is gone: a player sees a pulled cable within fifteen seconds."""
FAREWELL: Final = 1.0
"""How long a last message may take to arrive: far more than a LAN needs, and nobody minds the wait."""

NOTICED: Final = 0.5
"""A wait that people notice: what takes longer says that it is going on."""

ANNOUNCE_EVERY: Final = 1.5
"""Between two announcements of a table: a joiner that cannot ask hears one within two seconds."""

LOG_FILE: Final = 1024 * 1024
"""Bytes of a file of faults, after which nothing is added: one that repeats itself must not fill the disk."""
KEPT_LOGS: Final = 200
"""Logs of matches that a player keeps: one each day of half a year, some hundred kilobytes each at most."""
