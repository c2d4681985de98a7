"""No matter what a peer sends, it is understood or ends in RemoteProtocolError, whole or a byte at a time (S20)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec, framing, limits, mapping
from protocol import messages as m
from protocol.connection import Connection, Need
from protocol.errors import RemoteProtocolError
from protocol.phases import Phase, Role
from tests.protocol import samples
from tests.protocol.pair import at_phase
from tests.protocol.strategies import values_of

OPEN = [phase for phase in Phase if phase is not Phase.CLOSED]
FRAMES = [codec.encode(message) for message in samples.EVERY_MESSAGE]


def outcome(connection: Connection, pieces: Iterable[bytes]) -> list[object]:
    """Every message, and how it ended."""
    seen: list[object] = []
    try:
        for piece in pieces:
            connection.receive_data(piece)
            while not isinstance(message := connection.next_message(), Need):
                seen.append(message)
    except RemoteProtocolError as error:
        seen.append(error.reason)
    return seen


def ends_alike(connections: Iterable[Connection], data: bytes) -> None:
    whole, in_bytes = connections
    assert outcome(whole, [data, b""]) == outcome(in_bytes, [*(bytes([byte]) for byte in data), b""])


@pytest.mark.parametrize("role", Role)
@given(data=st.binary(min_size=1, max_size=200))
def test_any_bytes_at_the_start(role: Role, data: bytes) -> None:
    ends_alike((Connection(role), Connection(role)), data)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("phase", OPEN)
@given(body=st.binary(min_size=1, max_size=200))
def test_any_bytes_in_a_frame(role: Role, phase: Phase, body: bytes) -> None:
    frame = len(body).to_bytes(limits.LENGTH_BYTES, "big") + body
    ends_alike((at_phase(phase).end(role), at_phase(phase).end(role)), frame)


@st.composite
def damaged_streams(draw: st.DrawFn) -> bytes:
    """Good frames with some bytes changed, lost, doubled or added."""
    data = bytearray(b"".join(draw(st.lists(st.sampled_from(FRAMES), min_size=1, max_size=4))))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data) - 1)) if data else 0
        match draw(st.sampled_from(["change", "lose", "double", "add"])):
            case "change":
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=1))
            case "lose":
                del data[at : at + draw(st.integers(1, 8))]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 8))]
            case _:
                data[at:at] = draw(st.binary(max_size=4))
    return bytes(data)


@pytest.mark.parametrize("role", Role)
@given(data=damaged_streams())
def test_damaged_frames(role: Role, data: bytes) -> None:
    ends_alike((at_phase(Phase.JOINED).end(role), at_phase(Phase.JOINED).end(role)), data)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("sender", Role)
@given(data=st.data())
def test_a_good_message_with_one_value_replaced(sender: Role, data: st.DataObject) -> None:
    message = data.draw(st.sampled_from(samples.EVERY_MESSAGE))
    content = framing.unpack_map(codec.encode(message)[limits.LENGTH_BYTES :])
    content[data.draw(st.sampled_from(sorted(content)))] = data.draw(plain)
    body = framing.pack_frame(content)[limits.LENGTH_BYTES :]
    with suppress(RemoteProtocolError):
        codec.decode(body, sender)


@given(values_of(m.Update))
def test_an_update_of_possible_values_makes_a_view_or_is_refused(update: m.Update) -> None:
    try:
        view = mapping.view_from_wire(update.view)
    except RemoteProtocolError:
        return
    assert mapping.view_to_wire(view) == update.view


@given(values_of(m.Update))
def test_events_of_possible_values_are_understood_or_refused(update: m.Update) -> None:
    view = mapping.view_from_wire(samples.VIEW)
    try:
        events = mapping.events_from_wire(update.events, view)
    except RemoteProtocolError:
        return
    assert [mapping.event_to_wire(event) for event in events] == update.events


@given(values_of(m.Room))
def test_a_room_of_possible_values_is_possible_or_refused(room: m.Room) -> None:
    with suppress(RemoteProtocolError):
        mapping.check_room(room)


@given(values_of(m.Act), values_of(m.Configure))
def test_every_request_that_is_well_formed_can_be_judged_by_the_rules(act: m.Act, configure: m.Configure) -> None:
    assert mapping.action_to_wire(mapping.action_from_wire(act.action)) == act.action
    assert mapping.ruleset_to_wire(mapping.ruleset_from_wire(configure.ruleset)) == configure.ruleset
