"""The screen as a program of its own, at a table inside the process: `python -m tests.tui.program [FAULT]`.

FAULT is what goes wrong: `key`, `draw`, `task` raise an exception there, `host` closes the table at the key `z`.
"""

from __future__ import annotations

import sys

import trio
from prompt_toolkit.application import get_app

from protocol.messages import Act
from skipbo_lan.client.state import Ended
from skipbo_lan.tui import app
from skipbo_lan.tui.drawing import draw
from skipbo_lan.tui.drawing.canvas import Canvas
from skipbo_lan.tui.model import Model, Result
from skipbo_lan.tui.pressing import modes
from tests.tui import as_program
from tests.tui.small_table import SmallTable, a_seat


async def main(fault: str) -> int:
    """Play until it is over; the exit code."""
    table = SmallTable()
    async with a_seat(table) as session, trio.open_nursery() as nursery:
        asked = trio.Event()
        _prepare(fault, asked)
        nursery.start_soon(_go_wrong, fault, asked, table)
        number = await app.run_screen(session)
        with trio.move_on_after(2):
            while not isinstance(session.state.status, Ended):
                await session.changed(session.state)
        nursery.cancel_scope.cancel()
    print("That was a game.")
    print(f"{sum(isinstance(message, Act) for message in table.heard)} moves were asked for.")
    return 0 if number is None else 128 + number


def _prepare(fault: str, asked: trio.Event) -> None:
    """Let the key `z` lead to the fault."""
    press, drawing, pressed = modes.press, draw.draw, False

    def faulty_press(model: Model, key: str) -> Result:
        nonlocal pressed
        if key != "z":
            return press(model, key)
        if fault == "key":
            as_program.fail()
        pressed = True
        asked.set()
        get_app().invalidate()
        return model.ui, ()

    def faulty_draw(model: Model) -> Canvas:
        if fault == "draw" and pressed:
            as_program.fail()
        return drawing(model)

    modes.press, draw.draw = faulty_press, faulty_draw


async def _go_wrong(fault: str, asked: trio.Event, table: SmallTable) -> None:
    await asked.wait()
    if fault == "task":
        as_program.fail()
    if fault == "host":
        await table.hang_up()


if __name__ == "__main__":
    as_program.run(main, sys.argv[1] if len(sys.argv) > 1 else "")
