"""Checks of the program itself: Python, and the packages that it stands on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version

from skipbo_lan.doctor.finding import Area, Finding, Verdict
from skipbo_lan.doctor.limits import LEAST_PYTHON, PACKAGES


def python(running: tuple[int, int, int]) -> Finding:
    """Whether this Python is new enough."""
    verdict = Verdict.OK if running >= LEAST_PYTHON else Verdict.FIX
    return Finding(Area.PROGRAM, "python", verdict, {"version": ".".join(map(str, running))})


def packages(installed: Callable[[str], str] = version, needed: Mapping[str, tuple[int, ...]] = PACKAGES) -> Finding:
    """Whether each package is there and new enough."""
    found = {name: _version(installed, name) for name in needed}
    old = [name for name, least in needed.items() if _numbers(found[name]) < least]
    told = ", ".join(f"{name} {found[name] or 'missing'}" for name in old or needed)
    return Finding(Area.PROGRAM, "packages", Verdict.FIX if old else Verdict.OK, {"packages": told})


def _version(installed: Callable[[str], str], name: str) -> str:
    try:
        return installed(name)
    except PackageNotFoundError:
        return ""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text.partition("+")[0])[:3])
