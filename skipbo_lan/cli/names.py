"""The player's name: the one given, that of the config, or the login name made valid (NETWORK.md P48)."""

from __future__ import annotations

import getpass
import unicodedata

from protocol.limits import MAX_NAME_CELLS
from protocol.names import check_name
from protocol.text import width
from skipbo_lan.cli.codes import CommandError
from skipbo_lan.locale.refusals import bad_name_line

_NOBODY = "Player"


def own_name(given: str | None, usual: str | None = None) -> str:
    """The name to join with: the given one, or else the usual one. Raises CommandError when it is not allowed."""
    if given is None:
        return usual or default_name(_login())
    name = unicodedata.normalize("NFC", given)
    refusal = check_name(name)
    if refusal is not None:
        raise CommandError(bad_name_line(given, refusal))
    return name


def default_name(login: str) -> str:
    """A login name as a name at the table: `anna.smith` becomes `Anna.smith`."""
    normal = unicodedata.normalize("NFC", login).strip()
    kept = "".join(char for char in normal if check_name(char) is None or char in "_-.'")
    name = _cut(kept[:1].upper() + kept[1:], MAX_NAME_CELLS)
    return name if check_name(name) is None else _NOBODY


def numbered(name: str, number: int) -> str:
    """The name with a number behind it, within the length that is allowed: `Anna 2`."""
    ending = f" {number}"
    return _cut(name, MAX_NAME_CELLS - len(ending)).rstrip() + ending


def _cut(name: str, cells: int) -> str:
    while width(name) > cells:
        name = name[:-1]
    return name


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return _NOBODY
