"""The window at the start: whether it has room for the table, and the wait until it has (TERMINAL.md K11)."""

from __future__ import annotations

import os
import sys
import time

from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.cli.limits import LOOK_AGAIN
from skipbo_lan.cli.terminal import forget_input
from skipbo_lan.doctor.limits import LEAST_COLUMNS, LEAST_ROWS
from skipbo_lan.locale.screen import too_small
from skipbo_lan.locale.usage import instead_of_a_larger_window


def wait_for_room(*, patient: bool) -> None:
    """Return when the window has room for the table; until then say what it needs. Raises CommandError if impatient."""
    size = _window()
    if has_room(*size):
        return
    needed = too_small(*size, LEAST_COLUMNS, LEAST_ROWS)
    if not patient:
        raise CommandError(" ".join(needed), Exit.TERMINAL)
    print("\n".join((*needed, instead_of_a_larger_window())))
    while not has_room(*_window()):
        time.sleep(LOOK_AGAIN)
    forget_input()


def has_room(columns: int, rows: int) -> bool:
    """Whether a window of this size has room for the table; one that does not tell its size is as good as any."""
    return not (0 < columns < LEAST_COLUMNS or 0 < rows < LEAST_ROWS)


def _window() -> os.terminal_size:
    try:
        return os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return os.terminal_size((0, 0))
