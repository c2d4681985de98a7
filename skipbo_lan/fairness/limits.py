"""Every number that bounds the check of deals, with the reason why it is that number."""

from __future__ import annotations

from typing import Final

EXPORTED_BYTES: Final = 2**20
"""Of an exported round: twice the longest, whose 10,000 actions have lines of some 50 bytes."""
CHECKSUM_BYTES: Final = 8
"""Enough to tell what stands there from anything else; who wants to deceive can compute any checksum anyway."""
ACTION_CHARS: Final = 32
"""The longest action in the notation, `oot d@0:3 3 12`, has half as many."""
OPTION_CHARS: Final = 32
"""The longest option of a ruleset, the seats of three teams, has half as many."""
