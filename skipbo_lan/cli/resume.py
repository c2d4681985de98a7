"""`skipbo-lan host --resume [TABLE]`: go on with an unfinished match, at the screen or headless (P39)."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from skipbo_lan.cli import headless, own_table, seat
from skipbo_lan.cli.arguments import parse_arguments
from skipbo_lan.cli.child import open_table
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.preferences import OPTIONS, display_of
from skipbo_lan.cli.shelf import token_shelf
from skipbo_lan.cli.terminal import Display
from skipbo_lan.client.kept import OnShelf
from skipbo_lan.locale import endings, saves, usage
from skipbo_lan.settings import matches_folder, state_folder
from skipbo_lan.store.saves import SaveError, SaveProblem
from skipbo_lan.store.tokens import Claimed
from skipbo_lan.store.unfinished import Unfinished, unfinished

_NOT_OF_THE_MATCH: Final = {"command", "resume", "port", "headless", "json", *OPTIONS}
"""What may be given together with --resume; everything else was settled when the match began (F69)."""


def run(options: Namespace) -> int:
    """Go on with a match; the exit code. Raises CommandError."""
    _check_alone(options)
    folder = matches_folder(state_folder())
    matches = _matches(folder, options.resume or None)
    if options.headless:
        return headless.resume(next((match for match in matches if not match.in_use), matches[0]).path, options)
    if options.json:
        raise CommandError(usage.only_with("--json", "--headless"))
    if len(matches) > 1 and not options.resume:
        print("\n".join(saves.match_lines(matches)))
        raise CommandError(saves.which_one())
    match = matches[0]
    display = display_of(options)
    departure = seat.run(display.mode, partial(_play, match, display, options.port))
    return seat.conclude(departure, endings.Whereabouts(table=match.table, address=own_table.LOOPBACK))


async def _play(match: Unfinished, display: Display, port: int | None) -> seat.Departure:
    """Be back at the own table, which is opened again unless it is still open. Raises CommandError."""
    claimed = token_shelf().owned_at(match.table_id)
    if match.in_use:
        departure = None if claimed is None else await own_table.come_back(claimed, display)
        if departure is None:
            raise CommandError(saves.problem_line(SaveError(SaveProblem.IN_USE, match.path)))
        return departure
    if claimed is None:
        raise CommandError(saves.no_owner_here(match.table))
    return await _open_again(match, claimed, display, port)


async def _open_again(match: Unfinished, claimed: Claimed, display: Display, port: int | None) -> seat.Departure:
    given = () if port is None else ("--port", str(port))
    arguments = ("--match", match.table_id.hex(), *given, *own_table.pace_arguments(display))
    try:
        child = await open_table(arguments, owner=None)
    except BaseException:
        claimed.release()
        raise
    # A token that still names the old port is as good for this play; only a table left running is not found by it.
    with suppress(OSError):
        token_shelf().move(claimed, child.listening.port)
    claimed.release()
    credentials = OnShelf(token_shelf(), claimed.name, port=child.listening.port)
    return await own_table.play_and_close(
        child, credentials, display, own_table.with_firewalls(child.listening.invitation)
    )


def _matches(folder: Path, table: str | None) -> Sequence[Unfinished]:
    """The matches that can go on, of this table if it is given, the last played first; at least one."""
    found, unusable = unfinished(folder)
    for file in unusable:
        print(saves.unusable_line(file), file=sys.stderr)
    matches = [match for match in found if table in (None, match.table)]
    if not matches:
        raise CommandError(saves.nothing_to_resume(folder, table))
    return matches


def _check_alone(options: Namespace) -> None:
    """Raise CommandError when something is to be changed that belongs to the match."""
    usual = vars(parse_arguments(["host"]))
    for name, value in vars(options).items():
        if name not in _NOT_OF_THE_MATCH and value != usual[name]:
            raise CommandError(usage.not_with(f"--{name.replace('_', '-')}", "--resume"))
