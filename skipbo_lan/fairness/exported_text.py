"""The text of an exported round, written for people and programs, and read as what a stranger may have written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NoReturn

import msgspec

from engine.options import OptionError
from engine.ruleset import fits
from skipbo_lan.fairness.exported import FORMAT, VERSION, ExportedRound, ruleset_of
from skipbo_lan.fairness.limits import EXPORTED_BYTES


class Mismatch(StrEnum):
    """Why a file is not an exported round that this program can check."""

    TOO_LARGE = "too_large"
    NOT_A_ROUND = "not_a_round"
    NEWER = "newer"
    """A later version of the program wrote it."""
    MALFORMED = "malformed"
    """It says that it is one, and something in it cannot be."""


class NotARound(Exception):
    """The file is not an exported round, and why."""

    def __init__(self, mismatch: Mismatch, place: str = "") -> None:
        super().__init__(mismatch)
        self.mismatch = mismatch
        self.place = place
        """What is malformed, as a path in the file; may hold text from outside."""


def written(shown: ExportedRound) -> str:
    """The text of the file, in ASCII: an attempt a line, an action a line."""
    parts = (f'  "{key}": {_part(key, value)}' for key, value in msgspec.to_builtins(shown).items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def read(content: bytes) -> ExportedRound:
    """The round that a file holds. Raises NotARound."""
    if len(content) > EXPORTED_BYTES:
        raise NotARound(Mismatch.TOO_LARGE)
    told = _parsed(content)
    if not (isinstance(told, dict) and told.get("format") == FORMAT and type(told.get("version")) is int):
        raise NotARound(Mismatch.NOT_A_ROUND)
    if told["version"] > VERSION:
        raise NotARound(Mismatch.NEWER)
    try:
        shown = msgspec.convert(told, ExportedRound)
    except msgspec.ValidationError as error:
        raise NotARound(Mismatch.MALFORMED, _place_of(error)) from None
    _check_parts(shown)
    return shown


def _part(key: str, value: object) -> str:
    if key in ("attempts", "actions") and isinstance(value, Sequence) and value:
        return "[\n" + ",\n".join(f"    {json.dumps(one)}" for one in value) + "\n  ]"
    return json.dumps(value)


def _parsed(content: bytes) -> object:
    """The JSON value; nothing that two readers could take for two different things. Raises NotARound."""
    try:
        told: object = json.loads(
            content.decode(), object_pairs_hook=_each_key_once, parse_float=_refuse, parse_constant=_refuse
        )
        json.dumps(told, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        raise NotARound(Mismatch.NOT_A_ROUND) from None
    return told


def _each_key_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"not a whole number: {text}")


def _place_of(error: msgspec.ValidationError) -> str:
    """The last name that the error mentions: `players[0]` for "... at `$.players[0]`"."""
    names: list[str] = re.findall("`([^`]*)`", str(error))
    return names[-1].removeprefix("$.") if names else ""


def _check_parts(shown: ExportedRound) -> None:
    """Raise NotARound for parts that cannot stand together."""
    players = len(shown.players)
    seats = {
        "dealer": [shown.dealer],
        "attempts": [seat for one in shown.attempts for seat in (*one.asked, *one.away, *one.left_out)],
        "actions": [seat for seat, _, _ in shown.actions if seat is not None],
    }
    fit = {part: max(named, default=0) < players for part, named in seats.items()}
    fit["ruleset"] = _can_be_played(shown, players)
    fit["secret"] = (shown.secret is None) == (not shown.attempts)
    for part, fits_in in fit.items():
        if not fits_in:
            raise NotARound(Mismatch.MALFORMED, part)


def _can_be_played(shown: ExportedRound, players: int) -> bool:
    try:
        return fits(ruleset_of(shown), players)
    except OptionError:
        return False
