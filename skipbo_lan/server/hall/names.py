"""The names of bots: short, easy to tell apart, and no player's by then."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count
from typing import Final

from protocol.names import name_key

BOT_NAMES: Final = (
    *("Ada", "Bruno", "Cleo", "Dario", "Elsa", "Felix", "Greta", "Hugo"),
    *("Ines", "Jonas", "Kira", "Leo", "Mina", "Nico", "Olga", "Paul"),
)
"""More than a table has seats; when spectators have taken them all, bots get numbers."""


def next_bot_name(taken: Iterable[str]) -> str:
    """The first name of the list that nobody at the table has."""
    used = {name_key(name) for name in taken}
    numbered = (f"Bot {number}" for number in count(1))
    return next(name for name in chain(BOT_NAMES, numbered) if name_key(name) not in used)
