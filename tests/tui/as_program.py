"""Runs a test program in a terminal of its own, and ends it as `skipbo-lan` ends."""

from __future__ import annotations

import importlib
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from typing import NoReturn

from skipbo_lan import cli
from skipbo_lan.tui import bridge


def run(main: Callable[..., Awaitable[int]], *arguments: str) -> NoReturn:
    """Run `main` in the place of a command, and exit with its code, or with that of what ended it."""
    module = importlib.import_module("skipbo_lan.cli.main")

    def parse(_: Sequence[str]) -> Namespace:
        return Namespace(command="in_its_place")

    def command(_: str) -> Namespace:
        return Namespace(run=lambda _: bridge.run(main, *arguments))

    module.parse_arguments = parse  # type: ignore[attr-defined]
    module.importlib = Namespace(import_module=command)  # type: ignore[attr-defined]
    sys.exit(cli.main([]))


def fail() -> NoReturn:
    """A fault of the program."""
    raise RuntimeError("a fault on purpose")
