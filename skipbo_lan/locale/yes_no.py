"""The words with which people say yes and no, in lower case."""

from __future__ import annotations

from typing import Final

YES: Final = frozenset({"y", "yes"})
NO: Final = frozenset({"n", "no"})
