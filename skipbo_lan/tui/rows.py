"""The keys that move the mark from row to row, the same in every list."""

from __future__ import annotations

from typing import Final

STEPS: Final = {"down": 1, "tab": 1, "wheel-down": 1, "up": -1, "s-tab": -1, "wheel-up": -1}
"""By how many rows."""
