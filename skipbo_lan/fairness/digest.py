"""A short stand-in for a view, to compare it later with what it should have been."""

from __future__ import annotations

import hashlib

import msgspec

from engine.view import View
from protocol.mapping import view_to_wire


def view_digest(view: View) -> bytes:
    """32 bytes that only this view has."""
    return hashlib.sha256(msgspec.json.encode(view_to_wire(view))).digest()
