"""Words for what the doctor has found: one line each, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Final

from protocol.limits import MAX_TABLE_CELLS
from protocol.text import safe
from skipbo_lan.doctor.finding import Finding, Verdict
from skipbo_lan.locale.hosting import with_port
from skipbo_lan.locale.plain import WIDTH

_CELLS: Final = 200
"""As much of a fact as a line has room for; addresses and versions are shorter."""

_INDENT: Final = " " * 8

_SENTENCES: Final[Mapping[str, str]] = {
    "python": "Python {version}",
    "packages": "packages: {packages}",
    "no_terminal": "this is not a terminal: the game would be played in lines (plain mode)",
    "dumb_terminal": "the terminal says that it is a simple one (TERM=dumb): the game is played in lines",
    "terminal": "terminal {name}",
    "size": "window of {columns} x {rows}: room for the whole table",
    "compact": "window of {columns} x {rows}: room for the compact table; the whole one needs 80 x 24",
    "too_small": "window of {columns} x {rows}: the table needs 60 x 20, better 80 x 24",
    "encoding": "text in {encoding}",
    "colours": "colours: {colours}",
    "no_colours": "no colours, as NO_COLOR asks; nothing needs them",
    "interfaces_unknown": "the system does not tell the addresses of this computer",
    "no_network": "this computer is on no network: others cannot reach it",
    "address": "others reach this computer at {address} ({interface})",
    "side_address": "also {address} ({interface}), which leads to containers, virtual machines or a tunnel",
    "udp": "UDP comes back on {address} ({interface})",
    "udp_silent": "UDP sent on {address} ({interface}) does not come back",
    "udp_fails": "UDP cannot be sent on {address} ({interface}): {why}",
    "udp_port_taken": "another program holds UDP port {port} for itself: tables are not found by themselves",
    "tcp": "TCP reaches this computer at {addresses}",
    "tcp_blocked": "TCP does not reach this computer at {addresses}",
    "port_free": "TCP port {port} is free for a table",
    "port_is_a_table": "TCP port {port}: a table is open here",
    "port_taken": "TCP port {port} is in use by another program: a table here takes the next free one",
    "no_firewall": "no firewall found (looked for ufw and firewalld)",
    "ufw": "the firewall ufw is switched on; whether it lets others in, only an administrator sees",
    "firewalld": "the firewall firewalld is running; whether it lets others in, only an administrator sees",
    "windows_firewall": "Windows lets others in only if Python was allowed on private networks",
    "macos_local_network": "macOS lets a program see the local network only if its terminal was allowed to",
    "wsl": "this is Linux inside Windows (WSL): as a rule, others cannot reach a table that is hosted here",
    "container": "this is a container: as a rule, broadcasts do not come in",
    "peer_tcp": "a table answers at {address} on port {port}",
    "peer_is_no_table": "what answers at {address} on port {port} is no Skip-Bo table",
    "peer_unknown": "no computer called {address} is known here",
    "peer_refuses": "{address} is there, but no table is open on port {port}",
    "peer_silent": "{address} does not answer on TCP port {port}",
    "peer_no_route": "{address} cannot be reached from this computer",
    "peer_no_network": "this computer has no way to the network of {address}",
    "peer_other_port": "{address} has no table on port {port}, but one on port {open}",
    "peer_udp": "UDP works both ways: {address} announces {table} on port {port}",
    "peer_udp_silent_too": "{address} does not answer on UDP port {port} either",
    "peer_udp_silent": "{address} does not answer on UDP port {port}: its table is not found by itself",
}

_REMEDIES: Final[Mapping[str, str]] = {
    "python": "Install Python 3.11 or newer, then Skip-Bo LAN anew",
    "packages": "pipx reinstall skipbo-lan",
    "too_small": "Make the window larger or the font smaller (often Ctrl -), or add --plain",
    "encoding": "Names in other scripts may show as ?; a UTF-8 locale shows them all",
    "no_network": "Connect to the Wi-Fi, or plug in a cable; bots can be played without",
    "udp_silent": "The cable may be out, or a firewall here block UDP port 16218; joining by address may still work",
    "udp_fails": "A firewall or a VPN may forbid it; joining by address may still work",
    "udp_port_taken": "End that program, or join by address",
    "tcp_blocked": "A firewall on this computer blocks its own connections: allow Python there",
    "ufw": "Others cannot reach your table?  sudo ufw allow {port}",
    "firewalld": "Others cannot reach your table?  sudo firewall-cmd --add-port={port}/tcp --add-port={port}/udp",
    "windows_firewall": (
        "Missed the question?  Windows Security > Firewall & network protection > Allow an app through firewall:"
        " add {python}, Private"
    ),
    "macos_local_network": "System Settings > Privacy & Security > Local Network: allow your terminal",
    "wsl": "Host with Skip-Bo LAN installed in Windows itself; joining works from here by address",
    "container": "Start it with the network of its host (docker run --network host)",
    "peer_is_no_table": "Ask the host for the port on the host's screen",
    "peer_unknown": "Check the spelling, or use the address on the host's screen",
    "peer_refuses": "Ask the host to run: skipbo-lan host",
    "peer_silent": "Is it on, and on this network? On the host's computer, skipbo-lan doctor tells about its firewall",
    "peer_no_route": "Is it on, and on this network? On a Mac: Privacy & Security > Local Network, allow your terminal",
    "peer_no_network": "Connect to the Wi-Fi of the host, or plug in the cable",
    "peer_other_port": "Join it with:  skipbo-lan join {where}",
    "peer_udp_silent_too": "So it is off, on another network, or behind a firewall that lets nothing in",
    "peer_udp_silent": (
        "Joining by address may work all the same; the host's firewall should allow UDP port {port},"
        " and guest Wi-Fi often keeps devices apart"
    ),
}


def finding_lines(finding: Finding) -> list[str]:
    """`OK    Python 3.11.7`; under what is not in order stands what to do."""
    remedy = "" if finding.verdict is Verdict.OK else remedy_of(finding)
    lines = [f"{finding.verdict.upper():5} {sentence_of(finding)}", *([f"{_INDENT}{remedy}"] if remedy else [])]
    return [part for line in lines for part in wrap(line, WIDTH, subsequent_indent=_INDENT, break_on_hyphens=False)]


def sentence_of(finding: Finding) -> str:
    """What was found."""
    return _SENTENCES[finding.code].format_map(_shown(finding))


def remedy_of(finding: Finding) -> str:
    """What to do about it; empty when there is nothing to be done."""
    return _REMEDIES.get(finding.code, "").format_map(_shown(finding))


def closing(worst: Verdict) -> str:
    """The last line."""
    return {
        Verdict.OK: "All is well.",
        Verdict.HINT: "Nothing is wrong; the hints may help if a table is not found.",
        Verdict.FIX: "Something needs attention: see FIX above.",
    }[worst]


def _shown(finding: Finding) -> Mapping[str, str]:
    """The facts as they may be shown: a table's name and a computer's come from outside."""
    shown = {key: safe(value, MAX_TABLE_CELLS if key == "table" else _CELLS) for key, value in finding.facts.items()}
    if "open" in shown:
        shown["where"] = with_port(shown["address"], int(shown["open"]))
    return shown
