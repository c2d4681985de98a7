"""Who may say what, and when: each message of each role in each phase (P24, J29)."""

from __future__ import annotations

import pytest

from protocol import codec, phases
from protocol.connection import Need
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.phases import MESSAGES, Phase, Role
from tests.protocol import samples
from tests.protocol.pair import Pair, at_phase

# Written out here a second time, so that a slip in the table shows.
REQUESTS = (
    "sit swap add_bot remove_bot remove_player bot_now wait_longer give configure start ready pace accuse confirm "
    "again close act say commit reveal"
)
ALLOWED = {
    (Role.CLIENT, Phase.OPENING): "hello bye",
    (Role.CLIENT, Phase.GREETED): "bye",
    (Role.CLIENT, Phase.CHALLENGED): "prove bye",
    (Role.CLIENT, Phase.PROVED): "bye",
    (Role.CLIENT, Phase.JOINED): f"{REQUESTS} ping pong bye",
    (Role.CLIENT, Phase.CLOSED): "",
    (Role.HOST, Phase.OPENING): "rejected bye",
    (Role.HOST, Phase.GREETED): "challenge rejected bye",
    (Role.HOST, Phase.CHALLENGED): "rejected bye",
    (Role.HOST, Phase.PROVED): "welcome rejected bye",
    (Role.HOST, Phase.JOINED): (
        "welcome room update refused said deal commitments deal_proof deal_actions ping pong bye"
    ),
    (Role.HOST, Phase.CLOSED): "",
}
NEXT = {
    "hello": Phase.GREETED,
    "challenge": Phase.CHALLENGED,
    "prove": Phase.PROVED,
    "welcome": Phase.JOINED,
    "rejected": Phase.CLOSED,
    "bye": Phase.CLOSED,
}
OPEN = [phase for phase in Phase if phase is not Phase.CLOSED]
EVERY = {codec.op_of(type(message)): message for message in samples.EVERY_MESSAGE}


def test_there_is_a_sample_of_every_message() -> None:
    assert {type(message) for message in samples.EVERY_MESSAGE} == set(MESSAGES)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("phase", Phase)
def test_the_table_allows_what_the_document_says(role: Role, phase: Phase) -> None:
    step = phases.TABLE[role][phase]
    assert {codec.op_of(kind) for kind in step} == set(ALLOWED[role, phase].split())
    for kind, following in step.items():
        assert following is NEXT.get(codec.op_of(kind), phase)


@pytest.mark.parametrize("op", EVERY)
@pytest.mark.parametrize("phase", OPEN)
@pytest.mark.parametrize("sender", Role)
def test_every_message_passes_or_is_stopped_at_both_ends(sender: Role, phase: Phase, op: str) -> None:
    pair, message = at_phase(phase), EVERY[op]
    if op in ALLOWED[sender, phase].split():
        assert pair.send(sender, message) == [message]
        assert pair.client.phase is pair.host.phase is NEXT.get(op, phase)
    else:
        with pytest.raises(LocalProtocolError):
            pair.end(sender).send(message)
        pair.end(sender.other).receive_data(codec.encode(message))
        with pytest.raises(RemoteProtocolError):
            pair.end(sender.other).next_message()
        assert pair.client.phase is pair.host.phase is phase


@pytest.mark.parametrize("sender", Role)
def test_after_its_last_message_a_side_says_nothing_more(sender: Role) -> None:
    pair = at_phase(Phase.JOINED)
    pair.send(sender, samples.BYE)
    for message in samples.EVERY_MESSAGE:
        with pytest.raises(LocalProtocolError):
            pair.end(sender).send(message)


@pytest.mark.parametrize("sender", Role)
def test_to_a_peer_that_has_closed_nothing_is_written(sender: Role) -> None:
    """Messages that cross the peer's Bye are no fault of anybody's."""
    pair = at_phase(Phase.JOINED)
    pair.send(sender.other, samples.BYE)
    assert {pair.end(sender).send(message) for message in samples.EVERY_MESSAGE} == {b""}


@pytest.mark.parametrize("sender", Role)
def test_what_crosses_the_last_message_is_dropped(sender: Role) -> None:
    pair = at_phase(Phase.JOINED)
    pair.end(sender).send(samples.BYE)
    pair.send(sender.other, samples.EVERY_PING)
    assert pair.end(sender).next_message() is Need.DATA
    pair.end(sender).receive_data(b"not a frame at all")
    assert pair.end(sender).next_message() is Need.DATA
    pair.end(sender).receive_data(b"")
    assert pair.end(sender).next_message() is Need.CLOSED


def test_nothing_is_sent_before_the_preface() -> None:
    pair = Pair(prefaces=False)
    with pytest.raises(LocalProtocolError):
        pair.client.send(samples.HELLO)
