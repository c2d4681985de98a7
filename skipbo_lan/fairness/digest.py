"""Short stand-ins for views and rules, to compare them later with what they should have been."""

from __future__ import annotations

import hashlib

import msgspec

from engine.ruleset import Ruleset
from engine.view import View
from protocol.mapping import ruleset_to_wire, view_to_wire


def view_digest(view: View) -> bytes:
    """32 bytes that only this view has."""
    return hashlib.sha256(msgspec.json.encode(view_to_wire(view))).digest()


def terms_digest(ruleset: Ruleset, players: int) -> bytes:
    """32 bytes that only these rules for so many players have."""
    return hashlib.sha256(msgspec.json.encode((ruleset_to_wire(ruleset), players))).digest()
