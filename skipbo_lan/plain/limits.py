"""Every number that bounds plain mode, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

CHUNK: Final = 4096
"""Bytes that are read at once: what a terminal hands over as one line at most."""
LONGEST_LINE: Final = 2000
"""Characters of a line that are looked at: ten times the longest line of talk."""
LAST_ANSWER: Final = 5.0
"""How long the end of the input waits for the answer to the last line before it leaves."""
