"""The closed sets of codes that travel on the wire. Words for them belong to whoever talks to a person.

The docstring of each code stands in docs/PROTOCOL.md.
"""

from __future__ import annotations

from enum import StrEnum


class RejectCode(StrEnum):
    """Why a connection does not get to the table. Sent in `Rejected`, after which the host closes."""

    VERSION = "VERSION"
    """The two version ranges do not meet. Comes before any other reason."""
    FULL = "FULL"
    """No seat is free."""
    PLAYING = "PLAYING"
    """The match has begun: its players may return, and others watch."""
    NAME_TAKEN = "NAME_TAKEN"
    """Somebody at the table has this name, or one that looks like it."""
    NAME_EMPTY = "NAME_EMPTY"
    """There is nothing to see in the name, or a person brought none."""
    NAME_TOO_LONG = "NAME_TOO_LONG"
    """More than 16 terminal cells."""
    NAME_CHARACTER = "NAME_CHARACTER"
    """A character that names may not have."""
    NAME_SPACES = "NAME_SPACES"
    """A space at an end, or two in a row."""
    NAME_RESERVED = "NAME_RESERVED"
    """`host`, `server` or `you`, or what looks like them."""
    BAD_PROOF = "BAD_PROOF"
    """No player of this table has the token that was proved."""
    BAD_PASSWORD = "BAD_PASSWORD"
    """The table is locked, and the password was wrong or none was proved."""
    SLOW_DOWN = "SLOW_DOWN"
    """Too many wrong passwords came from this address just now; try again later."""
    NO_SPECTATORS = "NO_SPECTATORS"
    """Nobody may watch this table."""
    TOO_MANY = "TOO_MANY"
    """As many watch as may."""
    CLOSING = "CLOSING"
    """The table is just being closed."""


class DenyCode(StrEnum):
    """Why a request is refused, beside the engine's own refusals."""

    STALE = "STALE"
    """The action was made on an older view; a fresh one follows."""
    SLOW_DOWN = "SLOW_DOWN"
    """Too many requests of this kind; try again later."""
    NOT_OWNER = "NOT_OWNER"
    """Only the owner of the table may ask for this."""
    WATCHING = "WATCHING"
    """Spectators may only talk."""
    NOT_NOW = "NOT_NOW"
    """The request does not fit what is going on at the table."""
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    """There is no such seat, or nobody on it whom this could be about."""
    SEAT_TAKEN = "SEAT_TAKEN"
    """Somebody sits there."""
    TABLE_FULL = "TABLE_FULL"
    """No seat is free for a bot."""
    TOO_FEW_PLAYERS = "TOO_FEW_PLAYERS"
    """A match needs two."""
    NO_SUCH_LEVEL = "NO_SUCH_LEVEL"
    """The host has no bot that plays so."""
    BAD_NUMBER = "BAD_NUMBER"
    """The number does not open its commitment, or somebody else has committed to the same."""
    NO_TEAM = "NO_TEAM"
    """Team chat from somebody without a partner."""


class ByeCode(StrEnum):
    """Why a connection ends. Whoever receives it need not answer."""

    LEFT = "LEFT"
    """The player leaves on purpose."""
    SUPERSEDED = "SUPERSEDED"
    """The same player has connected again; do not return by yourself."""
    PROTOCOL_ERROR = "PROTOCOL_ERROR"
    """The receiver has broken this protocol."""
    ERROR = "ERROR"
    """The sender has a fault of its own."""
    SILENT = "SILENT"
    """Nothing was heard for ten seconds."""
    TOO_SLOW = "TOO_SLOW"
    """The receiver does not take what is sent to it."""
    FLOOD = "FLOOD"
    """The receiver sent far too much."""
    REMOVED = "REMOVED"
    """The host took the player, or the bot, from the table."""
    HOST_CLOSING = "HOST_CLOSING"
    """The host's program is ending; the match is kept."""
    CLOSED = "CLOSED"
    """The table has ended for good."""
