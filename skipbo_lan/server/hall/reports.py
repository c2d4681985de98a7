"""The lines that the host prints for programs that watch it: one object each, `event` names it (PROTOCOL.md)."""

from __future__ import annotations

import errno
from collections.abc import Sequence

from engine.match import Match
from engine.outcome import Outcome
from engine.ruleset import Seat
from skipbo_lan.server.hall.effects import Report


def listening(
    table: str, table_id: bytes, port: int, addresses: Sequence[tuple[str, str]], answers: bool
) -> dict[str, object]:
    """The table is open, and where: at each of these addresses, with its interface's name, the likeliest first.

    `answers`: whether it hears who asks for tables; otherwise it only announces itself.
    """
    return {
        "event": "listening",
        "table": table,
        "table_id": table_id.hex(),
        "port": port,
        "addresses": [address for address, _ in addresses],
        "interfaces": [name for _, name in addresses],
        "answers": answers,
    }


def joined(seat: Seat, name: str) -> Report:
    """A player came to the table, or came back."""
    return Report({"event": "joined", "seat": seat, "name": name})


def left(seat: Seat, name: str, why: str) -> Report:
    """A player is gone: `left` on purpose, `lost`, or `removed` by the owner."""
    return Report({"event": "left", "seat": seat, "name": name, "why": why})


def cannot_accept(error: OSError) -> Report:
    """Nobody can connect at present; told once for each time that it lasts."""
    return Report({"event": "cannot_accept", "why": errno.errorcode.get(error.errno or 0, "UNKNOWN")})


def saving(works: bool) -> Report:
    """The disk has begun to refuse the match, or has taken all of it again."""
    return Report({"event": "saving", "works": works})


def unsaved() -> Report:
    """The table has ended, and something of its match could not be stored."""
    return Report({"event": "unsaved"})


def round_over(match: Match, outcome: Outcome) -> Report:
    """A round is over; the match has counted it."""
    winners = list(match.sides[outcome.winner]) if outcome.winner is not None else []
    return Report(
        {
            "event": "round_over",
            "winners": winners,
            "points": outcome.points,
            "scores": list(match.scores),
            "termination": outcome.termination.value,
        }
    )


def match_over(match: Match, winners: Sequence[Seat]) -> Report:
    """The match is over; several winners share it in a draw or as a team."""
    return Report({"event": "match_over", "winners": list(winners), "scores": list(match.scores)})
