"""Every number that bounds the client, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

from skipbo_lan.limits import ANNOUNCE_EVERY

CONNECT: Final = 4.0
"""A machine on the LAN answers in a millisecond; one that is off is reported missing after three seconds."""
NEXT_ATTEMPT: Final = 0.25
"""A place that has not answered for so long no longer keeps the next one waiting (RFC 8305): eight take two seconds."""
HANDSHAKE: Final = 10.0
"""As long as the host waits for a newcomer's proof (P21)."""
BRIEF_HANDSHAKE: Final = 2.0
"""For a first try of a place while the table has others: a host takes a tenth of it, a password's key included."""
OUTBOX: Final = 64
"""Messages that may wait for the writer: a person makes a few a second, and it waits for nobody."""

BACKOFF: Final = (0.0, 1.0, 2.0, 4.0, 8.0)
"""Pauses before each new attempt, the last one over and over (P31)."""
JITTER: Final = 0.3
"""Each pause is up to so much shorter or longer, so that six clients do not knock in step."""
STEADY: Final = 5.0
"""A connection that lasted so long was a good one: the next loss starts with an immediate attempt again."""
DOUBTFUL: Final = HANDSHAKE + STEADY + BACKOFF[-1] * (1 + JITTER)
"""A connection begun less than this before the next attempt was no good one, with a silent handshake and a pause."""
GIVE_UP: Final = 120.0
"""How long a lost host is looked for: the grace that a table gives its players, unless told otherwise."""
WAKE_TICK: Final = 1.0
"""Between two looks at the clock for a suspended machine: reconnecting within a second is at once to a person."""
SUSPICIOUS: Final = 2
"""One connection may end early by chance; after so many in a row the table is rather somewhere else."""

TIME_TO_LIVE: Final = 4 * ANNOUNCE_EVERY
"""A table unheard for so long is gone: three announcements in a row may be lost (P7)."""
GOODBYES_APART: Final = 60.0
"""A host says goodbye once for each start; who forges more of them makes the row flicker no more than this (P7)."""
MAX_TABLES: Final = 64
"""Rows of the list: more than anyone reads, and a bound for a flood of invented tables (P8)."""
MAX_TABLES_FROM_ONE: Final = 8
"""Tables believed from one address: more than one machine opens, and too few for a flood."""
MAX_PLACES: Final = 8
"""Addresses remembered for one table: a host has an address on each of its networks."""
MAX_PLACES_FROM_ONE: Final = 2
"""Ports of one table at one address: somebody who only claims to be the table leaves room for the true one (F15)."""
PROBES_AT: Final = (0.0, 0.2, 0.5)
"""When a joiner asks for tables at first (P4): a lost datagram is made up for before a person notices."""
PROBE_EVERY: Final = 1.0
"""And from then on."""
UNREAD_DATAGRAMS: Final = 256
"""Datagrams read and not yet looked at; beyond that they stay in the system's own bounded buffers."""
REDISCOVERY: Final = 2.0
"""How long to look for a table that is no longer at its address: it answers a probe at once."""

SECOND_INTERRUPT: Final = 3.0
"""A second Ctrl-C within so long leaves (TESTED.md T23): enough to read what the first one says of it."""
LOG_ENTRIES: Final = 1000
"""Entries kept of what happened: more than the longest round seen, and under a megabyte."""
ANSWERED_IN_TIME: Final = 4.0
"""A host waits five seconds for a number. What it does sooner after an answer, it did not do for want of that one."""
UNHEARD: Final = 2
"""How often a newcomer comes again to whoever hung up without a word: a table under a flood sends strangers away."""
UNHEARD_PAUSE: Final = 0.3
"""Seconds before the first of these attempts, twice as many before the second."""
SETTLE: Final = 0.2
"""Seconds to hear everybody who answers the same question, after the first who is looked for."""
