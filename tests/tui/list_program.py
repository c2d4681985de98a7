"""The live list of tables as a program of its own: `python -m tests.tui.list_program [FAULT]`.

FAULT is where an exception is raised at the key `z`: `key`, `draw`, `task`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import trio
from prompt_toolkit.application import get_app

from skipbo_lan.client.find import Rows
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.tables import keys, listing, screen
from skipbo_lan.tui.tables.keys import GaveUp, Picked, Result, Tables
from skipbo_lan.tui.tables.listing import ListModel
from tests.tui import as_program
from tests.tui.test_table_list import BLUE, RED


async def main(fault: str) -> int:
    """Look at two tables until one is chosen; the exit code."""
    asked = trio.Event()
    _prepare(fault, asked)

    async def search(news: trio.MemorySendChannel[Rows], on_echo: Callable[[], None]) -> None:
        on_echo()
        await news.send((BLUE, RED))
        await asked.wait()
        as_program.fail()

    tables = screen.TableScreen(search, lambda _: None, lambda _: None, lambda: False)
    match await tables.run():
        case Picked(row):
            print(f"Chosen: {row.table}.")
        case GaveUp(interrupted=True):
            return 130
        case int(number):
            return 128 + number
        case _:
            print("Nothing was chosen.")
    return 0


def _prepare(fault: str, asked: trio.Event) -> None:
    """Let the key `z` lead to the fault."""
    pressed = False

    def faulty_press(tables: Tables, key: str) -> Result:
        nonlocal pressed
        if key != "z":
            return keys.press(tables, key)
        if fault == "key":
            as_program.fail()
        if fault == "task":
            asked.set()
        pressed = True
        get_app().invalidate()
        return tables, ()

    def faulty_draw(model: ListModel) -> Canvas:
        if fault == "draw" and pressed:
            as_program.fail()
        return listing.draw(model)

    screen.press, screen.draw = faulty_press, faulty_draw  # type: ignore[attr-defined]


if __name__ == "__main__":
    as_program.run(main, sys.argv[1] if len(sys.argv) > 1 else "")
