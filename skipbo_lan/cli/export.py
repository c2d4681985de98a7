"""`skipbo-lan export TABLE|ID`: a finished round of a table that was hosted here, as a file for anyone to check."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from typing import Final

from protocol.limits import MAX_ROUND_ACTIONS
from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.fairness.exported import ExportedRound, Setting, exported
from skipbo_lan.fairness.exported_text import written
from skipbo_lan.locale import exported as words
from skipbo_lan.locale import saves
from skipbo_lan.settings import matches_folder, state_folder
from skipbo_lan.store.finished import FinishedRound, NotFinished, finished_round, stored_matches
from skipbo_lan.store.saves import SaveError

STANDARD_OUTPUT: Final = "-"

_TABLE_IN_NAME: Final = 32
"""Characters of a table's name in a file's: within the 255 bytes of any file system, whatever they are."""


def run(options: Namespace) -> int:
    """Write the file. Raises CommandError."""
    found = _finished(_match_file(matches_folder(state_folder()), options.match), options.round)
    shown = _exported(found)
    if options.output == STANDARD_OUTPUT:
        sys.stdout.write(written(shown))
        return Exit.FINE
    path = Path(options.output if options.output is not None else _file_name(found))
    _write_new(path, written(shown))
    print(words.exported_line(path, shown))
    return Exit.FINE


def _match_file(folder: Path, wanted: str) -> Path:
    """The match of the table with this name that was played last, or the one with this id or beginning of an id."""
    found, unusable = stored_matches(folder)
    named = [match.path for match in found if match.table == wanted]
    if named:
        return named[0]
    digits = wanted.lower()
    known = [*(match.path for match in found), *(file.path for file in unusable)]
    meant = [path for path in known if digits and path.stem.startswith(digits)]
    if len(meant) > 1:
        raise CommandError(words.several_matches(wanted))
    if not meant:
        for file in unusable:
            print(saves.unusable_line(file), file=sys.stderr)
        raise CommandError(words.no_match(folder, wanted))
    return meant[0]


def _finished(path: Path, wanted: int | None) -> FinishedRound:
    """The round with this number, from 1; the last by default."""
    try:
        return finished_round(path, None if wanted is None else wanted - 1)
    except NotFinished as error:
        line = words.not_finished(error, wanted)
    except SaveError as error:
        line = saves.unreadable_line(error)
    raise CommandError(line)


def _exported(found: FinishedRound) -> ExportedRound:
    begun = found.begun
    if len(found.record.actions) > MAX_ROUND_ACTIONS:
        raise CommandError(words.too_long(begun.table, found.number + 1))
    players = tuple(seat.name for seat in begun.seats)
    return exported(Setting(begun.app, begun.table, begun.table_id, found.number, players), found.record, found.mix)


def _file_name(found: FinishedRound) -> str:
    kept = "".join(char if char.isalnum() else " " for char in found.begun.table)
    table = "-".join(kept.split())[:_TABLE_IN_NAME] or found.begun.table_id.hex()
    return f"skipbo-{table}-round-{found.number + 1}.json"


def _write_new(path: Path, text: str) -> None:
    """Make the file, wholly or not at all, and never in place of another."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    except FileExistsError:
        raise CommandError(words.is_there(path)) from None
    except OSError as error:
        raise CommandError(words.cannot_write(path, error)) from None
    try:
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise CommandError(words.cannot_write(path, error)) from None
