"""Checks of the system around the program: firewalls, WSL, containers. Only reads a few files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from protocol.limits import PORT
from skipbo_lan.doctor.finding import Area, Finding, Verdict


@dataclass(frozen=True, slots=True)
class System:
    """Where the program runs."""

    platform: str
    """As in `sys.platform`."""
    python: str
    """The program that firewalls know this one by."""
    environment: Mapping[str, str]
    root: Path = Path("/")


def surroundings(system: System) -> Sequence[Finding]:
    """What may keep others out, as far as it can be seen without being an administrator."""
    return [*firewall(system), *wsl(system), *container(system)]


def firewall(system: System) -> Sequence[Finding]:
    """Which firewall there is; whether it lets a table through cannot be seen."""
    if system.platform == "win32":
        return [_hint("windows_firewall", python=system.python)]
    if system.platform == "darwin":
        return [_hint("macos_local_network")]
    found = [_hint(code, port=str(PORT)) for code in _linux_firewalls(system.root)]
    return found or [Finding(Area.NETWORK, "no_firewall", Verdict.OK)]


def _linux_firewalls(root: Path) -> Iterator[str]:
    if any(line.strip().lower() == "enabled=yes" for line in _text(root / "etc/ufw/ufw.conf").splitlines()):
        yield "ufw"
    if _exists(root / "run/firewalld") or _exists(root / "run/firewalld.pid"):
        yield "firewalld"


def wsl(system: System) -> Sequence[Finding]:
    """Whether this is Linux inside Windows, which the LAN cannot reach as a rule (D23)."""
    inside = system.platform == "linux" and "microsoft" in _text(system.root / "proc/version").lower()
    return [_hint("wsl")] if inside else []


def container(system: System) -> Sequence[Finding]:
    """Whether this is a container, into which no broadcast comes as a rule (D22)."""
    marks = (system.root / ".dockerenv", system.root / "run/.containerenv")
    inside = any(map(_exists, marks)) or "container" in system.environment
    return [_hint("container")] if inside else []


def _hint(code: str, **facts: str) -> Finding:
    return Finding(Area.NETWORK, code, Verdict.HINT, facts)


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text("utf-8", errors="replace")
    return ""


def _exists(path: Path) -> bool:
    with suppress(OSError):
        return path.exists()
    return False
