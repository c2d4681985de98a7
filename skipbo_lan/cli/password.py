"""The password of a locked table: given, asked for, or taken from the environment (P22)."""

from __future__ import annotations

import os
from argparse import Namespace
from getpass import getpass
from typing import Final

from skipbo_lan.cli.codes import CommandError
from skipbo_lan.cli.parser import ASK
from skipbo_lan.cli.terminal import is_interactive
from skipbo_lan.locale import usage

VARIABLE: Final = "SKIPBO_PASSWORD"
"""Keeps the password out of the list of processes."""


def password_of(options: Namespace) -> str | None:
    """The password as it was given, or else that of the environment; None for an open table. Raises CommandError."""
    given = options.password
    if given is None or given is ASK:
        told = os.environ.get(VARIABLE)
        if told or given is None:
            return told or None
        given = _asked()
    if not given:
        raise CommandError(usage.no_password())
    return str(given)


def _asked() -> str:
    if not is_interactive():
        raise CommandError(usage.cannot_ask_password())
    try:
        return getpass(usage.ASK_PASSWORD)
    except EOFError:
        return ""
