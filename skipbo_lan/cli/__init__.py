"""The command line. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

from skipbo_lan.cli.main import main

__all__ = ["main"]
