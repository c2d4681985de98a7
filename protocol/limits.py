"""Every number that bounds the protocol, with the reason why it is that number."""

from __future__ import annotations

from typing import Final

PROTOCOL_MIN: Final = 1
PROTOCOL_MAX: Final = 1
"""The versions this program speaks. The range travels, so that a rejection can say who must update."""
MAX_VERSION: Final = 2**16 - 1
"""A version has two bytes in the proof's transcript."""

PREFACE: Final = b"SKIPBO\x00\x01"
"""Sent by both ends before any frame: a web browser or a wrong port fails on its first bytes."""

PORT: Final = 16218
"""TCP and UDP: 162 cards, 18 of them wild."""

MAX_PORT: Final = 2**16 - 1
"""As TCP has it."""

DATAGRAM_MAGIC: Final = b"SKPB"
"""The first bytes of each datagram: others may use the port too."""
DATAGRAM_VERSION: Final = 1
"""The byte after them. A change that older programs would misread raises it."""
MAX_DATAGRAM: Final = 508
"""The smallest packet that every IPv4 network carries whole has 576 bytes, 68 of which headers may take."""

LENGTH_BYTES: Final = 4
"""Before each frame. Two would do; four is what readers of such streams expect."""
MAX_FRAME_TO_HOST: Final = 4 * 1024
"""The longest message of a client is a chat line of some 900 bytes; four times that leaves room to grow."""
MAX_FRAME_TO_CLIENT: Final = 64 * 1024
"""A view with its events is about 1.5 KB; a frame of 64 KiB of empty maps costs a client under 5 MB."""

MAX_ARRAY: Final = 256
"""The longest list is a pile of 162 cards."""
MAX_MAP: Final = 64
"""The largest message has some 20 keys."""
MAX_DEPTH: Final = 8
"""The deepest message, an Update, nests six containers; Python's own recursion limits lie far above."""

NONCE_BYTES: Final = 32
"""As long as the hash, so that no two handshakes share a transcript."""
TOKEN_BYTES: Final = 16
"""128 random bits cannot be guessed."""
TABLE_ID_BYTES: Final = 16
"""128 random bits are never chosen twice."""
PROOF_BYTES: Final = 32
"""An HMAC with SHA-256."""

HASH_BYTES: Final = 32
"""SHA-256."""
MAX_ATTEMPTS: Final = 7
"""To deal a round: each that is void leaves out at least one of six seats."""
ACTIONS_PER_PAGE: Final = 200
"""Of a round that is shown: 14 KB, and within the longest list."""
MAX_ROUND_ACTIONS: Final = 10_000
"""Ten times as many as the longest rounds that people play; checking them takes some seconds."""

SCRYPT_COST: Final = 2**14
SCRYPT_BLOCK: Final = 8
SCRYPT_LANES: Final = 1
"""scrypt's n, r and p for a password: 16 MB and some 50 ms a guess. Fixed, so that nobody can ask for less (S18)."""
KEY_BYTES: Final = 32
"""A key of the proofs is as long as their hash."""

MAX_SPECTATORS: Final = 128
"""More than any living room holds; each costs the host a view a move."""

MAX_SEATS: Final = 6
"""R1."""
MAX_PILE_NUMBER: Final = 255
"""A pile number is any small integer; the engine refuses one that does not exist."""
MAX_CARDS: Final = 162
"""R2."""
MAX_EVENTS: Final = 256
"""One action of a six-player table causes a dozen; those of unsent Updates are joined up to 64."""
MAX_SCORE: Final = 1_000_000
"""Two thousand times the target of the rulebooks."""
MAX_COUNTER: Final = 2**53 - 1
"""Sequence numbers and ids: exact in every language's numbers."""
MAX_U32: Final = 2**32 - 1
MAX_MILLISECONDS: Final = 86_400_000
"""Times travel as what is left of them, a day at most."""

MAX_PACE_MS: Final = 10_000
"""A bot that thinks ten seconds already tries everybody's patience."""

MAX_NAME_CHARS: Final = 64
"""A name has up to 16 cells; combining marks and wide forms need more characters than cells."""
MAX_NAME_CELLS: Final = 16
"""Six names beside their cards fit on the narrowest screen."""
MAX_TABLE_CELLS: Final = 32
"""A table is named after its owner: the title of a screen and the rows of a list have room for two names."""
MAX_CHAT_CHARS: Final = 400
"""Twice the cells: the other half is for marks."""
MAX_CHAT_CELLS: Final = 200
"""Two and a half lines of a screen: a sentence or two, and no wall of text."""
MAX_APP_CHARS: Final = 40
"""A program's name and release, and still one datagram with the longest table name."""
MAX_PRESET_CHARS: Final = 8
"""A preset is one short word: it shares a datagram with the longest name of a table."""
MAX_LEVEL_CHARS: Final = 16
"""A level is one word."""
MAX_CODE_CHARS: Final = 32
"""A code is a few words."""
