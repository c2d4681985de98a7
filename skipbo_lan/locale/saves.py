"""Words for stored matches: which can go on, and what is wrong with one that cannot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from skipbo_lan.locale.paths import path_words
from skipbo_lan.locale.people import safe_name, safe_table
from skipbo_lan.store.saves import SaveError, SaveProblem
from skipbo_lan.store.unfinished import Unfinished, Unusable

_PROBLEMS: Final = {
    SaveProblem.MISSING: "it is not there",
    SaveProblem.EMPTY: "nothing was stored in it",
    SaveProblem.NOT_A_MATCH: "it is not a match of Skip-Bo LAN",
    SaveProblem.NEWER: "a newer version of Skip-Bo LAN wrote it; please update this one",
    SaveProblem.OLDER: "an older version of Skip-Bo LAN wrote it, and this one cannot go on with it",
    SaveProblem.DAMAGED: "it is damaged",
    SaveProblem.UNREADABLE: "you may not read it",
    SaveProblem.READ_ONLY: "it, or its folder, cannot be written to",
    SaveProblem.DISK: "the disk is full or fails",
    SaveProblem.IN_USE: "another program has it open; is its table still running?",
    SaveProblem.ENDED: "that match is over",
}


def problem_line(error: SaveError) -> str:
    """Why a match cannot go on."""
    return f"the match cannot go on: {_PROBLEMS[error.problem]}{_where(error)}"


def unreadable_line(error: SaveError) -> str:
    """Why nothing of a match can be shown."""
    return f"the match cannot be read: {_PROBLEMS[error.problem]}{_where(error)}"


def unusable_line(unusable: Unusable) -> str:
    """A file that a list of matches leaves out."""
    return f"Left out, {_PROBLEMS[unusable.problem]}: {path_words(unusable.path)}"


def nothing_to_resume(folder: Path, table: str | None) -> str:
    """No match can go on."""
    if table is None:
        return f"there is no unfinished match in {path_words(folder)}"
    return f"there is no unfinished match of a table named {safe_table(table)}"


def which_one() -> str:
    """Several matches can go on."""
    return "several matches can go on; name the table: skipbo-lan host --resume TABLE"


def match_line(match: Unfinished) -> str:
    """One match that can go on, as a list shows it: the table, the players, how far it is, and when that was."""
    played = datetime.fromtimestamp(match.played, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    players = ", ".join(map(safe_name, match.players))
    running = ", still open" if match.in_use else ""
    return f"  {safe_table(match.table)}: {players}; round {match.round}, {played}{running}"


def match_lines(matches: Sequence[Unfinished]) -> list[str]:
    """The matches that can go on, the last played first."""
    return [match_line(match) for match in matches]


def no_owner_here(table: str) -> str:
    """The match can go on, but not with this player as its host."""
    return (
        f"the host's seat at {safe_table(table)} is not kept on this computer; to go on without a screen:"
        " skipbo-lan host --headless --resume"
    )


def kept() -> str:
    """The table was closed by a signal, and its match can go on."""
    return "The match is kept. To go on: skipbo-lan host --resume"


def could_go_on(table: str) -> str:
    """A new table is opened although an earlier match of it has not ended."""
    name = safe_table(table)
    return f"An unfinished match of {name} is kept. To go on with it: skipbo-lan host --resume"


def _where(error: SaveError) -> str:
    """The file at the end of a sentence, where it is known."""
    return "" if error.path is None else f" ({path_words(error.path)})"
