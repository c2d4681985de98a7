"""What a check has found, as a value; the words for it stand in `locale.doctor`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """How it stands."""

    OK = "ok"
    HINT = "hint"
    """It may be in the way, and that cannot be known from here."""
    FIX = "fix"
    """It is in the way."""


class Area(StrEnum):
    """What a check is about, which decides the exit code."""

    PROGRAM = "program"
    TERMINAL = "terminal"
    NETWORK = "network"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    area: Area
    code: str
    """What was found, for the words: one of those in `locale.doctor`."""
    verdict: Verdict
    facts: Mapping[str, str] = field(default_factory=dict)
    """What the words need to know. Some come from outside."""
