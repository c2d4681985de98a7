"""Reads a config file. Whatever is wrong with it costs that line or value only, and is told as a complaint."""

from __future__ import annotations

import codecs
import difflib
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from skipbo_lan.config.complaints import Complaint, Fault
from skipbo_lan.config.keys import KEYS, BadValue, Key, PlayerName, Switch, value_of
from skipbo_lan.config.limits import FILE_BYTES, MOST_SYNTAX_FAULTS, MOST_UNKNOWN
from skipbo_lan.preferences import USUAL, Preferences

_SWITCHES: Final = tuple(key.name for key in KEYS if isinstance(key.kind, Switch))
_SWITCH_WORD: Final = re.compile(
    rf"\s*(?P<key>{'|'.join(_SWITCHES)})\s*=\s*(?P<word>on|off|yes|no|true|false)\s*(#.*)?", re.IGNORECASE
)
_ON: Final = ("on", "yes", "true")
_WHERE: Final = re.compile(r"(?P<what>.*) \(at (line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
"""How tomllib ends its messages."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file says, as far as it is right."""

    preferences: Preferences = USUAL
    complaints: tuple[Complaint, ...] = ()


class NotReadable(Exception):
    """The file cannot be read at all, for the reason in its complaint."""

    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint)
        self.complaint = complaint


def load(path: Path) -> Loaded:
    """What the player likes, by this file. A file that is not there says nothing; nothing is raised."""
    try:
        data = content(path)
    except NotReadable as error:
        return Loaded(complaints=(error.complaint,))
    if data is None:
        return Loaded()
    lines, complaints = _lines(path, data)
    written = list(lines)
    try:
        found, more = _parsed(path, lines)
    except NotReadable as error:
        return Loaded(complaints=(*complaints, error.complaint))
    preferences, rest = _preferences(path, found, written)
    return Loaded(preferences, tuple(sorted((*complaints, *more, *rest), key=lambda each: each.line or 0)))


def content(path: Path) -> bytes | None:
    """The bytes of the file; None when there is none. Raises NotReadable."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise NotReadable(Complaint(path, Fault.NO_FILE))
        with path.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:  # a ValueError of a path with a NUL in it
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotReadable(Complaint(path, Fault.UNREADABLE, why=why)) from None
    if len(data) > FILE_BYTES:
        raise NotReadable(Complaint(path, Fault.HUGE, allowed=(str(FILE_BYTES),)))
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise NotReadable(Complaint(path, Fault.NOT_UTF8))
    return data.removeprefix(codecs.BOM_UTF8)


def _lines(path: Path, data: bytes) -> tuple[list[str], list[Complaint]]:
    """The lines of the file, those that are no UTF-8 left empty."""
    lines, complaints = [], []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            lines.append(line.decode())
        except UnicodeDecodeError:
            lines.append("")
            complaints.append(Complaint(path, Fault.NOT_UTF8, number))
    return lines, complaints[:MOST_SYNTAX_FAULTS]


def _parsed(path: Path, lines: list[str]) -> tuple[Mapping[str, Any], list[Complaint]]:
    """What the lines say, without those that are no TOML. Raises NotReadable."""
    complaints: list[Complaint] = []
    while len(complaints) < MOST_SYNTAX_FAULTS:
        try:
            return tomllib.loads("\n".join(lines)), complaints
        except tomllib.TOMLDecodeError as error:
            number, what = _where(error, len(lines))
        except (ValueError, RecursionError):  # a number of thousands of digits; lists in lists in lists
            break
        if not lines[number - 1].strip():
            break
        complaints.append(_syntax(path, number, lines[number - 1], what))
        lines[number - 1] = _mended(complaints[-1])
    raise NotReadable(complaints[0] if len(complaints) == 1 else Complaint(path, Fault.NOT_TOML))


def _where(error: tomllib.TOMLDecodeError, last: int) -> tuple[int, str]:
    """In which line the reader of TOML gave up, and why."""
    match = _WHERE.fullmatch(str(error))
    if match is None:
        return last, str(error)
    return min(int(match["line"] or last), last), match["what"]


def _syntax(path: Path, number: int, line: str, what: str) -> Complaint:
    match = _SWITCH_WORD.fullmatch(line)
    if match is None:
        return Complaint(path, Fault.SYNTAX, number, why=what)
    used = "true" if match["word"].lower() in _ON else "false"
    return Complaint(path, Fault.SWITCH_WORD, number, match["key"].lower(), match["word"], used=used)


def _mended(complaint: Complaint) -> str:
    """What stands for the line instead."""
    return f"{complaint.key} = {complaint.used}" if complaint.fault is Fault.SWITCH_WORD else ""


def _preferences(path: Path, found: Mapping[str, Any], lines: list[str]) -> tuple[Preferences, list[Complaint]]:
    values: dict[str, Any] = {}
    complaints = list(_unknown(path, found, lines))[:MOST_UNKNOWN]
    for key in KEYS:
        if key.name in found:
            try:
                values[key.name] = value_of(key, found[key.name])
            except BadValue as error:
                complaints.append(_bad(path, key, found[key.name], _line_of(key.name, lines), str(error)))
    return replace(USUAL, **values), complaints


def _unknown(path: Path, found: Mapping[str, Any], lines: list[str]) -> Iterator[Complaint]:
    names = [key.name for key in KEYS]
    for name in found:
        if name not in names:
            nearest = difflib.get_close_matches(name.lower().replace("-", "_"), names, n=1)
            yield Complaint(path, Fault.UNKNOWN_KEY, _line_of(name, lines), name, allowed=tuple(nearest or names))


def _bad(path: Path, key: Key, found: object, line: int | None, why: str) -> Complaint:
    fault = Fault.BAD_NAME if isinstance(key.kind, PlayerName) and isinstance(found, str) else Fault.BAD_VALUE
    used = str(key.written(USUAL))
    return Complaint(path, fault, line, key.name, found, key.kind.allowed, used.lower(), why)


def _line_of(name: str, lines: list[str]) -> int | None:
    """The line that begins with this key, or with the table of this name."""
    begins = re.compile(rf"""\s*\[*\s*(["']?){re.escape(name)}\1\s*[=.\]]""")
    return next((number for number, line in enumerate(lines, 1) if begins.match(line)), None)
