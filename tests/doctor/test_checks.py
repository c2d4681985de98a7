"""What the doctor finds, each from its cause: the program, the terminal, the system around it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from string import Formatter

import pytest

from skipbo_lan.cli.codes import Exit
from skipbo_lan.cli.doctor import as_json, exit_code, worst
from skipbo_lan.doctor import limits, program, screen
from skipbo_lan.doctor.finding import Area, Finding, Verdict
from skipbo_lan.doctor.screen import Window
from skipbo_lan.doctor.surroundings import System, surroundings
from skipbo_lan.locale import doctor as words

ROOT = Path(__file__).parents[2]
ANY = {
    "version": "3.11.7",
    "packages": "trio 1",
    "name": "xterm",
    "columns": "80",
    "rows": "24",
    "encoding": "utf-8",
    "colours": "8",
    "address": "10.0.0.1",
    "interface": "eth0",
    "why": "EPERM",
    "port": "1",
    "addresses": "10.0.0.1",
    "python": "python.exe",
    "table": "Kitchen",
    "open": "2",
}


def codes(found: object) -> list[tuple[str, Verdict]]:
    assert isinstance(found, list | tuple)
    return [(each.code, each.verdict) for each in found]


def window(columns: int = 80, rows: int = 24, encoding: str = "utf-8", **environment: str) -> Window:
    return Window(True, columns, rows, encoding, {"TERM": "xterm-256color"} | environment)


def system(root: Path, platform: str = "linux", environment: Mapping[str, str] | None = None) -> System:
    return System(platform, "/usr/bin/python3", environment or {}, root)


def write(root: Path, path: str, text: str = "") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def test_an_old_python_is_told() -> None:
    assert program.python((3, 11, 0)).verdict is Verdict.OK
    assert program.python((3, 10, 9)).verdict is Verdict.FIX


def test_each_package_is_looked_at() -> None:
    assert program.packages().verdict is Verdict.OK
    old = program.packages(lambda name: {"trio": "0.22.2"}.get(name, "99.0"))
    assert (old.verdict, old.facts) == (Verdict.FIX, {"packages": "trio 0.22.2"})

    def without_msgpack(name: str) -> str:
        if name == "msgpack":
            raise PackageNotFoundError
        return "99.0"

    assert program.packages(without_msgpack).facts == {"packages": "msgpack missing"}


def test_the_oldest_versions_are_those_that_are_installed_by() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    told = {name: ".".join(map(str, least)) for name, least in limits.PACKAGES.items()}
    assert {word.partition(",")[0] for word in declared} == {f"{name}>={least}" for name, least in told.items()}


def test_the_terminal_is_told_as_it_is() -> None:
    assert codes(screen.terminal(window())) == [
        (code, Verdict.OK) for code in ("terminal", "size", "encoding", "colours")
    ]
    assert codes(screen.terminal(Window(False, 80, 24, "utf-8", {}))) == [("no_terminal", Verdict.HINT)]


@pytest.mark.parametrize(
    ("columns", "rows", "code"), [(80, 24, "size"), (79, 24, "compact"), (60, 20, "compact"), (59, 24, "too_small")]
)
def test_the_window_is_measured(columns: int, rows: int, code: str) -> None:
    assert screen.size(window(columns, rows)).code == code


def test_what_a_terminal_lacks_is_told() -> None:
    assert screen.kind(window(TERM="dumb")).code == "dumb_terminal"
    assert screen.encoding(window(encoding="ascii")).verdict is Verdict.HINT
    assert screen.encoding(window(encoding="no such")).verdict is Verdict.HINT
    assert screen.colours(window(NO_COLOR="1")).code == "no_colours"


def test_without_a_firewall_or_the_like_all_is_well(tmp_path: Path) -> None:
    assert codes(surroundings(system(tmp_path))) == [("no_firewall", Verdict.OK)]


def test_each_firewall_has_its_hint(tmp_path: Path) -> None:
    write(tmp_path, "etc/ufw/ufw.conf", "# comment\nENABLED=yes\n")
    write(tmp_path, "run/firewalld.pid", "1")
    assert codes(surroundings(system(tmp_path))) == [("ufw", Verdict.HINT), ("firewalld", Verdict.HINT)]
    write(tmp_path, "etc/ufw/ufw.conf", "ENABLED=no\n")
    assert codes(surroundings(system(tmp_path))) == [("firewalld", Verdict.HINT)]
    assert codes(surroundings(system(tmp_path, "win32"))) == [("windows_firewall", Verdict.HINT)]
    assert codes(surroundings(system(tmp_path, "darwin"))) == [("macos_local_network", Verdict.HINT)]


def test_D23_linux_inside_windows_is_told(tmp_path: Path) -> None:
    write(tmp_path, "proc/version", "Linux version 5.15.90.1-microsoft-standard-WSL2")
    assert ("wsl", Verdict.HINT) in codes(surroundings(system(tmp_path)))


def test_D22_a_container_is_told(tmp_path: Path) -> None:
    assert ("container", Verdict.HINT) in codes(surroundings(system(tmp_path, environment={"container": "podman"})))
    write(tmp_path, ".dockerenv")
    assert ("container", Verdict.HINT) in codes(surroundings(system(tmp_path)))


def test_what_cannot_be_read_is_taken_as_not_there(tmp_path: Path) -> None:
    (tmp_path / "etc/ufw/ufw.conf").mkdir(parents=True)
    assert codes(surroundings(system(tmp_path))) == [("no_firewall", Verdict.OK)]


@pytest.mark.parametrize("code", words._SENTENCES)
def test_every_finding_has_a_line_and_what_is_wrong_a_remedy(code: str) -> None:
    for verdict in Verdict:
        finding = Finding(Area.NETWORK, code, verdict, ANY)
        lines = words.finding_lines(finding)
        remedy = words.remedy_of(finding)
        assert lines[0].startswith(f"{verdict.upper():5} ")
        assert all(len(line) < 80 for line in lines)
        told = " ".join(" ".join(lines).split())
        assert (" ".join(remedy.split()) in told) == (verdict is not Verdict.OK or not remedy)
    used = {name for _, name, _, _ in Formatter().parse(words._SENTENCES[code]) if name}
    assert used <= set(ANY)


def test_what_comes_from_outside_cannot_act_on_the_terminal() -> None:
    finding = Finding(Area.NETWORK, "peer_udp", Verdict.OK, ANY | {"table": "\x1b[2J" + "x" * 100})
    line = " ".join(words.finding_lines(finding))
    assert line.isprintable()


def test_the_exit_code_says_what_needs_attention() -> None:
    def found(*broken: Area) -> list[Finding]:
        return [Finding(area, "python", Verdict.FIX if area in broken else Verdict.HINT, ANY) for area in Area]

    assert exit_code(found()) is Exit.FINE
    assert exit_code(found(Area.NETWORK, Area.TERMINAL)) is Exit.NETWORK
    assert exit_code(found(Area.TERMINAL)) is Exit.TERMINAL
    assert (worst(found()), worst(found(Area.TERMINAL))) == (Verdict.HINT, Verdict.FIX)


def test_programs_read_the_same() -> None:
    assert as_json(Finding(Area.NETWORK, "peer_unknown", Verdict.FIX, {"address": "annas"})) == {
        "check": "peer_unknown",
        "area": "network",
        "verdict": "fix",
        "facts": {"address": "annas"},
        "text": "no computer called annas is known here",
        "remedy": "Check the spelling, or use the address on the host's screen",
    }
