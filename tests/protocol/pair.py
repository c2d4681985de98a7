"""A client and a host connection with a pretended network between them (as h11's ConnectionPair)."""

from __future__ import annotations

from protocol.connection import Connection, Need
from protocol.messages import Message
from protocol.phases import Role


class Pair:
    """Both ends of one connection, their prefaces exchanged."""

    def __init__(self) -> None:
        self.client = Connection(Role.CLIENT)
        self.host = Connection(Role.HOST)
        self.host.receive_data(self.client.preface())
        self.client.receive_data(self.host.preface())

    def end(self, role: Role) -> Connection:
        return self.client if role is Role.CLIENT else self.host

    def send(self, sender: Role, message: Message) -> list[Message]:
        """Send through the pretended network; what the other end understood."""
        self.end(sender.other).receive_data(self.end(sender).send(message))
        return received(self.end(sender.other))


def received(connection: Connection) -> list[Message]:
    """Every message that is complete by now."""
    messages = []
    while not isinstance(message := connection.next_message(), Need):
        messages.append(message)
    return messages
