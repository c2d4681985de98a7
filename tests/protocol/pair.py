"""A client and a host connection with a pretended network between them (as h11's ConnectionPair)."""

from __future__ import annotations

from protocol.connection import Connection, Need
from protocol.messages import Message
from protocol.phases import Phase, Role
from tests.protocol import samples


class Pair:
    """Both ends of one connection."""

    def __init__(self, *, prefaces: bool = True) -> None:
        self.client = Connection(Role.CLIENT)
        self.host = Connection(Role.HOST)
        if prefaces:
            self.host.receive_data(self.client.preface())
            self.client.receive_data(self.host.preface())

    def end(self, role: Role) -> Connection:
        return self.client if role is Role.CLIENT else self.host

    def send(self, sender: Role, message: Message) -> list[Message]:
        """Send through the pretended network; what the other end understood."""
        data = self.end(sender).send(message)
        if data:
            self.end(sender.other).receive_data(data)
        return received(self.end(sender.other))


def received(connection: Connection) -> list[Message]:
    """Every message that is complete by now."""
    messages = []
    while not isinstance(message := connection.next_message(), Need):
        messages.append(message)
    return messages


HANDSHAKE: tuple[tuple[Role, Message], ...] = (
    (Role.CLIENT, samples.HELLO),
    (Role.HOST, samples.CHALLENGE),
    (Role.CLIENT, samples.PROVE_NEW),
    (Role.HOST, samples.WELCOME),
)


def at_phase(phase: Phase) -> Pair:
    """A pair that has come so far, a newcomer's way."""
    pair = Pair()
    for sender, message in HANDSHAKE:
        if pair.client.phase is phase:
            break
        pair.send(sender, message)
    assert pair.client.phase is pair.host.phase is phase
    return pair
