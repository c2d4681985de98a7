"""Why it is over, why somebody was not let in, and how the scores stood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.ruleset import Ruleset, Seat, Sides
from protocol.codes import ByeCode, RejectCode
from protocol.limits import MAX_APP_CHARS, PROTOCOL_MAX
from protocol.text import safe
from skipbo_lan.client.state import Ended, LocalEnd
from skipbo_lan.locale.cards import count_of
from skipbo_lan.locale.hosting import with_port
from skipbo_lan.locale.people import Names, side_name
from skipbo_lan.locale.refusals import name_reason

UPDATE_COMMAND: Final = "pipx upgrade skipbo-lan"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Which table it was, for the sentence; everything safe to be shown already."""

    table: str = ""
    host: str = ""
    """The owner's name, once known."""
    address: str = ""
    port: int = 0
    macos: bool = False
    """Whether this computer is a Mac, where a permission may be missing."""


_BYES: Final[Mapping[ByeCode, str]] = {
    ByeCode.LEFT: "You left the table.",
    ByeCode.SUPERSEDED: "Your seat is now played from another window.",
    ByeCode.PROTOCOL_ERROR: "The table and this program do not understand each other.",
    ByeCode.ERROR: "The host's program hit a bug and ended the connection.",
    ByeCode.SILENT: "The table heard nothing from this computer for ten seconds.",
    ByeCode.TOO_SLOW: "This computer could not keep up with the table.",
    ByeCode.FLOOD: "This computer sent too much at once.",
    ByeCode.REMOVED: "The host removed you from the table.",
    ByeCode.HOST_CLOSING: "The host's computer is closing the table; it can go on later.",
    ByeCode.CLOSED: "The table was closed.",
}


def ended_line(ended: Ended, place: Whereabouts, own_app: str) -> str:
    """Why the table is over for this player; empty when the player knows, having left."""
    match ended.why:
        case LocalEnd():
            return local_end_line(ended.why, place)
        case ByeCode.CLOSED if place.host:
            return f"{place.host} closed the table."
        case ByeCode.REMOVED if place.host:
            return f"{place.host} removed you from the table."
        case ByeCode():
            return _BYES[ended.why]
        case RejectCode():
            return reject_line(ended, place, own_app)


def reject_line(ended: Ended, place: Whereabouts, own_app: str, *, offers: bool = False) -> str:
    """Why the table did not let this player in. `offers`: the offer to watch follows."""
    table = _quoted(place.table)
    match ended.why:
        case RejectCode.VERSION:
            return _version_line(ended, own_app)
        case RejectCode.FULL:
            return f"{table} is full."
        case RejectCode.PLAYING:
            if offers:
                return f"{table} has begun to play."
            return f"{table} has begun to play: its players may return, others may watch (--watch)."
        case RejectCode.BAD_PROOF:
            return f"{table} does not know you any more."
        case RejectCode.BAD_PASSWORD:
            return f"That is not the password of {place.table or 'this table'}."
        case RejectCode.SLOW_DOWN:
            return f"{table} had a wrong password from this computer: wait a moment, a minute at most, then try again."
        case RejectCode.NO_SPECTATORS:
            return f"{table} lets nobody watch."
        case RejectCode.TOO_MANY:
            return f"{table} has no room for more who watch."
        case RejectCode.CLOSING:
            return f"{table} is closing."
        case RejectCode():
            return f"{table} did not let you in: {name_reason(ended.why)}."
        case _:
            return f"{table} did not let you in."


