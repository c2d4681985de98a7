"""What a session does, for the log: codes and counters only, never a card, a name, a text or a secret.

Debug: what the host sent. Info: what was asked of it, and the states of the connection. Warning: a connection that is
lost, and an end that nobody wanted. Error: a host that breaks the protocol.
"""

from __future__ import annotations

import logging
from typing import Final

from msgspec import Struct

from protocol.codes import ByeCode
from protocol.errors import RemoteProtocolError
from protocol.messages import Act, Message, Ping, Pong, Refused, Room, Update
from skipbo_lan.client.state import ClientState, Ended, LocalEnd, Lost

LOGGER: Final = logging.getLogger("skipbo_lan.session")

_WANTED: Final = (LocalEnd.QUIT, ByeCode.LEFT, ByeCode.CLOSED)


def sent(message: Message) -> None:
    """A message waits to be sent."""
    match message:
        case Ping() | Pong():
            LOGGER.debug("sent %s", _code(message))
        case Act(number, epoch, seq, action):
            LOGGER.info("sent act %d on %d.%d: %s", number, epoch, seq, _code(action))
        case _:
            LOGGER.info("sent %s", _code(message))


def heard(message: Message) -> None:
    """A message of the host's was taken in."""
    match message:
        case Update(epoch, seq, ack, events):
            happened = ", ".join(map(_code, events)) or "nothing new"
            LOGGER.debug("heard update %d.%d, ack %d: %s", epoch, seq, ack, happened)
        case Room():
            LOGGER.debug("heard room: %s", message.stage)
        case Refused():
            LOGGER.info("heard refused: %s", message.code)
        case _:
            LOGGER.debug("heard %s", _code(message))


def became(before: ClientState, after: ClientState) -> None:
    """The state of the session is another one; of interest is the connection."""
    if type(before.status) is type(after.status):
        return
    match after.status:
        case Ended(why):
            LOGGER.log(logging.INFO if why in _WANTED else logging.WARNING, "ended: %s", why)
        case Lost():
            LOGGER.warning("lost the connection")
        case status:
            LOGGER.info("%s", type(status).__name__.lower())


def unreached(error: OSError) -> None:
    """Nobody answered where the table should be."""
    LOGGER.info("no connection: %s", type(error).__name__)


def broken(error: RemoteProtocolError) -> None:
    """The host has sent what no host may send."""
    LOGGER.error("the host breaks the protocol: %s", error)


def _code(value: Struct) -> str:
    """What a message, an event or an action is called on the wire."""
    return str(type(value).__struct_config__.tag)
