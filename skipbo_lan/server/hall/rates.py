"""How much a client may ask of the host: a bucket of tokens that fills again with time (F37)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skipbo_lan.server.limits import ASKED_AT_ONCE, ASKED_PER_SECOND, FLOOD


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one client may still ask. A reconnection does not fill it."""

    left: float = ASKED_AT_ONCE
    """Below nothing it is a debt."""
    at: float = 0.0
    """Monotonic seconds of the last request."""

    @property
    def exhausted(self) -> bool:
        """Whether the last request was one too many."""
        return self.left < 0

    @property
    def flooding(self) -> bool:
        """Whether the client does not even slow down when it is told."""
        return self.left < -FLOOD


UNTOUCHED: Final = Allowance()


def spend(allowance: Allowance, cost: float, now: float) -> Allowance:
    """What is left after a request of this cost; it is charged whether it is granted or not."""
    filled = min(ASKED_AT_ONCE, allowance.left + (now - allowance.at) * ASKED_PER_SECOND)
    return Allowance(filled - cost, now)
