"""Words of `export` and `verify`: what the file of a round shows, where it does not hold, and why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from engine.ruleset import Seat
from engine.table import Table
from protocol.text import safe
from skipbo_lan.fairness.attempts import Attempt, Why
from skipbo_lan.fairness.checking import Altered
from skipbo_lan.fairness.exported import ExportedRound, attempts_of
from skipbo_lan.fairness.exported_text import Mismatch, NotARound
from skipbo_lan.fairness.proof import Unproved
from skipbo_lan.locale.cards import count_of
from skipbo_lan.locale.events import round_over_line
from skipbo_lan.locale.fairness import flaw_words
from skipbo_lan.locale.paths import path_words
from skipbo_lan.locale.people import Names, name_at, safe_name, safe_table
from skipbo_lan.store.finished import NotFinished

_REASON_CELLS: Final = 200
"""As much of what the system says."""
_PLACE_CELLS: Final = 60
"""As much of a place in a file."""
_WANTED_CELLS: Final = 40
"""A table's name, or the 32 digits of an id."""

_NOTHING_OF_THE_DEAL: Final = "so nothing is shown about the deal."
_THEIRS: Final = "Only they can tell whether these are the numbers that they gave: their programs do, after the round."


def verified_lines(shown: ExportedRound, table: Table) -> list[str]:
    """What a round has shown that holds; `table` is its end."""
    names = _names(shown)
    actions = count_of(len(shown.actions), "action")
    assert table.outcome is not None, "a round that holds has ended"
    ended = round_over_line(table.outcome, names, None, table.sides)
    return [
        f"{_round(shown)}: {'deal verified' if _given(shown) else 'played by the rules'}.",
        *_deal_lines(shown, names),
        f"{name_at(names, shown.dealer)} dealt; {actions}, all by the rules. {ended}",
    ]


def not_verified(shown: ExportedRound, error: Unproved | Altered) -> str:
    """Where a round does not hold."""
    if isinstance(error, Altered):
        why = f'"{safe(error.part, _PLACE_CELLS)}" is not what was written'
    else:
        why = flaw_words(error.flaw, error.attempt, None if error.seat is None else error.seat + 1, error.step)
    return f"{_round(shown)}: NOT verified: {why}."


def not_a_round(path: Path, error: NotARound) -> str:
    """A file that cannot be checked at all."""
    file = path_words(path)
    match error.mismatch:
        case Mismatch.TOO_LARGE:
            return f"{file} is not an exported round: it is too large"
        case Mismatch.NEWER:
            return f"a newer version of Skip-Bo LAN wrote {file}; please update this one"
        case Mismatch.MALFORMED:
            return f'{file} is not an exported round: "{safe(error.place, _PLACE_CELLS)}" cannot be so'
        case Mismatch.NOT_A_ROUND:
            return f"{file} is not an exported round"


def cannot_read(path: Path, error: OSError) -> str:
    """A file that is not there, or is no file."""
    return f"{path_words(path)} cannot be read: {_system_words(error)}"


def cannot_write(path: Path, error: OSError) -> str:
    """A file that cannot be made."""
    return f"{path_words(path)} cannot be written: {_system_words(error)}"


def is_there(path: Path) -> str:
    """A file that would have been overwritten."""
    return f"{path_words(path)} is there already; name another file with -o"


def exported_line(path: Path, shown: ExportedRound) -> str:
    """The round is written."""
    return f"{_round(shown)} is in {path_words(path)}; skipbo-lan verify checks it."


def no_match(folder: Path, wanted: str) -> str:
    """No stored match has this name or id."""
    return f"there is no match of a table with the name or id {safe(wanted, _WANTED_CELLS)} in {path_words(folder)}"


def several_matches(wanted: str) -> str:
    """An id that was cut too short."""
    return f"several matches have an id that begins with {safe(wanted, _WANTED_CELLS)}; give more of it"


def not_finished(error: NotFinished, wanted: int | None) -> str:
    """A round that cannot be exported yet; `wanted` counts from 1."""
    table = safe_table(error.table)
    if wanted is None or not error.finished:
        return f"no round of {table} is finished"
    are = "round 1 is" if error.finished == 1 else f"rounds 1 to {error.finished} are"
    return f"round {wanted} of {table} is not finished; {are}"


def too_long(table: str, number: int) -> str:
    """A round with more actions than anybody would check; `number` counts from 1."""
    return f"round {number} of {safe_table(table)} has too many actions to be exported"


def _deal_lines(shown: ExportedRound, names: Names) -> Iterator[str]:
    attempts = [one.attempt for one in attempts_of(shown)]
    if not attempts:
        yield f"The cards follow from a seed that was given to the host, {_NOTHING_OF_THE_DEAL}"
        return
    for void, again in pairwise(attempts):
        yield f"Attempt {void.call.number} was void: {_why_again(void, again, names)}"
    last = attempts[-1]
    gave = _given(shown)
    if gave:
        at = f", given at attempt {last.call.number}" if last.call.number > 1 else ""
        yield f"The cards follow from numbers of the host, {_listed(gave, names)}{at}."
        yield _THEIRS
    else:
        yield f"Nobody but the host gave a number, {_NOTHING_OF_THE_DEAL}"
    silent = [seat for seat in last.call.asked if seat not in gave]
    for seats, why in ((silent, "no answer arrived"), (last.call.away, "away")):
        if seats:
            yield f"Dealt without a number of {_listed(seats, names)}: {why}."


def _given(shown: ExportedRound) -> list[Seat]:
    """The seats whose clients gave a number of those that the cards follow from."""
    return sorted(map(int, shown.attempts[-1].nonces)) if shown.attempts else []


def _why_again(void: Attempt, again: Attempt, names: Names) -> str:
    restarted = "the host started again, and " if again.call.why is Why.RESTARTED else ""
    return f"{restarted}no answer from {_listed(void.missing, names)} arrived."


def _round(shown: ExportedRound) -> str:
    return f"Round {shown.round} of {safe_table(shown.table)}"


def _names(shown: ExportedRound) -> Names:
    return {seat: safe_name(name) for seat, name in enumerate(shown.players)}


def _listed(seats: Iterable[Seat], names: Names) -> str:
    """`Bea`, `Bea and Cy`, `Bea, Cy and Dan`."""
    *first, last = [name_at(names, seat) for seat in seats]
    return f"{', '.join(first)} and {last}" if first else last


def _system_words(error: OSError) -> str:
    return safe(error.strerror or str(error), _REASON_CELLS)
