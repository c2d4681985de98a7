"""The closed sets of codes that travel on the wire. Words for them belong to whoever talks to a person."""

from __future__ import annotations

from enum import StrEnum


class RejectCode(StrEnum):
    """Why a connection does not get to the table. Sent in `Rejected`, after which the host closes."""

    VERSION = "VERSION"
    """The two version ranges do not meet."""
    FULL = "FULL"
    PLAYING = "PLAYING"
    """The match has begun; only its players may return."""
    NAME_TAKEN = "NAME_TAKEN"
    NAME_EMPTY = "NAME_EMPTY"
    NAME_TOO_LONG = "NAME_TOO_LONG"
    NAME_CHARACTER = "NAME_CHARACTER"
    NAME_SPACES = "NAME_SPACES"
    NAME_RESERVED = "NAME_RESERVED"
    BAD_PROOF = "BAD_PROOF"
    """No player of this table has the token that was proved."""
    CLOSING = "CLOSING"


class DenyCode(StrEnum):
    """Why a request that is not a card action is refused, beside the engine's own refusals."""

    STALE = "STALE"
    """The action was made on an older view; a fresh one follows."""
    SLOW_DOWN = "SLOW_DOWN"
    NOT_OWNER = "NOT_OWNER"
    NOT_NOW = "NOT_NOW"
    """The request does not fit what is going on at the table: lobby, round, end of round, end of match."""
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    SEAT_TAKEN = "SEAT_TAKEN"
    TABLE_FULL = "TABLE_FULL"
    TOO_FEW_PLAYERS = "TOO_FEW_PLAYERS"
    NO_SUCH_LEVEL = "NO_SUCH_LEVEL"
    NO_TEAM = "NO_TEAM"


class ByeCode(StrEnum):
    """Why a connection ends. Whoever receives it need not answer."""

    LEFT = "LEFT"
    """The player leaves on purpose."""
    SUPERSEDED = "SUPERSEDED"
    """The same player has connected again."""
    PROTOCOL_ERROR = "PROTOCOL_ERROR"
    ERROR = "ERROR"
    """The sender has a fault of its own."""
    SILENT = "SILENT"
    TOO_SLOW = "TOO_SLOW"
    FLOOD = "FLOOD"
    REMOVED = "REMOVED"
    """The host took the player, or the bot, from the table."""
    HOST_CLOSING = "HOST_CLOSING"
    """The host's program is ending; the match is kept."""
    CLOSED = "CLOSED"
    """The host closed the table for good."""
