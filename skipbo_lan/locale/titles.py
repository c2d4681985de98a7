"""The window's title: whose turn it is, or what goes on, and the table; shown beside the titles of other windows."""

from __future__ import annotations

from typing import Final

PROGRAM: Final = "Skip-Bo LAN"
YOUR_TURN: Final = "YOUR TURN"
YOUR_DECISION: Final = "YOUR DECISION"
JOINING: Final = "joining"
CONNECTION_LOST: Final = "connection lost"
ENDED: Final = "the table has ended"
WAITING: Final = "waiting for players"
DEALING: Final = "shuffling"
ROUND_OVER: Final = "round over"
MATCH_OVER: Final = "match over"


def title(said: str, table: str) -> str:
    """`YOUR TURN - Kitchen`; `table` is safe to be shown, and empty while it is not known."""
    return f"{said} - {table or PROGRAM}"


def plays(name: str) -> str:
    """Somebody else is to act."""
    return f"{name} is playing"


def joined(name: str) -> str:
    """The newest of the lobby."""
    return f"{name} joined"


def left(name: str) -> str:
    """Somebody has gone from the lobby."""
    return f"{name} left"
