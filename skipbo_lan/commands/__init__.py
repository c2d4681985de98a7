"""Typed lines, the same in every mode: text and state in, a command or its answer out. Pure."""

from __future__ import annotations

from skipbo_lan.commands.answers import answer
from skipbo_lan.commands.kinds import (
    About,
    AskHost,
    Colours,
    Command,
    DoAction,
    Leave,
    Question,
    SaveLog,
    SaveTheLog,
    Talk,
    Unclear,
)
from skipbo_lan.commands.listing import careless, hint, moves, moves_lines
from skipbo_lan.commands.moves import typed_form
from skipbo_lan.commands.parse import complete, parse
from skipbo_lan.commands.talk import kept_from
from skipbo_lan.commands.verbs import accusable

__all__ = [
    "About",
    "AskHost",
    "Colours",
    "Command",
    "DoAction",
    "Leave",
    "Question",
    "SaveLog",
    "SaveTheLog",
    "Talk",
    "Unclear",
    "accusable",
    "answer",
    "careless",
    "complete",
    "hint",
    "kept_from",
    "moves",
    "moves_lines",
    "parse",
    "typed_form",
]
