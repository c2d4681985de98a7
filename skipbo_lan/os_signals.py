"""The signals of the system that ask a program to end, as far as there are any on this one."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import Final

ENDING: Final[Sequence[int]] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""What Ctrl-C, a service manager, a closed terminal, and Ctrl-Break on Windows send."""

HANG_UP: Final[int] = getattr(signal, "SIGHUP", signal.SIGTERM)
"""What a closed terminal counts as where it sends nothing itself."""
