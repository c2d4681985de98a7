"""How one connection, or an attempt at one, ends, and what that means for the session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from protocol.codes import ByeCode, RejectCode
from protocol.messages import Rejected
from protocol.phases import Phase
from skipbo_lan.client.route import UnknownName, has_no_network, has_no_route, is_refused
from skipbo_lan.client.state import ClientState, Ended, LocalEnd


@dataclass(frozen=True, slots=True)
class Parted:
    """A connection is over; the session is not."""

    why: LocalEnd
    """What to say if nothing better comes of it."""
    at_table: bool = False
    """A table answered, so another attempt is worth while."""
    lasted: float | None = None
    """Seconds since the welcome; None when it did not come to that."""
    closing: bool = False
    """The host said that it closes and that the match is kept."""
    unheard: bool = False
    """Not a word came: it may be no table, or one that is too busy with strangers at the moment."""


LOST: Final = Parted(LocalEnd.GAVE_UP, at_table=True)
"""The connection broke, or the other side fell silent."""

STRANGER: Final = Parted(LocalEnd.BAD_HOST, at_table=True)
"""The table does not know the token that was proved."""

_PASSING: Final = {RejectCode.CLOSING, RejectCode.SLOW_DOWN}
"""Reasons that are gone a little later."""

_FINAL_BYES: Final = {ByeCode.CLOSED, ByeCode.REMOVED, ByeCode.SUPERSEDED, ByeCode.PROTOCOL_ERROR}
"""After these a new connection would not help, or take the seat from the player's other window."""


def parted_by(code: ByeCode) -> Ended | Parted:
    """The end of a connection by the host's last word."""
    if code in _FINAL_BYES:
        return Ended(code)
    return replace(LOST, closing=code is ByeCode.HOST_CLOSING)


def unreachable(error: OSError) -> Parted:
    """The end of an attempt that reached nobody."""
    if is_refused(error):
        return Parted(LocalEnd.NO_TABLE_THERE)
    if isinstance(error, UnknownName):
        return Parted(LocalEnd.UNKNOWN_NAME)
    if has_no_route(error):
        return Parted(LocalEnd.NO_ROUTE)
    return Parted(LocalEnd.NO_NETWORK if has_no_network(error) else LocalEnd.UNREACHABLE)


def rejected_by(rejected: Rejected, state: ClientState, *, returning: bool) -> Ended | Parted:
    """What a rejection means for a client that knows this of the table; `returning`: it has proved a token."""
    known = bool(state.table_id)
    if rejected.code is RejectCode.BAD_PROOF and returning and state.view is None:
        # The seat was given up in the lobby while this player was away: he may sit down as somebody new.
        return STRANGER
    if rejected.code in _PASSING and known:
        return replace(LOST, closing=rejected.code is RejectCode.CLOSING)
    if rejected.code is RejectCode.NAME_TAKEN and state.watching:
        return LOST  # by this spectator's own old connection, until the host has noticed its end
    return Ended(rejected.code, rejected.app, rejected.proto_min, rejected.proto_max)


def given_up(parted: Parted, *, closing: bool) -> Ended:
    """The end after the last attempt in vain. `closing`: the host had said that it goes on later."""
    if parted.why is LocalEnd.BAD_HOST:
        return Ended(LocalEnd.BAD_HOST)
    return Ended(LocalEnd.KEPT if closing else LocalEnd.GAVE_UP)


def broken_off(phase: Phase, *, silent: bool = False) -> Parted:
    """The end of a connection that broke, or else fell silent, in this phase of the handshake."""
    if phase in (Phase.OPENING, Phase.GREETED):
        return Parted(LocalEnd.BAD_HOST, unheard=not silent)
    return LOST
