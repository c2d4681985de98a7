"""Every number that bounds the server, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

HANDSHAKE: Final = 10.0
"""From accept to a complete proof: a LAN needs milliseconds, and nobody is asked anything meanwhile (P21)."""
SEND: Final = 10.0
"""A client that takes no byte for so long is as gone as one that says nothing (P32)."""
REQUESTS: Final = 64
"""Requests of one client that may wait for the dealer: a person makes a few a second, the dealer hundreds."""
OUTBOX: Final = 64
"""Messages that may wait for one client; views and rooms replace each other, so only chat and answers add up (P32)."""
MERGED_EVENTS: Final = 64
"""Events kept of views that were never sent: some five turns. Whoever is slower needs the view, not the story."""

GRACE: Final = 120.0
"""How long a lost player's seat waits unless told otherwise: a laptop restarts in two minutes (P35)."""
BETWEEN_ROUNDS: Final = 60.0
"""A result is read in half a minute; nobody who went for a coffee holds the others up longer."""
ACCUSATION: Final = 30.0
"""How long the owner may think about an accusation (R72)."""
BOT_RESTART: Final = 1.0
"""Before a bot that failed is started again: a fault at each start must not take a whole core."""
IDLE: Final = 30 * 60.0
"""A table without any client over the network ends after so long (P37)."""
PACE_MS: Final = 600
"""How long bots wait before each action, in milliseconds, when somebody watches: a person can just follow."""

HELD_LINES: Final = 20
"""Lines of chat held back for a player on turn: more is no conversation."""

PORTS_TRIED: Final = 10
"""A default port that is taken gives way to the next free of ten (P34)."""
PROBES_ANSWERED: Final = 5
"""Answers to one address in a second: a joiner asks three times in its first (P9)."""
PROBES_ANSWERED_IN_ALL: Final = 200
"""Answers in a second to everybody: some 100 KB, less than a video call."""
