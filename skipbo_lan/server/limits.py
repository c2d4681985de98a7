"""Every number that bounds the server, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

HANDSHAKE: Final = 10.0
"""From accept to a complete proof: a LAN needs milliseconds, and nobody is asked anything meanwhile (P21)."""
STRANGERS: Final = 64
"""Connections that have not been welcomed yet: ten tables full of people who all come at once (P21)."""
STRANGERS_OF_AN_ADDRESS: Final = 8
"""Of these, from one address: more players than a table has seats may sit at one machine, or behind one router."""
DESCRIPTORS_OWN: Final = 40
"""File descriptors that a table of six needs for itself: listeners, players, its bots' pairs, the match's file."""
ACCEPT_AGAIN: Final = 0.1
"""Before another attempt to accept when the system has no descriptor left and nobody can be turned away."""
TOLD_AGAIN: Final = 60.0
"""Without a failure to accept for so long, the next one is told again: one line for each flood."""
SECOND_LOOK: Final = 0.5
"""After a silence that was too long, for what may have come while this process itself stood still (F72)."""
SEND_BUFFER: Final = 64 * 1024
"""Bytes that the system keeps for a client: some forty views. Whoever is further behind is too slow (F38)."""
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
NUMBERS: Final = 5.0
"""How long is waited for the commitments of a deal, and as long for the numbers: programs answer in milliseconds."""
ACCUSATION: Final = 30.0
"""How long the owner may think about an accusation (R72)."""
BOT_RESTART: Final = 1.0
"""Before a bot that failed is started again: a fault at each start must not take a whole core."""
SAVE_AGAIN: Final = 5.0
"""Between two attempts to store what a disk has refused: soon after somebody has made room on it."""
TICK: Final = 1.0
"""Between two looks at the clock for whether this process stood still (F72)."""
STOOD_STILL: Final = 3.0
"""A clock that has run ahead by so much: a busy machine makes no task wait so long."""
IDLE: Final = 30 * 60.0
"""A table without any client over the network ends after so long, if its host does not say otherwise (P37)."""

HELD_LINES: Final = 20
"""Lines of chat held back for a player on turn: more is no conversation, and they must fit into his outbox at once."""
HELD_FROM_SPECTATORS: Final = 10
"""Of these, so that no spectator takes a partner's place."""

ASKED_AT_ONCE: Final = 60.0
"""Requests and refused acts that a client may send in a burst: a held key repeats some thirty times a second."""
ASKED_PER_SECOND: Final = 20.0
"""And then each second: people and bots ask for less than five."""
CHAT_COST: Final = 4.0
"""A line of chat goes to everybody; fifteen at once and five a second are more than anybody reads."""
FLOOD: Final = 200.0
"""Requests beyond the allowance after which the client is hung up on: it has been told to slow down as often."""

TRIES: Final = 5
"""Wrong passwords from one address before the long pause: typing errors at a party take two or three (P23)."""
PAUSE: Final = 1.0
"""After each: nobody types a password faster."""
LONG_PAUSE: Final = 60.0
"""After so many: 7,200 guesses a day find no password that is worth the name."""
ADDRESSES_REMEMBERED: Final = 256
"""A home network is one subnet of so many; a bound in any case."""

PORTS_TRIED: Final = 10
"""A default port that is taken gives way to the next free of ten (P34)."""
PROBES_ANSWERED: Final = 5
"""Answers to one address in a second: a joiner asks three times in its first (P9)."""
PROBES_ANSWERED_IN_ALL: Final = 200
"""Answers in a second to everybody: some 100 KB, less than a video call."""
