"""Deadlines, graces and lists live by clocks that nobody can set; the time of day is for what people read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TIME_OF_DAY: Final = {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
FOR_PEOPLE: Final = {
    "skipbo_lan/cli/chronicle.py": "when what a player saw happened",
    "skipbo_lan/crash.py": "when a fault was written down",
    "skipbo_lan/store/writing.py": "when a match began",
}


def readings(tree: ast.AST) -> Iterator[str]:
    """Where the time of day is read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            if f"{owner}.{node.attr}" in TIME_OF_DAY:
                yield f"{owner}.{node.attr}"


def test_times_that_matter_come_from_clocks_that_nobody_sets() -> None:
    """F22, F73."""
    read = {
        str(path.relative_to(ROOT)): list(readings(ast.parse(path.read_text("utf-8"))))
        for package in ("engine", "protocol", "skipbo_lan")
        for path in (ROOT / package).rglob("*.py")
    }
    assert {path for path, found in read.items() if found} <= set(FOR_PEOPLE)
    assert list(readings(ast.parse("import time; time.time()"))) == ["time.time"]