def local_end_line(why: LocalEnd, place: Whereabouts) -> str:
    """What went wrong on the way to the table; empty when the player knows, having left."""
    where = place.address or "the host"
    match why:
        case LocalEnd.GAVE_UP:
            whose = f"{place.host}'s" if place.host else "The host's"
            return f"{whose} computer is gone. The table ends."
        case LocalEnd.KEPT:
            whose = f"{place.host}'s" if place.host else "The host's"
            return f"{whose} computer has not gone on with the table. When it does, run the same command to return."
        case LocalEnd.UNKNOWN_NAME:
            return (
                f"No computer called {where} is known here. Check the spelling,"
                " or type the address that the host's screen shows."
            )
        case LocalEnd.NO_ROUTE if place.macos:
            return (
                "macOS may be blocking it: System Settings > Privacy & Security > Local Network,"
                " allow your terminal, then try again."
            )
        case LocalEnd.NO_NETWORK:
            return (
                f"This computer has no way to the network of {where}."
                " Connect it to the Wi-Fi of the host, or plug in the cable, then try again."
            )
        case LocalEnd.UNREACHABLE | LocalEnd.NO_ROUTE:
            return (
                f"{where} does not answer on port {place.port}. The computer may be off, on another network,"
                f" or its firewall blocks port {place.port}."
                f"\nWhich part fails:  skipbo-lan doctor --peer {with_port(where, place.port)}"
            )
        case LocalEnd.NO_TABLE_THERE:
            return f"{where} is there, but no table is open on port {place.port}. Ask the host to run: skipbo-lan host"
        case LocalEnd.BAD_HOST:
            return "What answers there is no Skip-Bo table, or not the one that knows your seat or your password."
        case LocalEnd.INVALID:
            return "The host sent invalid data: the connection was ended."
        case LocalEnd.LOCKED:
            return f"{_quoted(place.table)} wants a password: add --password, or set SKIPBO_PASSWORD."
        case LocalEnd.NOT_LOCKED:
            return (
                f"{_quoted(place.table)} wants no password, so it cannot prove that it is the table you mean."
                " To join it all the same, leave the password away."
            )
        case LocalEnd.QUIT:
            return ""


def come_back() -> str:
    """The player has left a match that goes on."""
    return "Your seat is kept until the match ends. To come back, run the same command again."


def scores_line(names: Names, sides: Sides, standing: tuple[int, ...], me: Seat | None, ruleset: Ruleset) -> str:
    """`You 85, Bea 140. First to 500.`, or the rounds won when there is no scoring."""
    if not standing:
        return ""
    own_first = sorted(zip(sides, standing, strict=False), key=lambda pair: me not in pair[0])
    told = ", ".join(f"{side_name(names, members, me)} {count}" for members, count in own_first)
    return f"{told}. {goal_line(ruleset)}" if ruleset.scoring else f"Rounds won: {told}."


def summary_line(names: Names, sides: Sides, standing: tuple[int, ...], rounds: int, ruleset: Ruleset) -> str:
    """What is printed after leaving: `Skip-Bo LAN: Ben 155, Anna 85 after 2 rounds (first to 500).`"""
    told = sorted(zip(standing, sides, strict=False), key=lambda pair: -pair[0])
    counts = ", ".join(f"{side_name(names, members, None)} {count}" for count, members in told)
    unit = "" if ruleset.scoring else " won"
    goal = f" (first to {ruleset.target})" if ruleset.scoring and ruleset.rounds != 1 else ""
    return f"Skip-Bo LAN: {counts}{unit} after {count_of(rounds, 'round')}{goal}."


def goal_line(ruleset: Ruleset) -> str:
    """What ends the match: `First to 500.`, `3 rounds.`, `First to 500, 3 rounds at most.`, `One round.`"""
    if ruleset.scoring and ruleset.rounds != 1:
        most = f", {count_of(ruleset.rounds, 'round')} at most" if ruleset.rounds is not None else ""
        return f"First to {ruleset.target}{most}."
    return "One round." if ruleset.rounds in (None, 1) else f"{ruleset.rounds} rounds."


def _version_line(ended: Ended, own_app: str) -> str:
    theirs = safe(ended.app, MAX_APP_CHARS) or "another version"
    behind = "The host" if ended.proto_max < PROTOCOL_MAX else "You"
    return (
        f"This table runs {theirs}, you have {own_app}: they cannot play together."
        f" {behind} should update:  {UPDATE_COMMAND}"
    )


def _quoted(table: str) -> str:
    return table or "The table"
