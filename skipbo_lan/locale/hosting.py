"""Words for opening a table and telling others how to reach it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from protocol.limits import PORT
from protocol.text import safe
from skipbo_lan.locale.people import safe_name, safe_table

_INTERFACE_CELLS: Final = 32
"""Of an interface's name: some systems describe the card in words."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where this computer can be reached."""

    host: str
    interface: str = ""
    """The name of the network card, or what takes its place."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others reach this table."""

    port: int
    addresses: tuple[Address, ...] = ()
    """The likeliest first."""
    answers: bool = True
    """Whether the table hears who asks for tables."""
    firewalls: tuple[str, ...] = ()
    """What the doctor has found that may keep others out."""


def table_of(name: str) -> str:
    """The name of a table that was given none."""
    return f"{name}'s table"


def practice_table() -> str:
    """The name of a table for one player and bots."""
    return "Practice"


def opening() -> str:
    """While the table's process starts."""
    return "Opening the table ..."


def closing() -> str:
    """While the table says goodbye."""
    return "Closing the table ..."


def did_not_open() -> str:
    """The table's process ended without a word."""
    return "the table could not be opened"


def still_open(table: str) -> str:
    """The player's table of that name is still running."""
    return f"{safe_table(table)} is still open: back at it."


def how_to_join(invitation: Invitation) -> list[str]:
    """What to tell the others: a word in front, so that it fits the smallest screen; then the other addresses."""
    lines = ["Others type:        skipbo-lan join"]
    if invitation.addresses:
        first = invitation.addresses[0]
        lines.append(f"If it is not found: skipbo-lan join {with_port(first.host, invitation.port)}  {_behind(first)}")
    if not invitation.answers:
        lines.append(f"Found late or not:  another program holds UDP port {PORT}")
    return [*lines, *other_addresses(invitation)]


def other_addresses(invitation: Invitation) -> list[str]:
    """The addresses after the first, one a line."""
    others = invitation.addresses[1:]
    words = ("This computer also has:", *[""] * (len(others) - 1))
    return [
        f"{word:23} {with_port(other.host, invitation.port)}{_behind(other)}"
        for word, other in zip(words, others, strict=False)
    ]


def more_addresses(count: int) -> str:
    """In the place of addresses for which the screen has no room."""
    return f"{'':23} and {count} more: skipbo-lan doctor lists them"


def not_answering(port: int) -> str:
    """Another program holds the port at which others ask for tables."""
    return (
        f"Another program holds UDP port {port}: this table announces itself, but cannot answer who looks for it."
        " If it is not found, others can join by address."
    )


def _behind(address: Address) -> str:
    """The interface, whose name is the system's and may hold anything."""
    return f" ({safe(address.interface, _INTERFACE_CELLS)})" if address.interface else ""


def firewall_lines(invitation: Invitation) -> list[str]:
    """What may keep others out, as far as it was found on the host's own system."""
    port = invitation.port
    lines = {
        "ufw": [
            f"Others cannot reach this table? Allow the port:  sudo ufw allow {port}",
            *([f"  and to find it:  sudo ufw allow {PORT}/udp"] if port != PORT else []),
        ],
        "firewalld": [
            "Others cannot reach this table? Allow the port:",
            f"  sudo firewall-cmd --add-port={port}/tcp --add-port={PORT}/udp",
        ],
        "windows_firewall": [
            "Windows may ask whether to allow Python on private networks: choose Allow.",
            "Missed it? skipbo-lan doctor shows how.",
        ],
    }
    return [line for code in invitation.firewalls for line in lines.get(code, ())]


def other_port(port: int) -> str:
    """The usual port was taken."""
    return (
        f"Port {PORT} is in use (is a table already open here?). Using {port}."
        " Others need no change if they find the table by themselves."
    )


def invitation_of(listening: Mapping[str, Any]) -> Invitation:
    """The invitation that the event `listening` tells."""
    pairs = zip(listening["addresses"], listening["interfaces"], strict=True)
    return Invitation(listening["port"], tuple(Address(host, name) for host, name in pairs), listening["answers"])


def report_lines(line: Mapping[str, object]) -> list[str]:
    """What a table without a screen tells, in words; nothing for what has none."""
    match line:
        case {"event": "listening", "table": str(table)}:
            invitation = invitation_of(line)
            warning = [] if invitation.answers else [not_answering(PORT)]
            return [f"{safe_table(table)} is open on port {invitation.port}.", *how_to_join(invitation), *warning]
        case {"event": "joined", "name": str(name)}:
            return [f"{safe_name(name)} joined."]
        case {"event": "left", "name": str(name), "why": str(why)}:
            return [f"{safe_name(name)} {_LEAVINGS.get(why, 'left')}."]
        case {"event": "round_over", "scores": list(scores)}:
            return [f"A round is over. Scores: {_listed(scores)}."]
        case {"event": "match_over", "scores": list(scores)}:
            return [f"The match is over. Scores: {_listed(scores)}."]
        case {"event": "saving", "works": bool(works)}:
            return ["The match is saved again." if works else "The match cannot be saved at present; it goes on."]
        case {"event": "unsaved"}:
            return ["The end of the match could not be saved."]
        case {"event": "cannot_accept", "why": str(why)}:
            return [f"Nobody can connect at present ({why})."]
        case _:
            return []


_LEAVINGS: Final = {"lost": "lost the connection", "removed": "was removed"}


def _listed(scores: Sequence[object]) -> str:
    return ", ".join(str(score) for score in scores)


def with_port(address: str, port: int) -> str:
    """As it is typed behind `join`."""
    if port == PORT:
        return address
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
