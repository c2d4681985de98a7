"""Every number that bounds the screen, with the reason why it is that number. Times are seconds."""

from __future__ import annotations

from typing import Final

ESCAPE_WAIT: Final = 0.05
"""After which a lone Esc is the key and not the beginning of another one (TESTED.md T19)."""
LATE_PIECE: Final = 0.25
"""Between two pieces of one key: a poor line delays a packet by so much, and nobody types `Esc [ A` in it."""
MOST_PIECES: Final = 24
"""Characters behind the Esc: no key or click takes more, so that an Esc before typed text does not eat it."""
MOST_KEYS: Final = 8
BURST_WINDOW: Final = 0.03
"""More keys than this within so long were not typed by a hand; key repeat sends one in that time (K13)."""
MOST_LIST_KEYS: Final = 3
"""The same in the list of tables: an address is longer, and a hand types one key there, or holds an arrow."""
BURST_QUIET: Final = 0.1
"""Silence that ends a burst: a slow line delivers pasted text in pieces."""
DOUBLE_CLICK: Final = 0.4
"""Within which a second click at the same place belongs to the first."""

LEAST_REDRAW: Final = 0.02
"""Between two drawings when news come in floods."""
TICK: Final = 1.0
"""Between drawings while something counts down, or may have changed."""
MOMENT: Final = 0.4
"""For which the last card is set off: long enough for the eye to go there, too short to be waited for."""
BELL_EVERY: Final = 3.0
"""Between two bells: whoever was called has not looked away again in less, and bots that play at once would ring
without end."""

FIRST_GAMES: Final = 3
"""In so many first rounds a discard with a playable stock card asks once (TERMINAL.md, rule 3)."""
HISTORY: Final = 50
"""Typed commands kept: more than anybody looks back."""
SHORT_ANSWER: Final = 2
"""Lines of an answer that fit under the table; a longer one opens a page."""
MOST_MARKS: Final = 3
"""Combining characters kept on one cell: more belong to no language and flood the neighbouring rows."""
