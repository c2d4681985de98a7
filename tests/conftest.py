"""How Hypothesis behaves everywhere: no deadline, since a busy machine is slow; a failure tells how to repeat it."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("everywhere", deadline=None, print_blob=True)
settings.load_profile("everywhere")
