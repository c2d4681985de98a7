"""The live list of tables at work: searches, draws what is found, and ends with what the player has chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

import trio

from skipbo_lan.client.find import Rows
from skipbo_lan.client.listings import Listing
from skipbo_lan.locale import joining as words
from skipbo_lan.preferences import USUAL, Preferences
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.full_screen import TICK, FullScreen
from skipbo_lan.tui.intents import Terminal
from skipbo_lan.tui.tables.keys import (
    GaveUp,
    HostInstead,
    Intent,
    LookAgain,
    Outcome,
    Picked,
    Result,
    Tables,
    Typed,
    burst,
    listed,
    paste,
    press,
)
from skipbo_lan.tui.tables.listing import ListModel, draw

Search: TypeAlias = Callable[[trio.MemorySendChannel[Rows], Callable[[], None]], Awaitable[None]]
"""Tells each new list until cancelled, and of each own question that came back."""

MOST_KEYS: Final = 3
"""More keys at once were pasted: an address is longer, and a hand types one key here, or holds an arrow."""
PATIENCE: Final = 5.0
"""Seconds after which an empty list is explained."""


class TableScreen(FullScreen[Outcome]):
    """The screen with the little that it remembers: the list and the search."""

    def __init__(
        self,
        search: Search,
        decided: Callable[[Rows], Listing | None],
        why_not: Callable[[str], str | None],
        is_alone: Callable[[], bool],
        *,
        rows: Rows = (),
        watching: bool = False,
        preferences: Preferences = USUAL,
    ) -> None:
        """`rows` were found already, `decided` tells the table that nobody needs to be asked about.

        `why_not` says what is wrong with an address that was typed, `is_alone` whether this machine is on no network.
        """
        super().__init__(most_keys=MOST_KEYS)
        self.tables = listed(Tables(watching=watching), rows)
        self._preferences = preferences
        self._search = search
        self._decided = decided
        self._why_not = why_not
        self._is_alone = is_alone
        self._round = trio.CancelScope()
        self._began = trio.current_time()
        self._echoed = False
        self._sure: Listing | None = None

    @property
    def preferences(self) -> Preferences:
        """As they were when the list was opened: nothing on it changes them."""
        return self._preferences

    async def run(self) -> Outcome | int:
        """Show the list until something is chosen; what, or the number of the signal that ended it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._look)
            nursery.start_soon(self._tick)
            outcome = await self.show()
            nursery.cancel_scope.cancel()
        return outcome

    def hear(self, rows: Rows) -> None:
        """These tables are there now. Whether to go to one by itself is looked up once for each: it reads files."""
        new = tuple(row for row in rows if row.key not in self.tables.numbers)
        self.tables = listed(self.tables, rows)
        self._sure = self._sure or self._decided(new)
        self._go_on()

    def drawn(self, width: int, height: int) -> Canvas:
        """The list in this size."""
        return draw(ListModel(self.tables, self._advice(), width, height))

    def key(self, name: str) -> None:
        """A key was pressed, or a place clicked that stands for it."""
        self._become(press(self.tables, name))

    def burst(self, name: str, waiting: int) -> None:
        """A key of a pasted address, which chooses nothing."""
        self._become(burst(self.tables, name, waiting))

    def paste(self, text: str) -> None:
        """Text was pasted."""
        self._become((paste(self.tables, text), ()))

    async def _look(self) -> None:
        """Search, and search anew whenever the player wants to."""
        while True:
            news, coming = trio.open_memory_channel[Rows](0)
            self._began, self._echoed, self._round = trio.current_time(), False, trio.CancelScope()
            with self._round:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._search, news, self._on_echo)
                    async for rows in coming:
                        self.hear(rows)

    async def _tick(self) -> None:
        while True:
            await trio.sleep(TICK)
            self._go_on()

    def _go_on(self) -> None:
        """Go to the table that nobody needs to be asked about, if there is one; else show what is there now."""
        if self._sure is not None:
            self.exit(Picked(self._sure, self.tables.watching))
        self.refresh()

    def _on_echo(self) -> None:
        self._echoed = True

    def _advice(self) -> list[str]:
        if trio.current_time() - self._began < PATIENCE or self.tables.rows:
            return []
        alone = [words.no_network()] if self._is_alone() else []
        blocked = [] if self._echoed else [words.search_blocked(keys=True)]
        return [*words.none_found(keys=True), *alone, *blocked]

    def _become(self, result: Result) -> None:
        self.tables, intents = result
        for intent in intents:
            self._perform(intent)
        self.refresh()

    def _perform(self, intent: Intent) -> None:
        match intent:
            case Typed(text) if (why := self._why_not(text)) is not None:
                self.tables = replace(self.tables, reply=why)
            case Picked() | Typed() | HostInstead() | GaveUp():
                self.exit(intent)
            case LookAgain():
                self._round.cancel()
            case Terminal():
                self.obey(intent)
            case _:
                assert_never(intent)
