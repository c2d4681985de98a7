"""Somebody who plays by nothing but what the screen shows: the keys above the cards, where they fit, and the banner."""

from __future__ import annotations

import re
from typing import Final

from tests.tui.pseudo_terminal import PseudoTerminal

PLAYABLE: Final = re.compile(r"(?<!\S)([s1-9])>(any|[A-D]+)")
"""A key, and behind it the piles where its card fits."""
OVER: Final = ("ROUND OVER", "THE MATCH")


class Newcomer:
    """One player at one screen of 80x24, on whose turn the banner says so."""

    def __init__(self, seen: PseudoTerminal) -> None:
        self.seen = seen
        self.moves = 0
        """Cards played and discarded."""
        self._pile = 0

    def is_over(self) -> bool:
        """Whether the screen shows a result."""
        return any(words in self.seen.text for words in OVER)

    def wait_for_size(self) -> None:
        """Wait until the program has drawn the whole screen in its usual size again."""
        self.seen.resize(80, 24)
        self.seen.wait_for_screen(_is_whole, "a whole screen of 80x24")

    def wait_for_turn(self) -> bool:
        """Wait until the banner says that it is this player's turn; False when the round is over instead."""
        self.seen.wait_for_screen(lambda text: "YOUR TURN" in text or self.is_over(), "the own turn")
        self.seen.settle()
        return not self.is_over()

    def playable(self) -> list[tuple[str, str]]:
        """The keys that are shown with a target, in the order in which they stand."""
        table = self.seen.text.split(" LOG ")[0]
        return [(key, "A" if piles == "any" else piles) for key, piles in PLAYABLE.findall(table)]

    def move(self) -> None:
        """Play the first card that is shown as playable; without one, end the turn."""
        playable = self.playable()
        if not playable:
            self._discard()
            return
        key, piles = playable[0]
        self.press(key)
        if "CHOSEN" in self.seen.text:
            self.press(piles[0].lower())
        self.moves += 1

    def press(self, key: str) -> None:
        """Press a key, and look again when the screen has answered."""
        before = self.seen.text
        self.seen.send(key)
        self.seen.wait_for_screen(lambda text: text != before, f"an answer to {key}")
        self.seen.settle()

    def _discard(self) -> None:
        """The first hand card on one's piles in turn."""
        self.press("1")
        assert "HAND 1" in self.seen.text or "WILD CHOSEN" in self.seen.text, self.seen.text
        self.press("6789"[self._pile])
        self._pile = (self._pile + 1) % 4
        self.moves += 1


def _is_whole(text: str) -> bool:
    """Whether the first row ends where a row of 80 cells does, and the last one has been reached."""
    first, *_, last = text.splitlines()
    return first.find("? help") == 73 and "q quit" in last
