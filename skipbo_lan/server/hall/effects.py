"""Everything that the dealer does after a step, as values. Changes are stored before anything else is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from protocol.messages import Bye, Message, Rejected
from skipbo_lan.server.hall.inputs import BotId, PeerId
from skipbo_lan.store.changes import Change


@dataclass(frozen=True, slots=True)
class Commit:
    """Store this."""

    change: Change


@dataclass(frozen=True, slots=True)
class Send:
    """Put a message into a client's outbox."""

    peer: PeerId
    message: Message = field(repr=False)


@dataclass(frozen=True, slots=True)
class Close:
    """End a connection, after what waits for it and this last message."""

    peer: PeerId
    last: Bye | Rejected


@dataclass(frozen=True, slots=True)
class StartBot:
    """Start a bot of the host's own, which comes with this token."""

    bot: BotId
    token: bytes = field(repr=False)
    level: str
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """Tell the programs that watch the host."""

    line: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class End:
    """The table has ended."""


Effect: TypeAlias = Commit | Send | Close | StartBot | Report | End
