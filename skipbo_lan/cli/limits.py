"""Every number that bounds the command line, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

LOOK: Final = 1.25
"""How long to listen before a list is shown: hosts answer the three first probes within a second."""
PATIENCE: Final = 5.0
"""After so long without a table, say so; with --no-wait, give up."""
LOOK_AGAIN: Final = 0.1
"""Between two looks at a window that is too small: whoever enlarges it sees the table at once."""
CLOSING: Final = 5.0
"""How long a table may take to close after its owner has closed it: its farewells take two."""
PROOF: Final = 10.0
"""How long a bot waits after its match for the proof of the last deal, which comes with the result."""
CHILDS_LINE: Final = 64 * 1024
"""Bytes of a line that the table's process may print: far more than it has to say."""
LONGEST_WAIT: Final = 86_400
"""A day: longer than any table waits."""
HOST_CHARS: Final = 253
"""Of a computer's name, as RFC 1035 has it."""
LINES_WAITING: Final = 10_000
"""Of a table to whoever watches it: a megabyte for one who stops reading, and no more."""
MOST_GAMES: Final = 100_000
"""Of an arena: some hours of work, after which nothing is left to be learnt."""
MOST_JOBS: Final = 256
"""Of an arena: more processors than a machine that plays cards has."""
CHRONICLE_LINES: Final = 20_000
"""Of a visit at a table: some thirty rounds, two megabytes; what came before them is forgotten."""
