"""The engine's values to and from their form on the wire, by hand: neither side's names bind the other's.

What comes from the wire has the right types and ranges by then; here the combinations are checked that no game can
have, and `RemoteProtocolError` is raised for them.
"""

from __future__ import annotations

from protocol.mapping.actions import action_from_wire, action_to_wire, taken_from_wire, taken_to_wire
from protocol.mapping.basics import require
from protocol.mapping.events import event_from_wire, event_to_wire, events_from_wire
from protocol.mapping.rooms import check_room
from protocol.mapping.rulesets import playable_from_wire, ruleset_from_wire, ruleset_to_wire
from protocol.mapping.views import view_from_wire, view_to_wire

__all__ = [
    "action_from_wire",
    "action_to_wire",
    "check_room",
    "event_from_wire",
    "event_to_wire",
    "events_from_wire",
    "playable_from_wire",
    "require",
    "ruleset_from_wire",
    "ruleset_to_wire",
    "taken_from_wire",
    "taken_to_wire",
    "view_from_wire",
    "view_to_wire",
]
