"""`skipbo-lan verify FILE`: check an exported round with nothing but its file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from skipbo_lan.cli.codes import CommandError, Exit
from skipbo_lan.fairness.checking import Altered, checked
from skipbo_lan.fairness.exported import ExportedRound
from skipbo_lan.fairness.exported_text import Mismatch, NotARound, read
from skipbo_lan.fairness.limits import EXPORTED_BYTES
from skipbo_lan.fairness.proof import Unproved
from skipbo_lan.locale import exported as words


def run(options: Namespace) -> int:
    """Tell what the round shows, or where it does not hold. Raises CommandError for what is no such file."""
    shown = _read(Path(options.file))
    try:
        table = checked(shown)
    except (Unproved, Altered) as error:
        print(words.not_verified(shown, error))
        return Exit.REFUSED
    print("\n".join(words.verified_lines(shown, table)))
    return Exit.FINE


def _read(path: Path) -> ExportedRound:
    try:
        with path.open("rb") as file:
            content = file.read(EXPORTED_BYTES + 1)
        return read(content)
    except OSError as error:
        raise CommandError(words.cannot_read(path, error)) from None
    except NotARound as error:
        code = Exit.VERSION if error.mismatch is Mismatch.NEWER else Exit.USAGE
        raise CommandError(words.not_a_round(path, error), code) from None
