"""What is wrong with the config file, in one line each."""

from __future__ import annotations

from typing import Final

from protocol.codes import RejectCode
from protocol.text import safe
from skipbo_lan.config import Complaint, Fault
from skipbo_lan.locale.paths import path_words
from skipbo_lan.locale.refusals import name_reason
from skipbo_lan.locale.usage import did_you_mean

_VALUE_CELLS: Final = 40
_REASON_CELLS: Final = 80
"""As much of each as a line has room for."""


def complaint_line(complaint: Complaint) -> str:
    """Where it is, what is wrong, what would have been possible, and what is done instead."""
    return f"{_where(complaint)}: {_sentence(complaint)}"


def not_kept_line(complaint: Complaint) -> str:
    """Why a choice could not be written into the file, and what becomes of it."""
    why = safe(complaint.why, _REASON_CELLS) if complaint.fault is Fault.NOT_KEPT else f"it {_of_file(complaint)}"
    return f"{_where(complaint)}: the choice could not be written there ({why}). It holds until you leave."


def _where(complaint: Complaint) -> str:
    place = path_words(complaint.path)
    return place if complaint.line is None else f"{place} line {complaint.line}"


def _of_file(complaint: Complaint) -> str:
    """What is wrong with the file as a whole."""
    match complaint.fault:
        case Fault.NO_FILE:
            return "is not a file"
        case Fault.HUGE:
            return f"is longer than {complaint.allowed[0]} bytes"
        case Fault.NOT_UTF8:
            return "is not in UTF-8"
        case _:
            return f"cannot be read ({safe(complaint.why, _REASON_CELLS)})"


def _sentence(complaint: Complaint) -> str:
    key, found, why = safe(complaint.key, _VALUE_CELLS), _shown(complaint.found), safe(complaint.why, _REASON_CELLS)
    match complaint.fault:
        case Fault.NOT_TOML:
            return "is not a TOML file. Using the usual choices; skipbo-lan config prints a right one."
        case Fault.NOT_UTF8 if complaint.line is not None:
            return "is not in UTF-8. The line is left out."
        case Fault.SYNTAX:
            return f"is not TOML ({why}). The line is left out."
        case Fault.SWITCH_WORD:
            return f"{key} {complaint.found} is written {key} = {complaint.used}. Using {complaint.used}."
        case Fault.UNKNOWN_KEY:
            one = len(complaint.allowed) == 1
            near = did_you_mean(complaint.allowed) if one else f"{_list(complaint.allowed)}."
            return f'there is no key "{key}"{near} It is left out.'
        case Fault.BAD_NAME:
            reason = name_reason(RejectCode(complaint.why))
            return f"the name {found} cannot be used: {reason}. Using your login name."
        case Fault.BAD_VALUE:
            used = complaint.used or "your login name"
            wrong = "is unknown" if isinstance(complaint.found, str) else "is not possible"
            return f"{key} {found} {wrong}{_list(complaint.allowed)}. Using {used}."
        case _:
            return f"{_of_file(complaint)}. Using the usual choices."


def _list(allowed: tuple[str, ...]) -> str:
    return f" ({', '.join(allowed)})" if allowed else ""


def _shown(found: object) -> str:
    match found:
        case bool():
            return str(found).lower()
        case str():
            return f'"{safe(found, _VALUE_CELLS)}"'
        case _:
            return safe(repr(found), _VALUE_CELLS)
